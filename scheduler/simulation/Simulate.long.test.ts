/** A study from its first run to its report, also when it is stopped, killed or can't write. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { Either } from "effect"
import { parquetReadObjects } from "hyparquet"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Options, simulate } from "./Simulate.ts"
import { problemText } from "./Source.ts"
import { read, type Study } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simulate-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const study = (text = smallScenario(), runs?: string): Study =>
  Either.getOrThrowWith(
    read("s.yaml", text, { set: [], runs }, () => Either.left("no file")),
    (problems) => new Error(problems.map(problemText).join("\n")),
  )
const options = (name: string, more: Partial<Options> = {}): Options => ({
  out: join(folder, name),
  workers: 2,
  signal: new AbortController().signal,
  begins: () => {},
  progress: () => {},
  makes: () => {},
  report: false,
  ...more,
})

const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()
const manifest = (name: string) => JSON.parse(readFileSync(join(folder, name, "manifest.json"), "utf8"))
/** The files that differ between two folders, which must have files of the same names. */
const differing = (a: string, b: string): ReadonlyArray<string> => {
  const files = filesIn(join(folder, a))
  expect(filesIn(join(folder, b))).toEqual(files)
  return files.filter(
    (name) => !readFileSync(join(folder, a, name)).equals(readFileSync(join(folder, b, name))),
  )
}

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
      expect(statSync(join(folder, "out", name)).size, name).toBe(bytes)
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
      filesIn(join(folder, "out", of)).reduce(
        (sum, name) => sum + statSync(join(folder, "out", of, name)).size,
        0,
      )
    expect(manifest("out").dataSets).toEqual({
      entries: { parts: 4, bytes: bytes("entries") },
      agents: { parts: 4, bytes: bytes("agents") },
    })
  })

  it("writes tables with a row for each run, observation and entry, and the tables agree", async () => {
    const asCsv = study(`${smallScenario()}  csv: true\n`)
    await simulate(asCsv, options("out"))
    const rows = (name: string) =>
      readFileSync(join(folder, "out", name), "utf8")
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
      const parts = filesIn(join(folder, "out", of)).map((name) =>
        parquetReadObjects({ file: new Uint8Array(readFileSync(join(folder, "out", of, name))).buffer }),
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
    const report = readFileSync(join(folder, "out", "report.html"), "utf8")
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
    const before = readFileSync(join(folder, "out", "manifest.json"), "utf8")
    const other = study(smallScenario().replace("agents: 40", "agents: 41"))
    await expect(simulate(other, options("out"))).rejects.toThrow("another study")
    expect(readFileSync(join(folder, "out", "manifest.json"), "utf8")).toBe(before)
    mkdirSync(join(folder, "mine"))
    writeFileSync(join(folder, "mine", "letter.txt"), "dear")
    await expect(simulate(study(), options("mine"))).rejects.toThrow("holds other files")
    expect(filesIn(join(folder, "mine"))).toEqual(["letter.txt"])
  })

  it("repeats runs whose files are broken", async () => {
    await simulate(study(), options("out"))
    await simulate(study(), options("whole"))
    const torn = join(folder, "out", "runs", "000002.json")
    writeFileSync(torn, readFileSync(torn, "utf8").slice(0, 100))
    rmSync(join(folder, "out", "entries", "part-000001.parquet"))
    writeFileSync(join(folder, "out", "runs", "000009.json.partial"), "half")
    await simulate(study(), options("out"))
    expect(differing("out", "whole")).toEqual([])
  })
})

