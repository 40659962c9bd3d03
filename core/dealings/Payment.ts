/** Payments and refunds: entries that say what was paid on a quote or on another entry (Dealings Act 1.4). */
import { Effect, Option, Schema } from "effect"
import { type StatedTransaction, StatedTransactions, stateTransaction } from "../chains/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { Uuid } from "../kernel/Id.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { count, days as daysOf, enforced, rule } from "../kernel/Section.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import {
  type Dealing,
  Dealings,
  debtIndex,
  debtPrefix,
  hashIndex,
  lodgedPrefix,
  type NotaryEntry,
  transactionIndex,
  transactionPrefix,
} from "./Dealing.ts"

export const payments = enforced(
  "Dealings Act 1.4",
  "Payments and refunds",
  (t) =>
    `A payment or a refund states by its reference, the id of a quote or of an entry, what it is for. Each agent states at most ${count(t.paymentsMax, "payment or refund", "payments and refunds")} with one such reference, and as many that name one transaction. A payment or a refund may name its transaction on a chain. If the Court reads that chain, it looks for the transaction for ${daysOf(t.statedTransactionDays)}, and it records at most ${count(t.statedTransfersMax, "transfer")} of listed assets in it as soon as the transaction has its confirmations. An agent's statement about a payment is shown to the other side, which may confirm or contest it.`,
)

/** The payments and refunds that one agent stated with one reference, or of one transaction: their ids, oldest first. The record bounds their number. */
export const PaymentBook = Schema.Struct({
  ref: Schema.String,
  lodger: Schema.String,
  dealings: Schema.Array(Schema.String),
})
export interface PaymentBook extends Schema.Schema.Type<typeof PaymentBook> {}

const bookId = (ref: string, lodger: string): string => `${ref}/${lodger}`

export const PaymentBooks = Kind.make<PaymentBook>({
  name: "payment-book",
  schema: PaymentBook,
  id: ({ ref, lodger }) => bookId(ref, lodger),
})

const isId = Schema.is(Uuid)

/** The quote or the entry that a payment or a refund is for; null if the entry is neither, or names nothing of the court's. */
const subjectPaidFor = ({
  kind,
  ref,
}: {
  readonly kind?: string | null | undefined
  readonly ref?: string | null | undefined
}): string | null => ((kind === "payment" || kind === "refund") && isId(ref) ? ref : null)

/** The book that has an entry: that of the quote or the entry that was paid, or of the quote whose meter was read; null for any other entry. */
export const bookOf = (
  entry: Pick<NotaryEntry, "units"> & Parameters<typeof subjectPaidFor>[0],
): string | null => {
  const { kind, ref, units } = entry
  return kind === "meter" && units !== undefined && isId(ref) ? readingsBook(ref) : subjectPaidFor(entry)
}
const readingsBook = (quoteId: string): string => `meter/${quoteId}`

/** The transaction that a payment names, in lower case. Any other entry states no transaction. */
const transactionOf = (
  entry: { readonly txid?: string | undefined } & Parameters<typeof subjectPaidFor>[0],
) => (subjectPaidFor(entry) === null ? undefined : entry.txid?.toLowerCase())

/** The payments that were stated before with the same reference and of the same transaction. */
export interface StatedBefore {
  readonly book: PaymentBook | null
  /** The payments that the lodger stated of the same transaction. */
  readonly named: PaymentBook | null
  readonly transaction: StatedTransaction | null
}

/** The earlier statements on a payment on which nobody has stated anything. */
export const nothingStated: StatedBefore = { book: null, named: null, transaction: null }

/** The first payments and refunds by which an agent named a transaction. */
const listIndexed = (reader: Reader, txid: string, lodger: string) =>
  Effect.map(
    reader.list(Dealings, {
      index: transactionIndex,
      prefix: transactionPrefix(txid, lodger),
      after: null,
      limit: bounds.paymentsMax,
    }),
    ({ items }) => items.filter((one) => subjectPaidFor(one) !== null),
  )

/** The payments that an agent stated of a transaction. A court before this book was kept has the entries that name it. */
const findBook = (reader: Reader, txid: string, lodger: string) =>
  Effect.flatMap(reader.find(PaymentBooks, bookId(txid, lodger)), (found) =>
    Option.isSome(found)
      ? Effect.succeed(found.value)
      : Effect.map(listIndexed(reader, txid, lodger), (dealings) => ({
          ref: txid,
          lodger,
          dealings: dealings.map(({ id }) => id),
        })),
  )

/** The payments or the readings that a lodger stated before, for an entry that a book has. */
export const statedBefore = (
  reader: Reader,
  entry: NotaryEntry,
  lodger: string,
): Effect.Effect<StatedBefore, StoreUnavailable> => {
  const ref = needPresent(bookOf(entry), "what a payment or a reading is for")
  const txid = transactionOf(entry)
  const none = Effect.succeed(null)
  return Effect.all({
    named: txid === undefined ? none : findBook(reader, txid, lodger),
    book: Effect.map(reader.find(PaymentBooks, bookId(ref, lodger)), Option.getOrNull),
    transaction:
      txid === undefined ? none : Effect.map(reader.find(StatedTransactions, txid), Option.getOrNull),
  })
}

