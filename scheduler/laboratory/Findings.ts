/** The findings of a study: estimates by condition, differences paired by seed, effects by parameter, and refused claims. */
import { type Experiment, pointsOf, type Value } from "./Design.ts"
import type { Digest } from "./Digest.ts"
import { type Index, morrisIndices, sobolIndices } from "./Indices.ts"
import { meanCurve, type Step } from "./LifeTable.ts"
import { roundTo } from "./Numbers.ts"
import { type Described, describeMeasure, valueIn } from "./Outcome.ts"
import { type Adjusted, comparePairs, type Estimate, estimate, holm } from "./Statistics.ts"
import type { Study } from "./Study.ts"

/** A condition with its finished runs, in the order of their seeds. */
export interface Observed {
  readonly index: number
  readonly label: string
  readonly runs: ReadonlyArray<Digest>
}

/** A factor that was varied: a parameter, or all parameters of a zip together. */
export interface Factor {
  readonly label: string
  readonly levels: ReadonlyArray<Level>
  /** The index in `levels` of the level that the others are compared with; -1 if it is not among them. */
  readonly reference: number
}
export interface Level {
  readonly text: string
  readonly value: Value
  readonly conditions: ReadonlyArray<number>
}

export interface Findings {
  readonly study: Study
  readonly observed: ReadonlyArray<Observed>
  readonly factors: ReadonlyArray<Factor>
  /** The parameter whose values are the labels of conditions; null if labels name their parameters. */
  readonly parameter: string | null
  readonly outcomes: Experiment["outcomes"]
}

const figures = 6
const words = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
/** The default label of a parameter: its path without the first part, in words. */
const pathWords = (path: string): string => {
  const parts = path.split(".")
  return parts
    .slice(parts.length > 1 ? 1 : 0)
    .map(words)
    .join(" ")
}

export const parameterLabel = ({ experiment }: Study, path: string): string =>
  experiment.labels[path] ?? pathWords(path)

const valueText = (value: Value): string =>
  typeof value === "number" ? roundTo(value, figures) : String(value)

/** The paths of the parameters that the labels of conditions show. */
const labelPaths = ({ experiment, varied }: Study): ReadonlyArray<string> => {
  const labelled = varied.filter((path) => Object.hasOwn(experiment.labels, path))
  return labelled.length === 0 ? varied : labelled
}

const conditionLabel = (study: Study, index: number): string => {
  if (study.experiment.sample !== undefined) return `point ${index}`
  const parameters = study.conditions[index]?.parameters ?? {}
  const base = study.conditions[0].parameters
  const oneAtATime = Object.keys(study.experiment.sensitivity).length > 0
  if (oneAtATime && index === 0) return "base"
  const paths = labelPaths(study).filter((path) => !oneAtATime || parameters[path] !== base[path])
  const [only, ...others] = paths
  if (only === undefined) return index === 0 ? "all runs" : `condition ${index}`
  if (!oneAtATime && others.length === 0) return valueText(parameters[only] ?? null)
  return paths
    .map((path) => `${parameterLabel(study, path)} ${valueText(parameters[path] ?? null)}`)
    .join(", ")
}

const levels = (study: Study, path: string, among: ReadonlyArray<number>): ReadonlyArray<Level> => {
  const found = new Map<Value, Array<number>>()
  for (const index of among) {
    const value = study.conditions[index]?.parameters[path] ?? null
    const known = found.get(value)
    if (known === undefined) found.set(value, [index])
    else known.push(index)
  }
  return [...found].map(([value, conditions]) => ({ value, text: valueText(value), conditions }))
}

const factorOf = (study: Study, path: string, label: string, among: ReadonlyArray<number>): Factor => {
  const found = levels(study, path, among)
  return {
    label,
    levels: found,
    reference: found.findIndex(({ conditions }) => conditions.includes(study.compare)),
  }
}

