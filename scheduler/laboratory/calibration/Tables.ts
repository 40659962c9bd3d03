import type { Row } from "../Csv.ts"
import { parameterLabel } from "../Findings.ts"
import { describeMeasure } from "../Outcome.ts"
import type { Posterior } from "./Abc.ts"
import type { Plan } from "./Plan.ts"

interface Weighted {
  readonly value: number
  readonly weight: number
}

const totalOf = (sample: ReadonlyArray<Weighted>): number =>
  sample.reduce((sum, { weight }) => sum + weight, 0)

export const meanOf = (sample: ReadonlyArray<Weighted>): number =>
  sample.reduce((sum, { value, weight }) => sum + value * weight, 0) / totalOf(sample)

export const deviationOf = (sample: ReadonlyArray<Weighted>): number => {
  const centre = meanOf(sample)
  return Math.sqrt(meanOf(sample.map(({ value, weight }) => ({ value: (value - centre) ** 2, weight }))))
}

/**
 * The value below which lies a share of a sample. Each value stands in the middle of its weight, and between two of them the quantile is on
 * the line.
 */
export const quantileOf = (sample: ReadonlyArray<Weighted>, share: number): number => {
  const sorted = [...sample].sort((a, b) => a.value - b.value)
  const wanted = share * totalOf(sample)
  let below = 0
  let before: { readonly value: number; readonly at: number } | null = null
  for (const { value, weight } of sorted) {
    const at = below + weight / 2
    if (at >= wanted)
      return before === null
        ? value
        : before.value + ((value - before.value) * (wanted - before.at)) / (at - before.at)
    before = { value, at }
    below += weight
  }
  return before?.value ?? Number.NaN
}

/** The marginal distribution of a parameter, or of a figure, in a weighted sample such as the posterior. */
/** The sample of one parameter; `low` and `high` bound the middle 95 % of it. */
export interface Marginal {
  readonly name: string
  readonly sample: ReadonlyArray<Weighted>
  readonly mean: number
  readonly sd: number
  readonly median: number
  readonly low: number
  readonly high: number
}

const tail = 0.025
const marginalOf = (name: string, sample: ReadonlyArray<Weighted>): Marginal => ({
  name,
  sample,
  mean: meanOf(sample),
  sd: deviationOf(sample),
  median: quantileOf(sample, 1 / 2),
  low: quantileOf(sample, tail),
  high: quantileOf(sample, 1 - tail),
})

export const marginals = ({ paths, parametersAt }: Plan, { particles }: Posterior): ReadonlyArray<Marginal> =>
  paths.map((path) =>
    marginalOf(
      path,
      particles.map(({ point, weight }) => ({ value: Number(parametersAt(point)[path]), weight })),
    ),
  )

/** A figure in the first generation, which is the prior, and in the posterior. */
export interface Fit {
  readonly observed: number
  readonly prior: Marginal
  readonly posterior: Marginal
}

export const fits = ({ observed }: Plan, { particles, prior }: Posterior): ReadonlyArray<Fit> =>
  observed.map(({ measure, value }, i) => {
    const of = (among: Posterior["particles"]) =>
      marginalOf(
        measure,
        among.flatMap(({ figures, weight }) =>
          figures[i] === null || figures[i] === undefined ? [] : [{ value: figures[i], weight }],
        ),
      )
    return { observed: value, prior: of(prior), posterior: of(particles) }
  })

const marginalHead = ["mean", "sd", "median", "low", "high"] as const
const marginalCells = (one: Marginal): Row => marginalHead.map((name) => one[name])

const columns: ReadonlyArray<readonly [table: string, column: string, what: string]> = [
  [
    "posterior.csv",
    "candidate",
    "The number of the point among all that were simulated, from 0, and of its run under runs/.",
  ],
  ["posterior.csv", "generation", "The generation in which it was drawn, from 0."],
  ["posterior.csv", "seed", "The seed of its run."],
  ["posterior.csv", "weight", "Its weight: prior over proposal, of all rows 1 together."],
  [
    "posterior.csv",
    "distance",
    "How far its figures are from those observed: each in its spread (spreads of fit.csv), squares added, root.",
  ],
  ["prior.csv", "candidate", "As in posterior.csv; the rows are the first generation, with equal weights."],
  ["parameters.csv", "mean", "The weighted mean of the posterior."],
  ["parameters.csv", "sd", "Its weighted standard deviation."],
  ["parameters.csv", "median", "Its weighted median."],
  ["parameters.csv", "low", "The 2.5 % quantile: with `high` the bounds of the middle 95 %."],
  ["parameters.csv", "high", "The 97.5 % quantile."],
  ["fit.csv", "observed", "The observed figure."],
  [
    "fit.csv",
    "spread",
    "By what its difference is divided: the median absolute deviation over the first generation.",
  ],
  [
    "fit.csv",
    "of",
    "`prior` or `posterior`: of which the mean, deviation and quantiles of the simulated figure are.",
  ],
  ["generations.csv", "simulated", "How many points were run."],
  ["generations.csv", "tolerance", "The largest distance of the points that stay."],
  ["generations.csv", "accepted", "The part of the new points within the tolerance before."],
  [
    "generations.csv",
    "effective",
    "How many equally weighted points say as much as the remaining points: (Σw)²/Σw².",
  ],
]

export const tablesOf = (plan: Plan, posterior: Posterior): Readonly<Record<string, Iterable<Row>>> => {
  const { study, paths, observed, parametersAt } = plan
  const first = study.seeds[0] ?? 0
  const measuresOf = observed.map(({ measure }) => measure)
  const points = function* (particles: Posterior["particles"], weightOf: (weight: number) => number) {
    yield ["candidate", "generation", "seed", "weight", "distance", ...paths, ...measuresOf]
    for (const { candidate, generation, weight, distance, point, figures } of particles) {
      const parameters = parametersAt(point)
      yield [
        candidate,
        generation,
        (first + candidate) % 2 ** 32,
        weightOf(weight),
        Number.isFinite(distance) ? distance : null,
        ...paths.map((path) => parameters[path]),
        ...figures,
      ]
    }
  }
  const parameters = function* () {
    yield ["parameter", ...marginalHead]
    for (const one of marginals(plan, posterior)) yield [one.name, ...marginalCells(one)]
  }
  const fitRows = function* () {
    yield ["measure", "observed", "spread", "of", ...marginalHead]
    for (const [i, one] of fits(plan, posterior).entries())
      for (const part of ["prior", "posterior"] as const)
        yield [one.prior.name, one.observed, posterior.spreads[i], part, ...marginalCells(one[part])]
  }
  const generations = function* () {
    yield ["generation", "simulated", "tolerance", "accepted", "effective"]
    for (const { generation, simulated, tolerance, accepted, effective } of posterior.generations)
      yield [generation, simulated, tolerance, accepted, effective]
  }
  const dictionary = function* () {
    yield ["table", "column", "description"]
    for (const row of columns) yield row
    for (const path of paths)
      yield ["posterior.csv", path, `The value of the parameter: ${parameterLabel(study, path)}.`]
    for (const measure of measuresOf)
      yield ["posterior.csv", measure, `${describeMeasure(measure, study.own?.given).title}, as simulated.`]
  }
  return {
    "posterior.csv": points(posterior.particles, (weight) => weight),
    "prior.csv": points(posterior.prior, () => 1 / posterior.prior.length),
    "parameters.csv": parameters(),
    "fit.csv": fitRows(),
    "generations.csv": generations(),
    "dictionary.csv": dictionary(),
  }
}
