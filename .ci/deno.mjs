// Installs what deno.lock names, for people who have Deno alone. If npm has installed the packages already, Deno uses those: it lays
// out `node_modules` in another way, which would break npm's.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import process from "node:process"

if (!existsSync("node_modules/.package-lock.json")) {
  const args = ["install", "--quiet", "--node-modules-dir=auto", "--lock=deno.lock", "--frozen"]
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1
}
