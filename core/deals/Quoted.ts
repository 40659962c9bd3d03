/** The facts of the account of a quote, as the records of the court have them. */
import { Effect, Option } from "effect"
import type {
  Close,
  Criteria,
  Disclosure,
  Held,
  Matter as MatterFacts,
  Ordered,
  Pending,
  ProvenAddress,
  QuoteDeal,
  Rail,
  Side,
  Stated,
} from "../account/index.ts"
import type { Bound } from "../agents/index.ts"
import { type Dealing, statedPayments } from "../dealings/index.ts"
import { type Hold, holdsOfQuote } from "../holds/index.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { hours } from "../kernel/Time.ts"
import { type Account, hashIn, owedOf, type Quote, Quotes, railsOf } from "../quotes/index.ts"
import { addressesOf, isRead, ownersOf, transactionsOf } from "./Transactions.ts"

/** What the account needs of the record of a matter on the quote, and of earlier judgments. Whoever asks outside a matter has none. */
export interface BeforeCourt {
  readonly matter: MatterFacts | null
  readonly ordered: ReadonlyArray<Ordered>
  readonly pending: ReadonlyArray<Pending>
}
export const notBeforeCourt: BeforeCourt = { matter: null, ordered: [], pending: [] }

/** What was disclosed of the delivery, and what its criteria make of it. */
export interface Delivered {
  readonly disclosures: ReadonlyArray<Disclosure>
  readonly criteria: Criteria | null
}

type Parties = { readonly [S in Side]: typeof Bound.Type }

/** The chain of quotes that this one replaced after they were accepted, oldest first, itself last. */
const chainBefore = Effect.fnUntraced(function* (reader: Reader, quote: Quote, max: number) {
  const chain = [quote]
  for (let id = quote.replaces; id !== null && chain.length <= max; ) {
    const before = Option.getOrNull(yield* reader.find(Quotes, id))
    if (before === null) break
    if (before.acceptedAt !== null) chain.unshift(before)
    id = before.replaces
  }
  return chain
})

const closeFacts = (id: string, account: Account | null, supplier: boolean): Close | null =>
  account && {
    id,
    at: account.at,
    cents: account.priceChargedCents,
    delivered: supplier ? (hashIn(account.delivered) ?? account.delivered) : account.delivered,
    deliveredAt: account.deliveredAt,
    dispute: account.dispute !== null,
    received: account.received ?? null,
  }

/** A payment goes from the buyer to the supplier and a refund the other way, whoever lodges it; an entry that names somebody else is neither. */
const statedFacts =
  ({ supplier, buyer }: Parties) =>
  ({ id, kind, lodger, counterpartyId, lodgedAt, valueCents, txid, review }: Dealing): ReadonlyArray<Stated> => {
    const side = lodger === supplier.handle ? "supplier" : "buyer"
    const other = side === "supplier" ? buyer : supplier
    if ((kind !== "payment" && kind !== "refund") || counterpartyId !== other.id) return []
    const cents = valueCents ?? 0
    return [
      { id, kind, lodger: side, at: lodgedAt, cents, txid: txid ?? null, review: review && { outcome: review.outcome, at: review.at } },
    ]
  }

const heldFacts =
  ({ supplier }: Parties) =>
  (hold: Hold): ReadonlyArray<Held> => {
    const { id, payer, amountCents: cents, confirmedAt, status, paidOut, since } = hold
    if (confirmedAt === null) return []
    const ended = status === "paid_out" || status === "lapsed"
    const left = paidOut === null ? [] : [{ at: paidOut.paidOutAt, cents: paidOut.toPayeeCents, txid: null }]
    return [
      {
        id,
        payer: payer.id === supplier.id ? "supplier" : "buyer",
        cents,
        confirmedAt,
        endedAt: ended ? since : null,
        left,
      },
    ]
  }
