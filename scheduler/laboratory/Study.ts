/** A study: a scenario file with every condition of its experiment, all checked before anything is run or written. */
import { dirname, resolve } from "node:path"
import { Either, ParseResult, Schema } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import { didYouMean } from "../../core/kernel/Near.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { checkScenario, type Origin } from "./Checked.ts"
import type { Named } from "./Columns.ts"
import { parseDesign, withTable } from "./CsvParts.ts"
import {
  conditions,
  consecutive,
  Experiment,
  listVaried,
  type Parameters,
  replicatesMax,
  seedsOf,
  type Value,
  withoutDesign,
} from "./Design.ts"
import { faultOf, isFigure } from "./engine/Check.ts"
import { isMeasuredIn, needsOf } from "./engine/Measure.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { tellMistakes } from "./Mistakes.ts"
import { isMeasure, unknownMeasures } from "./Outcome.ts"
import type { Loaded as Own } from "./Own.ts"
import { assign, valueAt } from "./Parameter.ts"
import { findOverridden, withSettings } from "./Settings.ts"
import { type Path, type Problem, parse, type Read, type ReadFile, type Source } from "./Source.ts"
import type { Loaded } from "./Strategies.ts"

export interface Condition {
  /** The values of all parameters that vary in the study. */
  readonly parameters: Parameters
  readonly scenario: Scenario
}

export interface Study {
  readonly name: string
  readonly experiment: Experiment
  /** The scenario as it is written, with the settings of the command line and without defaults. */
  readonly written: unknown
  readonly varied: ReadonlyArray<string>
  readonly conditions: readonly [Condition, ...ReadonlyArray<Condition>]
  /** The index of the condition that the others are compared with. */
  readonly compare: number
  readonly seeds: ReadonlyArray<number>
  /** The strategies of one's own; undefined if no strategies were given. */
  readonly strategies?: Loaded | undefined
  /** The measures of one's own; undefined if no measures were given. */
  readonly own?: Own | undefined
}

/** The study as the columns of its Parquet files name it. */
export const namedOf = ({ name, varied, conditions: all }: Study): Named => ({
  name,
  varied,
  parameters: all.map(({ parameters }) => parameters),
})

export interface Additions {
  readonly set: ReadonlyArray<string>
  /** How many seeds each condition is run on, as written. */
  readonly runs: string | undefined
  /** The file of `--strategies`; undefined or absent if `--strategies` is not given. */
  readonly strategies?: Loaded | undefined
  /** The file of `--measures`; undefined or absent if `--measures` is not given. */
  readonly own?: Own | undefined
  /** Conditions in the place of those of the experiment, whose priors say where their values come from. */
  readonly points?: ReadonlyArray<Parameters>
}

const decodeExperiment = Schema.decodeUnknownEither(Experiment, { errors: "all", onExcessProperty: "error" })
const experimentOf = (given: unknown, source: Source): Read<Experiment> =>
  Either.mapLeft(decodeExperiment(given), (error) =>
    ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => {
      const { path, message } = faultOf(issue)
      const at: Path = ["experiment", ...path]
      const place = issue._tag === "Unexpected" ? source.keyPlaceOf(at) : source.placeOf(at)
      return { place, message: `${at.join(".")}: ${message}` }
    }),
  )

/** Says why no condition can be compared with the others. */
const strangeComparison = (compare: Parameters, all: ReadonlyArray<Condition>): string => {
  const varied = Object.keys(all[0]?.parameters ?? {})
  const [unvaried] = Object.keys(compare).filter((path) => !varied.includes(path))
  if (unvaried !== undefined) return `${unvaried} doesn't vary in this study${didYouMean(unvaried, varied)}`
  for (const [path, value] of Object.entries(compare)) {
    const values = new Set(all.map(({ parameters }) => parameters[path] ?? null))
    if (!values.has(value)) return `${path} is nowhere ${value}; it is ${[...values].slice(0, 10).join(", ")}`
  }
  return "none of the conditions has these values together"
}

const scalar = (value: unknown): Value =>
  typeof value === "number" || typeof value === "string" || typeof value === "boolean"
    ? value
    : value === undefined
      ? null
      : JSON.stringify(value)

