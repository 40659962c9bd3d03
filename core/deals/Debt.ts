/** The facts of a debt of the Register of Dealings, as the records have them (PD15 §1). */
import { Effect, Option } from "effect"
import { type Deal, Debts, drawUp, Ripeness, receivedBy } from "../account/index.ts"
import { Agent } from "../agents/index.ts"
import { Dealing, Payment } from "../dealings/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Suits } from "../matters/index.ts"
import { Quote } from "../quotes/index.ts"
import { findDecisionTime, suitOnQuote } from "./BeforeCourt.ts"
import { debtFacts, type Reading } from "./Facts.ts"
import { readMandate } from "./Mandate.ts"
import { readPurchase } from "./Purchase.ts"
import { dealOfQuote } from "./Quoted.ts"
import { findStated, type Parties } from "./Stated.ts"

type Context = Pick<QueryContext, "now" | "terms">

/** An entry as the law of debts reads it. `lodgerId` is the agent of its lodger. */
const entryFacts =
  (lodgerId: string) =>
  ({
    id,
    kind,
    sha256,
    counterpartyId,
    lodgedAt,
    valueCents,
    ref,
    txid,
    review,
  }: Dealing.Dealing): Debts.Entry => ({
    id,
    kind: kind ?? "other",
    sha256,
    lodger: lodgerId,
    counterparty: counterpartyId,
    lodgedAt,
    valueCents,
    ref,
    txid: txid ?? null,
    confirmedAt: review?.outcome === "confirmed" ? review.at : null,
  })

/** When the account of a quote was decided, or had come to zero by an instant at which it lay; null if neither was so by then. */
const findSettlement = Effect.fnUntraced(function* (
  reader: Reader,
  deal: Deal.QuoteDeal,
  parties: Parties,
  at: Instant,
  { terms }: Context,
) {
  const decided = yield* findDecisionTime(reader, suitOnQuote(parties.supplier, parties.buyer, deal.id))
  if (decided !== null && decided <= at) return decided
  const { balance } = drawUp(deal, at, terms)
  return Ripeness.opensAt(receivedBy(deal, at), terms) <= at && balance === 0 ? at : null
})

/** The accepted quotes between its parties to which an invoice may belong: the quote that it names, and the quotes that state its sum. */
const quotesFor = Effect.fnUntraced(function* (reader: Reader, { ref, cents }: Invoice, parties: Parties) {
  const named = ref === null ? null : Option.getOrNull(yield* reader.find(Quote.Quotes, ref))
  const { items } = yield* reader.list(Quote.Quotes, {
    index: Quote.chargedIndex,
    prefix: Quote.chargedPrefix(parties.supplier.id, parties.buyer.id, cents),
    after: null,
    limit: bounds.paymentsMax,
  })
  return named === null ? items : [named, ...items.filter(({ id }) => id !== named.id)]
})

/** Whether two agents have both recorded the dealing that an entry names: a quote that was accepted, or an entry that was confirmed. */
const isOfBoth = Effect.fnUntraced(function* (reader: Reader, ref: string | null, parties: Parties) {
  if (ref === null) return false
  const ids = [parties.supplier.id, parties.buyer.id]
  const quote = Option.getOrNull(yield* reader.find(Quote.Quotes, ref))
  if (quote !== null) {
    const agents = [quote.supplier.id, quote.buyer.party?.id]
    return quote.acceptedAt !== null && ids.every((id) => agents.includes(id))
  }
  const dealing = Option.getOrNull(yield* reader.find(Dealing.Dealings, ref))
  if (dealing === null) return false
  const handles = [parties.supplier.handle, parties.buyer.handle]
  return (
    dealing.review?.outcome === "confirmed" &&
    handles.includes(dealing.lodger) &&
    ids.some((id) => id === dealing.counterpartyId)
  )
})

interface Invoice {
  readonly entry: Debts.Entry
  readonly ref: string | null
  readonly cents: number
}

