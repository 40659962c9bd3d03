/** The facts of the account of a quote, as the records of the court have them. */
import { Effect, Option } from "effect"
import type { Deal } from "../account/index.ts"
import { deliveryFacts } from "../deliveries/index.ts"
import { type SignedTerms, Verified } from "../evidence/index.ts"
import { Hold, holdsOfQuote } from "../holds/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { hours } from "../kernel/Time.ts"
import type { Suits } from "../matters/index.ts"
import { hashIn, Quote } from "../quotes/index.ts"
import { beforeCourt, suitOnQuote } from "./BeforeCourt.ts"
import { findMetOrders } from "./Met.ts"
import { isOfNoOther } from "./OneAcceptance.ts"
import { type Filing, type Paper, papersOf } from "./Papers.ts"
import { findProvenFacts, findStated, type Parties, readingsOn } from "./Stated.ts"
import { isRead, transactionsOf } from "./Transactions.ts"

/** The chain of quotes that this one replaced after they were accepted, oldest first, itself last. */
const chainBefore = Effect.fnUntraced(function* (reader: Reader, quote: Quote.Quote, max: number) {
  const chain = [quote]
  for (let id = quote.replaces; id !== null && chain.length <= max; ) {
    const before = needPresent(
      Option.getOrNull(yield* reader.find(Quote.Quotes, id)),
      "the quote that another replaces",
    )
    if (before.acceptedAt !== null) chain.unshift(before)
    id = before.replaces
  }
  return chain
})

const closeFacts = (id: string, account: Quote.StatedClose | null, supplier: boolean): Deal.Close | null =>
  account && {
    id,
    at: account.at,
    cents: account.priceChargedCents,
    delivered: supplier ? (hashIn(account.delivered) ?? account.delivered) : account.delivered,
    deliveredAt: account.deliveredAt,
    dispute: account.dispute !== null,
    received: account.received ?? null,
  }

const heldFacts =
  ({ supplier }: Parties) =>
  (hold: Hold.Hold): ReadonlyArray<Deal.Held> => {
    const { id, payer, confirmedAt, status, paidOut, paidToPayee, since, parts = [] } = hold
    if (confirmedAt === null) return []
    const ended = status === "paid_out" || status === "lapsed"
    const left = [
      ...parts.map(({ paidOutAt: at, toPayeeCents: cents, txid }) => ({ at, cents, txid })),
      ...(paidOut === null || paidToPayee === undefined ? [] : [{ at: paidOut.paidOutAt, ...paidToPayee }]),
    ]
    return [
      {
        id,
        payer: payer.id === supplier.id ? "supplier" : "buyer",
        cents: Hold.restCents(hold),
        confirmedAt,
        endedAt: ended ? since : null,
        left,
      },
    ]
  }

const meterFacts = ({ cents, per, toleranceMillionths, attester }: Quote.Meter) => ({
  cents,
  per,
  toleranceMillionths,
  attester,
})

/** The rails of a chain of quotes, oldest first. */
const railFacts = (
  rails: ReadonlyArray<Pick<Deal.Rail, "network" | "address"> & { readonly at: number }>,
  read: ReadonlySet<string>,
) =>
  rails.map(
    ({ network, address, at }): Deal.Rail => ({ from: at, network, address, saidUnread: !read.has(network) }),
  )

/** Whether what a party signed is of a quote: it names it by its id or by its reference, and no other criteria (PD15 §5A). */
const isOf = (quote: Quote.Quote, { deal, criteria }: SignedTerms.Delivery): boolean =>
  (deal === quote.id || deal === quote.ref) &&
  (criteria === null || criteria === Quote.owedOf(quote).criteriaSha256)

