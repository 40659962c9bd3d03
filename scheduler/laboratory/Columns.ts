/** The columns of the tables of entries and agents: what each says, and how it is taken from the results of a run. */
import type { DecodedArray } from "hyparquet"
import type { Parameters, Value } from "./Design.ts"
import type { RunId } from "./Digest.ts"
import type { EntryColumns, Summary } from "./engine/Result.ts"

export interface Group {
  readonly length: number
  readonly columns: Readonly<Record<string, DecodedArray>>
}

interface Taken {
  readonly run: RunId
  readonly summary: Summary
  readonly from: number
  readonly to: number
}

export interface Column {
  readonly name: string
  readonly type: "INT32" | "INT64" | "DOUBLE" | "STRING" | "BOOLEAN"
  readonly nullable?: true
  /** Whether only the studies whose agents enter, leave or take new names have this column. */
  readonly ofIdentity?: true
  readonly what: string
  readonly values: (taken: Taken) => DecodedArray
}

const runColumn = (of: keyof RunId, what: string): Column => ({
  name: of,
  type: "INT32",
  what,
  values: ({ run, from, to }) => new Int32Array(to - from).fill(run[of]),
})
const shared: ReadonlyArray<Column> = [
  runColumn("run", "The number of the run, as in runs.csv."),
  runColumn("condition", "The number of the condition, as in runs.csv."),
  {
    name: "seed",
    type: "INT64",
    what: "The seed of the run.",
    values: ({ run, from, to }) => new BigInt64Array(to - from).fill(BigInt(run.seed)),
  },
]

type Numbers = Exclude<keyof EntryColumns, "length">
const whole = (name: Numbers, what: string): Column => ({
  name,
  type: "INT32",
  what,
  values: ({ summary, from, to }) => Int32Array.from(summary.entries?.[name].subarray(from, to) ?? []),
})
const number = (name: Numbers, what: string): Column => ({
  name,
  type: "DOUBLE",
  what,
  values: ({ summary, from, to }) => summary.entries?.[name].slice(from, to) ?? [],
})
/** An instant that may never have come: NaN becomes null. */
const sometimes = (
  name: "performedHours" | "doneHours" | "satisfiedHours" | "supersededHours",
  what: string,
): Column => ({
  name,
  type: "DOUBLE",
  nullable: true,
  what,
  values: ({ summary, from, to }) =>
    Array.from(summary.entries?.[name].subarray(from, to) ?? [], (value) =>
      Number.isNaN(value) ? null : value,
    ),
})
const namedColumn = (
  name: "population" | "strategy" | "kind" | "status",
  list: "populations" | "strategies" | "kinds" | "statuses",
  what: string,
): Column => ({
  name,
  type: "STRING",
  what,
  values: ({ summary: { entries, names }, from, to }) =>
    Array.from(entries?.[name].subarray(from, to) ?? [], (place) => names[list][place] ?? null),
})

/** The part that all runs of a study share, and what tells its conditions apart. */
export interface Named {
  readonly name: string
  /** The paths of the parameters that vary, and their values by condition. */
  readonly varied: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameters>
}

const typeOf = (values: ReadonlyArray<Value>): Column["type"] => {
  if (values.every((value) => typeof value === "number")) return "DOUBLE"
  return values.every((value) => typeof value === "boolean") ? "BOOLEAN" : "STRING"
}

/**
 * The name of the experiment and the value of each parameter that varies, as columns of their own, so that a part says by itself what it is
 * of. A parameter whose values are not all numbers, or all booleans, is a column of texts.
 */
export const namedColumns = ({ name, varied, parameters }: Named): ReadonlyArray<Column> => [
  {
    name: "experiment",
    type: "STRING",
    what: "The name of the scenario.",
    values: ({ from, to }) => new Array<string>(to - from).fill(name),
  },
  ...varied.map((path): Column => {
    const type = typeOf(parameters.map((one) => one[path] ?? null))
    return {
      name: path,
      type,
      nullable: true,
      what: `The value of the parameter ${path}.`,
      values: ({ run, from, to }) => {
        const value = parameters[run.condition]?.[path] ?? null
        return new Array<unknown>(to - from).fill(type === "STRING" && value !== null ? String(value) : value)
      },
    }
  }),
]

