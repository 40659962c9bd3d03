/** A study that fails in part, is stopped or killed, or can't write: what it leaves, and how it goes on. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { simulate } from "./Simulate.ts"
import type { Study } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"
import { filesIn, folders, study } from "./testing/Folders.ts"

const { pathOf, options, manifest, differing } = folders()

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
    const kept = JSON.parse(readFileSync(pathOf("out", "runs", "000003.failed.json"), "utf8"))
    expect(kept).toMatchObject({ run: 3, condition: 1, seed: 2, scenario: { name: "small" } })
    expect(kept.stack).toContain("at ")
    expect(manifest("out").status).toBe("incomplete")
    expect(readFileSync(pathOf("out", "report.html"), "utf8")).toContain("2 of 4 runs are finished")
    expect(readFileSync(pathOf("out", "runs.csv"), "utf8")).toContain(",failed,")
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
    writeFileSync(pathOf("s.yaml"), smallScenario())
    const given = ["simulate", pathOf("s.yaml"), "--out", pathOf("out"), ...args]
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
    const runs = pathOf("out", "runs")
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
    for (const name of finished()) JSON.parse(readFileSync(pathOf("out", "runs", name), "utf8"))
    // The lock of the killed process is released.
    const { status, runs } = manifest("out")
    expect(status).toBe("incomplete")
    expect(runs.planned).toBe(400)
    expect(runs.missing).toMatch(/-399$/)
    const again = study(smallScenario(), "4")
    await simulate(again, options("out"))
    await simulate(again, options("whole"))
    for (const name of ["runs.csv", "timeseries.csv", "manifest.json"]) {
      expect(readFileSync(pathOf("out", name)).equals(readFileSync(pathOf("whole", name))), name).toBe(true)
    }
    // Only the runs of this study are in the data set; the others are kept for a study with more runs.
    expect(differing("out/entries", "whole/entries")).toEqual([])
    expect(differing("out/agents", "whole/agents")).toEqual([])
    const kept = finished().length
    await simulate(study(smallScenario(), "10"), options("out"))
    expect(finished().length).toBe(Math.max(kept, 20))
    expect(filesIn(pathOf("out", "entries"))).toHaveLength(20)
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
    expect(filesIn(pathOf("out")).filter((name) => name.endsWith(".partial"))).toEqual([])
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
    expect(existsSync(pathOf("out"))).toBe(false)
  })
})
