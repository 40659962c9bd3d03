/** The result of a run. Columns are typed arrays, since a run may have millions of entries. Hours count from the start. */
import type { Standing } from "../../../core/agents/index.ts"
import type { Reputation } from "../../../core/compliance/index.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import type { MeasureName, MeasureValues } from "./Measure.ts"
import type { OnAsk } from "./Mind.ts"
import type { Scenario } from "./Scenario.ts"
import type { Strategies } from "./Strategy.ts"

/** The measures at one time of a run, in hours since its start. */
export interface Sample {
  readonly atHours: number
  readonly values: { readonly [M in MeasureName]?: number }
}

/** The table of entries: a row for each entry that opened, in the order in which the claims were filed. */
export interface EntryColumns {
  readonly length: number
  /** The number of the claim, from 0, which `explain` takes. */
  readonly entry: Uint32Array
  readonly bound: Uint32Array
  readonly favoured: Uint32Array
  /** Indexes into `names.populations`, `names.strategies`, `names.kinds` and `names.statuses`. */
  readonly population: Uint8Array
  readonly strategy: Uint8Array
  readonly kind: Uint8Array
  readonly status: Uint8Array
  /** 0 for an order to perform or refrain. */
  readonly amountCents: Float64Array
  readonly recoveredCents: Float64Array
  readonly filedHours: Float64Array
  readonly deliveredHours: Float64Array
  /** When the time fixed passes, including what appeals added. */
  readonly dueHours: Float64Array
  /** When it was performed according to the Register: attested, confirmed, proved or found; NaN if the Register has nothing. */
  readonly performedHours: Float64Array
  /** When it was really performed in full, whatever was attested; NaN if it never was. */
  readonly doneHours: Float64Array
  /** Since when it is satisfied; NaN if it is not, also if it was and a dispute undid it. */
  readonly satisfiedHours: Float64Array
  /** When it was superseded; NaN if it was not. An entry is followed until then, or else until the horizon. */
  readonly supersededHours: Float64Array
  /** The sum of its adjustments that were not reversed. */
  readonly reputation: Int32Array
  readonly disputes: Uint8Array
  readonly appeals: Uint8Array
  /** 1 if the judge erred in making the order, else 0. */
  readonly wrong: Uint8Array
}

/** The agents at the end of a run, one column for each property; sums are in cents of USD, and labels index `names.labels`. */
export interface AgentColumns {
  readonly length: number
  readonly population: Uint8Array
  readonly stakeCents: Float64Array
  readonly reputation: Int32Array
  readonly label: Uint8Array
  /** The number of the first agent of its operator; only if agents enter, leave or take new names. */
  readonly operator?: Uint32Array
  /** 0 of an agent that has not entered until the horizon, else 1; only if agents enter, leave or take new names. */
  readonly entered?: Uint8Array
}

/** The names for which the numbers in the columns stand. */
export interface Names {
  readonly populations: ReadonlyArray<string>
  readonly strategies: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<"pay" | "perform" | "refrain">
  readonly statuses: ReadonlyArray<Standing.EntryStatus>
  readonly labels: ReadonlyArray<Reputation.Label>
}

/** The outcomes of the entries of a group until the horizon. */
export interface GroupValues {
  readonly entriesOpened: number
  readonly defaultRate: number
  readonly orderedCents: number
  readonly recoveredCents: number
  readonly recoveredShare: number
  readonly performanceHoursRestricted: number
  readonly satisfactionHoursRestricted: number
  readonly wrongOrders: number
  readonly wrongPaidCents: number
  readonly judgmentHoursMean?: number
}

/** The measures of all agents, of each population, and of each month. */
export interface Groups {
  readonly all: GroupValues
  readonly populations: Readonly<Record<string, GroupValues>>
  /** By month of judgment, for example `2027-01`, also of the warm-up; only months in which an entry opened. */
  readonly months: Readonly<Record<string, GroupValues>>
}

/** The results of one run; sums are in cents of USD and times in hours since the start. */
export interface Summary {
  readonly scenario: string
  readonly seed: number
  readonly start: Instant
  readonly horizonHours: number
  /** The number of dealings and of everything that `simulate` reports: claims, judgments, performances, acts, passings, refusals. */
  readonly events: number
  /** The measures at the horizon, without the warm-up. */
  readonly totals: MeasureValues
  /** The outcomes of the entries against each population that were judged after the warm-up. */
  readonly populations: Groups["populations"]
  /** The outcomes of the entries of each month of judgment. */
  readonly months: Groups["months"]
  readonly samples: ReadonlyArray<Sample>
  readonly names: Names
  readonly agents: AgentColumns
  /** Null if the run was asked for no entries. */
  readonly entries: EntryColumns | null
  /** Sixteen numbers for each agent: the memories of strategies at the horizon. Null if the scenario has no strategy. */
  readonly memory: Float64Array | null
}

