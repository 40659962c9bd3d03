import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const run = promisify(execFile)
const [first = ""] = readFileSync(join(import.meta.dirname, "../bin/agent-court.ts"), "utf8").split("\n")
const options = first.match(/--\S+/g) ?? []

/** Runs a program that loads a module of Node, and gives how many of Node's modules were compiled again. */
const compiledAgain = async (...before: ReadonlyArray<string>): Promise<number> => {
  const script = [
    ...before,
    `await import("node:https")`,
    `const { internalBinding } = process.getBuiltinModule("module").createRequire("/")("internal/test/binding")`,
    `console.log(internalBinding("builtins").getCacheUsage().compiledWithoutCache.size)`,
  ].join("\n")
  const { stdout } = await run(process.execPath, [
    ...options,
    "--expose-internals",
    "--input-type=module",
    "--eval",
    script,
  ])
  return Number(stdout)
}

it("PD17 §1 a start uses the code of Node's own modules that is in Node, and the options of a court are set after it", async () => {
  const heap = pathToFileURL(join(import.meta.dirname, "Heap.ts"))
  expect(options.length).toBeGreaterThan(0)
  expect(await compiledAgain()).toBe(0)
  expect(await compiledAgain(`(await import("${heap}")).settleHeap()`)).toBeGreaterThan(0)
})
