/** The data dictionary: every table of a folder of results, with each of its columns. The headers of the tables are written from it. */
import { agentColumns, entryColumns, type Column as Stored } from "./Columns.ts"
import type { Row } from "./Csv.ts"
import { hasIdentity, isMeasuredIn, type MeasureName, measureNames, measures } from "./engine/Measure.ts"
import { parameterLabel } from "./Findings.ts"
import { meaningOf } from "./Meanings.ts"
import { describeMeasure, furtherOf } from "./Outcome.ts"
import type { Study } from "./Study.ts"

/** A column of the tables. Its unit is empty if it has no unit. */
export interface Column {
  readonly name: string
  readonly type: "text" | "whole" | "number" | "yes or no" | "any"
  readonly unit: string
  readonly what: string
  /** Whether only studies have it whose agents enter, leave or take new names. */
  readonly ofIdentity?: true
}

export interface Table {
  readonly row: string
  /** `parameters` stands for a column of each parameter that varies, `measures` for a column of each measure. */
  readonly columns: ReadonlyArray<Column | "parameters" | "measures">
}

const column = (type: Column["type"], name: string, what: string, unit = ""): Column => ({
  name,
  type,
  unit,
  what,
})
const text = (name: string, what: string) => column("text", name, what)
const whole = (name: string, what: string) => column("whole", name, what)
const number = (name: string, what: string, unit = "") => column("number", name, what, unit)

const experiment = text("experiment", "The name of the scenario.")
const condition = whole("condition", "The number of the condition, from 0, as in the manifest.")
const run: ReadonlyArray<Column> = [
  experiment,
  whole(
    "run",
    "The number of the run, from 0: all conditions on the first seed, then all on the second, and so on.",
  ),
  condition,
  whole("replicate", "The place of the seed in the list of seeds, from 0."),
  whole(
    "seed",
    "The seed. Runs of one seed draw the same random numbers for the same decisions, so only runs of different seeds are independent.",
  ),
]
const measure = text("measure", "The name of the measure.")
const ofMeasure = "the measure's"
const interval = (of: string, unit = ""): ReadonlyArray<Column> => [
  number("low", `The lower end of the 95 % interval of ${of}.`, unit),
  number("high", "The upper end.", unit),
]

const types: Readonly<Record<Stored["type"], Column["type"]>> = {
  INT32: "whole",
  INT64: "whole",
  DOUBLE: "number",
  STRING: "text",
  BOOLEAN: "yes or no",
}
const unitOf = (name: string): string =>
  name.endsWith("Cents")
    ? "cents"
    : name.endsWith("Hours")
      ? "hours since the start"
      : name === "reputation"
        ? "points"
        : ""
const columnsOfStored = (columns: ReadonlyArray<Stored>): ReadonlyArray<Column> =>
  columns.map(({ name, type, what, ofIdentity }) => ({
    ...column(types[type], name, what, unitOf(name)),
    ...(ofIdentity && { ofIdentity }),
  }))

