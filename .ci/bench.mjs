// Runs every benchmark of the tree, one after the other, each in a process of its own: `npm run bench [-- part of a path …]`.
import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"

const wanted = process.argv.slice(2)
const found = globSync("{core,adapters,http,scheduler,conformance}/**/*.bench.ts").sort()
const files = found.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
let failed = files.length === 0
for (const file of files) {
  console.log(`\n${file}`)
  const { status } = spawnSync(process.execPath, ["--expose-gc", file], { stdio: "inherit" })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
