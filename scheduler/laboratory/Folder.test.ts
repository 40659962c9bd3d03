/** The folder of results: its fingerprint and its lock. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { code } from "./Code.ts"
import { fingerprintOf } from "./Folder.ts"
import { type Options, simulate } from "./Simulate.ts"
import { read } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"
import { optionsFor } from "./testing/Folders.ts"

let out = ""
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "folder-"))
})
afterEach(() => rmSync(out, { recursive: true, force: true }))

const study = Either.getOrThrow(
  read("s.yaml", smallScenario(), { set: [], runs: "1" }, () => Either.left("no file")),
)
const run = (more: Partial<Options> = {}) => simulate(study, optionsFor(out, { workers: 1, ...more }))
const file = () => join(out, "manifest.json")

describe("a folder of results", { timeout: 60_000 }, () => {
  it("names the code of its runs, and refuses runs of other code", async () => {
    await run()
    const made = JSON.parse(readFileSync(file(), "utf8"))
    expect([made.code, made.fingerprint]).toEqual([code, fingerprintOf(study)])
    const other = { sha256: "0".repeat(64) }
    expect(fingerprintOf(study, other)).not.toBe(fingerprintOf(study))
    // given a folder that other code has written, with the same scenario and rulebook
    const left = JSON.stringify({ ...made, code: other, fingerprint: fingerprintOf(study, other) })
    writeFileSync(file(), left)
    // then it is refused with the reason, and does not change
    await expect(run()).rejects.toThrow("another study (other code)")
    expect(readFileSync(file(), "utf8")).toBe(left)
  })

  it("has one writer at a time, and another may write when the first has ended", async () => {
    const begun: Array<unknown> = []
    const first = run()
    await expect(run({ begins: (...numbers) => begun.push(numbers) })).rejects.toThrow(
      `another process is writing to ${out}`,
    )
    expect(begun).toEqual([])
    expect(await first).toMatchObject({ finished: 2, failed: [] })
    await run({ begins: (...numbers) => begun.push(numbers) })
    expect(begun).toEqual([[2, 0]])
  })
})
