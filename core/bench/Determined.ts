/**
 * The decision of a judge on the papers on each order sought: by the account of the quote, by a debt, or because the other side admits it
 * (Rule 5.1, PD15). No text of a pleading is read. An order that rests on nothing of this is left undecided.
 */
import { type Account, Causes, type Deal } from "../account/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Bundle, Pleading } from "../matters/index.ts"

/** The grounds that carry an order on the papers, as the Rules, the tools and the pages say them. */
export const whatCarries =
  "On the papers an order is carried by the account of a quote (`cause`: `account`), by a debt in the Register of Dealings (`cause`: `debt`, with its entry in `on`), or by what the respondent admits. Typed records of both sides count, whoever brings them. The words of a pleading prove nothing."

export const decisionOnThePapers = enforced(
  "Rule 5.1",
  "Decision on the papers",
  () =>
    `${whatCarries} A fact, a rule and an authority that a party states are argument to it. Silence admits no fact; PD15 says what it costs. Costs follow the event: they go with at least one other order that is made. An order that no cause carries, and a sum that an account leaves undetermined, are not decided on the papers (PD15 §11A).`,
)

/** A deal before the judge: its account as of the call, its sides by handle, and what is to be ordered on it now. */
export interface JudgedDeal {
  readonly facts: Deal.Deal
  readonly account: Account
  readonly sides: { readonly [S in Deal.Side]: string }
  /** Null if nothing is to be ordered. Sums that earlier judgments ordered have come off. */
  readonly due: Causes.Due | null
  /** The figures by which the account was drawn up, to draw it up again with findings (PD15 §11B). */
  readonly terms: Terms
}

/** The deals on which the orders of a claim rest: the quote of the matter, and debts by the ids of their entries. */
export interface Deals {
  readonly quote: JudgedDeal | null
  readonly debts: ReadonlyMap<string, JudgedDeal>
}

/** By what an order is decided. Costs go with the event. */
export type Ground = "account" | "metered_price" | "debt" | "mandate" | "admitted" | "event"

/** The decision on the papers of one order that was sought, with the cause that carries it (PD15 §10). */
export interface DecidedOrder {
  readonly n: number
  readonly order: Pleading.OrderSought
  /** Null if nothing carries it. */
  readonly ground: Ground | null
  readonly outcome: "made" | "made in part" | "dismissed" | "undecided"
  /** The sum that is ordered or declared, in cents; null if the order has no sum, or if the ledger says it. */
  readonly cents: number | null
  readonly leavesRest: boolean
}

/** The whole decision on the papers, before it becomes a draft with reasons. */
export interface Determined {
  readonly orders: ReadonlyArray<DecidedOrder>
  /** The balance against the claimant itself, in cents; 0 if nothing is due from it. */
  readonly againstClaimant: number
}

/** Whether a judgment makes an order as it was sought, in whole or in part. */
export const isMade = ({ outcome }: Pick<DecidedOrder, "outcome">): boolean =>
  outcome === "made" || outcome === "made in part"

type Decision = Pick<DecidedOrder, "ground" | "outcome" | "cents" | "leavesRest">

const undecided: Decision = { ground: null, outcome: "undecided", cents: null, leavesRest: true }
const decide = (ground: Ground, outcome: Decision["outcome"], cents: number | null): Decision => ({
  ground,
  outcome,
  cents,
  leavesRest: false,
})

/** Whether an account may still give a side more than is ordered now, once its rest is decided. */
const mayGiveMore = ({ account, sides, due }: JudgedDeal, handle: string): boolean => {
  const { balance } = account
  if (balance === null) return true
  if (typeof balance === "number") return false
  const { min, max } = balance
  return (sides.supplier === handle ? max : -min) > (due?.cents ?? 0)
}

const sumSought = ({ amountCents }: Pleading.OrderSought): number =>
  needPresent(amountCents, "the sum of an order to pay")

/** The decision that a deal carries on a payment: the sum that was shared to it, as far as it was asked. */
const carryPayment = (
  ground: Causes.Cause,
  deal: JudgedDeal,
  order: Pleading.OrderSought,
  given: number,
): Decision => {
  const isShort = given < sumSought(order)
  const open = isShort && mayGiveMore(deal, order.inFavourOf)
  if (given > 0) return { ground, outcome: isShort ? "made in part" : "made", cents: given, leavesRest: open }
  return open ? { ...undecided, ground } : decide(ground, "dismissed", null)
}

/** The deal on which an order rests by its cause; null if the order names no cause, or the Court has no record of the deal. */
export const dealOf = ({ cause, on }: Pleading.OrderSought, { quote, debts }: Deals): JudgedDeal | null => {
  if (Causes.isOfQuote(cause)) return quote
  if (cause === undefined) return null
  return debts.get(needPresent(on, "the entry of a debt")) ?? null
}

/**
 * The sum that each payment to the claimant takes of the balance due on its deal, in their order, by the place of the order in the claim.
 */
