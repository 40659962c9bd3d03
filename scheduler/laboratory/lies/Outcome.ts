/**
 * The outcome of a deal: the account, the order on it within the stake, the payments of a hold, and the sums that each side has at the end.
 */
import {
  type Account,
  Causes,
  type Deal,
  Determination,
  drawUp,
  receivedBy,
} from "../../../core/account/index.ts"
import { Orders } from "../../../core/bench/index.ts"
import { bounds, type Terms } from "../../../core/kernel/Schedule.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { sharesOf } from "../../../core/payouts/index.ts"
import { type Act, first } from "./Acts.ts"
import type { Condition } from "./Conditions.ts"
import { accepted, dealOf } from "./Facts.ts"
import { figures, goods } from "./Goods.ts"
import { centsReceived, type Pair, play } from "./Play.ts"

/** The function that draws up an account. A test puts another in its place, to show that a lie would pay under it. */
export type DrawsUp = (deal: Deal.QuoteDeal, asOf: Instant, terms: Terms) => Account

/** The order of a judgment, and the money that it moves. All sums are in cents. */
export interface Judged {
  readonly account: Account
  /** Who is ordered to pay, and how much; null if nobody is. */
  readonly ordered: { readonly against: Deal.Side; readonly cents: number } | null
  /** The sums that the hold pays the seller and sends back; null if the hold stays, or nothing is held. */
  readonly paidOut: { readonly toPayeeCents: number; readonly toPayerCents: number } | null
}

const none = { toPayeeCents: 0, toPayerCents: 0 }

const standing = (acts: ReadonlyArray<Act>): number =>
  first(acts, "fund") === null || first(acts, "release") !== null ? 0 : figures.priceCents

/** The order of a judgment: the sum that the account carries, at most the sum that the claimant asked for itself, and within the stake. */
const orderOn = (
  account: Account,
  deal: Deal.QuoteDeal,
  asOf: Instant,
  asked: number,
  stakeCents: number,
) => {
  const due = Causes.carriedBy(account, { deal: receivedBy(deal, asOf), asOf, terms: bounds })
  const claimant = deal.matter?.claimant
  if (due === null || claimant === undefined) return null
  const { asked: given, againstClaimant } = Causes.share(due, claimant, [asked])
  const cents = Orders.orderable(due.against === claimant ? againstClaimant : (given[0] ?? 0), stakeCents)
  return cents === 0 ? null : { against: due.against, cents }
}

/** Divides the hold (PD2 §6F). While a part of the account is undecided, what is ordered is paid and the rest stays. */
const divide = (account: Account, ordered: Judged["ordered"], holdCents: number): Judged["paidOut"] => {
  if (holdCents === 0) return null
  const cents = ordered?.cents ?? 0
  const byPayer = ordered?.against === "buyer" ? cents : 0
  const isOpen = account.undecided !== null
  const beyond = isOpen
    ? 0
    : Math.max(0, Determination.unpaidTo(Determination.take(account), "supplier") - byPayer)
  const orders =
    byPayer === 0
      ? []
      : [{ n: 1, kind: "pay" as const, by: "payer" as const, amountCents: byPayer, live: true }]
  const shares = sharesOf({ orders, dismissedFor: null, beyondOrders: beyond, paidBefore: 0 }, holdCents)
  if (!isOpen || shares.toPayerCents === 0) return shares
  return shares.toPayeeCents === 0 ? null : { ...shares, toPayerCents: 0 }
}

/** The judgment after some acts; null if nobody claimed. */
export const judge = (
  { seller }: Pair,
  condition: Condition,
  acts: ReadonlyArray<Act>,
  draw: DrawsUp = drawUp,
): Judged | null => {
  const [filed, called] = [first(acts, "file"), first(acts, "call")]
  if (filed === null || called === null) return null
  const deal = dealOf(acts, condition, seller.inspectionHours)
  const asOf = accepted + hours(called.hours)
  const account = draw(deal, asOf, bounds)
  const ordered = orderOn(account, deal, asOf, filed.askedCents, condition.stakeCents)
  return { account, ordered, paidOut: divide(account, ordered, standing(acts)) }
}

/** A deal that was played, and what was judged of it. */
export interface Played {
  readonly acts: ReadonlyArray<Act>
  readonly judged: Judged | null
}

/** Plays two strategies under a condition, and judges what is claimed. */
export const playOut = (pair: Pair, condition: Condition, draw?: DrawsUp): Played => {
  const acts = play(pair, condition)
  return { acts, judged: judge(pair, condition, acts, draw) }
}

export interface Ends {
  readonly sellerCents: number
  readonly buyerCents: number
}

const isLate = ({ seller: { lateHours } }: Pair): boolean => lateHours > 0

/** The worth of the goods to the buyer; 0 if it doesn't have them. */
const worthOf = ({ seller }: Pair, acts: ReadonlyArray<Act>): number => {
  const handed = first(acts, "hand over")
  if (handed === null) return 0
  const late = Math.max(0, handed.hours - figures.dueHours) * figures.lateCostsCentsPerHour
  return Math.max(0, goods[seller.makes].worthCents - late)
}

const costOf = (pair: Pair, acts: ReadonlyArray<Act>): number => {
  const { costCents } = goods[pair.seller.makes]
  if (first(acts, "close", "supplier") === null || costCents === 0) return 0
  return costCents - (isLate(pair) ? figures.lateSavesCents : 0)
}

/**
 * The sum that each side has at the end. A hold pays what a judgment divides; money that nobody divides goes back to its payer at the
 * escrow's own end. The part of an order that a hold has not paid is paid if orders are honoured: the court can't make anybody pay.
 */
export const endsOf = (pair: Pair, { acts, judged }: Played, honoured: boolean): Ends => {
  const { toPayeeCents } = judged?.paidOut ?? none
  const ordered = judged?.ordered ?? null
  const toSeller = ordered?.against === "buyer" ? Math.max(0, ordered.cents - toPayeeCents) : 0
  const toBuyer = ordered?.against === "supplier" ? ordered.cents : 0
  const received = centsReceived(acts) + toPayeeCents + (honoured ? toSeller - toBuyer : 0)
  return {
    sellerCents: received - costOf(pair, acts),
    buyerCents: worthOf(pair, acts) - received,
  }
}