/** The id of the quote between its parties to which an invoice belongs, so that it is not a debt; null if it belongs to no quote. */
const quoteWith = Effect.fnUntraced(function* (
  reader: Reader,
  invoice: Invoice,
  parties: Parties,
  context: Context,
) {
  const refIsOfBoth = yield* isOfBoth(reader, invoice.ref, parties)
  for (const quote of yield* quotesFor(reader, invoice, parties)) {
    const deal = yield* dealOfQuote(reader, quote, context)
    if (deal === null || !Debts.belongsTo(invoice.entry, { quote: deal, settledAt: null }, refIsOfBoth))
      continue
    const settledAt = yield* findSettlement(reader, deal, parties, invoice.entry.lodgedAt, context)
    if (Debts.belongsTo(invoice.entry, { quote: deal, settledAt }, refIsOfBoth)) return quote.id
  }
  return null
})

/**
 * The entry that makes the debt to which an entry belongs, with all entries that are the same debt, and the quote that has it instead;
 * null if no entry makes a debt.
 */
const debtAmong = Effect.fnUntraced(function* (reader: Reader, dealing: Dealing.Dealing, context: Context) {
  const lodger = needPresent(
    Option.getOrNull(yield* Agent.findByHandle(reader, dealing.lodger)),
    "the agent that lodged an entry",
  )
  const same = yield* Payment.sameEntries(reader, dealing)
  const first = Debts.firstOfThem(same.map(entryFacts(lodger.id)))
  const debt: Debts.Debt | null = first === null ? null : Debts.debtOf(first)
  if (first === null || debt === null) return null
  const entry = needPresent(
    same.find(({ id }) => id === debt.id),
    "the entry of a debt",
  )
  const counterparty = {
    id: needPresent(entry.counterpartyId, "the agent that a debt names"),
    handle: needPresent(entry.counterparty, "the name of the agent that a debt names"),
  }
  const [supplier, buyer] = debt.owedTo === lodger.id ? [lodger, counterparty] : [counterparty, lodger]
  const parties: Parties = { supplier, buyer }
  const invoice = { entry: first, ref: entry.ref, cents: debt.cents }
  const quoteId = debt.from === "invoice" ? yield* quoteWith(reader, invoice, parties, context) : null
  return { debt, entry, parties, quoteId, refs: same.map(({ id }) => id) }
})

/** The quote to which an entry belongs, with its parties: its account has what the entry charges. Null if it belongs to no quote. */
export const quoteOfEntry = Effect.fnUntraced(function* (reader: Reader, id: string, context: Context) {
  const dealing = Option.getOrNull(yield* reader.find(Dealing.Dealings, id))
  const found = dealing === null ? null : yield* debtAmong(reader, dealing, context)
  return found === null || found.quoteId === null ? null : { id: found.quoteId, parties: found.parties }
})

/**
 * The facts of the debt of an entry as the records have them now; null if it is not a debt: unconfirmed, without a value, or of a
 * quote. An offer that its lodger has paid is a debt if it is a purchase (PD15 §1B), and a mandate is one for the payments beyond it (PD15 §16). Entries of one hash, lodger and kind are one debt, and payments that name any of them count on it. `judged` is the matter
 * for which the account is drawn up.
 */
export const readDebt = Effect.fnUntraced(function* (
  reader: Reader,
  id: string,
  context: Context,
  judged: string | null = null,
  suits: Suits.Between | null = null,
  filing: Reading["filing"] = null,
) {
  const reading: Reading = { judged, suits, filing }
  const dealing = Option.getOrNull(yield* reader.find(Dealing.Dealings, id))
  if (dealing?.kind === "offer") return yield* readPurchase(reader, dealing, context, reading)
  if (dealing?.kind === "mandate") return yield* readMandate(reader, dealing, context, reading)
  const found = dealing === null ? null : yield* debtAmong(reader, dealing, context)
  if (found === null || found.quoteId !== null) return null
  const { debt, entry, parties, refs } = found
  const stated = yield* findStated(reader, refs, parties)
  const deal: Deal.DebtDeal = {
    ...(yield* debtFacts(reader, { parties, refs, stated, beside: [] }, context.now, reading)),
    id: debt.id,
    from: debt.from,
    cents: debt.cents,
    lodgedAt: entry.lodgedAt,
    madeAt: debt.madeAt,
    dealingAt: entry.dealingAt ?? entry.lodgedAt,
  }
  return deal
})