const factors = (study: Study): ReadonlyArray<Factor> => {
  const { zip, grid, sensitivity } = study.experiment
  const all = study.conditions.map((_, i) => i)
  const zipped = Object.keys(zip)
  const labelled = labelPaths(study).filter((path) => zipped.includes(path))
  const shown = labelled.length === 0 ? zipped : labelled
  const [lead] = shown
  return [
    ...(lead === undefined
      ? []
      : [factorOf(study, lead, shown.map((path) => parameterLabel(study, path)).join(" and "), all)]),
    ...Object.keys(grid).map((path) => factorOf(study, path, parameterLabel(study, path), all)),
    // The two conditions that vary only this parameter, and the base.
    ...Object.keys(sensitivity).map((path, i) =>
      factorOf(study, path, parameterLabel(study, path), [2 * i + 1, 2 * i + 2, 0]),
    ),
  ].filter((factor) => factor.levels.length > 1)
}

const onlyParameter = (study: Study): string | null => {
  const [only, ...others] = labelPaths(study)
  const alone =
    only !== undefined && others.length === 0 && Object.keys(study.experiment.sensitivity).length === 0
  return alone ? parameterLabel(study, only) : null
}

/** The label of a condition with its parameter, for places without a legend. */
export const labelCondition = ({ parameter }: Findings, { label }: Observed): string =>
  parameter === null ? label : `${parameter} ${label}`

export const findings = (study: Study, digests: ReadonlyArray<Digest>): Findings => ({
  study,
  observed: study.conditions.map((_, index) => ({
    index,
    label: conditionLabel(study, index),
    runs: digests.filter(({ condition }) => condition === index),
  })),
  factors: factors(study),
  parameter: onlyParameter(study),
  outcomes: study.experiment.outcomes,
})

/** A measure at the horizon in each run. Runs without a value are left out. */
export const totals = (runs: ReadonlyArray<Digest>, measure: string): ReadonlyArray<number> =>
  runs.flatMap((run) => valueIn(run, measure) ?? [])

export const describe = ({ study }: Findings, measure: string): Described =>
  describeMeasure(measure, study.own?.given)

/** The estimate from these values; null if the list is empty. */
export const estimateOf = (values: ReadonlyArray<number>): Estimate | null =>
  values.length === 0 ? null : estimate(values)

/** The mean of a measure over several conditions, by seed. Seeds that lack a value in any of them are left out. */
const bySeed = (
  { observed }: Findings,
  conditions: ReadonlyArray<number>,
  measure: string,
): ReadonlyMap<number, number> => {
  const seeds = new Map<number, Array<number>>()
  for (const index of conditions) {
    for (const run of observed[index]?.runs ?? []) {
      const { seed } = run
      const value = valueIn(run, measure)
      if (value === null) continue
      seeds.set(seed, [...(seeds.get(seed) ?? []), value])
    }
  }
  return new Map(
    [...seeds]
      .filter(([, values]) => values.length === conditions.length)
      .map(([seed, values]) => [seed, values.reduce((sum, value) => sum + value, 0) / values.length]),
  )
}

/** The difference of a measure between two groups of conditions, paired by seed; null if no seed was run in both. */
export const difference = (
  of: Findings,
  conditions: ReadonlyArray<number>,
  from: ReadonlyArray<number>,
  measure: string,
): Estimate | null => {
  const values = bySeed(of, conditions, measure)
  const baseline = bySeed(of, from, measure)
  const seeds = [...values.keys()].filter((seed) => baseline.has(seed))
  const column = (table: ReadonlyMap<number, number>) => seeds.map((seed) => table.get(seed) ?? Number.NaN)
  return seeds.length === 0 ? null : comparePairs(column(baseline), column(values))
}

/** The difference of an outcome between a condition and the condition that all are compared with. */
export interface Compared extends Adjusted {
  readonly index: number
  readonly measure: string
}

/** The differences of all outcomes in all conditions, adjusted together for their number. */
export const compareOutcomes = (of: Findings): ReadonlyArray<Compared> => {
  const { compare, experiment } = of.study
  // The points of a sample are not treatments: its indices say what they show.
  if (experiment.sample !== undefined) return []
  const cells = of.observed.flatMap(({ index }) =>
    of.outcomes.flatMap((measure) => {
      const found = index === compare ? null : difference(of, [index], [compare], measure)
      return found === null ? [] : [{ index, measure, found }]
    }),
  )
  const adjusted = holm(cells.map(({ found }) => found))
  return cells.flatMap(({ index, measure }, i) => {
    const one = adjusted[i]
    return one === undefined ? [] : [{ ...one, index, measure }]
  })
}

