/** How an operator's tools look into a store: what `agent-court doctor` and `backup` ask. */
import type { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"

/** The tasks of one kind at an instant of the court's clock: all of them (`count`), and the tasks that are due by then. */
export interface Waiting {
  readonly kind: string
  readonly count: number
  readonly due: number
  /** When the earliest due task was due; null if no task is due. */
  readonly oldestDueAt: Instant | null
  /** How many failed at least once and were postponed. */
  readonly failed: number
}

interface WaitingTask {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
}

interface SeriesNumber {
  readonly series: string
  readonly last: number
}

/** Something that makes a store slower than it need be. */
interface Slowness {
  readonly says: string
  readonly todo: string
}

/** Looks into a store that courts may be using, and writes nothing. Each member asks the store when it is run, and fails if the store can't answer. */
export interface Inspection extends Pick<Driver, "read" | "journal"> {
  /** Why a court would refuse the store, a line for each reason; empty if it would not. */
  readonly faults: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** The causes that make it slower than it need be; empty if no cause was found. */
  readonly slowness: Effect.Effect<ReadonlyArray<Slowness>, StoreUnavailable>
  /** The damage in its files, a line for each; or a sentence on who checks them, if only other tools can. */
  readonly damage: Effect.Effect<ReadonlyArray<string>, StoreUnavailable> | string
  /** The time by the store's own clock; null if it has only the clock of this machine. */
  readonly clock: Effect.Effect<Instant | null, StoreUnavailable>
  /** The size of the store on its disk, in bytes; null if the store can't tell. */
  readonly bytes: Effect.Effect<number | null, StoreUnavailable>
  /** The time of the latest event of the journal; null if the journal is empty. */
  readonly lastEventAt: Effect.Effect<Instant | null, StoreUnavailable>
  /** The last number that was drawn of each series, such as that of lodgements. */
  readonly numbers: Effect.Effect<ReadonlyArray<SeriesNumber>, StoreUnavailable>
  /** The bodies of all records of a kind, which must have few records. */
  readonly all: (kind: string) => Effect.Effect<ReadonlyArray<Json>, StoreUnavailable>
  readonly waiting: (now: Instant) => Effect.Effect<ReadonlyArray<Waiting>, StoreUnavailable>
  /** Tasks of these kinds that are due after an instant, the earliest first. */
  readonly later: (
    kinds: ReadonlyArray<string>,
    now: Instant,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<WaitingTask>, StoreUnavailable>
}
