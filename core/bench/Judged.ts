/** What goes before a judge: the bundle of a matter, with the accounts of the deals on which its orders rest, as of the call (PD15). */
import { Effect } from "effect"
import { carriedBy, type Deal, drawUp, receivedBy } from "../account/index.ts"
import { beforeCourtIn, dealOfQuote } from "../deals/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import { type Bundle, bundleOf, type Matter } from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"
import type { Deals, JudgedDeal } from "./Determined.ts"

/** A bundle with its deals; null if the matter was filed before PD15 was in force, so that nothing of it is decided by accounts. */
export interface JudgedBundle extends Bundle {
  readonly deals: Deals | null
}

const judged = (deal: Deal, sides: JudgedDeal["sides"], asOf: Instant, terms: Terms): JudgedDeal => {
  const account = drawUp(deal, asOf, terms)
  return { account, sides, due: carriedBy(account, { deal: receivedBy(deal, asOf), asOf, terms }) }
}

/** The instant of an account: the call. */
const asOfCall = ({ call }: Matter): Instant => needPresent(call, "the call of a matter before the judge").at

const quoteBefore = Effect.fnUntraced(function* (reader: Reader, matter: Matter, context: QueryContext) {
  if (matter.quoteId === null || matter.account !== true) return null
  const quote = quotes.current(yield* quotes.need(reader, matter.quoteId), context.now)
  const before = yield* beforeCourtIn(reader, quote, matter)
  const deal = yield* dealOfQuote(reader, quote, context, before)
  if (deal === null || quote.buyer.party === null) return null
  const sides = { supplier: quote.supplier.handle, buyer: quote.buyer.party.handle }
  return judged(deal, sides, asOfCall(matter), context.terms)
})

/** The accounts of the deals of a matter, as of its call; null if it was filed before PD15 was in force. */
const dealsOf = Effect.fnUntraced(function* (reader: Reader, matter: Matter, context: QueryContext) {
  if (matter.underPD15 !== true) return null
  const deals: Deals = { quote: yield* quoteBefore(reader, matter, context), debts: new Map() }
  return deals
})

/** The bundle of a matter that was called, with its deals, by the figures in force when it was filed (Rule 8.1). */
export const judgedBundle = (reader: Reader, matter: Matter, context: QueryContext) =>
  Effect.gen(function* () {
    const terms = context.schedule.at(matter.filedAt)
    const bundle = yield* bundleOf(reader, matter.id)
    return { ...bundle, deals: yield* dealsOf(reader, matter, { ...context, terms }) } satisfies JudgedBundle
  })