const shareSums = (
  { matter: { claimant, respondent } }: Pick<Bundle.Bundle, "matter">,
  sought: ReadonlyArray<Pleading.OrderSought>,
  deals: Deals,
): ReadonlyMap<number, number> => {
  const asking = new Map<JudgedDeal, Array<readonly [i: number, cents: number]>>()
  for (const [i, order] of sought.entries()) {
    const deal = dealOf(order, deals)
    const runs = order.against === respondent.handle && order.inFavourOf === claimant.handle
    if (deal !== null && order.kind === "pay" && runs)
      asking.set(deal, [...(asking.get(deal) ?? []), [i, sumSought(order)]])
  }
  return new Map(
    [...asking].flatMap(([deal, orders]) => {
      const side: Deal.Side = deal.sides.supplier === claimant.handle ? "supplier" : "buyer"
      const { asked } = Causes.share(
        deal.due,
        side,
        orders.map(([, cents]) => cents),
      )
      return orders.map(([i], k) => [i, needPresent(asked[k], "the share of an order")] as const)
    }),
  )
}

/** The decision that a cause carries on an order: a payment, or a declaration of the account, whichever way it comes out. */
const carry = (order: Pleading.OrderSought, deals: Deals, given: number): Decision => {
  const { cause, kind } = order
  const deal = dealOf(order, deals)
  if (cause === undefined || deal === null) return undecided
  if (kind === "pay") return carryPayment(cause, deal, order, given)
  if (kind !== "declaration" || !Causes.isOfQuote(cause) || deal.account.undecided === "all") return undecided
  const { undecided: open } = deal.account
  return {
    ...decide(cause, open === null ? "made" : "made in part", deal.due?.cents ?? 0),
    leavesRest: open !== null,
  }
}

/** The admissions of the defence, by the number of the order; null for an order that is admitted without a sum. */
const admissionsIn = ({ defence }: Pick<Bundle.Bundle, "defence">): ReadonlyMap<number, number | null> =>
  new Map(
    (defence?.admits ?? []).map((one) => (typeof one === "number" ? [one, null] : [one.n, one.amountCents])),
  )

const carryAdmission = (order: Pleading.OrderSought, amountCents: number | null): Decision => {
  const asked = order.amountCents ?? null
  const cents = Causes.admittedPart(asked, { amountCents })
  return asked === cents
    ? decide("admitted", "made", cents)
    : { ground: "admitted", outcome: "made in part", cents, leavesRest: true }
}

const centsIn = ({ cents }: Decision): number => cents ?? 0

/** Costs follow the event: they go with another order that is made, and are open while no other is decided. */
const followEvent = (order: Pleading.OrderSought, others: ReadonlyArray<Decision>): Decision => {
  if (others.some(isMade)) return decide("event", "made", order.amountCents ?? null)
  return others.some(({ outcome }) => outcome === "undecided")
    ? undecided
    : decide("event", "dismissed", null)
}

/** The balance of the quote that the claimant itself owes, if its claim asks for the account. */
const dueFromClaimant = (
  { matter }: Pick<Bundle.Bundle, "matter">,
  sought: ReadonlyArray<Pleading.OrderSought>,
  { quote }: Deals,
): number => {
  if (quote === null || quote.due === null || !sought.some(({ cause }) => Causes.isOfQuote(cause))) return 0
  return quote.sides[quote.due.against] === matter.claimant.handle ? quote.due.cents : 0
}

/**
 * Decides the orders sought. An order on the account or on a debt is measured by its deal, where an admission is a record like others;
 * any other order is made as far as it is admitted. The balance is ordered against whom it is, the claimant too.
 */
export const determine = rule(
  ["Rule 5.1", "PD15 §10"],
  (bundle: Pick<Bundle.Bundle, "claim" | "defence" | "matter">, deals: Deals): Determined => {
    const sought = needPresent(bundle.claim.orders, "the orders that a claim seeks")
    const shared = shareSums(bundle, sought, deals)
    const admitted = admissionsIn(bundle)
    const first = sought.map((order, i): Decision | null => {
      const part = admitted.get(i + 1)
      const carried = order.cause === undefined ? null : carry(order, deals, shared.get(i) ?? 0)
      // The account of a quote has counted the admission already; beside a debt, the admission is a cause of its own.
      const own = part === undefined || Causes.isOfQuote(carried?.ground) ? null : carryAdmission(order, part)
      if (carried !== null) return own === null || centsIn(carried) > centsIn(own) ? carried : own
      return own ?? (order.kind === "costs" ? null : undecided)
    })
    const others = first.filter((one) => one !== null)
    return {
      orders: sought.map((order, i) => ({ n: i + 1, order, ...(first[i] ?? followEvent(order, others)) })),
      againstClaimant: dueFromClaimant(bundle, sought, deals),
    }
  },
)

/** Whether a matter needs a Judge for what the papers leave open (Rule 5.1). */
export const leavesAnything = ({ orders }: Determined): boolean => orders.some((one) => one.leavesRest)
