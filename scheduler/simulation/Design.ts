/** Which conditions are run, and on which seeds: the `experiment` of a scenario file. */
import { Either, Schema } from "effect"
import { Measured, type MeasureName } from "./engine/Measure.ts"

const Value = Schema.Union(Schema.Number, Schema.String, Schema.Boolean, Schema.Null).annotations({
  message: () => ({ message: "must be a number, a text, true, false or null", override: true }),
})
/** What a parameter may be set to. */
export type Value = typeof Value.Type
/** The parameters of one condition, by their paths. */
export type Parameters = Readonly<Record<string, Value>>

const Levels = Schema.NonEmptyArray(Value).annotations({
  message: () => ({ message: "must be a list of values, at least one", override: true }),
})
const byPath = <A, I>(levels: Schema.Schema<A, I>) => Schema.Record({ key: Schema.String, value: levels })
const exact = { exact: true } as const
const seedMax = 4_294_967_295
const Seed = Schema.Int.pipe(Schema.between(0, seedMax))
export const replicatesMax = 100_000

/** The outcomes that are compared where a file names none. */
const usual: ReadonlyArray<MeasureName> = [
  "defaultRate",
  "recoveredShare",
  "satisfactionHoursMean",
  "agentsInDefault",
]

export const Experiment = Schema.Struct({
  title: Schema.optionalWith(Schema.String, exact),
  /** Every combination of these values. */
  grid: Schema.optionalWith(byPath(Levels), { ...exact, default: () => ({}) }),
  /** The first values together, then the second ones, and so on; crossed with the grid where there is one. */
  zip: Schema.optionalWith(byPath(Levels), { ...exact, default: () => ({}) }),
  /** One parameter at a time moved to its low and to its high value. */
  sensitivity: Schema.optionalWith(
    byPath(
      Schema.Tuple(Value, Value).annotations({
        message: () => ({ message: "must be [low, high]", override: true }),
      }),
    ),
    { ...exact, default: () => ({}) },
  ),
  /** How often each condition is run, on consecutive seeds from the scenario's. */
  replicates: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(1, replicatesMax)).annotations({
      message: () => ({ message: `must be a whole number from 1 to ${replicatesMax}`, override: true }),
    }),
    exact,
  ),
  /** The seeds themselves. Every condition runs on the same ones, so that conditions differ by nothing else. */
  seeds: Schema.optionalWith(Schema.NonEmptyArray(Seed), exact),
  /** What charts call a parameter, with its unit. Where any is given, the others stay out of the names of conditions. */
  labels: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    ...exact,
    default: () => ({}),
  }),
  /** The condition with which the others are compared; the first where absent. */
  compare: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Value }), exact),
  /** What is compared. */
  outcomes: Schema.optionalWith(Schema.NonEmptyArray(Measured), {
    ...exact,
    default: () => [...usual] as [MeasureName, ...Array<MeasureName>],
  }),
  /** Whether `entries.csv` and `entries.parquet` are written. */
  entries: Schema.optionalWith(Schema.Boolean, { ...exact, default: () => true }),
}).annotations({ identifier: "Experiment" })
export type Experiment = typeof Experiment.Type

/** A mistake in an experiment, with its path below `experiment`. */
export interface Mistake {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

type Axes = Readonly<Record<string, ReadonlyArray<Value>>>

/** Every combination, the last parameter moving fastest. */
const crossed = (axes: Axes): ReadonlyArray<Parameters> =>
  Object.entries(axes).reduce<ReadonlyArray<Parameters>>(
    (rows, [path, levels]) => rows.flatMap((row) => levels.map((level) => ({ ...row, [path]: level }))),
    [{}],
  )

const zipped = (axes: Axes): ReadonlyArray<Parameters> => {
  const paths = Object.keys(axes)
  const [first] = paths
  if (first === undefined) return [{}]
  return (axes[first] ?? []).map((_, i) =>
    Object.fromEntries(paths.map((path) => [path, axes[path]?.[i] ?? null])),
  )
}

const mistakes = ({ grid, zip, sensitivity, replicates, seeds }: Experiment): ReadonlyArray<Mistake> => {
  const listed: ReadonlyArray<number> = seeds ?? []
  const [first, ...others] = Object.entries(zip)
  const alone = Object.keys(sensitivity).length > 0 && Object.keys({ ...grid, ...zip }).length > 0
  return [
    ...others.flatMap(([path, levels]) =>
      levels.length === first?.[1].length
        ? []
        : [
            {
              path: ["zip", path],
              message: `has ${levels.length} values and ${first?.[0]} has ${first?.[1].length}; zip takes as many of each`,
            },
          ],
    ),
    ...Object.keys(zip).flatMap((path) =>
      Object.hasOwn(grid, path)
        ? [{ path: ["zip", path], message: "is in grid too; it can't be varied twice" }]
        : [],
    ),
    ...(alone
      ? [{ path: ["sensitivity"], message: "moves one parameter at a time and goes with no grid or zip" }]
      : []),
    ...(replicates !== undefined && seeds !== undefined
      ? [{ path: ["seeds"], message: "are given, so that replicates has nothing to say" }]
      : []),
    ...listed.flatMap((seed, i) =>
      listed.indexOf(seed) < i ? [{ path: ["seeds", i], message: `${seed} is there already` }] : [],
    ),
  ]
}

/** What each condition sets, in order, or the mistakes of the experiment. The first of `sensitivity` sets nothing. */
export const conditions = (
  experiment: Experiment,
): Either.Either<ReadonlyArray<Parameters>, ReadonlyArray<Mistake>> => {
  const found = mistakes(experiment)
  if (found.length > 0) return Either.left(found)
  const alone = Object.entries(experiment.sensitivity)
  if (alone.length > 0) {
    return Either.right([{}, ...alone.flatMap(([path, [low, high]]) => [{ [path]: low }, { [path]: high }])])
  }
  return Either.right(
    zipped(experiment.zip).flatMap((row) => crossed(experiment.grid).map((cell) => ({ ...row, ...cell }))),
  )
}

/** The parameters that vary, in order, and where the experiment says so. */
export const varied = ({ zip, grid, sensitivity }: Experiment): ReadonlyMap<string, Mistake["path"]> =>
  new Map(
    Object.entries({ zip, grid, sensitivity }).flatMap(([design, axes]) =>
      Object.keys(axes).map((path) => [path, [design, path]] as const),
    ),
  )

/** The seeds of every condition: those listed, or consecutive ones from the scenario's. */
export const seedsOf = ({ seeds, replicates }: Experiment, first: number): ReadonlyArray<number> =>
  seeds ?? consecutive(first, replicates ?? 1)

export const consecutive = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => (first + i) % (seedMax + 1))
