import { format, hours as hoursMs } from "../../core/kernel/Time.ts"
import type { Cell, Row } from "./Csv.ts"
import { headerOf, measuresOf } from "./Dictionary.ts"
import type { Digest, RunId } from "./Digest.ts"
import { type MeasureName, measureNames, measures } from "./engine/Measure.ts"
import {
  type Compared,
  compareOutcomes,
  difference,
  estimateOf,
  type Findings,
  indices,
  survival,
  totals,
} from "./Findings.ts"
import { type FailedRun, planRuns } from "./Folder.ts"
import { furtherOf, valueIn } from "./Outcome.ts"
import type { Study } from "./Study.ts"

const parametersOf = ({ conditions, varied }: Study, condition: number): Row =>
  varied.map((path) => conditions[condition]?.parameters[path])

const runCells = ({ name }: Study, { run, condition, replicate, seed }: RunId): Row => [
  name,
  run,
  condition,
  replicate,
  seed,
]

/** The table of runs: a row for each run with its seed, every parameter that varies, and the measures at the horizon. Failed runs have no measures. */
export const runs = function* (
  study: Study,
  digests: ReadonlyArray<Digest>,
  failed: ReadonlyArray<FailedRun>,
): Generator<Row> {
  const named = [...measuresOf(study), ...furtherOf(study.experiment.outcomes, study.own?.given)]
  const byRun = new Map(digests.map((digest) => [digest.run, digest]))
  const broken = new Set(failed.map(({ run }) => run))
  yield headerOf("runs.csv", study)
  for (const id of planRuns(study)) {
    const { run, condition } = id
    const digest = byRun.get(run)
    if (digest === undefined && !broken.has(run)) continue
    yield [
      ...runCells(study, id),
      digest === undefined ? "failed" : "finished",
      ...parametersOf(study, condition),
      digest?.events,
      digest?.entries,
      ...named.map((name) => digest && valueIn(digest, name)),
    ]
  }
}

/** Counts that only grow, whose change since the sample before is a flow. `recoveredCents` and `orderedCents` are sums of such. */
const cumulative: ReadonlySet<string> = new Set<string>([
  ...measureNames.filter((name) => measures[name].kind === "flow"),
  ...(["entriesOpened", "orderedCents", "recoveredCents"] satisfies ReadonlyArray<MeasureName>),
])

/** The flow up to a sample: the change since the sample before. */
const flowAt = (measure: string, list: ReadonlyArray<number | null>, i: number): Cell => {
  const value = list[i]
  if (!cumulative.has(measure) || value === null || value === undefined) return null
  return value - (i === 0 ? 0 : (list[i - 1] ?? 0))
}

/** The table over time: a row for each run, instant and measure, with the change since the instant before for counts that only grow. */
export const timeseries = function* (study: Study, digests: ReadonlyArray<Digest>): Generator<Row> {
  yield headerOf("timeseries.csv", study)
  for (const digest of digests) {
    const { condition, hours, values } = digest
    const { start } = study.conditions[condition]?.scenario ?? { start: 0 }
    const parameters = parametersOf(study, condition)
    for (const [i, hour] of hours.entries()) {
      const time = format(Math.round(start + hoursMs(hour)))
      for (const [measure, list] of Object.entries(values)) {
        yield [
          ...runCells(study, digest),
          time,
          hour,
          measure,
          list[i],
          flowAt(measure, list, i),
          ...parameters,
        ]
      }
    }
  }
}

/** The summary: a row for each condition and measure, with the mean over runs and its interval, and the paired difference from `compare`. */
export const summary = function* (findings: Findings): Generator<Row> {
  const { study, observed } = findings
  const named = [...measuresOf(study), ...furtherOf(study.experiment.outcomes, study.own?.given)]
  const adjusted = new Map(compareOutcomes(findings).map((one) => [`${one.index} ${one.measure}`, one]))
  yield headerOf("summary.csv", study)
  for (const { index, runs } of observed) {
    for (const measure of named) {
      const found = estimateOf(totals(runs, measure))
      if (found === null) continue
      yield [
        study.name,
        index,
        ...parametersOf(study, index),
        measure,
        ...[found.n, found.mean, found.sd, found.low, found.high],
        ...differenceCells(findings, index, measure),
        ...adjustedCells(adjusted.get(`${index} ${measure}`)),
      ]
    }
  }
}

const differenceCells = (findings: Findings, index: number, measure: string): Row => {
  const { compare } = findings.study
  const found = index === compare ? null : difference(findings, [index], [compare], measure)
  return [found?.n, found?.mean, found?.low, found?.high]
}

/** Outcomes are compared; other measures have no p-value. */
const adjustedCells = (found: Compared | undefined): Row => [
  found?.p,
  found?.adjustedP,
  found?.adjustedLow,
  found?.adjustedHigh,
]

/** The curves of survival: a row for each condition and time of an event, with the pointwise interval. */
export const survivals = function* (findings: Findings): Generator<Row> {
  const { study, observed } = findings
  yield headerOf("survival.csv", study)
  for (const one of observed)
    for (const to of ["performance", "satisfaction"] as const)
      for (const { time, atRisk, events, survival: share, low, high } of survival(one, to))
        yield [
          study.name,
          one.index,
          ...parametersOf(study, one.index),
          to,
          time,
          atRisk,
          events,
          share,
          low,
          high,
        ]
}

/** The outcomes of the entries of each run, by month of judgment and by population: a row for each group and measure. */
export const cohorts = function* (study: Study, digests: ReadonlyArray<Digest>): Generator<Row> {
  yield headerOf("cohorts.csv", study)
  for (const digest of digests) {
    const parameters = parametersOf(study, digest.condition)
    for (const by of ["month", "population"] as const)
      for (const [group, values] of Object.entries(digest.groups[by]))
        for (const [measure, value] of Object.entries(values))
          yield [...runCells(study, digest), by, group, measure, value, ...parameters]
  }
}

/** The indices of a sample: a row for each outcome, parameter and index, with its interval. */
export const indexTable = function* (findings: Findings): Generator<Row> {
  yield headerOf("indices.csv", findings.study)
  for (const { measure, parameter, other, name, value, low, high, n, missing } of indices(findings))
    yield [findings.study.name, measure, parameter, other, name, value, low, high, n, missing]
}
