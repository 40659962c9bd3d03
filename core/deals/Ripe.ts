/** When a claim on an account may be filed, and when its matter may be called (PD15 §§2, 9). */
import { Effect, Either, Option } from "effect"
import { Causes, type Deal, Ripeness, receivedBy } from "../account/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Accounts } from "../matters/index.ts"
import { Quote } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { findDecisionTime, suitOnQuote } from "./BeforeCourt.ts"
import { casesOf, sideIn } from "./Cases.ts"
import { quoteOfEntry, readDebt } from "./Debt.ts"
import { dealOfQuote } from "./Quoted.ts"

type Service = typeof Accounts.Accounts.Service
type At = Parameters<Service["unripe"]>[2]
type Orders = NonNullable<Accounts.Claiming["filing"]["claim"]["orders"]>

const refusalOf = (deal: Deal.Deal, side: Deal.Side, { now, terms }: At): ReadonlyArray<Refusal> =>
  Either.match(Ripeness.check(deal, side, now, terms), { onLeft: (refused) => [refused], onRight: () => [] })

/** A metered price is that of a quote that states a meter. */
const refuseUnmetered = (quote: Quote.Quote, orders: Orders): ReadonlyArray<Refusal> => {
  const place = orders.findIndex(({ cause }) => cause === "metered_price")
  if (place === -1 || Quote.owedOf(quote).metered !== undefined) return []
  const fault = { path: `claim.orders[${place}].cause`, message: "this quote states no meter: use account" }
  return [
    refusal("deal_wanted", { cause: "metered_price", member: Causes.all.metered_price.member }, [fault]),
  ]
}

/** A deal that is not between the two of the claim is refused elsewhere, so nobody learns here of the deals of others. */
const unripeQuote = Effect.fnUntraced(function* (
  reader: Reader,
  { quote, claimant, respondent, suits }: Accounts.Claiming,
  orders: Orders,
  at: At,
) {
  const deal = quote === null ? null : yield* dealOfQuote(reader, quote, at, null, suits)
  const side = deal === null ? null : sideIn(deal, claimant.id, respondent?.id)
  if (quote === null || deal === null || side === null) return []
  return [...refuseUnmetered(quote, orders), ...refusalOf(deal, side, at)]
})

const unclaimableWords = {
  debt: "this entry is neither a debt between the parties nor an offer that one of them paid to the other by a transaction that the court has seen",
  mandate:
    "this entry is no mandate of one of the parties on which it stated a payment that the other confirmed or the court has seen on its chain",
} as const

/** An entry that is not a debt between the two is refused, whatever else it is. */
const unripeDebt = Effect.fnUntraced(function* (
  reader: Reader,
  { on, cause }: { readonly on: string; readonly cause: "debt" | "mandate" },
  place: number,
  { claimant, respondent, suits }: Accounts.Claiming,
  at: At,
) {
  const deal = yield* readDebt(reader, on, at, null, suits)
  const side = deal === null ? null : sideIn(deal, claimant.id, respondent?.id)
  const isOfCause = (deal?.from === "mandate") === (cause === "mandate")
  if (deal !== null && side !== null && isOfCause) return refusalOf(deal, side, at)
  const path = `claim.orders[${place}].on`
  const of = yield* quoteOfEntry(reader, on, at)
  // Whose quote it is, nobody but its parties learns.
  if (of !== null && [of.parties.supplier.id, of.parties.buyer.id].includes(claimant.id)) {
    const message = `this invoice is of the quote ${of.id}: claim its account, with cause account and this quoteId`
    return [
      refusal("deal_wanted", { cause: "account", member: Causes.all.account.member }, [{ path, message }]),
    ]
  }
  const fault = { path, message: unclaimableWords[cause] }
  return [refusal("deal_wanted", { cause, member: Causes.all[cause].member }, [fault])]
})

/** The accounts of deals for filings and calls, while PD15 is in force. */
export const accounts: Service = {
  unripe: rule(["PD15 §2", "PD15 §10"], (reader: Reader, claiming: Accounts.Claiming, at: At) =>
    Effect.gen(function* () {
      if (at.terms.accountsInForce === 0) return []
      const orders = claiming.filing.claim.orders ?? []
      const refused: Array<Refusal> = []
      if (orders.some(({ cause }) => Causes.isOfQuote(cause)))
        refused.push(...(yield* unripeQuote(reader, claiming, orders, at)))
      for (const [place, { cause, on }] of orders.entries())
        if ((cause === "debt" || cause === "mandate") && on !== undefined)
          refused.push(...(yield* unripeDebt(reader, { on, cause }, place, claiming, at)))
      return refused
    }),
  ),
  cases: casesOf,
  waits: rule(["PD15 §9"], (reader: Reader, { id, quoteId, account }, at: At) =>
    Effect.gen(function* () {
      if (at.terms.accountsInForce === 0 || account !== true || quoteId === null) return null
      const quote = yield* Effect.map(reader.find(Quote.Quotes, quoteId), Option.getOrThrow)
      const deal = yield* dealOfQuote(reader, quote, at, id)
      return Ripeness.callWaits(needPresent(deal, "the deal of a matter's quote"), at.now, at.terms)
    }),
  ),
}

/** Until when a claim on the account of an accepted quote between two agents may be filed; null if that account was decided. */
export const claimableUntil = rule(
  ["PD15 §2", "PD14 §13"],
  (reader: Reader, quote: Quote.Quote, at: At): Effect.Effect<Instant | null, StoreUnavailable> =>
    Effect.gen(function* () {
      const { supplier, buyer } = quote
      const party = needPresent(buyer.party, "the buyer of a quote that was accepted")
      const deal = needPresent(yield* dealOfQuote(reader, quote, at), "the deal of a quote that was accepted")
      const decided = yield* findDecisionTime(reader, suitOnQuote(supplier, party, quote.id))
      return decided === null ? Ripeness.closesAt(receivedBy(deal, at.now), at.terms) : null
    }),
)
