/** The kit as a program: its output and its exit codes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cases } from "./cases/index.ts"
import { listText, slowMs, usualMs } from "./List.ts"
import * as Report from "./Report.ts"
import { optionsOf, type RunOptions, run } from "./run.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-court-kit-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const memory = new URL("./stores/memory.ts", import.meta.url).href
const effect = pathToFileURL(createRequire(import.meta.url).resolve("effect")).href

/** A module as somebody outside writes it, in a folder of its own. */
const theirModule = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `import { Effect } from "${effect}"\nimport * as memory from "${memory}"\n${text}`)
  return path
}

const examined = async (options: RunOptions) => {
  const written: Array<string> = []
  const code = await Effect.runPromise(
    run({ seed: 7, modelRuns: 2, ...options }, (text) => written.push(text)),
  )
  return { code, text: written.join("\n") }
}

describe("the kit as a program", () => {
  it("writes a line for each case and exits with 0 if every promise is kept", async () => {
    const { code, text } = await examined({ store: memory })
    expect(text).toContain("✓ holder.taken ")
    expect(text).toMatch(/^✓ model +\d+\.\d s {2}over 2 random/m)
    expect(text).toMatch(/ 0 broken, \d+ not run \(seed 7\)$/)
    expect(code).toBe(0)
  })

  it("reports the cases that it does not run, since the store does not support what they need", async () => {
    const { text } = await examined({ store: memory, only: "durable." })
    expect(text).toMatch(/– durable\.killed .*\(not run: the store says that it is not durable\)/)
    expect(text).toMatch(/0 kept, 0 broken, 5 not run/)
  })

  it("says of a durable store what killing processes does not show, in words and as JSON", {
    timeout: 90_000,
  }, async () => {
    const store = new URL("./stores/sqlite.ts", import.meta.url).href
    const { text: json } = await examined({ store, only: "durable.reopened", json: true })
    const report: Report.Report = JSON.parse(json)
    expect(report.notShown).toMatchObject([expect.stringContaining("fsync")])
    expect(Report.summaryText(report)).toMatch(
      /1 kept, 0 broken, 0 not run \(seed 7\)\nNot shown: .*loss of power/,
    )
    const other = report.lines.map((line) => ({ ...line, id: "blob.absent" }))
    expect(Report.summaryText(Report.of(store, 7, other))).not.toContain("Not shown")
  })

  it("knows the court's own stores by their names", async () => {
    const { code, text } = await examined({ store: "memory", only: "holder.taken" })
    expect(text).toContain("✓ holder.taken ")
    expect(code).toBe(0)
  })

  it("has a time for each slow case of the list, and for no other case", () => {
    const ids = cases.map(({ id }) => id)
    expect(Object.keys(usualMs).filter((id) => !ids.includes(id))).toEqual([])
    expect(Object.values(usualMs).filter((ms) => ms < slowMs)).toEqual([])
    expect(listText("holder.").split("\n")).toHaveLength(
      ids.filter((id) => id.includes("holder.")).length + 1,
    )
  })

  it("says of a broken promise what was expected and what the store gave, and exits with 1", async () => {
    const store = theirModule(
      "forgetful.mjs",
      `export const open = async () => {
        const store = await Effect.runPromise(memory.open())
        return { ...store, holder: () => Effect.succeed(null) }
      }`,
    )
    const { code, text } = await examined({ store, only: "holder.taken" })
    expect(text).toMatch(/✗ holder\.taken .*\n {4}the holder: expected "first", got null/)
    expect(code).toBe(1)
  })

  it("says why a store could not be examined, and exits with 2", async () => {
    const nothing = theirModule("nothing.mjs", "export const opened = 1")
    const lone = theirModule("lone.mjs", 'import "no-such-package"')
    const failing = theirModule("failing.mjs", 'export const open = () => Effect.fail("no server")')
    for (const [store, why] of [
      [join(folder, "missing.mjs"), /^there is no file \S+missing\.mjs; name the module by its path from /],
      [nothing, /^\S+nothing\.mjs exports no function named open \(it exports opened\); export open/],
      [
        lone,
        /lone\.mjs can't be loaded: Cannot find package 'no-such-package'.*; run npm install no-such-package in/,
      ],
      [failing, /^its open failed: no server; correct the module/],
    ] as const) {
      const { code, text } = await examined({ store })
      expect(text).toMatch(why)
      expect(code).toBe(2)
    }
  })

  it("gives a report as JSON", async () => {
    const { code, text } = await examined({ store: memory, only: "blob", json: true })
    const report: Report.Report = JSON.parse(text)
    expect(report).toMatchObject({ store: memory, seed: 7 })
    expect(report.lines.map(({ id, outcome }) => [id, outcome._tag])).toContainEqual(["blob.absent", "kept"])
    expect(code).toBe(0)
  })

  it("reads its options from arguments", () => {
    expect(
      optionsOf([
        "--store",
        "./s.ts",
        "--seed",
        "3",
        "--only",
        "lease",
        "--runs",
        "0",
        "--limit",
        "5",
        "--json",
      ]),
    ).toEqual({
      store: "./s.ts",
      seed: 3,
      only: "lease",
      modelRuns: 0,
      limitMs: 5_000,
      json: true,
    })
    expect(optionsOf([])).toBeNull()
  })
})