/** The records that each side signed of the delivery, in some papers; no member if the papers have no such record. */
const findSigned = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  chain: ReadonlyArray<Quote.Quote>,
  papers: ReadonlyArray<Omit<Paper, "by">>,
  parties: Parties,
) {
  const signed: Array<Deal.SignedDelivery> = []
  for (const { at, evidence } of papers)
    for (const { content, verified } of evidence)
      for (const by of ["supplier", "buyer"] as const)
        for (const said of verified === null ? [] : Verified.termsBy(verified, parties[by].handle)) {
          if (said.kind !== "delivery" || !isOf(quote, said)) continue
          if (!(yield* isOfNoOther(reader, quote, chain, parties, said))) continue
          const { says, millionths, sha256, signedAt } = said
          signed.push({ id: sha256Hex(content), by, at, signedAt, says, millionths, sha256 })
        }
  const facts: Pick<Deal.QuoteDeal, "signed"> = signed.length === 0 ? {} : { signed }
  return facts
})

/**
 * The facts of an accepted quote as the records have them now; null if the quote was never accepted, or its buyer is not an agent, so
 * that it has no account. `judged` is the matter for which the account is drawn up; without one it is whatever is before the court.
 * `filing` is a claim that is about to be filed on it.
 */
export const dealOfQuote = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  context: Pick<QueryContext, "now" | "terms">,
  judged: string | null = null,
  suits: Suits.Between | null = null,
  filing: Filing | null = null,
) {
  const { acceptedAt, buyer, supplier } = quote
  if (acceptedAt === null || buyer.party === null) return null
  const { now, terms } = context
  const parties: Parties = { supplier, buyer: buyer.party }
  const chain = yield* chainBefore(reader, quote, terms.quoteRevisionsMax)
  const rails = chain.flatMap(Quote.railsOf)
  const networks: Array<{ readonly network: string; readonly read: boolean }> = []
  for (const network of new Set(rails.map((rail) => rail.network)))
    networks.push({ network, read: yield* isRead(reader, network) })
  const refs = chain.map(({ id }) => id)
  const stated = yield* findStated(reader, refs, parties)
  const agents = [parties.supplier, parties.buyer]
  const transactions = yield* transactionsOf(reader, stated, { refs, networks, agents, now })
  const holds: Array<Hold.Hold> = []
  for (const { id } of chain) holds.push(...(yield* holdsOfQuote(reader, id, context)))
  const sued = suitOnQuote(supplier, buyer.party, quote.id)
  const { matter, earlier, pending } = yield* beforeCourt(reader, sued, judged, suits)
  const filed = filing === null ? [] : [filing.paper]
  const papers = matter === null ? filed : yield* papersOf(reader, matter.id, matter.claimant)
  const { delivery, remedies, metered } = Quote.owedOf(quote)
  const read = new Set(networks.flatMap(({ network, read }) => (read ? [network] : [])))
  const deal: Deal.QuoteDeal = {
    kind: "quote",
    id: quote.id,
    parties: { supplier: supplier.id, buyer: buyer.party.id },
    currency: quote.currency,
    cents: quote.priceCents,
    offeredAt: quote.offeredAt,
    acceptedAt,
    firstAcceptedAt: needPresent(chain[0]?.acceptedAt, "the first acceptance"),
    replacedBy: quote.replacedBy,
    dueBy: quote.dueBy,
    inspection: hours(quote.inspectionHours),
    elsewhere: delivery === "elsewhere",
    remedies: remedies ?? { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: null },
    ...(metered === undefined
      ? {}
      : { meter: { ...meterFacts(metered), readings: yield* readingsOn(reader, quote, metered.attester) } }),
    rails: railFacts(rails, read),
    closes: {
      supplier: closeFacts(`${quote.id}/close`, quote.close, true),
      buyer: closeFacts(`${quote.id}/countersign`, quote.countersign, false),
    },
    holds: holds.flatMap(heldFacts(parties)),
    stated,
    transactions,
    proven: yield* findProvenFacts(reader, parties, transactions),
    ...(yield* deliveryFacts(reader, quote, now)),
    matter,
    ordered: findMetOrders(earlier, stated, holds),
    pending,
    ...(yield* findSigned(reader, quote, chain, papers, parties)),
  }
  return deal
})