export const columnsIn = (columns: ReadonlyArray<Column>, hasIdentity: boolean): ReadonlyArray<Column> =>
  columns.filter(({ ofIdentity = false }) => hasIdentity || !ofIdentity)

/** The table of entries: a row for each entry that opened, in the order in which the claims were filed. Hours count from the start. */
export const entryColumns: ReadonlyArray<Column> = [
  ...shared,
  whole("entry", "The number of the claim, from 0, which `--explain run:entry` takes."),
  whole("bound", "The number of the party bound, as `agent` in the table of agents."),
  whole("favoured", "The number of the party favoured."),
  namedColumn("population", "populations", "The population of the party bound."),
  namedColumn(
    "strategy",
    "strategies",
    "The behaviour by which the party bound meets the order, or the name of its strategy.",
  ),
  namedColumn("kind", "kinds", "The kind of the order: `pay`, `perform` or `refrain`."),
  namedColumn("status", "statuses", "The status of the entry at the horizon (PD11 §§2–7)."),
  number("amountCents", "The sum ordered, in cents; 0 for an order to perform or refrain."),
  number("recoveredCents", "The sum really paid under the order, in cents."),
  number("filedHours", "When the claim was filed."),
  number("deliveredHours", "When the judgment was delivered."),
  number("dueHours", "When the time fixed by the order passes, including what appeals added."),
  sometimes(
    "performedHours",
    "When the order was performed according to the Register: attested, confirmed, proved or found; null if the Register has nothing.",
  ),
  sometimes(
    "doneHours",
    "When it was really performed in full, whatever was attested; null if that never happened.",
  ),
  sometimes(
    "satisfiedHours",
    "Since when the entry is satisfied; null if it is not at the horizon, as when a dispute undid it.",
  ),
  sometimes(
    "supersededHours",
    "When it was superseded, until when it is followed; null if it was not, and it is followed until the horizon.",
  ),
  whole("reputation", "The sum of its adjustments of reputation that were not reversed (PD11 §10)."),
  whole("disputes", "How often it was disputed."),
  whole("appeals", "How many appeals there were against its judgment."),
  {
    name: "wrong",
    type: "BOOLEAN",
    what: "Whether the claim was not founded, so that the judge erred in making the order.",
    values: ({ summary, from, to }) =>
      Array.from(summary.entries?.wrong.subarray(from, to) ?? [], (value) => value === 1),
  },
]

export const agentColumns: ReadonlyArray<Column> = [
  ...shared,
  {
    name: "agent",
    type: "INT32",
    what: "The number of the agent, as `bound` and `favoured` in the table of entries.",
    values: ({ from, to }) => Int32Array.from({ length: to - from }, (_, i) => from + i),
  },
  {
    name: "population",
    type: "STRING",
    what: "The population of the agent.",
    values: ({ summary: { agents, names }, from, to }) =>
      Array.from(agents.population.subarray(from, to), (place) => names.populations[place] ?? null),
  },
  {
    name: "label",
    type: "STRING",
    what: "Its label: `no record`, `good`, `qualified` or `in default` (PD11 §9).",
    values: ({ summary: { agents, names }, from, to }) =>
      Array.from(agents.label.subarray(from, to), (place) => names.labels[place] ?? null),
  },
  {
    name: "reputation",
    type: "INT32",
    what: "The sum of its adjustments of reputation that were not reversed (PD11 §10).",
    values: ({ summary, from, to }) => summary.agents.reputation.slice(from, to),
  },
  {
    name: "stakeCents",
    type: "DOUBLE",
    what: "The stake that it publishes, which caps what it may be ordered to pay (Rule 5.3A).",
    values: ({ summary, from, to }) => summary.agents.stakeCents.slice(from, to),
  },
  {
    name: "operator",
    type: "INT32",
    ofIdentity: true,
    what: "The number of the first agent of its operator. Only if a population has `identity`.",
    values: ({ summary, from, to }) => Int32Array.from(summary.agents.operator?.slice(from, to) ?? []),
  },
]
