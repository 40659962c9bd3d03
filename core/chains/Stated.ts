/** Transactions that parties name as payments, and what the court's own readers of chains saw in each. */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { days, Instant, sortable } from "../kernel/Time.ts"
import { networkReader } from "./Reading.ts"
import { Units } from "./Transfer.ts"

/** The hash of a transaction as parties write it: 64 hexadecimal characters, after `0x` on an EVM chain. */
export const TransactionHash = Schema.String.pipe(
  Schema.pattern(/^(?:0x)?[0-9a-fA-F]{64}$/, {
    message: () => "must be 64 hexadecimal characters, after 0x if the chain is an EVM chain",
  }),
)

/** One transfer of a listed asset (CAIP-19) in a transaction, by the index of its log. Addresses have their usual form. */
const Moved = Schema.Struct({
  asset: Schema.NonEmptyString,
  from: Schema.NonEmptyString,
  to: Schema.NonEmptyString,
  units: Units,
  index: Schema.NonNegativeInt,
})

/** The facts that a chain, named by its CAIP-2 id, shows of a transaction that succeeded and has its confirmations. */
const shown = {
  network: Schema.NonEmptyString,
  height: Schema.NonNegativeInt,
  blockHash: Schema.NonEmptyString,
  minedAt: Instant,
  transfers: Schema.Array(Moved).pipe(Schema.maxItems(bounds.statedTransfersMax)),
} as const

const statedTransactionSchema = Schema.Struct({
  /** The hash in lower case, with the `0x` of an EVM chain. */
  txid: Schema.NonEmptyString,
  statedAt: Instant,
  seen: Schema.NullOr(Schema.Struct({ ...shown, seenAt: Instant })),
})

export interface StatedTransaction extends Schema.Schema.Type<typeof statedTransactionSchema> {}

/** A transaction that a party stated. `seen` is null until the chain has shown it; `seenAt` is by the court's clock. */
export const StatedTransaction: Schema.Schema<StatedTransaction> = statedTransactionSchema

/** The transactions that no reader has seen yet, by the time of their first statement. */
const awaitedIndex = "transactions.awaited"

/** Transactions that parties have stated, by hash; listed by their age while they were not seen on a chain. */
export const StatedTransactions = Kind.make<StatedTransaction>({
  name: "stated-transaction",
  schema: StatedTransaction,
  id: ({ txid }) => txid,
  index: ({ txid, statedAt, seen }) =>
    seen === null ? [{ index: awaitedIndex, key: `${sortable(statedAt)}/${txid}` }] : [],
})

/** The record of a transaction as it is first stated. */
export const stateTransaction = (txid: string, now: Instant): StatedTransaction => ({
  txid,
  statedAt: now,
  seen: null,
})

/**
 * The transactions that a reader of a chain looks for, the longest stated first, from a key on; and the key to go on from. A
 * transaction that was stated too long ago is not looked for any more.
 */
export const awaitedTransactions = rule(
  ["Dealings Act 1.4"],
  (reader: Reader, after: string | null, limit: number, now: Instant, terms: Terms) => {
    const oldest = sortable(now - days(terms.statedTransactionDays))
    return Effect.map(
      reader.list(StatedTransactions, {
        index: awaitedIndex,
        prefix: "",
        after: after === null || after < oldest ? oldest : after,
        limit,
      }),
      ({ items, next }) => ({ txids: items.map(({ txid }) => txid), next }),
    )
  },
)

/** A reader of chains reports a transaction that a party stated. The reader's first report stays. */
export const recordTransaction = command({
  name: "record-transaction",
  sections: ["Dealings Act 1.4"],
  input: Schema.Struct({ txid: Schema.NonEmptyString, ...shown }),
  gather: ({ txid }, _context, reader) => Effect.map(reader.find(StatedTransactions, txid), Option.getOrNull),
  decide: (before, { txid, ...seen }, { actor, now }) =>
    Either.map(networkReader(actor), () => {
      const isNews = before !== null && before.seen === null
      return {
        changes: isNews
          ? [Changed.put(StatedTransactions, { ...before, seen: { ...seen, seenAt: now } })]
          : [],
        reply: { txid, recorded: isNews },
      }
    }),
})