/** A measure of one's own: a number from the summary of a run, NaN if there is nothing to measure. `unit` is `share` for shares from 0 to 1. */
export interface OwnMeasure {
  readonly title: string
  readonly unit: string
  readonly of: (summary: Summary) => number
}
/** The measures that a scenario defines itself, by name. */
export type OwnMeasures = { readonly [name: string]: OwnMeasure }

/** One entry of compliance in a run, with its agents as numbers. */
export interface EntryRow {
  readonly entry: number
  readonly bound: number
  readonly favoured: number
  readonly population: string
  readonly strategy: string
  readonly kind: "pay" | "perform" | "refrain"
  readonly status: Standing.EntryStatus
  readonly amountCents: number
  readonly recoveredCents: number
  readonly filedHours: number
  readonly deliveredHours: number
  readonly dueHours: number
  readonly performedHours: number | null
  readonly doneHours: number | null
  readonly satisfiedHours: number | null
  readonly supersededHours: number | null
  readonly reputation: number
  readonly disputes: number
  readonly appeals: number
  readonly wrong: boolean
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** The row at an index; undefined after the last. */
export const rowAt = (columns: EntryColumns, names: Names, i: number): EntryRow | undefined => {
  const entry = columns.entry[i]
  const kind = names.kinds[columns.kind[i] ?? -1]
  const status = names.statuses[columns.status[i] ?? -1]
  if (entry === undefined || kind === undefined || status === undefined) return undefined
  const at = (column: { readonly [i: number]: number }) => column[i] ?? 0
  return {
    entry,
    bound: at(columns.bound),
    favoured: at(columns.favoured),
    population: names.populations[at(columns.population)] ?? "",
    strategy: names.strategies[at(columns.strategy)] ?? "",
    kind,
    status,
    amountCents: at(columns.amountCents),
    recoveredCents: at(columns.recoveredCents),
    filedHours: at(columns.filedHours),
    deliveredHours: at(columns.deliveredHours),
    dueHours: at(columns.dueHours),
    performedHours: orNull(columns.performedHours[i]),
    doneHours: orNull(columns.doneHours[i]),
    satisfiedHours: orNull(columns.satisfiedHours[i]),
    supersededHours: orNull(columns.supersededHours[i]),
    reputation: at(columns.reputation),
    disputes: at(columns.disputes),
    appeals: at(columns.appeals),
    wrong: at(columns.wrong) === 1,
  }
}

/** Something that happened to an entry: what `simulate` streams and `explain` lists. */
export interface Happening {
  readonly at: Instant
  readonly entry: number
  /** An act of the table of moves, or `file`, `serve`, `close` (of pleadings), `settle`, `dismiss` or `perform`, which are outside of it. */
  readonly act: string
  readonly by: "bound" | "favoured" | "registrar" | "court" | "clock"
  readonly from: Standing.EntryStatus | null
  readonly to: Standing.EntryStatus | null
  /** The provisions that moved it, or that refused the act. */
  readonly rules: ReadonlyArray<string>
  /** The code of the refusal if a rule refused the act and nothing changed; else null. */
  readonly refused: string | null
  readonly delta: number
  /** When the window that runs afterwards closes; null if no window runs. */
  readonly closesAt: Instant | null
  /** The instant of performance that the act states; null if it states no instant. */
  readonly stated: Instant | null
}

/** The options of a run that no scenario states. Without them the scenario's own seed is used. */
export interface RunOptions {
  readonly seed?: number
  /** Whether the summary has a row for each entry; true if absent. */
  readonly entries?: boolean
  /** Strategies in TypeScript, by the names that the scenario gives. A missing one is an error. */
  readonly strategies?: Strategies
  /** Told before and after each question to a strategy, so that a guard can end a strategy that never answers. */
  readonly onAsk?: OnAsk
  /** Called with every sample, for example for progress bars. */
  readonly onSample?: (sample: Sample) => void
}

/** `run`: one run of a scenario. The same scenario and seed give the same summary, on any machine. */
export type Run = (scenario: Scenario, options?: RunOptions) => Summary
/** `explain`: the life of one entry in a run; empty if the run has no claim with this number. */
export type Explain = (scenario: Scenario, entry: number, options?: RunOptions) => ReadonlyArray<Happening>