/** The difference of a measure between a level of a factor and its reference level, averaged over the other factors. */
export const effect = (of: Findings, factor: Factor, level: Level, measure: string): Estimate | null => {
  const reference = factor.levels[factor.reference]
  return reference === undefined ? null : difference(of, level.conditions, reference.conditions, measure)
}

/** A measure over time: an estimate for each instant at which a run of the condition has a value. */
export const series = (
  { runs }: Observed,
  value: (run: Digest, sample: number) => number | null,
): ReadonlyArray<{ readonly hours: number; readonly estimate: Estimate }> =>
  (runs[0]?.hours ?? []).flatMap((hours, sample) => {
    const found = estimateOf(runs.flatMap((run) => value(run, sample) ?? []))
    return found === null ? [] : [{ hours, estimate: found }]
  })

export const measureAt =
  (measure: string) =>
  (run: Digest, sample: number): number | null =>
    run.values[measure]?.[sample] ?? null

export type Followed = keyof Digest["followed"]

/** The mean survival curve of the time to performance or to satisfaction, with its pointwise interval over the runs of a condition. */
export const survival = ({ runs }: Observed, to: Followed): ReadonlyArray<Step> =>
  meanCurve(
    runs.map(({ followed }) => followed[to].map(([time, events, censored]) => ({ time, events, censored }))),
  )

export interface Effect extends Omit<Index, "parameter" | "other"> {
  readonly measure: string
  readonly parameter: string
  readonly other: string | null
}

/** The indices of each parameter from a sample by Morris's or Saltelli's scheme, by the mean of each outcome over the runs of a point. */
export const indices = ({ study, observed, outcomes }: Findings): ReadonlyArray<Effect> => {
  const { sample } = study.experiment
  if (sample === undefined || sample.method === "latin") return []
  const paths = Object.keys(sample.ranges)
  const points = pointsOf(sample)
  return outcomes.flatMap((measure) => {
    const values = observed.map(({ runs }) => estimateOf(totals(runs, measure))?.mean ?? null)
    const found =
      sample.method === "morris"
        ? morrisIndices(points, sample.levels, values)
        : sobolIndices(paths.length, values, sample.seed, sample.secondOrder)
    return found.map((one) => ({
      ...one,
      measure,
      parameter: paths[one.parameter] ?? "",
      other: one.other === null ? null : (paths[one.other] ?? ""),
    }))
  })
}

/** A condition is reported if a greater share of its claims was refused. */
const reportedAbove = 0.01

/** A condition in which claims were refused because their claimants had too many (PD1 §2). */
export interface Limited {
  readonly label: string
  /** The share of refused claims among all that agents tried to file. */
  readonly refusedShare: number
}

const refusedShare = ({ runs }: Observed): number => {
  let refused = 0
  let filed = 0
  for (const { totals } of runs) {
    refused += totals.claimsRefused ?? 0
    filed += totals.matters ?? 0
  }
  return refused === 0 ? 0 : refused / (refused + filed)
}

/** The conditions in which more than one claim in a hundred was refused because its claimant had too many. */
export const listLimited = ({ observed }: Pick<Findings, "observed">): ReadonlyArray<Limited> =>
  observed
    .map((one) => ({ label: one.label, refusedShare: refusedShare(one) }))
    .filter(({ refusedShare: share }) => share > reportedAbove)

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A warning that claims were refused, in words; null if there were hardly any. */
export const limitedText = (of: Pick<Findings, "observed">): string | null => {
  const found = listLimited(of)
  if (found.length === 0) return null
  const shares = found.map(({ refusedShare: share }) => share)
  const [least, most] = [percent(Math.min(...shares)), percent(Math.max(...shares))]
  const all = found.length === of.observed.length
  const where = all ? "" : ` in ${found.length} of ${of.observed.length} conditions`
  return `${least === most ? most : `${least} to ${most}`} of the claims were refused${where}, because their claimants had reached the limits of PD1 §2. No figure of entries includes these claims. The limits are schedule.openMattersMax and schedule.claimsMax.`
}