export const tables = {
  "runs.csv": {
    row: "a run, with its measures at the horizon; those of a failed run are empty",
    columns: [
      ...run,
      text("status", "`finished` or `failed`."),
      "parameters",
      whole("events", "Arrivals, acts and passings of the run, the warm-up included."),
      whole("entries", "Entries that opened in the run, the warm-up included."),
      "measures",
    ],
  },
  "timeseries.csv": {
    row: "a measure of a run at an instant: the start, each `measures.everyHours` after it, and the horizon; what happens at the instant itself is not in it",
    columns: [
      ...run,
      text("time", "The instant, ISO 8601."),
      number("hours", "The instant.", "hours since the start"),
      measure,
      number("value", "Its value, counted from the start; empty if it has no value.", ofMeasure),
      number(
        "flow",
        "The change since the instant before, if the measure is a flow, entriesOpened, orderedCents or recoveredCents; else empty.",
        ofMeasure,
      ),
      "parameters",
    ],
  },
  "summary.csv": {
    row: "a measure of a condition at the horizon, over its runs; a measure without a value in any run has no row",
    columns: [
      experiment,
      condition,
      "parameters",
      measure,
      whole("n", "How many runs have a value."),
      number("mean", "The mean over these runs.", ofMeasure),
      number(
        "sd",
        "The sample standard deviation over these runs (n − 1); empty, as the intervals are, if n is 1.",
        ofMeasure,
      ),
      ...interval("the mean: a t-interval over runs", ofMeasure),
      whole(
        "pairs",
        "How many seeds have a value both here and in the condition that all are compared with (`experiment.compare`); empty in that condition.",
      ),
      number("difference", "The mean over these seeds of the value here minus the value there.", ofMeasure),
      number(
        "differenceLow",
        "The lower end of the 95 % interval of the difference: a t-interval over seeds.",
        ofMeasure,
      ),
      number("differenceHigh", "The upper end.", ofMeasure),
      number(
        "p",
        "The two-sided p-value of the paired t-test of no difference, only of the outcomes of the experiment (`experiment.outcomes`) and not in a sample; empty if all seeds differ alike.",
      ),
      number("holmP", "The same, adjusted by Holm's method for all differences of outcomes of the study."),
      number("holmLow", "The lower end of the interval at the level that Holm's method gives.", ofMeasure),
      number("holmHigh", "The upper end.", ofMeasure),
    ],
  },
  "survival.csv": {
    row: "a time after delivery, rounded up to whole hours, at which an event happened in a condition; entries judged in the warm-up count too",
    columns: [
      experiment,
      condition,
      "parameters",
      text(
        "to",
        "`performance`: until the order was performed in full, whatever was attested; `satisfaction`: until a satisfaction that stands at the horizon.",
      ),
      number("hours", "The time.", "hours since delivery"),
      number(
        "atRisk",
        "Entries of all runs to which the event had not happened before, and that were still followed: until the horizon, or until they were superseded.",
      ),
      number("events", "To how many of them the event happened at that time."),
      number(
        "survival",
        "The mean over runs of the Kaplan–Meier estimates of S: the share of entries to which the event has not happened by that time.",
        "share",
      ),
      ...interval("S at this time (pointwise)", "share"),
    ],
  },
  "cohorts.csv": {
    row: "a measure of a group of entries of a run; a month has entries of the warm-up too, a population does not",
    columns: [
      ...run,
      text("by", "`month` of judgment (UTC), or `population` of the party bound."),
      text("group", "Which month, such as 2027-01, or which population."),
      measure,
      number("value", "Its value at the horizon.", ofMeasure),
      "parameters",
    ],
  },
  "indices.csv": {
    row: "an index of sensitivity of an outcome to a parameter; only of samples by Morris or Saltelli",
    columns: [
      experiment,
      measure,
      text("parameter", "The path of the parameter."),
      text("with", "The path of the other parameter of `S2`; empty for an index of one parameter."),
      text(
        "index",
        "`mu`, `muStar` and `sigma` (Morris): the mean, the mean size and the deviation of the effects of a change over the whole range. `S1` and `ST` (Sobol): the share of the variance that the parameter explains alone, and with its interactions. `S2` (with `secondOrder`): the share that two parameters explain together beyond what each explains alone.",
      ),
      number(
        "value",
        "The value of the index: `mu`, `muStar` and `sigma` in the unit of the measure, `S1`, `ST` and `S2` as a share. Empty if the outcome is the same at all points, or no group of points has all its outcomes.",
      ),
      ...interval("the index; `sigma` has no interval"),
      whole("n", "The trajectories (Morris) or rows (Sobol) that the index is from."),
      whole("missing", "The trajectories or rows left out because a point of them has no outcome."),
    ],
  },
  entries: {
    row: "an entry that opened, in the warm-up too; `bound` is the agent that it is against",
    columns: [...columnsOfStored(entryColumns), experiment, "parameters"],
  },
  agents: {
    row: "an agent at the horizon, even if it was given up or has not entered yet",
    columns: [...columnsOfStored(agentColumns), experiment, "parameters"],
  },
} as const satisfies Readonly<Record<string, Table>>
export type TableName = keyof typeof tables

const measureColumn = (name: MeasureName): Column =>
  column("number", name, meaningOf(name), measures[name].unit)
/** A measure of one's own, or of a group of entries. */
const furtherColumns = ({ experiment: { outcomes }, own }: Study): ReadonlyArray<Column> =>
  furtherOf(outcomes, own?.given).map((name) => {
    const { title, unit } = describeMeasure(name, own?.given)
    return column("number", name, `${title}.`, unit)
  })

/** Whether agents enter, leave or take new names in some condition of a study. */
export const withIdentity = ({ conditions }: Pick<Study, "conditions">): boolean =>
  conditions.some(({ scenario }) => hasIdentity(scenario))

export const measuresOf = ({ conditions }: Pick<Study, "conditions">): ReadonlyArray<MeasureName> =>
  measureNames.filter((name) => conditions.some(({ scenario }) => isMeasuredIn(scenario)(name)))

export const columnsOf = (name: TableName, study: Study): ReadonlyArray<Column> => {
  const { columns }: Table = tables[name]
  return columns.flatMap((one) => {
    if (one === "measures") return [...measuresOf(study).map(measureColumn), ...furtherColumns(study)]
    if (one !== "parameters") return one.ofIdentity && !withIdentity(study) ? [] : [one]
    return study.varied.map((path) =>
      column("any", path, `The value of the parameter: ${parameterLabel(study, path)}.`),
    )
  })
}

export const headerOf = (name: TableName, study: Study): Row => columnsOf(name, study).map((one) => one.name)

const tablesOf = ({ experiment: { sample, entries } }: Study): ReadonlyArray<TableName> =>
  (Object.keys(tables) as ReadonlyArray<TableName>) // the keys of a constant
    .filter((name) => name !== "indices.csv" || sample !== undefined)
    .filter((name) => entries || (name !== "entries" && name !== "agents"))

/** The data dictionary of a study. The rows of the table `measure` say what the names in columns called `measure` mean. */
export const dictionary = function* (study: Study): Generator<Row> {
  yield ["table", "row", "column", "type", "unit", "description"]
  for (const table of tablesOf(study))
    for (const { name, type, unit, what } of columnsOf(table, study))
      yield [table, tables[table].row, name, type, unit, what]
  for (const { name, unit, what } of [...measuresOf(study).map(measureColumn), ...furtherColumns(study)])
    yield ["measure", "a measure", name, "number", unit, what]
}
