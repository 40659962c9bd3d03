/** The design of an experiment, `experiment` in a scenario file: which conditions are run, and on which seeds. */
import { Either, Schema } from "effect"
import { Calibration } from "./calibration/Settings.ts"
import { exp, ln } from "./engine/Exact.ts"
import { describes, oneOf, optional, optionalField } from "./engine/Fields.ts"
import type { MeasureName } from "./engine/Measure.ts"
import { Outcome } from "./Outcome.ts"
import { latin, morris, type Point, saltelli } from "./Sampling.ts"

const Value = Schema.Union(Schema.Number, Schema.String, Schema.Boolean, Schema.Null).annotations({
  message: () => ({ message: "must be a number, a text, true, false or null", override: true }),
})
export type Value = typeof Value.Type
export type Parameters = Readonly<Record<string, Value>>

const Levels = Schema.NonEmptyArray(Value).annotations({
  message: () => ({ message: "must be a list of at least one value", override: true }),
})
const byPath = <A, I>(levels: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value: levels })
const seedMax = 4_294_967_295
const Seed = Schema.Int.pipe(Schema.between(0, seedMax))
export const replicatesMax = 100_000

const conditionsMax = 100_000
/** How many runs come before the first look at their intervals. */
const usualFirst = 5

/** The outcomes that are compared if a file names no outcomes. */
const usual: readonly [MeasureName, ...ReadonlyArray<MeasureName>] = [
  "defaultRate",
  "recoveredShare",
  "satisfactionHoursRestricted",
  "agentsInDefault",
]

const Runs = Schema.Int.pipe(Schema.between(2, replicatesMax))
const few = (most: number) => Schema.Int.pipe(Schema.between(2, most))
const Ends = Schema.Tuple(Schema.Number, Schema.Number)
/** A sample of parameters between their least and greatest values. */
export const Sample = Schema.Struct({
  method: oneOf("latin", "morris", "saltelli").annotations(
    describes(
      "How points are chosen. `latin`: a Latin hypercube of `points` conditions. `morris`: `points` trajectories of one condition more than there are parameters. `saltelli`: `points` rows of two conditions more than there are parameters, for Sobol indices.",
    ),
  ),
  points: few(100_000).annotations(describes("How many points, trajectories or rows.")),
  levels: optional(
    few(100).pipe(Schema.filter((levels) => levels % 2 === 0 || "must be even")),
    4,
    "How many levels of each parameter Morris's trajectories use; even.",
  ),
  secondOrder: optional(
    Schema.Boolean,
    false,
    "Whether `saltelli` also samples for the indices of two parameters together: each row then has two conditions more than twice the parameters.",
  ),
  seed: optional(Seed, 1, "The seed of the sample."),
  ranges: byPath(
    Schema.Union(
      Ends,
      Schema.Struct({
        logUniform: Schema.propertySignature(
          Ends.pipe(Schema.filter(([from, to]) => from > 0 && to > 0)),
        ).annotations(
          describes("[from, to], both more than 0: every order of magnitude between them is as likely."),
        ),
      }),
    ).annotations({
      message: () => ({
        message: "must be [from, to] or { logUniform: [from, to] }, two numbers, of logUniform more than 0",
        override: true,
      }),
    }),
  ).annotations(
    describes(
      "From which to which value each parameter goes: [from, to], or by orders of magnitude. Figures of the Schedule and agents are rounded.",
    ),
  ),
})
export type Sample = typeof Sample.Type

