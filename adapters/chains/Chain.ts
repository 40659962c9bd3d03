/** The port of a reader of one network. A reader reports what it saw and decides nothing. If the network does not answer properly, it fails. */
import { Data, type Effect } from "effect"
import type { Transfer } from "../../core/chains/index.ts"
import type { Instant } from "../../core/kernel/Time.ts"

/**
 * The network could not be read. `passing`: it may be read later. `too_large`: the answer is larger than is read, so less has to be
 * asked for. `persistent`: the configuration is wrong, so trying again does not help.
 */
export class ChainFault extends Data.TaggedError("ChainFault")<{
  /** A sentence for the operator, and for users who ask why a rail is not live. It holds no address, no key and nothing of an answer. */
  readonly why: string
  readonly kind: "passing" | "too_large" | "persistent"
}> {}

/** A block of a chain, with the time that it states. */
export interface Block {
  readonly height: number
  readonly hash: string
  readonly at: Instant
}

/** An address to follow: from the moment at which following began (`since` is null), or from an instant that may lie before that moment. */
export interface Followed {
  readonly address: string
  readonly since: Instant | null
}

/** A transfer before its confirmations have been counted. */
export type Seen = Omit<Transfer.Transfer, "confirmations" | "confirmedAt">

/** A search for transfers to these addresses in blocks up to `to`. `from` is the first block that was not read before. */
export interface Search {
  readonly followed: ReadonlyArray<Followed>
  readonly from: number
  readonly to: number
  /** Whether a transfer was handled before, and need not be found again. */
  readonly settled: (transfer: Pick<Seen, "network" | "txid" | "index">) => boolean
}

/** The transfers found. Every transfer up to the block `upTo` is among them. */
export interface Found {
  readonly seen: ReadonlyArray<Seen>
  readonly upTo: number
}

/** A transaction that succeeded, with its transfers of listed assets. */
export interface SeenTransaction {
  readonly height: number
  readonly blockHash: string
  readonly transfers: ReadonlyArray<{
    readonly asset: string
    readonly from: string
    readonly to: string
    readonly units: string
    readonly index: number
  }>
}

/** A chain that the court reads, as one shape over EVM, Bitcoin and Cardano. Each read fails by `ChainFault`. */
export interface Chain {
  /** The CAIP-2 id of the network, such as `eip155:8453`. */
  readonly network: string
  readonly tip: Effect.Effect<Block, ChainFault>
  /** The block at a height of the current chain. Null if the chain has not reached it. */
  readonly block: (height: number) => Effect.Effect<Block | null, ChainFault>
  readonly search: (search: Search) => Effect.Effect<Found, ChainFault>
  /** A transaction by its hash; null if no block has it, or if it failed. Absent if the reader finds no transaction by its hash. */
  readonly transaction?: (txid: string) => Effect.Effect<SeenTransaction | null, ChainFault>
}