/** The value of a parameter that a condition does not set: that of the scenario, the default, or the figure of the Schedule. */
const unvariedValue = (scenario: Scenario, path: string): Value => {
  const found = valueAt(scenario, path)
  const [area, name = ""] = path.split(".")
  if (found === undefined && area === "schedule" && isFigure(name)) return bounds[name]
  return scalar(found)
}

const conditionOf = (
  base: unknown,
  origin: Origin,
  paths: ReadonlyMap<string, Path>,
  parameters: Parameters,
): Read<Condition> => {
  let value = base
  const set = [...origin.set]
  const problems: Array<Problem> = []
  for (const [path, level] of Object.entries(parameters)) {
    const at = ["experiment", ...(paths.get(path) ?? [])]
    const done = assign(value, path, level)
    if (Either.isLeft(done)) problems.push({ place: origin.source.keyPlaceOf(at), message: done.left })
    else {
      value = done.right.value
      set.push({ path: done.right.path, place: origin.source.keyPlaceOf(at) })
    }
  }
  if (problems.length > 0) return Either.left(problems)
  return Either.map(checkScenario(value, { ...origin, set }), (scenario) => ({
    parameters: Object.fromEntries(
      [...paths.keys()].map((path) => [path, parameters[path] ?? unvariedValue(scenario, path)]),
    ),
    scenario,
  }))
}

/** The conditions of a CSV file; null if the experiment names no file. */
const readListedRows = (
  { from }: Experiment,
  source: Source,
  read: ReadFile,
): Read<ReadonlyArray<Parameters> | null> => {
  if (from === undefined) return Either.right(null)
  return Either.flatMap(
    Either.mapLeft(read(resolve(dirname(source.name), from)), (message) => [
      { place: source.placeOf(["experiment", "from"]), message },
    ]),
    (text) => parseDesign(from, text),
  )
}

const same = (a: Parameters, b: Parameters): boolean =>
  Object.entries(b).every(([path, value]) => a[path] === value)

const runsOf = (
  runs: string | undefined,
  experiment: Experiment,
  first: number,
): Read<ReadonlyArray<number>> => {
  if (runs === undefined) return Either.right(seedsOf(experiment, first))
  const count = Number(runs)
  const { seeds } = experiment
  const most = seeds?.length ?? replicatesMax
  if (!Number.isInteger(count) || count < 1 || count > most) {
    const why = seeds === undefined ? "" : ", since the file lists that many seeds"
    return Either.left([
      { place: `--runs ${runs}`, message: `must be a whole number from 1 to ${most}${why}` },
    ])
  }
  return Either.right(seeds?.slice(0, count) ?? consecutive(first, count))
}

/** Every measure that an experiment names, with its place. */
const namedMeasures = ({
  outcomes,
  until,
  calibration,
}: Experiment): ReadonlyArray<readonly [Path, string]> => [
  ...outcomes.map((name, i) => [["experiment", "outcomes", i], name] as const),
  ...(until === undefined ? [] : [[["experiment", "until", "measure"], until.measure] as const]),
  ...(typeof calibration?.observed === "object"
    ? Object.keys(calibration.observed).map(
        (name) => [["experiment", "calibration", "observed", name], name] as const,
      )
    : []),
]