export const Experiment = Schema.Struct({
  title: optionalField(Schema.String, "The title of the report; the scenario's name if absent."),
  grid: optional(
    byPath(Levels),
    {},
    "A condition for every combination of these values, by the paths of their parameters.",
  ),
  zip: optional(
    byPath(Levels),
    {},
    "A condition for the first values of all, one for the second values, and so on. With a grid, every combination of both.",
  ),
  sensitivity: optional(
    byPath(
      Schema.Tuple(Value, Value).annotations({
        message: () => ({ message: "must be [low, high]", override: true }),
      }),
    ),
    {},
    "Two conditions for each parameter: its low value and its high value, all others unchanged.",
  ),
  sample: optionalField(Sample, "A condition for each point of a sample of the ranges of parameters."),
  from: optionalField(
    Schema.String,
    "A CSV file beside the scenario: its header has the paths of parameters, and each further row is a condition.",
  ),
  replicates: optionalField(
    Schema.Int.pipe(Schema.between(1, replicatesMax)).annotations({
      message: () => ({ message: `must be a whole number from 1 to ${replicatesMax}`, override: true }),
    }),
    "How often each condition is run, on consecutive seeds that begin with the scenario's; once if absent.",
  ),
  seeds: optionalField(
    Schema.NonEmptyArray(Seed),
    "The seeds. Every condition runs on the same seeds, so that differences come from the conditions alone.",
  ),
  until: optionalField(
    Schema.Struct({
      measure: Outcome.annotations(describes("The measure whose intervals decide.")),
      within: Schema.Number.pipe(Schema.finite(), Schema.positive()).annotations(
        describes("How far the interval of each condition may reach from its mean, as a part of the mean."),
      ),
      most: Runs.annotations(describes("At most so many runs of each condition.")),
    }),
    "Runs are added until the 95 % interval of a measure is narrow enough in every condition; `replicates` are the first (5 if absent).",
  ),
  labels: optional(
    Schema.Record({ key: Schema.String, value: Schema.String }),
    {},
    "The name of a parameter in charts, with its unit. If there are any, only these parameters appear in the names of conditions.",
  ),
  compare: optionalField(
    Schema.Record({ key: Schema.String, value: Value }),
    "The condition that the others are compared with; the first if absent.",
  ),
  outcomes: optional(Schema.NonEmptyArray(Outcome), usual, "The measures that are compared."),
  calibration: optionalField(
    Calibration,
    "How `simulate calibrate` finds the parameters that give observed figures.",
  ),
  entries: optional(
    Schema.Boolean,
    true,
    "Whether the rows of entries and agents are written, as parts of the data sets `entries` and `agents` in Parquet. The other tables are written in either case, `timeseries.csv` too, which `measures.everyHours` and `measures.wanted` make smaller.",
  ),
  csv: optional(Schema.Boolean, false, "Whether `entries` are written as CSV too, and agents."),
}).annotations({ identifier: "Experiment" })
export type Experiment = typeof Experiment.Type

