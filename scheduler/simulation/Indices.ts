/** Indices of parameters from samples: Morris's elementary effects and Sobol's indices, from an outcome at every point of the sample. */
import { uniform } from "./engine/Threefry.ts"
import { morrisStep, type Point } from "./Sampling.ts"
import { estimate, mean, normal975 } from "./Statistics.ts"

/** A figure of a parameter with its 95 % interval. */
export interface Index {
  readonly parameter: number
  readonly name: "mu" | "muStar" | "sigma" | "S1" | "ST"
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}

/** The outcomes of so many points of the sample at once, without groups in which one is missing. */
const groupsOf = (outcomes: ReadonlyArray<number | null>, size: number) =>
  Array.from({ length: Math.floor(outcomes.length / size) }, (_, group) => ({
    group,
    values: outcomes.slice(group * size, (group + 1) * size).flatMap((value) => value ?? []),
  })).filter(({ values }) => values.length === size)

/**
 * The mean μ of the elementary effects of each parameter, that of their sizes μ* (Campolongo and others 2007), and their deviation σ, with
 * t-intervals over trajectories. An effect is a change of the outcome over the change of the parameter as a part of its range.
 */
export const morrisIndices = (
  points: ReadonlyArray<Point>,
  levels: number,
  outcomes: ReadonlyArray<number | null>,
): ReadonlyArray<Index> => {
  const dimensions = points[0]?.length ?? 0
  const step = morrisStep(levels)
  const effects = Array.from({ length: dimensions }, (): Array<number> => [])
  for (const { group, values } of groupsOf(outcomes, dimensions + 1)) {
    for (let i = 0; i < dimensions; i++) {
      const [from = [], to = []] = points.slice(group * (dimensions + 1) + i)
      const moved = from.findIndex((value, parameter) => value !== to[parameter])
      const rises = (to[moved] ?? 0) > (from[moved] ?? 0)
      const change = (values[i + 1] ?? 0) - (values[i] ?? 0)
      effects[moved]?.push((rises ? change : -change) / step)
    }
  }
  return effects.flatMap((all, parameter): ReadonlyArray<Index> => {
    if (all.length === 0) return []
    const [plain, size] = [estimate(all), estimate(all.map(Math.abs))]
    return [
      { parameter, name: "mu", value: plain.mean, low: plain.low, high: plain.high },
      { parameter, name: "muStar", value: size.mean, low: size.low, high: size.high },
      ...(plain.sd === null
        ? []
        : [{ parameter, name: "sigma" as const, value: plain.sd, low: null, high: null }]),
    ]
  })
}

const resamples = 200

/** S1 = mean(B (AB − A)) / V and ST = mean((A − AB)²) / 2V, with V the variance of A and B together (Saltelli and others 2010). */
const sobolOf = (
  a: ReadonlyArray<number>,
  ab: ReadonlyArray<number>,
  b: ReadonlyArray<number>,
  rows: ReadonlyArray<number>,
): readonly [S1: number, ST: number] => {
  let [sum, squares, first, total] = [0, 0, 0, 0]
  for (const row of rows) {
    const [x, y, z] = [a[row] ?? 0, ab[row] ?? 0, b[row] ?? 0]
    sum += x + z
    squares += x * x + z * z
    first += z * (y - x)
    total += (x - y) ** 2
  }
  const n = rows.length
  const variance = squares / (2 * n) - (sum / (2 * n)) ** 2
  return [first / n / variance, total / (2 * n) / variance]
}

/** Sobol's first-order and total indices, with intervals from the deviation over resampled rows (bootstrap). Empty if nothing varies. */
export const sobolIndices = (
  dimensions: number,
  outcomes: ReadonlyArray<number | null>,
  seed: number,
): ReadonlyArray<Index> => {
  const groups = groupsOf(outcomes, dimensions + 2)
  const all = groups.flatMap(({ values }) => values)
  if (groups.length < 2 || all.every((value) => value === all[0])) return []
  // Centred, since S1 is the difference of products that would else be large.
  const centre = mean(all)
  const column = (i: number) => groups.map(({ values }) => (values[i] ?? 0) - centre)
  const [a, b] = [column(0), column(dimensions + 1)]
  const rows = groups.map((_, i) => i)
  const drawn = Array.from({ length: resamples }, (_, k) =>
    rows.map((i) => Math.floor(uniform(seed, 0x424f4f54, i, k) * rows.length)),
  )
  return Array.from({ length: dimensions }, (_, parameter): ReadonlyArray<Index> => {
    const ab = column(parameter + 1)
    const found = sobolOf(a, ab, b, rows)
    const again = drawn.map((one) => sobolOf(a, ab, b, one))
    return (["S1", "ST"] as const).map((name, i) => {
      const value = found[i] ?? 0
      const half = normal975 * (estimate(again.map((one) => one[i] ?? 0)).sd ?? 0)
      return { parameter, name, value, low: value - half, high: value + half }
    })
  }).flat()
}
