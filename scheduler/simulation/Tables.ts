/** The tables of a study as CSV, each row an observation. */
import { format, hours as hoursMs } from "../../core/kernel/Time.ts"
import { type Cell, joinLines, line } from "./Csv.ts"
import type { Digest, RunId } from "./Digest.ts"
import { type MeasureName, measureNames } from "./engine/Measure.ts"
import { difference, estimateOf, type Findings, totals } from "./Findings.ts"
import { type FailedRun, planRuns } from "./Folder.ts"
import type { Study } from "./Study.ts"

const parametersOf = ({ conditions, varied }: Study, condition: number): ReadonlyArray<Cell> =>
  varied.map((path) => conditions[condition]?.parameters[path])

const runColumns = ["experiment", "run", "condition", "replicate", "seed"]
const runCells = ({ name }: Study, { run, condition, replicate, seed }: RunId): ReadonlyArray<Cell> => [
  name,
  run,
  condition,
  replicate,
  seed,
]

/** The table of runs: a row for each run with its seed, every parameter that varies, and the measures at the horizon. Failed runs have no measures. */
export const runs = (
  study: Study,
  digests: ReadonlyArray<Digest>,
  failed: ReadonlyArray<FailedRun>,
): Iterable<string> => {
  const byRun = new Map(digests.map((digest) => [digest.run, digest]))
  const broken = new Set(failed.map(({ run }) => run))
  const rows = function* () {
    yield line([...runColumns, "status", ...study.varied, "events", "entries", ...measureNames])
    for (const id of planRuns(study)) {
      const { run, condition } = id
      const digest = byRun.get(run)
      if (digest === undefined && !broken.has(run)) continue
      yield line([
        ...runCells(study, id),
        digest === undefined ? "failed" : "finished",
        ...parametersOf(study, condition),
        digest?.events,
        digest?.entries,
        ...measureNames.map((name) => digest?.totals[name]),
      ])
    }
  }
  return joinLines(rows())
}

/** The table over time: a row for each run, instant and measure. */
export const timeseries = (study: Study, digests: ReadonlyArray<Digest>): Iterable<string> => {
  const rows = function* () {
    yield line([...runColumns, "time", "hours", "measure", "value", ...study.varied])
    for (const digest of digests) {
      const { condition, hours, values } = digest
      const { start } = study.conditions[condition]?.scenario ?? { start: 0 }
      const parameters = parametersOf(study, condition)
      for (const [i, hour] of hours.entries()) {
        const time = format(Math.round(start + hoursMs(hour)))
        for (const [measure, list] of Object.entries(values)) {
          yield line([...runCells(study, digest), time, hour, measure, list[i], ...parameters])
        }
      }
    }
  }
  return joinLines(rows())
}

/** The summary: a row for each condition and measure, with the mean over runs and its interval, and the paired difference from `compare`. */
export const summary = (findings: Findings): Iterable<string> => {
  const { study, observed } = findings
  const rows = function* () {
    const columns = [
      "n",
      "mean",
      "sd",
      "low",
      "high",
      "pairs",
      "difference",
      "differenceLow",
      "differenceHigh",
    ]
    yield line(["experiment", "condition", ...study.varied, "measure", ...columns])
    for (const { index, runs } of observed) {
      for (const measure of measureNames) {
        const found = estimateOf(totals(runs, measure))
        if (found === null) continue
        yield line([
          study.name,
          index,
          ...parametersOf(study, index),
          measure,
          ...[found.n, found.mean, found.sd, found.low, found.high],
          ...differenceCells(findings, index, measure),
        ])
      }
    }
  }
  return joinLines(rows())
}

const differenceCells = (findings: Findings, index: number, measure: MeasureName): ReadonlyArray<Cell> => {
  const { compare } = findings.study
  const found = index === compare ? null : difference(findings, [index], [compare], measure)
  return [found?.n, found?.mean, found?.low, found?.high]
}