/** A mistake in an experiment, and its path inside `experiment`. */
export interface Mistake {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

type Axes = Readonly<Record<string, ReadonlyArray<Value>>>

/** Every combination; the last parameter varies fastest. */
const crossAxes = (axes: Axes): ReadonlyArray<Parameters> =>
  Object.entries(axes).reduce<ReadonlyArray<Parameters>>(
    (rows, [path, levels]) => rows.flatMap((row) => levels.map((level) => ({ ...row, [path]: level }))),
    [{}],
  )

const zipAxes = (axes: Axes): ReadonlyArray<Parameters> => {
  const paths = Object.keys(axes)
  const [first] = paths
  if (first === undefined) return [{}]
  return (axes[first] ?? []).map((_, i) =>
    Object.fromEntries(paths.map((path) => [path, axes[path]?.[i] ?? null])),
  )
}

export const pointsOf = ({
  method,
  points,
  levels,
  secondOrder,
  seed,
  ranges,
}: Sample): ReadonlyArray<Point> => {
  const dimensions = Object.keys(ranges).length
  if (method === "morris") return morris(dimensions, points, levels, seed)
  if (method === "latin") return latin(dimensions, points, seed)
  return saltelli(dimensions, points, seed, secondOrder)
}

export const isWhole = (path: string): boolean => path === "agents" || path.startsWith("schedule.")
const decimals = 9

type Range = Sample["ranges"][string]
/** The ends of a range, and whether it is even by orders of magnitude. */
export const endsOf = (
  range: Range,
): { readonly ends: readonly [number, number]; readonly isLog: boolean } =>
  "logUniform" in range ? { ends: range.logUniform, isLog: true } : { ends: range, isLog: false }

/** The value that lies so far along a range, from 0 to 1. */
const valueAt = (range: Range, share: number): number => {
  const { ends, isLog } = endsOf(range)
  const [from, to] = isLog ? [ln(ends[0]), ln(ends[1])] : ends
  const value = from + (to - from) * share
  return isLog ? exp(value) : value
}

const samplePoints = (sample: Sample): ReadonlyArray<Parameters> =>
  pointsOf(sample).map((point) =>
    Object.fromEntries(
      Object.entries(sample.ranges).map(([path, range], i) => {
        const value = valueAt(range, point[i] ?? 0)
        return [path, isWhole(path) ? Math.round(value) : Number(value.toFixed(decimals))]
      }),
    ),
  )

const sampleMistakes = ({ sample, from, grid, zip, sensitivity, until, seeds }: Experiment) => {
  const others = Object.keys({ ...grid, ...zip, ...sensitivity }).length > 0
  const dimensions = Object.keys(sample?.ranges ?? {}).length
  const saltelliEach = (sample?.secondOrder ? 2 : 1) * dimensions + 2
  const each = { latin: 1, morris: dimensions + 1, saltelli: saltelliEach }[sample?.method ?? "latin"]
  const count = (sample?.points ?? 0) * each
  return [
    ...(sample !== undefined && (others || from !== undefined)
      ? [{ path: ["sample"], message: "can't be combined with another design" }]
      : []),
    ...(from !== undefined && others
      ? [{ path: ["from"], message: "can't be combined with another design" }]
      : []),
    ...(sample !== undefined && dimensions === 0
      ? [{ path: ["sample", "ranges"], message: "has no parameter" }]
      : []),
    ...(sample?.secondOrder && sample.method !== "saltelli"
      ? [{ path: ["sample", "secondOrder"], message: "is for the method saltelli" }]
      : []),
    ...(count > conditionsMax
      ? [
          {
            path: ["sample", "points"],
            message: `gives ${count} conditions; a study has at most ${conditionsMax}`,
          },
        ]
      : []),
    ...(until !== undefined && seeds !== undefined
      ? [{ path: ["until"], message: "can't be given together with seeds" }]
      : []),
  ]
}

const mistakes = (experiment: Experiment): ReadonlyArray<Mistake> => {
  const { grid, zip, sensitivity, replicates, seeds, outcomes } = experiment
  const listed: ReadonlyArray<number> = seeds ?? []
  const [first, ...others] = Object.entries(zip)
  const alone = Object.keys(sensitivity).length > 0 && Object.keys({ ...grid, ...zip }).length > 0
  const count = Object.values(grid).reduce(
    (product, levels) => product * levels.length,
    first?.[1].length ?? 1,
  )
  return [
    ...(count > conditionsMax
      ? [{ path: ["grid"], message: `gives ${count} conditions; a study has at most ${conditionsMax}` }]
      : []),
    ...others.flatMap(([path, levels]) =>
      levels.length === first?.[1].length
        ? []
        : [
            {
              path: ["zip", path],
              message: `has ${levels.length} values and ${first?.[0]} has ${first?.[1].length}; zip needs the same number of each`,
            },
          ],
    ),
    ...Object.keys(zip).flatMap((path) =>
      Object.hasOwn(grid, path)
        ? [{ path: ["zip", path], message: "is in grid too; a parameter can't be varied twice" }]
        : [],
    ),
    ...(alone
      ? [
          {
            path: ["sensitivity"],
            message: "varies one parameter at a time, so it can't be combined with grid or zip",
          },
        ]
      : []),
    ...(replicates !== undefined && seeds !== undefined
      ? [{ path: ["seeds"], message: "can't be given together with replicates" }]
      : []),
    ...listed.flatMap((seed, i) =>
      listed.indexOf(seed) < i ? [{ path: ["seeds", i], message: `seed ${seed} is listed twice` }] : [],
    ),
    ...outcomes.flatMap((measure, i) =>
      outcomes.indexOf(measure) < i
        ? [{ path: ["outcomes", i], message: `${measure} is listed twice among the outcomes` }]
        : [],
    ),
  ]
}

/**
 * The parameters that each condition sets, in order, or the mistakes of the experiment. With `sensitivity`, the first condition sets no
 * parameter.
 */
export const conditions = (
  experiment: Experiment,
  listed: ReadonlyArray<Parameters> | null = null,
): Either.Either<ReadonlyArray<Parameters>, ReadonlyArray<Mistake>> => {
  const found = [...mistakes(experiment), ...sampleMistakes(experiment)]
  if (found.length > 0) return Either.left(found)
  if (listed !== null) return Either.right(listed)
  if (experiment.sample !== undefined) return Either.right(samplePoints(experiment.sample))
  const alone = Object.entries(experiment.sensitivity)
  if (alone.length > 0) {
    return Either.right([{}, ...alone.flatMap(([path, [low, high]]) => [{ [path]: low }, { [path]: high }])])
  }
  return Either.right(
    zipAxes(experiment.zip).flatMap((row) => crossAxes(experiment.grid).map((cell) => ({ ...row, ...cell }))),
  )
}

export const withoutDesign = ({ sample, from, until, compare, ...others }: Experiment): Experiment => ({
  ...others,
  grid: {},
  zip: {},
  sensitivity: {},
})

/** The parameters that vary, in order, each with its path inside `experiment`. */
export const listVaried = (
  { zip, grid, sensitivity, sample }: Experiment,
  listed: ReadonlyArray<Parameters> | null = null,
  placeOf: (path: string) => Mistake["path"] = () => ["from"],
): ReadonlyMap<string, Mistake["path"]> =>
  new Map<string, Mistake["path"]>([
    ...Object.entries({ zip, grid, sensitivity }).flatMap(([design, axes]) =>
      Object.keys(axes).map((path) => [path, [design, path]] as const),
    ),
    ...Object.keys(sample?.ranges ?? {}).map((path) => [path, ["sample", "ranges", path]] as const),
    ...Object.keys(listed?.[0] ?? {}).map((path) => [path, placeOf(path)] as const),
  ])

/** The seeds of every condition: those listed, or consecutive seeds from `first`, the scenario's. */
export const seedsOf = ({ seeds, replicates, until }: Experiment, first: number): ReadonlyArray<number> =>
  seeds ?? consecutive(first, replicates ?? (until === undefined ? 1 : Math.min(usualFirst, until.most)))

/** `count` consecutive seeds; after the largest comes 0. */
export const consecutive = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => (first + i) % (seedMax + 1))
