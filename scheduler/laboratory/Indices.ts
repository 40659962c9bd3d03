/** Indices of parameters from samples: Morris's elementary effects and Sobol's indices, from an outcome at every point of the sample. */
import { uniform } from "./engine/Threefry.ts"
import { morrisStep, type Point } from "./Sampling.ts"
import { estimate, mean } from "./Statistics.ts"

/** A figure of a parameter, or of two parameters together, with its 95 % interval. */
export interface Index {
  readonly parameter: number
  /** The other parameter of `S2`; null for an index of one parameter. */
  readonly other: number | null
  readonly name: "mu" | "muStar" | "sigma" | "S1" | "ST" | "S2"
  /** Null if the outcome is the same at all points, so that no variance has to be explained. */
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  /** How many trajectories or rows the figure is from, and how many were left out because a point of them has no outcome. */
  readonly n: number
  readonly missing: number
}

type Groups = ReadonlyArray<{ readonly group: number; readonly values: ReadonlyArray<number> }>

/** The outcomes of so many points of the sample at once: the groups that have all of them, and how many do not. */
const groupsOf = (
  outcomes: ReadonlyArray<number | null>,
  size: number,
): { readonly groups: Groups; readonly missing: number } => {
  const all = Array.from({ length: Math.floor(outcomes.length / size) }, (_, group) => ({
    group,
    values: outcomes.slice(group * size, (group + 1) * size).flatMap((value) => value ?? []),
  }))
  const groups = all.filter(({ values }) => values.length === size)
  return { groups, missing: all.length - groups.length }
}

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
  const { groups, missing } = groupsOf(outcomes, dimensions + 1)
  for (const { group, values } of groups) {
    for (let i = 0; i < dimensions; i++) {
      const [from = [], to = []] = points.slice(group * (dimensions + 1) + i)
      const moved = from.findIndex((value, parameter) => value !== to[parameter])
      const rises = (to[moved] ?? 0) > (from[moved] ?? 0)
      const change = (values[i + 1] ?? 0) - (values[i] ?? 0)
      effects[moved]?.push((rises ? change : -change) / step)
    }
  }
  return effects.flatMap((all, parameter): ReadonlyArray<Index> => {
    const of = { parameter, other: null, n: all.length, missing }
    if (all.length === 0)
      return (["mu", "muStar"] as const).map((name) => ({ ...of, name, value: null, low: null, high: null }))
    const [plain, size] = [estimate(all), estimate(all.map(Math.abs))]
    return [
      { ...of, name: "mu", value: plain.mean, low: plain.low, high: plain.high },
      { ...of, name: "muStar", value: size.mean, low: size.low, high: size.high },
      ...(plain.sd === null
        ? []
        : [{ ...of, name: "sigma" as const, value: plain.sd, low: null, high: null }]),
    ]
  })
}

const resamples = 500
/** The share of resamples below each end of a 95 % interval. */
const [lowShare, highShare] = [0.025, 0.975]

type Column = ReadonlyArray<number>

/** The variance of A and B together, over these rows. */
const varianceOf = (a: Column, b: Column, rows: Column): number => {
  let [sum, squares] = [0, 0]
  for (const row of rows) {
    const [x, z] = [a[row] ?? 0, b[row] ?? 0]
    sum += x + z
    squares += x * x + z * z
  }
  const n = 2 * rows.length
  return squares / n - (sum / n) ** 2
}

const meanOver = (rows: Column, of: (row: number) => number): number => {
  let sum = 0
  for (const row of rows) sum += of(row)
  return sum / rows.length
}

/** The columns of outcomes: at A, at A with each parameter from B, at B with each parameter from A (if they were sampled), and at B. */
interface Columns {
  readonly a: Column
  readonly ab: ReadonlyArray<Column>
  readonly ba: ReadonlyArray<Column>
  readonly b: Column
}

/** S1 = mean(B (AB − A)) / V and ST = mean((A − AB)²) / 2V, with V the variance of A and B together (Saltelli and others 2010). */
const first = ({ a, b }: Columns, ab: Column, rows: Column): number =>
  meanOver(rows, (row) => (b[row] ?? 0) * ((ab[row] ?? 0) - (a[row] ?? 0))) / varianceOf(a, b, rows)
const total = ({ a, b }: Columns, ab: Column, rows: Column): number =>
  meanOver(rows, (row) => ((a[row] ?? 0) - (ab[row] ?? 0)) ** 2) / (2 * varianceOf(a, b, rows))
/** S2 = mean(BA_i AB_j − A B) / V − S1_i − S1_j (Saltelli 2002). */
const second = (columns: Columns, i: number, j: number, rows: Column): number => {
  const { a, b, ab, ba } = columns
  const [one = [], other = []] = [ab[i], ab[j]]
  const both = meanOver(
    rows,
    (row) => (ba[i]?.[row] ?? 0) * (other[row] ?? 0) - (a[row] ?? 0) * (b[row] ?? 0),
  )
  return both / varianceOf(a, b, rows) - first(columns, one, rows) - first(columns, other, rows)
}

/** Every index that the columns give, with the figure of it over some rows. */
const figuresOf = (columns: Columns) => [
  ...columns.ab.flatMap((ab, parameter) => [
    { parameter, other: null, name: "S1" as const, over: (rows: Column) => first(columns, ab, rows) },
    { parameter, other: null, name: "ST" as const, over: (rows: Column) => total(columns, ab, rows) },
  ]),
  ...columns.ba.flatMap((_, parameter) =>
    columns.ba.slice(parameter + 1).map((_, k) => {
      const other = parameter + 1 + k
      const over = (rows: Column) => second(columns, parameter, other, rows)
      return { parameter, other, name: "S2" as const, over }
    }),
  ),
]

/**
 * Sobol's first-order and total indices, and those of two parameters together if the sample has points for them. Their intervals are
 * percentiles over resampled rows (bootstrap), so that the interval of a total index never reaches below 0. An outcome that is the same at
 * all points has its indices without a value.
 */
export const sobolIndices = (
  dimensions: number,
  outcomes: ReadonlyArray<number | null>,
  seed: number,
  secondOrder = false,
): ReadonlyArray<Index> => {
  const size = (secondOrder ? 2 : 1) * dimensions + 2
  const { groups, missing } = groupsOf(outcomes, size)
  const all = groups.flatMap(({ values }) => values)
  // Centred, since S1 is the difference of products that would else be large.
  const centre = all.length === 0 ? 0 : mean(all)
  const columns = Array.from({ length: size }, (_, i) =>
    groups.map(({ values }) => (values[i] ?? 0) - centre),
  )
  const [a = [], b = []] = [columns[0], columns[size - 1]]
  const figures = figuresOf({
    a,
    ab: columns.slice(1, dimensions + 1),
    ba: columns.slice(dimensions + 1, size - 1),
    b,
  })
  const constant = groups.length < 2 || all.every((value) => value === all[0])
  const rows = groups.map((_, i) => i)
  const drawn = constant
    ? []
    : Array.from({ length: resamples }, (_, k) =>
        rows.map((i) => Math.floor(uniform(seed, 0x424f4f54, i, k) * rows.length)),
      )
  return figures.map(({ over, ...of }) => {
    const again = drawn.map(over).sort((x, y) => x - y)
    const at = (share: number) => again[Math.round(share * (resamples - 1))] ?? null
    const value = constant ? null : over(rows)
    return { ...of, value, low: at(lowShare), high: at(highShare), n: rows.length, missing }
  })
}
