import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { cases } from "./cases/index.ts"

it("`deno test` runs the kit, each case as a test", { timeout: 60_000 }, async () => {
  const file = new URL("./testing/memory.deno.ts", import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, ["test", "-A", "--no-check", file])
  expect(stdout).toContain("memory: holder.race: ")
  // Two more tests: the comparison with the model, and the test that closes the store.
  expect(stdout).toMatch(new RegExp(`ok.* ${cases.length + 2} passed.*0 failed`))
})
