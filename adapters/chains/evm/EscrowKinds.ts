/** What a reader of each kind of escrow says of one payment: its state, and the events by which it settles. */
import type { Effect } from "effect"
import type { EscrowReading, EscrowRef } from "../../../core/holds/index.ts"
import type { ChainFault } from "../Chain.ts"
import { type At, type Bytes32, type Log, type Topics, wordOf } from "./Contract.ts"

/** An escrow's contract, and its reference of one payment. */
export interface Located extends At {
  readonly ref: EscrowRef["holdRef"]
}

/** What an event says that it moved, in the order of the transfers. Null if the event does not say it. */
export interface Move {
  readonly to: string | null
  readonly units: bigint | null
}

/** An event by which an escrow settles some payment. */
interface Settlement {
  readonly moves: (log: Log) => ReadonlyArray<Move>
  /** Whether its transfers come before the event or after it. */
  readonly transfers: "before" | "after"
}

/** How far a payment has gone. */
interface Progress {
  /** Whether the escrow holds anything of the payment still. */
  readonly holds: boolean
  /** The topics of the events by which this payment may have been settled. */
  readonly settled: Topics
}

export interface KindReader {
  /** `tip` is the height of the newest block. */
  readonly read: (at: Located, tip: number) => Effect.Effect<Omit<EscrowReading, "at">, ChainFault>
  readonly progress: (at: Located) => Effect.Effect<Progress, ChainFault>
  /** Whether the escrow's contract sends the tokens itself; else they lie in a store beside it. */
  readonly sends: boolean
  /** By the event's topic. */
  readonly settlements: ReadonlyMap<Bytes32, Settlement>
}

/** A word of a log's data; zero if it is not there. */
export const data = ({ words }: Log, place: number): Bytes32 => words[place] ?? wordOf(0)
/** A topic of a log; zero if it is not there. */
export const topic = ({ topics }: Log, place: number): Bytes32 => topics[place] ?? wordOf(0)