/** Reads a scenario file with the settings of the command line. Left: every mistake with its place. */
export const read = (name: string, text: string, additions: Additions, file: ReadFile): Read<Study> =>
  Either.gen(function* () {
    const source = yield* Either.flatMap(parse(name, text), (parsed) => withSettings(parsed, additions.set))
    if (!isObject(source.value)) {
      return yield* Either.left([
        { place: `${name}:1:1`, message: "a scenario must be a mapping of keys to values" },
      ])
    }
    const { experiment: given = {}, ...scenario } = source.value
    const stated = yield* experimentOf(given, source)
    const { points } = additions
    const experiment = points === undefined ? stated : withoutDesign(stated)
    const dealt = yield* withTable(scenario, "dealings.arrivals", source, file)
    const joined = yield* withTable(dealt.value, "dealings.network", source, file)
    const written = joined.value
    const tables = { items: dealt.table, edges: joined.table }
    const origin: Origin = { source, set: [], tables, strategies: additions.strategies }
    const listed = points ?? (yield* readListedRows(experiment, source, file))
    const rows = yield* Either.mapLeft(conditions(experiment, listed), (mistakes) =>
      mistakes.map(({ path, message }) => ({
        place: source.keyPlaceOf(["experiment", ...path]),
        message: `${["experiment", ...path].join(".")}: ${message}`,
      })),
    )
    const paths = listVaried(
      experiment,
      listed,
      points === undefined ? (path) => ["from", path] : (path) => ["calibration", "priors", path],
    )
    const designOf = (path: string) => ["experiment", ...(paths.get(path)?.slice(0, -1) ?? [])].join(".")
    const lost = findOverridden(additions.set, rows, designOf)
    if (lost.length > 0) return yield* Either.left(lost)
    const checkedRows = rows.map((parameters) => conditionOf(written, origin, paths, parameters))
    const wrong = tellMistakes(
      rows.map((parameters, i) => {
        const condition = checkedRows[i]
        return {
          parameters,
          problems: condition !== undefined && Either.isLeft(condition) ? condition.left : [],
        }
      }),
    )
    const [first, ...others] = checkedRows.flatMap((condition) =>
      Either.isRight(condition) ? [condition.right] : [],
    )
    if (wrong.length > 0 || first === undefined) return yield* Either.left(wrong)
    const all = [first, ...others] as const
    const unknown = unknownMeasures(namedMeasures(stated), first.scenario, additions.own?.given)
    if (unknown.length > 0)
      return yield* Either.left(
        unknown.map(({ path, message }) => ({
          place: source.placeOf(path),
          message: `${path.join(".")}: ${message}`,
        })),
      )
    const unmeasured = experiment.outcomes
      .filter(isMeasure)
      .find((name) => !all.some(({ scenario: one }) => isMeasuredIn(one)(name)))
    if (unmeasured !== undefined) {
      return yield* Either.left([
        {
          place: source.placeOf(["experiment", "outcomes", experiment.outcomes.indexOf(unmeasured)]),
          message: `experiment.outcomes: ${unmeasured} needs ${needsOf(unmeasured)}, which no condition has`,
        },
      ])
    }
    const parameters = [...paths.keys(), ...Object.keys(stated.calibration?.priors ?? {})]
    // A calibration is read once without its parameters, whose own paths are looked at before labels of them.
    const labels = points !== undefined && paths.size === 0 ? [] : Object.keys(stated.labels)
    const strange = labels.filter((path) => !parameters.includes(path))
    if (strange.length > 0) {
      const known = parameters.length === 0 ? "nothing does" : `what varies is ${parameters.join(", ")}`
      return yield* Either.left(
        strange.map((path) => ({
          place: source.keyPlaceOf(["experiment", "labels", path]),
          message: `experiment.labels: ${path} doesn't vary in this study${didYouMean(path, parameters) || `; ${known}`}`,
        })),
      )
    }
    const compare =
      experiment.compare === undefined
        ? 0
        : all.findIndex(({ parameters }) => same(parameters, experiment.compare ?? {}))
    if (experiment.csv && !experiment.entries) {
      return yield* Either.left([
        {
          place: source.placeOf(["experiment", "csv"]),
          message: "experiment.csv writes the entries as CSV too, and experiment.entries is false",
        },
      ])
    }
    if (compare < 0) {
      return yield* Either.left([
        {
          place: source.placeOf(["experiment", "compare"]),
          message: `experiment.compare: ${strangeComparison(experiment.compare ?? {}, all)}`,
        },
      ])
    }
    return {
      name: first.scenario.name,
      experiment,
      written: scenario,
      varied: [...paths.keys()],
      conditions: all,
      compare,
      seeds: yield* runsOf(additions.runs, experiment, first.scenario.seed),
      strategies: additions.strategies,
      own: additions.own,
    }
  })

/** The study with every run that `experiment.until` may add; undefined if it adds no runs. */
export const longest = (study: Study): Study | undefined => {
  const { until } = study.experiment
  const [first = 0] = study.seeds
  return until === undefined ? undefined : { ...study, seeds: consecutive(first, until.most) }
}
