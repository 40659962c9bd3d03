/** The data dictionary: every table of a folder of results, with each of its columns. The headers of the tables are written from it. */
import { agentColumns, entryColumns, type Column as Stored } from "./Columns.ts"
import { joinLines, line } from "./Csv.ts"
import { hasIdentity, isMeasuredIn, type MeasureName, measureNames, measures } from "./engine/Measure.ts"
import { parameterLabel } from "./Findings.ts"
import { meaningOf } from "./Meanings.ts"
import { describedAs, furtherOf } from "./Outcome.ts"
import type { Study } from "./Study.ts"

export interface Column {
  readonly name: string
  readonly type: "text" | "whole" | "number" | "yes or no" | "any"
  /** Empty if it has none. */
  readonly unit: string
  readonly what: string
  /** Whether only studies have it whose agents enter, leave or take new names. */
  readonly ofIdentity?: true
}

export interface Table {
  /** What a row stands for. */
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
  whole("run", "The number of the run, from 0: all conditions on the first seed come first."),
  condition,
  whole("replicate", "The place of the seed in the list of seeds, from 0."),
  whole("seed", "The seed. Runs of one seed draw the same random numbers for the same decisions."),
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
    row: "a run, with its measures at the horizon; a failed run has none",
    columns: [
      ...run,
      text("status", "`finished` or `failed`."),
      "parameters",
      whole("events", "Arrivals, acts and passings of the run."),
      whole("entries", "Entries that opened in the run."),
      "measures",
    ],
  },
  "timeseries.csv": {
    row: "a measure of a run at an instant",
    columns: [
      ...run,
      text("time", "The instant, ISO 8601."),
      number("hours", "The instant.", "hours since the start"),
      measure,
      number("value", "Its value; nothing if there was nothing to measure.", ofMeasure),
      number("flow", "For counts that only grow: the change since the instant before.", ofMeasure),
      "parameters",
    ],
  },
  "summary.csv": {
    row: "a measure of a condition at the horizon, over its runs",
    columns: [
      experiment,
      condition,
      "parameters",
      measure,
      whole("n", "How many runs have a value."),
      number("mean", "The mean over these runs.", ofMeasure),
      number("sd", "The standard deviation over these runs.", ofMeasure),
      ...interval("the mean: a t-interval over runs", ofMeasure),
      whole("pairs", "How many seeds were run in this condition and in the one that it is compared with."),
      number("difference", "The mean difference from that condition, seed by seed.", ofMeasure),
      number("differenceLow", "The lower end of the 95 % interval of the difference.", ofMeasure),
      number("differenceHigh", "The upper end.", ofMeasure),
      number("p", "The p-value of the difference, if the measure is an outcome of the experiment."),
      number("holmP", "The same, adjusted by Holm's method for all differences of outcomes together."),
      number("holmLow", "The lower end of the interval at the adjusted level.", ofMeasure),
      number("holmHigh", "The upper end.", ofMeasure),
    ],
  },
  "survival.csv": {
    row: "a time after delivery at which an event happened in a condition",
    columns: [
      experiment,
      condition,
      "parameters",
      text(
        "to",
        "`performance`: until the order was really performed; `satisfaction`: until a satisfaction that stands.",
      ),
      number("hours", "The time.", "hours since delivery"),
      number("atRisk", "Entries to which the event had not happened before, and that were still followed."),
      number("events", "To how many of them it happened then."),
      number(
        "survival",
        "The share of entries to which it has not happened by then: the mean over runs of the Kaplan–Meier curves.",
        "share",
      ),
      ...interval("it, pointwise", "share"),
    ],
  },
  "cohorts.csv": {
    row: "a measure of a group of entries of a run",
    columns: [
      ...run,
      text("by", "`month` of judgment, or `population` of the party bound."),
      text("group", "Which month or population."),
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
      text("index", "`mu`, `muStar` and `sigma` of Morris, or `S1` and `ST` of Sobol."),
      number("value", "Its value."),
      ...interval("it"),
    ],
  },
  entries: {
    row: "an entry that opened; `bound` is the agent that it is against",
    columns: columnsOfStored(entryColumns),
  },
  agents: { row: "an agent at the horizon", columns: columnsOfStored(agentColumns) },
} as const satisfies Readonly<Record<string, Table>>
export type TableName = keyof typeof tables

const measureColumn = (name: MeasureName): Column =>
  column("number", name, meaningOf(name), measures[name].unit)
/** A measure of one's own, or of a group of entries. */
const furtherColumns = ({ experiment: { outcomes }, own }: Study): ReadonlyArray<Column> =>
  furtherOf(outcomes, own?.given).map((name) => {
    const { title, unit } = describedAs(name, own?.given)
    return column("number", name, `${title}.`, unit)
  })

/** Whether agents enter, leave or take new names in some condition of a study. */
export const withIdentity = ({ conditions }: Pick<Study, "conditions">): boolean =>
  conditions.some(({ scenario }) => hasIdentity(scenario))

/** The measures that some condition of a study has. */
export const measuresOf = ({ conditions }: Pick<Study, "conditions">): ReadonlyArray<MeasureName> =>
  measureNames.filter((name) => conditions.some(({ scenario }) => isMeasuredIn(scenario)(name)))

/** The columns of a table of a study, in order. */
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

/** The first line of a table. */
export const headerOf = (name: TableName, study: Study): string =>
  line(columnsOf(name, study).map((one) => one.name))

/** The tables that a study has. */
const tablesOf = ({ experiment: { sample, entries } }: Study): ReadonlyArray<TableName> =>
  (Object.keys(tables) as ReadonlyArray<TableName>) // the keys of a constant
    .filter((name) => name !== "indices.csv" || sample !== undefined)
    .filter((name) => entries || (name !== "entries" && name !== "agents"))

/** The data dictionary of a study as CSV. The rows of the table `measure` say what the names in columns called `measure` mean. */
export const dictionary = (study: Study): Iterable<string> => {
  const rows = function* () {
    yield line(["table", "row", "column", "type", "unit", "description"])
    for (const table of tablesOf(study))
      for (const { name, type, unit, what } of columnsOf(table, study))
        yield line([table, tables[table].row, name, type, unit, what])
    for (const name of measuresOf(study))
      yield line(["measure", "a measure", name, "number", measures[name].unit, meaningOf(name)])
    for (const { name, unit, what } of furtherColumns(study))
      yield line(["measure", "a measure", name, "number", unit, what])
  }
  return joinLines(rows())
}