/** Refuses a payment or a reading for which its reference or its transaction has no place left (Dealings Act 1.4, PD15 §4A). */
export const mayState = rule(
  ["Dealings Act 1.4", "PD15 §4A"],
  (
    entry: Parameters<typeof bookOf>[0],
    { book, named }: StatedBefore,
    { paymentsMax, readingsMax }: Pick<Terms, "paymentsMax" | "readingsMax">,
  ): Refusal | null => {
    const most = Math.max(book?.dealings.length ?? 0, named?.dealings.length ?? 0)
    return entry.kind === "meter"
      ? when(most >= readingsMax, "readings_spent", { max: readingsMax })
      : when(most >= paymentsMax, "payments_spent", { max: paymentsMax })
  },
)

/** The changes that state a payment or a reading once it is lodged. Any other entry changes nothing. */
export const stateDealing = (
  dealing: Dealing,
  { book, named, transaction }: StatedBefore,
): { readonly stated: StatedBefore; readonly changes: ReadonlyArray<Change> } => {
  const ref = bookOf(dealing)
  if (ref === null) return { stated: nothingStated, changes: [] }
  const { id, lodger } = dealing
  const txid = transactionOf(dealing)
  const added = { ref, lodger, dealings: [...(book?.dealings ?? []), id] }
  const of = named === null ? null : { ...named, dealings: [...named.dealings, id] }
  const isNew = txid !== undefined && transaction === null
  const now = isNew ? stateTransaction(txid, dealing.lodgedAt) : transaction
  return {
    stated: { book: added, named: of, transaction: now },
    changes: [
      Changed.putLatest(PaymentBooks, added),
      ...(of === null ? [] : [Changed.putLatest(PaymentBooks, of)]),
      ...(isNew && now !== null ? [Changed.putLatest(StatedTransactions, now)] : []),
    ],
  }
}

/** The payments that were stated before each of many entries of one lodger, while they are lodged one after the other. */
export const stateInTurn = (gathered: ReadonlyMap<NotaryEntry, StatedBefore>) => {
  const books = new Map<string, PaymentBook>()
  const transactions = new Map<string, StatedBefore["transaction"]>()
  return {
    before: (entry: NotaryEntry): StatedBefore => {
      const { book, named, transaction } = gathered.get(entry) ?? nothingStated
      const txid = transactionOf(entry) ?? ""
      return {
        book: books.get(bookOf(entry) ?? "") ?? book,
        named: books.get(txid) ?? named,
        transaction: transactions.get(txid) ?? transaction,
      }
    },
    add: ({ book, named, transaction }: StatedBefore): void => {
      for (const one of [book, named]) if (one !== null) books.set(one.ref, one)
      if (transaction !== null) transactions.set(transaction.txid, transaction)
    },
  }
}

/** The payments and refunds, or the readings, that these agents stated with a reference: those of each agent in its order. */
export const statedPayments = Effect.fnUntraced(function* (
  reader: Reader,
  ref: string,
  lodgers: ReadonlyArray<string>,
) {
  const books = yield* reader.findAll(
    PaymentBooks,
    lodgers.map((lodger) => bookId(ref, lodger)),
  )
  const ids = books.flatMap(Option.toArray).flatMap(({ dealings }) => dealings)
  return (yield* reader.findAll(Dealings, ids)).flatMap(Option.toArray)
})

/** The readings of the meter of a quote that these agents stated: those of each agent in its order. */
export const statedReadings = (reader: Reader, quoteId: string, lodgers: ReadonlyArray<string>) =>
  statedPayments(reader, readingsBook(quoteId), lodgers)

/** The payments and refunds by which an agent named a transaction, in the order of lodgement. */
export const namedBy = Effect.fnUntraced(function* (reader: Reader, txid: string, lodger: string) {
  const { dealings } = yield* findBook(reader, txid, lodger)
  return (yield* reader.findAll(Dealings, dealings)).flatMap(Option.toArray)
})

/**
 * The entries with the hash, lodger and kind of one entry: itself, the entries that first became debts, and the entries that were lodged
 * first, as many of each as payments may name. Nobody hides the debt behind other papers of the same hash.
 */
export const sameEntries = Effect.fnUntraced(function* (reader: Reader, dealing: Dealing) {
  const { sha256, lodger, kind } = dealing
  const first = (index: string, prefix: string) =>
    Effect.map(
      reader.list(Dealings, { index, prefix, after: null, limit: bounds.paymentsMax }),
      ({ items }) => items,
    )
  const debts = yield* first(debtIndex, debtPrefix(dealing))
  const lodged = yield* first(hashIndex, lodgedPrefix(sha256, lodger))
  const found = [...debts, ...lodged.filter((one) => one.kind === kind), dealing]
  return [...new Map(found.map((one) => [one.id, one])).values()]
})
