/**
 * The kinds of escrow that may name the court as referee, the port that reads them, and how often an agent can make the court ask a
 * chain (PD2 §6C). The court reads an escrow; it never moves one.
 */
import { Context, Effect, Schema } from "effect"
import { nameOf } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { days, type Instant } from "../kernel/Time.ts"
import { dayOf } from "../ledger/index.ts"

/** `x402r`: a payment authorised and captured; `erc8183`: a job with an evaluator; `kleros`: a transaction with an arbitrator (ERC-792). */
export const Kind = Schema.Literal("x402r", "erc8183", "kleros")
export type Kind = typeof Kind.Type

const decimal = (least: bigint) => (text: string) =>
  /^(?:0|[1-9]\d*)$/.test(text) && BigInt(text) >= least && BigInt(text) < 2n ** 256n
const word = (text: string): string => `0x${BigInt(text).toString(16).padStart(64, "0")}`

/** The properties of a kind of escrow: the form of a reference, its bytes, and whether a payment can be divided. */
export interface Features {
  readonly form: string
  readonly isRef: (text: string) => boolean
  /** The reference as the 32 bytes of an instruction, in hexadecimal. */
  readonly refBytes: (ref: string) => string
  /** Whether it can pay a side a part of the sum, and give the rest to the other or keep it. */
  readonly divides: boolean
}

/** The differences between the kinds. A reference has one written form only, so that one payment can't be named twice. */
export const kinds: { readonly [K in Kind]: Features } = {
  x402r: {
    form: "the hash of its payment info: 0x and 64 lower-case hexadecimal digits",
    isRef: (text) => /^0x[0-9a-f]{64}$/.test(text),
    refBytes: (ref) => ref,
    divides: true,
  },
  erc8183: {
    form: "the number of the job: decimal, from 1, without leading zeros",
    isRef: decimal(1n),
    refBytes: word,
    divides: false,
  },
  kleros: {
    form: "the number of the transaction: decimal, from 0, without leading zeros",
    isRef: decimal(0n),
    refBytes: word,
    divides: false,
  },
}

/** The place of a hold: the escrow's contract on its chain, and its own name for the hold. */
export interface Ref {
  readonly escrowKind: Kind
  readonly chainId: number
  readonly escrowAddress: string
  readonly holdRef: string
}

/** The state of an escrow as a chain shows it. Addresses are checksummed; amounts are in units of the asset. */
export interface Reading {
  readonly at: Instant
  readonly state: "unfunded" | "funded" | "spent"
  readonly payer: string
  readonly payee: string
  /** The token's contract; null if the escrow does not say it for each payment. */
  readonly asset: string | null
  readonly amountUnits: string
  /** When the payer can take the sum back by itself; null if it never can. */
  readonly expiresAt: Instant | null
  /** Every address that can release the sum, or could by a change of roles that the escrow allows. */
  readonly releasers: ReadonlyArray<string>
}

/** A transfer of the escrow's token to one of the two sides. `index` is the index of its log in the block. */
export interface Transfer {
  readonly index: number
  readonly to: "payee" | "payer"
  readonly units: string
}

/** A payment out of an escrow as a chain shows it: what went to each side in one transaction, and when (block time). */
export interface Payment {
  readonly txid: string
  readonly height: number
  readonly blockHash: string
  readonly at: Instant
  /** The transfers that the escrow's own payment made, in the order of their logs. The two sums below add them up by side. */
  readonly transfers: ReadonlyArray<Transfer>
  readonly toPayeeUnits: string
  readonly toPayerUnits: string
  /** All that left the escrow for this payment in the transaction, fees included; null if its events don't say. */
  readonly movedUnits: string | null
  /** Whether the escrow still holds a part of the payment. */
  readonly holds: boolean
  /** The number of blocks from the payment's block to the newest one, both counted. */
  readonly confirmations: number
}

/** The addresses of both sides of an escrow, and its asset. */
export interface Sides {
  readonly payer: string
  readonly payee: string
  readonly asset: string
}

/** `unread`: no reader of this chain is configured. `unreadable`: a reader is configured but gave no usable answer. */
export type Unread = "unread" | "unreadable"

/** Reads payments in escrows on their chains. A payment that can't be read now is `Unread`, with the reason. */
export interface Service {
  readonly read: (ref: Ref) => Effect.Effect<Reading | Unread>
  /**
   * The transaction by which the escrow paid out; `unpaid` if the chain shows no such transaction that was mined later than `after`. `txid`
   * names the transaction, if it is known.
   */
  readonly payment: (
    ref: Ref,
    sides: Sides,
    txid: string | null,
    after: Instant,
  ) => Effect.Effect<Payment | "unpaid" | Unread>
}

/** The port that reads escrows on their chains, as far as the court reads those. */
export class Escrows extends Context.Tag("agent-court/Escrows")<Escrows, Service>() {}

/** For a court without readers of chains, which accepts holds as the parties state them. */
export const noReaders: Service = {
  read: () => Effect.succeed("unread"),
  payment: () => Effect.succeed("unread"),
}

/** Counts how often an agent has the court look at a chain, since each look costs the court a request. */
export interface AsksService {
  /**
   * Takes one of the `max` asks of an agent on a day; false if no ask is left. An act that is refused for what the chain shows records
   * nothing, so no record could count it.
   */
  readonly take: (agent: string, day: string, max: number) => Effect.Effect<boolean>
}

/** Counts the asks of each agent. Each process counts for itself. */
export class Asks extends Context.Tag("agent-court/Asks")<Asks, AsksService>() {}

const secondsToMidnight = (now: Instant): number =>
  Math.ceil((Math.floor(now / days(1) + 1) * days(1) - now) / 1000)

/** Takes an ask for the agent that acts. Refused `daily_figure` if the agent has no ask left on this day. */
export const takeAsk = rule(
  ["PD2 §6C"],
  ({
    actor,
    now,
    terms,
  }: Pick<CommandContext, "actor" | "now" | "terms">): Effect.Effect<void, Refusal, Asks> => {
    const max = terms.chainAsksPerDay
    return Effect.flatMap(
      Effect.flatMap(Asks, ({ take }) => take(nameOf(actor), dayOf(now), max)),
      (taken) =>
        taken
          ? Effect.void
          : refusal("daily_figure", {
              what: "acts of one agent for which the court asks a chain",
              max,
              waitSeconds: secondsToMidnight(now),
            }),
    )
  },
)
