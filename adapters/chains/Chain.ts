/** What a reader of one network can be asked. It tells what it saw and decides nothing; where it was not answered properly it fails. */
import { Data, type Effect } from "effect"
import type { Transfer } from "../../core/chains/Transfer.ts"
import type { Instant } from "../../core/Time.ts"

/** The network was not read. `persistent`: it can't be read as it is configured, and trying again is of no use. */
export class ChainFault extends Data.TaggedError("ChainFault")<{
  /** In words for the operator and for whoever asks why a rail is not live: no address, no key, nothing that was answered. */
  readonly why: string
  readonly persistent: boolean
}> {}

export interface Block {
  readonly height: number
  readonly hash: string
  readonly at: Instant
}

/** An address that is followed: from when it was first followed (null), or for what came since an instant that may lie before that. */
export interface Followed {
  readonly address: string
  readonly since: Instant | null
}

/** A transfer before its confirmations have been counted. */
export type Seen = Omit<Transfer, "confirmations" | "confirmedAt">

/** What is to be looked for: transfers to these addresses in blocks up to `to`; `from` is the first block that was not read before. */
export interface Search {
  readonly followed: ReadonlyArray<Followed>
  readonly from: number
  readonly to: number
  /** Whether a transfer has been dealt with before, and need not be found again. */
  readonly settled: (transfer: Pick<Seen, "network" | "txid" | "index">) => boolean
}

/** What was found, and the last block up to which everything was. */
export interface Found {
  readonly seen: ReadonlyArray<Seen>
  readonly upTo: number
}

export interface Chain {
  /** CAIP-2. */
  readonly network: string
  readonly tip: Effect.Effect<Block, ChainFault>
  /** The block at a height of the chain that now stands; null where there is none yet. */
  readonly block: (height: number) => Effect.Effect<Block | null, ChainFault>
  readonly search: (search: Search) => Effect.Effect<Found, ChainFault>
}
