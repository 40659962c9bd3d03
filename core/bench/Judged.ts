/**
 * The bundle that goes before a judge: that of the matter, with the accounts of the deals on which its orders rest, as of the call (PD15).
 */
import { Effect } from "effect"
import { Causes, type Deal, type LineFinding } from "../account/index.ts"
import { dealOfQuote, readDebt } from "../deals/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import { Bundle, type Matter, type Pleading } from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Deals, JudgedDeal } from "./Determined.ts"

/** A bundle with its deals; null if the matter was filed before PD15 was in force, so that nothing of it is decided by accounts. */
export interface JudgedBundle extends Bundle.Bundle {
  readonly deals: Deals | null
}

/** A deal before the judge, with its account as of an instant; with the findings of a judge on its open lines, if it has made them. */
export const judgeDeal = (
  deal: Deal.Deal,
  sides: JudgedDeal["sides"],
  asOf: Instant,
  terms: Terms,
  findings: ReadonlyArray<LineFinding> = [],
): JudgedDeal => ({ facts: deal, sides, terms, ...Causes.standingOf(deal, asOf, terms, findings) })

/** The instant of an account: the call; of a matter that is reheard and was never called, as its judgment was by consent, its reservation. */
export const asOfCall = ({ call, reservedAt }: Pick<Matter.Matter, "call" | "reservedAt">): Instant =>
  call?.at ?? needPresent(reservedAt, "when a matter was reserved")

const quoteBefore = Effect.fnUntraced(function* (
  reader: Reader,
  matter: Matter.Matter,
  asOf: Instant,
  context: QueryContext,
) {
  if (matter.quoteId === null || matter.account !== true) return null
  const quote = quotes.current(yield* quotes.need(reader, matter.quoteId), context.now)
  const deal = needPresent(
    yield* dealOfQuote(reader, quote, context, matter.id),
    "the deal of a quote that was accepted",
  )
  const buyer = needPresent(quote.buyer.party, "the buyer of a quote that was accepted")
  const sides = { supplier: quote.supplier.handle, buyer: buyer.handle }
  return judgeDeal(deal, sides, asOf, context.terms)
})

/** The debts on which orders rest, by the entries that they name. An entry that is not a debt between the parties carries nothing. */
const debtsBefore = Effect.fnUntraced(function* (
  reader: Reader,
  matter: Matter.Matter,
  orders: ReadonlyArray<Pleading.OrderSought>,
  asOf: Instant,
  context: QueryContext,
) {
  const debts = new Map<string, JudgedDeal>()
  const byDebt = new Map<string, JudgedDeal>()
  // A claim on a debt between others is refused at its filing.
  const nameOf = (id: string): string =>
    (id === matter.claimant.id ? matter.claimant : matter.respondent).handle
  for (const on of new Set(orders.map((order) => order.on))) {
    if (on === undefined) continue
    const deal = yield* readDebt(reader, on, context, matter.id)
    if (deal === null) continue
    const { supplier, buyer } = deal.parties
    // Entries of one hash are one debt, which is shared once among the orders that name any of them.
    const one =
      byDebt.get(deal.id) ??
      judgeDeal(deal, { supplier: nameOf(supplier), buyer: nameOf(buyer) }, asOf, context.terms)
    byDebt.set(deal.id, one)
    debts.set(on, one)
  }
  return debts
})

/** The accounts of the deals of a matter as of an instant; null if it was filed before PD15 was in force. */
export const dealsOf = Effect.fnUntraced(function* (
  reader: Reader,
  {
    matter,
    claim,
  }: Pick<Bundle.Bundle, "matter"> & { readonly claim: Pick<Bundle.Bundle["claim"], "orders"> },
  asOf: Instant,
  context: QueryContext,
) {
  if (matter.underPD15 !== true) return null
  const orders = needPresent(claim.orders, "the orders that a claim seeks")
  const deals: Deals = {
    quote: yield* quoteBefore(reader, matter, asOf, context),
    debts: yield* debtsBefore(reader, matter, orders, asOf, context),
  }
  return deals
})

/** The bundle of a matter that was called, with its deals, by the figures in force when it was filed (Rule 8.1). */
export const judgedBundle = (
  reader: Reader,
  matter: Matter.Matter,
  context: QueryContext,
): Effect.Effect<JudgedBundle, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const terms = context.schedule.at(matter.filedAt)
    const bundle = yield* Bundle.collect(reader, matter.id)
    const deals = yield* dealsOf(reader, bundle, asOfCall(bundle.matter), { ...context, terms })
    return { ...bundle, deals }
  })
