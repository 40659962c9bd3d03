/** What one run gives. Columns are typed arrays, since a run may have millions of entries; hours count from the start. */
import type { EntryStatus } from "../../../core/compliance/Entry.ts"
import type { Label } from "../../../core/compliance/Standing.ts"
import type { Instant } from "../../../core/Time.ts"
import type { MeasureName } from "./Measure.ts"
import type { Scenario } from "./Scenario.ts"
import type { Strategies } from "./Strategy.ts"

/** The measures at one instant. */
export interface Sample {
  readonly atHours: number
  readonly values: { readonly [M in MeasureName]?: number }
}

/** One column a field, one row an entry that opened, in the order in which the claims were filed. */
export interface EntryColumns {
  readonly length: number
  /** The number by which `explain` knows it: the claim's, from 0. */
  readonly entry: Uint32Array
  /** Agents, by number. */
  readonly bound: Uint32Array
  readonly favoured: Uint32Array
  /** Places in `names.populations`, `names.strategies`, `names.kinds`, `names.statuses`. */
  readonly population: Uint8Array
  readonly strategy: Uint8Array
  readonly kind: Uint8Array
  readonly status: Uint8Array
  /** 0 for an order to perform or refrain. */
  readonly amountCents: Float64Array
  readonly recoveredCents: Float64Array
  readonly filedHours: Float64Array
  readonly deliveredHours: Float64Array
  /** When the time fixed passes, as appeals left it. */
  readonly dueHours: Float64Array
  /** As recorded: attested, confirmed, proved or found; NaN where nothing says so. */
  readonly performedHours: Float64Array
  /** When it was in truth performed in full, whatever was attested; NaN where it never was. */
  readonly doneHours: Float64Array
  /** Since when it is satisfied; NaN where it is not, also where it was and a dispute undid it. */
  readonly satisfiedHours: Float64Array
  /** When it was superseded; NaN where it was not. Until then, or else until the horizon, it was followed. */
  readonly supersededHours: Float64Array
  /** What stands of its adjustments. */
  readonly reputation: Int32Array
  readonly disputes: Uint8Array
  readonly appeals: Uint8Array
  /** 1 where the judge erred in making the order. */
  readonly wrong: Uint8Array
}

export interface AgentColumns {
  readonly length: number
  readonly population: Uint8Array
  readonly stakeCents: Float64Array
  readonly reputation: Int32Array
  /** Places in `names.labels`. */
  readonly label: Uint8Array
}

/** What the numbers in columns stand for. */
export interface Names {
  readonly populations: ReadonlyArray<string>
  readonly strategies: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<"pay" | "perform" | "refrain">
  readonly statuses: ReadonlyArray<EntryStatus>
  readonly labels: ReadonlyArray<Label>
}

/** One run, whole. */
export interface Summary {
  readonly scenario: string
  readonly seed: number
  readonly start: Instant
  readonly horizonHours: number
  /** Dealings, and all that `simulate` tells of: claims, judgments, performances, acts, passings, refusals. */
  readonly events: number
  /** The measures at the horizon. */
  readonly totals: { readonly [M in MeasureName]: number }
  readonly samples: ReadonlyArray<Sample>
  readonly names: Names
  readonly agents: AgentColumns
  /** Null where the run was asked for none. */
  readonly entries: EntryColumns | null
}

/** One row of `EntryColumns`, with its names. */
export interface EntryRow {
  readonly entry: number
  readonly bound: number
  readonly favoured: number
  readonly population: string
  readonly strategy: string
  readonly kind: "pay" | "perform" | "refrain"
  readonly status: EntryStatus
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

/** The row at a place; undefined past the end. */
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
  /** An act of the table of moves; `file`, `dismiss` and `perform` are what surrounds it. */
  readonly act: string
  readonly by: "bound" | "favoured" | "registrar" | "court" | "clock"
  readonly from: EntryStatus | null
  readonly to: EntryStatus | null
  /** The provisions that moved it, or that refused the act. */
  readonly rules: ReadonlyArray<string>
  /** The code of the refusal where a rule refused the act: nothing changed. */
  readonly refused: string | null
  /** By how much the reputation of the party bound changed. */
  readonly delta: number
  /** When the window that runs afterwards closes; null where none does. */
  readonly closesAt: Instant | null
  /** The instant of performance that the act states; null where it states none. */
  readonly stated: Instant | null
}

/** How a scenario is run. */
export interface RunOptions {
  /** Instead of the scenario's. */
  readonly seed?: number
  /** Whether the summary has a row for each entry; true where absent. */
  readonly entries?: boolean
  /** Strategies in TypeScript, by the name that `custom` behaviours give; one that is missing is an error. */
  readonly strategies?: Strategies
  /** Told at every sample, for progress bars. */
  readonly onSample?: (sample: Sample) => void
}

/** `run`: one run of a scenario. The same scenario and seed give the same summary, on any machine. */
export type Run = (scenario: Scenario, options?: RunOptions) => Summary
/** `explain`: the life of one entry in a run; empty where the number is no claim of it. */
export type Explain = (scenario: Scenario, entry: number, options?: RunOptions) => ReadonlyArray<Happening>
