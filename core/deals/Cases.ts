/** The cases of the parties on their deals: what a claim would get before it is filed, and what secures it (PD15 §3, Rule 5.3A). */
import { Effect } from "effect"
import { Causes, Deal, Prospect } from "../account/index.ts"
import { heldOn } from "../deliveries/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Accounts } from "../matters/index.ts"
import type { Quote } from "../quotes/index.ts"
import { readDebt } from "./Debt.ts"
import { dealOfQuote } from "./Quoted.ts"

type Service = typeof Accounts.Accounts.Service
type At = Parameters<Service["cases"]>[2]
type Order = NonNullable<Accounts.Claiming["filing"]["claim"]["orders"]>[number]

/** The side of an agent in a deal between it and another; null if the deal is not between the two. */
export const sideIn = (
  { parties }: Deal.Deal,
  agent: string,
  other: string | undefined,
): Deal.Side | null => {
  if (parties.supplier === agent && parties.buyer === other) return "supplier"
  return parties.buyer === agent && parties.supplier === other ? "buyer" : null
}

/** A claim as the account reads it once it is filed now. */
const asFiled = (
  side: Deal.Side,
  { claim: { denies } }: Accounts.Claiming["filing"],
  now: Instant,
): Deal.Matter => ({
  id: "filed now",
  filedAt: now,
  claimant: side,
  pleads: side === "supplier" ? { supplier: now, buyer: null } : { supplier: null, buyer: now },
  deniedAt: denies?.includes("delivery") === true ? now : null,
  admits: [],
})

/** The sum that some orders ask to be paid in all; null if they ask for no payment. */
export const askedIn = (orders: ReadonlyArray<Pick<Order, "kind" | "amountCents">>): number | null => {
  const sums = orders.flatMap(({ kind, amountCents }) => (kind === "pay" ? [amountCents ?? 0] : []))
  return sums.length === 0 ? null : sums.reduce((all, cents) => all + cents, 0)
}

/** Nothing is held for a deal without a quote. */
export const nothingHeld: Prospect.InHolds = { heldCents: 0, escrows: [] }

/** The sum in the holds of a quote for the order that a side would get, which its other side put in, and how long their escrows last. */
export const heldFor = (reader: Reader, quote: Quote.Quote, deal: Deal.Deal, side: Deal.Side, at: At) =>
  heldOn(reader, quote, at, deal.parties[Deal.otherSide(side)])

/** The evidence of a claim as it is filed now, with what was found of it. */
const fileNow = ({ filing, claimant, kept }: Accounts.Claiming, at: Instant) => {
  const findings = new Map(kept?.findings.pieces.map(({ position, verified }) => [position, verified]))
  const evidence = filing.claim.evidence.map(({ content }, i) => ({
    content,
    verified: findings.get(i) ?? null,
  }))
  return { claimant: claimant.id, paper: { at, evidence } }
}

/** The deals on which the orders of a claim rest, each once, with the orders that rest on it. */
const dealsOf = Effect.fnUntraced(function* (reader: Reader, claiming: Accounts.Claiming, at: At) {
  const { filing, quote, suits } = claiming
  const found = new Map<string, { readonly deal: Deal.Deal; readonly orders: Array<Order> }>()
  for (const order of filing.claim.orders ?? []) {
    const { cause, on } = order
    const deal: Deal.Deal | null =
      Causes.isOfQuote(cause) && quote !== null
        ? (found.get(quote.id)?.deal ??
          (yield* dealOfQuote(reader, quote, at, null, suits, fileNow(claiming, at.now))))
        : (cause === "debt" || cause === "mandate") && on !== undefined
          ? yield* readDebt(reader, on, at, null, suits, fileNow(claiming, at.now))
          : null
    if (deal === null) continue
    const entry = found.get(deal.id) ?? { deal, orders: [] }
    entry.orders.push(order)
    found.set(deal.id, entry)
  }
  return [...found.values()]
})

/** The claimant's case on each deal on which its orders rest, as it would stand once the claim is filed. */
export const casesOf: Service["cases"] = (reader, claiming, at) =>
  Effect.gen(function* () {
    if (at.terms.accountsInForce === 0) return []
    const { filing, claimant, respondent, quote } = claiming
    const cases: Array<Accounts.Told> = []
    for (const { deal, orders } of yield* dealsOf(reader, claiming, at)) {
      const side = sideIn(deal, claimant.id, respondent?.id)
      if (side === null) continue
      const told = Prospect.caseOf({ ...deal, matter: asFiled(side, filing, at.now) }, side, at, {
        askedCents: askedIn(orders),
      })
      const held =
        deal.kind === "quote" && quote !== null ? yield* heldFor(reader, quote, deal, side, at) : nothingHeld
      cases.push({ told, held })
    }
    return cases
  })
