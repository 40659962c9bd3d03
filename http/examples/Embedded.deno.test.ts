/** The court inside `Deno.serve` of somebody else's program. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect, it } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"

it("a court inside a server of somebody else's answers its own paths, leaves the others, and stops with the server", async () => {
  const port = await freePort()
  const program = join(import.meta.dirname, "deno-server.ts")
  const child = spawn(process.execPath, ["run", "-A", program], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    let told = ""
    child.stdout.on("data", (part) => {
      told += part
    })
    await expect.poll(() => told, { timeout: 30_000 }).toContain("The platform and its court are at")
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect(await (await at("/hello")).text()).toBe("This path is the platform's own.\n")
    expect(await (await at("/api/v1/docket")).json()).toMatchObject({ items: [] })
    child.kill("SIGTERM")
    await once(child, "close")
    await expect(at("/hello")).rejects.toThrow()
  } finally {
    child.kill("SIGKILL")
  }
}, 60_000)