describe("a study that is disturbed", { timeout: 120_000 }, () => {
  it("keeps a failed run with its seed and its stack trace, and makes the report from the others", async () => {
    const whole = study()
    const [good, bad] = whole.conditions
    if (bad === undefined) throw new Error("there are two conditions")
    // No scenario that the schema accepts makes a run fail, so this stands for a defect of the engine.
    const broken = { ...bad, scenario: { ...bad.scenario, populations: [] as never } }
    const failing: Study = { ...whole, conditions: [good, broken] }
    const outcome = await simulate(failing, options("out", { report: true }))
    expect(outcome.finished).toBe(2)
    expect(outcome.failed.map(({ run, seed }) => [run, seed]).sort()).toEqual([
      [1, 1],
      [3, 2],
    ])
    const kept = JSON.parse(readFileSync(join(folder, "out", "runs", "000003.failed.json"), "utf8"))
    expect(kept).toMatchObject({ run: 3, condition: 1, seed: 2, scenario: { name: "small" } })
    expect(kept.stack).toContain("at ")
    expect(manifest("out").status).toBe("incomplete")
    expect(readFileSync(join(folder, "out", "report.html"), "utf8")).toContain("2 of 4 runs are finished")
    expect(readFileSync(join(folder, "out", "runs.csv"), "utf8")).toContain(",failed,")
  })

  it("stops at the signal, names the missing runs, and gives the same files when it is continued", async () => {
    const controller = new AbortController()
    const stopping = study(smallScenario(), "8")
    const outcome = await simulate(
      stopping,
      options("out", {
        signal: controller.signal,
        workers: 1,
        progress: (part) => part > 0.2 && controller.abort(),
      }),
    )
    expect(outcome.stopped).toBe(true)
    expect(outcome.finished).toBeGreaterThan(0)
    expect(outcome.finished).toBeLessThan(16)
    const { status, runs } = manifest("out")
    expect(status).toBe("incomplete")
    expect(runs.missing).toBe(`${outcome.finished}-15`)
    await simulate(stopping, options("out"))
    await simulate(stopping, options("whole"))
    expect(differing("out", "whole")).toEqual([])
  })

  const cli = join(import.meta.dirname, "..", "..", "http", "bin", "agent-court.ts")
  const start = (args: ReadonlyArray<string>, shell?: string) => {
    writeFileSync(join(folder, "s.yaml"), smallScenario())
    const given = ["simulate", join(folder, "s.yaml"), "--out", join(folder, "out"), ...args]
    const command = [process.execPath, cli, ...given].map((part) => `'${part}'`).join(" ")
    const child =
      shell === undefined
        ? spawn(process.execPath, [cli, ...given])
        : spawn("bash", ["-c", `${shell}; exec ${command}`])
    let output = ""
    child.stdout.on("data", (data) => (output += data))
    child.stderr.on("data", (data) => (output += data))
    return { child, output: () => output, ended: once(child, "exit") }
  }
  const finished = () => {
    const runs = join(folder, "out", "runs")
    return existsSync(runs) ? readdirSync(runs).filter((name) => /^\d+\.json$/.test(name)) : []
  }

  it("leaves finished runs whole and a manifest that names the missing runs when it is killed", {
    timeout: 60_000,
  }, async () => {
    const { child, ended } = start(["--tables", "--runs", "200", "--workers", "2"])
    while (finished().length < 5 && child.exitCode === null) await wait(5)
    await expect(simulate(study(smallScenario(), "200"), options("out"))).rejects.toThrow(
      "another process is writing to",
    )
    child.kill("SIGKILL")
    await ended
    for (const name of finished()) JSON.parse(readFileSync(join(folder, "out", "runs", name), "utf8"))
    // The lock of the killed process is released.
    const { status, runs } = manifest("out")
    expect(status).toBe("incomplete")
    expect(runs.planned).toBe(400)
    expect(runs.missing).toMatch(/-399$/)
    const again = study(smallScenario(), "4")
    await simulate(again, options("out"))
    await simulate(again, options("whole"))
    for (const name of ["runs.csv", "timeseries.csv", "manifest.json"]) {
      expect(
        readFileSync(join(folder, "out", name)).equals(readFileSync(join(folder, "whole", name))),
        name,
      ).toBe(true)
    }
    // Only the runs of this study are in the data set; the others are kept for a study with more runs.
    expect(differing("out/entries", "whole/entries")).toEqual([])
    expect(differing("out/agents", "whole/agents")).toEqual([])
    const kept = finished().length
    await simulate(study(smallScenario(), "10"), options("out"))
    expect(finished().length).toBe(Math.max(kept, 20))
    expect(filesIn(join(folder, "out", "entries"))).toHaveLength(20)
  })

  it("says why in one line when it may not write large files, and continues from its finished runs", {
    timeout: 60_000,
  }, async () => {
    // Files of at most 16 KiB: runs fit, the table of time series doesn't.
    const { output, ended } = start(["--tables", "--workers", "1"], "trap '' XFSZ; ulimit -f 16")
    const [code] = await ended
    expect(code).toBe(1)
    expect(output()).toMatch(
      /agent-court: a file has become larger than the system allows: 4 of 4 runs are finished/,
    )
    expect(finished()).toHaveLength(4)
    expect(manifest("out")).toMatchObject({
      status: "incomplete",
      runs: { finished: "0-3", missing: "" },
      files: {},
    })
    expect(filesIn(join(folder, "out")).filter((name) => name.endsWith(".partial"))).toEqual([])
    await simulate(study(), options("out"))
    expect(manifest("out").status).toBe("complete")
  })

  it("runs to its end if nobody reads its output any more", { timeout: 60_000 }, async () => {
    const { child, ended } = start(["--tables", "--workers", "1"])
    child.stdout.destroy()
    const [exit] = await ended
    expect(exit).toBe(0)
    expect(manifest("out").status).toBe("complete")
  })

  it("exits with 2 and writes nothing if a setting is wrong", async () => {
    const { output, ended } = start(["--set", "agnets=3"])
    const [code] = await ended
    expect(code).toBe(2)
    expect(output()).toContain("--set agnets=3: agnets: unknown key agnets; did you mean agents?")
    expect(existsSync(join(folder, "out"))).toBe(false)
  })
})
