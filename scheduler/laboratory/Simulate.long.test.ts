import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { parquetReadObjects } from "hyparquet"
import { describe, expect, it } from "vitest"
import { simulate } from "./Simulate.ts"
import { smallScenario } from "./testing/Digests.ts"
import { filesIn, folders, study } from "./testing/Folders.ts"

const { pathOf, options, manifest, differing } = folders()

describe("a study", { timeout: 120_000 }, () => {
  it("gives the same bytes with one worker and with three", async () => {
    await simulate(study(), options("one", { workers: 1, report: true }))
    await simulate(study(), options("three", { workers: 3, report: true }))
    expect(differing("one", "three")).toEqual([])
  })

  it("writes everything to its folder, and the manifest says that nothing is missing", async () => {
    const outcome = await simulate(study(), options("out", { report: true }))
    expect(outcome).toMatchObject({ finished: 4, planned: 4, failed: [], stopped: false })
    const { status, runs, files, rulebook, seeds } = manifest("out")
    expect({ status, runs, seeds }).toEqual({
      status: "complete",
      runs: { planned: 4, finished: "0-3", failed: [], missing: "" },
      seeds: [1, 2],
    })
    expect(rulebook.sha256).toMatch(/^[0-9a-f]{64}$/)
    for (const [name, { bytes }] of Object.entries<{ bytes: number }>(files)) {
      expect(statSync(pathOf("out", name)).size, name).toBe(bytes)
    }
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        "runs.csv",
        "timeseries.csv",
        "summary.csv",
        "survival.csv",
        "cohorts.csv",
        "report.html",
        "charts/default-rate.png",
      ]),
    )
    const bytes = (of: string) =>
      filesIn(pathOf("out", of)).reduce((sum, name) => sum + statSync(pathOf("out", of, name)).size, 0)
    expect(manifest("out").dataSets).toEqual({
      entries: { parts: 4, bytes: bytes("entries") },
      agents: { parts: 4, bytes: bytes("agents") },
    })
  })

  it("without entries writes every other table, byte for byte", async () => {
    await simulate(study(), options("all"))
    await simulate(study(`${smallScenario()}  entries: false\n`), options("without"))
    const tables = (name: string) => Object.keys(manifest(name).files)
    expect(tables("without")).toEqual(tables("all"))
    expect(tables("without")).toContain("timeseries.csv")
    expect(manifest("without").dataSets).toEqual({})
    for (const table of tables("all").filter((name) => name !== "dictionary.csv"))
      expect(readFileSync(pathOf("without", table)), table).toEqual(readFileSync(pathOf("all", table)))
  })

  it("writes tables with a row for each run, observation and entry, and the tables agree", async () => {
    const asCsv = study(`${smallScenario()}  csv: true\n`)
    await simulate(asCsv, options("out"))
    const rows = (name: string) =>
      readFileSync(pathOf("out", name), "utf8")
        .trimEnd()
        .split("\n")
        .map((row) => row.split(","))
    const [header = [], ...runs] = rows("runs.csv")
    const column = (name: string) => runs.map((row) => row[header.indexOf(name)])
    expect(column("populations.careless.share")).toEqual(["0.1", "0.4", "0.1", "0.4"])
    expect(column("seed")).toEqual(["1", "1", "2", "2"])
    const entries = rows("entries.csv").length - 1
    expect(column("entries").reduce((sum, count) => sum + Number(count), 0)).toBe(entries)
    expect(entries).toBeGreaterThan(0)
    const dataSet = async (of: string) => {
      const parts = filesIn(pathOf("out", of)).map((name) =>
        parquetReadObjects({ file: new Uint8Array(readFileSync(pathOf("out", of, name))).buffer }),
      )
      return (await Promise.all(parts)).flat()
    }
    expect(await dataSet("entries")).toHaveLength(entries)
    const all = await dataSet("agents")
    expect(rows("agents.csv")).toHaveLength(1 + all.length)
    expect(all).toHaveLength(4 * 40)
    expect(all[41]).toMatchObject({ run: 1, condition: 1, seed: 1n, agent: 1 })
    const inDefault = all.filter(({ run, label }) => run === 3 && label === "in default").length
    expect(inDefault).toBe(Number(column("agentsInDefault")[3]))
    const [names = [], ...series] = rows("timeseries.csv")
    expect(names).toEqual([
      ...["experiment", "run", "condition", "replicate", "seed", "time", "hours", "measure", "value", "flow"],
      "populations.careless.share",
    ])
    const opened = series.filter((row) => row[1] === "3" && row[7] === "entriesOpened")
    expect(opened.at(-1)?.[8]).toBe(column("entriesOpened")[3])
    expect(opened.reduce((sum, row) => sum + Number(row[9]), 0)).toBe(Number(opened.at(-1)?.[8]))
    const [heads = [], ...cohorts] = rows("cohorts.csv")
    const ofRun = cohorts.filter((row) => row[1] === "3" && row[heads.indexOf("measure")] === "entriesOpened")
    const sumBy = (by: string) =>
      ofRun.filter((row) => row[5] === by).reduce((sum, row) => sum + Number(row[8]), 0)
    expect([sumBy("month"), sumBy("population")]).toEqual(Array(2).fill(Number(column("entriesOpened")[3])))
  })

  it("has a report that runs no script, loads nothing, shows the author's words as text, and says that claims are missing", async () => {
    const hostile = smallScenario()
      .replace("Two kinds of agents.", "'<script>alert(1)</script> & <img src=x>'")
      .replace("agents: 40", "agents: 40\nschedule: { claimsMax: 1 }")
    await simulate(study(hostile), options("out", { report: true }))
    const report = readFileSync(pathOf("out", "report.html"), "utf8")
    expect(report).not.toMatch(/<script|<img|<link|@import|(?:src|href)="?https?:/)
    expect(report).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;img src=x&gt;")
    expect(report).toMatch(/Claims are missing.*% of the claims were refused/)
    expect(report.match(/<svg/g)?.length).toBeGreaterThanOrEqual(7)
  })

  it("continues with more runs, and gives the same files as all runs at once", async () => {
    await simulate(study(), options("grown"))
    const begun: Array<unknown> = []
    await simulate(
      study(smallScenario(), "3"),
      options("grown", { begins: (...numbers) => begun.push(numbers) }),
    )
    expect(begun).toEqual([[4, 2]])
    await simulate(study(smallScenario(), "3"), options("whole"))
    expect(differing("grown", "whole")).toEqual([])
  })

  it("refuses the folder of another study and a folder with other files, and leaves both as they are", async () => {
    await simulate(study(), options("out"))
    const before = readFileSync(pathOf("out", "manifest.json"), "utf8")
    const other = study(smallScenario().replace("agents: 40", "agents: 41"))
    await expect(simulate(other, options("out"))).rejects.toThrow("another study")
    expect(readFileSync(pathOf("out", "manifest.json"), "utf8")).toBe(before)
    mkdirSync(pathOf("mine"))
    writeFileSync(pathOf("mine", "letter.txt"), "dear")
    await expect(simulate(study(), options("mine"))).rejects.toThrow("holds other files")
    expect(filesIn(pathOf("mine"))).toEqual(["letter.txt"])
  })

  it("repeats runs whose files are broken", async () => {
    await simulate(study(), options("out"))
    await simulate(study(), options("whole"))
    const torn = pathOf("out", "runs", "000002.json")
    writeFileSync(torn, readFileSync(torn, "utf8").slice(0, 100))
    rmSync(pathOf("out", "entries", "part-000001.parquet"))
    writeFileSync(pathOf("out", "runs", "000009.json.partial"), "half")
    await simulate(study(), options("out"))
    expect(differing("out", "whole")).toEqual([])
  })
})
