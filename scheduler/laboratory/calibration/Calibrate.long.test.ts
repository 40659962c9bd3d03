/** A calibration from its file to its posterior: the values that a scenario was simulated at are found again. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { run } from "../engine/Run.ts"
import { calibrateStudy } from "./Calibrate.ts"
import { load } from "./Drawing.ts"
import { type Plan, plan } from "./Plan.ts"
import { marginals } from "./Tables.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "calibrate-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const scenario = (particles: number, generations: number): string => `name: court
horizon: { days: 40 }
agents: 80
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.3, breaches: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.5 } }
experiment:
  calibration:
    priors: { populations.careless.share: [0.05, 0.8] }
    particles: ${particles}
    generations: ${generations}
`
const planOf = (truth: number, seed: number, particles = 40, generations = 4): Plan => {
  const additions = { set: [], runs: undefined }
  const text = scenario(particles, generations)
  const read = (values: Readonly<Record<string, number>>) =>
    Either.getOrThrow(
      plan("s.yaml", text, additions, () => Either.left("none"), { name: "f", text: JSON.stringify(values) }),
    )
  const at = Either.getOrThrow(read({ defaultRate: 0 }).studyOf([{ "populations.careless.share": truth }]))
  const { defaultRate, matters, agentsInDefault } = run(at.conditions[0].scenario, { seed }).totals
  return read({ defaultRate, matters, agentsInDefault })
}
const calibrated = async (of: Plan, name: string, workers = 2, signal = new AbortController().signal) =>
  calibrateStudy(of, {
    out: join(folder, name),
    workers,
    signal,
    drawers: null,
    progress: () => {},
    told: () => {},
  })

describe("simulate calibrate", { timeout: 240_000 }, () => {
  it("covers the value that the figures were made with in at least four cases of five", async () => {
    let covered = 0
    for (let i = 0; i < 5; i++) {
      const truth = 0.15 + 0.1 * i
      const of = planOf(truth, 5000 + i)
      const posterior = await calibrated(of, `case-${i}`)
      const [found] = posterior === null ? [] : marginals(of, posterior)
      if (found !== undefined && found.low <= truth && truth <= found.high) covered += 1
      expect(found?.sd).toBeLessThan(0.1) // of the prior: 0.22
    }
    expect(covered).toBeGreaterThanOrEqual(4)
  })

  it("gives the same bytes with one worker and with two, and goes on after a stop", async () => {
    const of = planOf(0.3, 7, 12, 3)
    await calibrated(of, "one", 1)
    const controller = new AbortController()
    const stopped = calibrateStudy(of, {
      out: join(folder, "two"),
      workers: 2,
      signal: controller.signal,
      drawers: null,
      progress: () => {},
      told: () => controller.abort(),
    })
    expect(await stopped).toBeNull()
    await calibrated(of, "two", 2)
    for (const name of ["posterior.csv", "parameters.csv", "fit.csv", "generations.csv", "manifest.json"])
      expect(readFileSync(join(folder, "two", name), "utf8"), name).toBe(
        readFileSync(join(folder, "one", name), "utf8"),
      )
  })

  it("ends after the first generation if a figure says nothing of the parameters", async () => {
    const given = { name: "f.json", text: '{ "defaultRate": 0.3, "shunned": 2 }' }
    const text = scenario(10, 3)
    const of = Either.getOrThrow(
      plan("s.yaml", text, { set: [], runs: undefined }, () => Either.left("none"), given),
    )
    const told = await calibrated(of, "useless").catch((error: Error) => error.message)
    expect(told).toBe(
      "f.json:1:23: shunned is 0 at each of the first points, and says nothing of the parameters; leave it out, or widen the priors",
    )
  })

  it("draws the posterior, and refuses the folder of another calibration", async () => {
    const of = planOf(0.3, 7, 12, 2)
    await calibrateStudy(of, {
      out: join(folder, "drawn"),
      workers: 2,
      signal: new AbortController().signal,
      drawers: await load(),
      progress: () => {},
      told: () => {},
    })
    expect(readFileSync(join(folder, "drawn", "report.html"), "utf8")).toContain("<svg")
    expect(readFileSync(join(folder, "drawn", "charts/posterior.pdf"), "latin1")).toMatch(
      /^%PDF-1\.4\n[\s\S]*%%EOF\n$/,
    )
    await expect(calibrated(planOf(0.4, 8, 12, 2), "drawn")).rejects.toThrow("results of another study")
  })
})
