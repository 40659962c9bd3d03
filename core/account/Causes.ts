/** The causes of an order: by which of them a judge that decides on the papers may order anything, and what each carries. */
import type { Named } from "../kernel/Named.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { counting, drawUp, standingPart } from "./Account.ts"
import { type Deal, leftId, otherSide, type Side } from "./Deal.ts"
import type { LineFinding } from "./Findings.ts"
import { countPayments, countRefunds } from "./Payments.ts"
import { type Facts, receivedBy } from "./Received.ts"
import type { Account } from "./View.ts"

const inForceText = (inForce: number): string =>
  inForce > 0
    ? "A matter that was filed before this Direction was in force is not decided on the papers: it is reserved for the bench, and orders by consent stay open to its parties."
    : "Until a later version of this Direction is in force, a matter is reserved for the bench."

/** PD15 §10: which of an account, a debt and an admission carries an order, and how far. */
export const causesOfAnOrder = enforced(
  "PD15 §10",
  "Causes",
  () =>
    "On the papers an order has a cause: the account of a quote, a debt, payments beyond a mandate, or an admission. The metered price of a quote is its account, if the quote states a meter. The account carries its balance against whom it is, the claimant too, or a declaration of the account, which is never dismissed for its direction. A debt carries the sum of its entry less the payments that name it. An admission carries an order of any kind, or a part of its sum, as far as the other side admits it. The claimant's request bounds only what is ordered for the claimant; the part that it asked in vain is dismissed. Several orders of one claim share the balance in their order. No text of a pleading is searched for anything.",
)

export const earlierMatters = enforced(
  "PD15 §10A",
  "Earlier filings and judgments",
  (t) =>
    `${inForceText(t.accountsInForce)} What an earlier judgment that stands ordered on the deal comes off what is ordered now, as far as the account has not counted its payment.`,
)

const allCauses = {
  account: {
    deal: "quote",
    member: "`quoteId` in the claim",
    says: "The balance of the account of the quote, or a declaration of the account.",
  },
  metered_price: {
    deal: "quote",
    member: "`quoteId` of a quote that states a meter in the claim",
    says: "The same balance, of a quote whose price is read from a meter.",
  },
  debt: {
    deal: "debt",
    member: "`on`, the id of the invoice, of the promised refund, or of the offer of a purchase",
    says: "The sum of the entry, or the price of a purchase by x402 that was not served, less the payments that name it.",
  },
  mandate: {
    deal: "debt",
    member: "`on`, the id of the entry of the mandate, on which its payments were stated",
    says: "The payments beyond a mandate that the agent that was paid named in a receipt, less the refunds that name the entry.",
  },
  admitted: {
    deal: null,
    member: "nothing",
    says: "An order of any kind, or a part of its sum, that the other side admits.",
  },
} as const satisfies {
  readonly [cause: string]: {
    readonly deal: Deal["kind"] | null
    readonly member: string
    readonly says: string
  }
}

type Causes = Named<typeof allCauses>

/** The causes: on what deal each rests, and what it carries. */
export const all: Causes = allCauses
/** The cause that a claim states for an order (PD15 §10). */
export type Cause = keyof typeof all

/** Whether an order by this cause rests on the account of the quote of its matter. */
export const isOfQuote = (cause: string | null | undefined): cause is "account" | "metered_price" =>
  cause === "account" || cause === "metered_price"

/** Refuses with `deal_wanted` if a cause needs a deal of another kind than the one given; else null. */
export const checkDeal = rule(["PD15 §10"], (cause: Cause, given: Deal["kind"] | null): Refusal | null => {
  const { deal, member } = all[cause]
  return deal === null || deal === given ? null : refusal("deal_wanted", { cause, member })
})

/** The order that is to be made on an account now: who pays, and how much; null if nothing is to be ordered. */
export interface Due {
  readonly against: Side
  readonly cents: number
}

/** The part of a dealing, a transaction, a hold or one payment out of a hold that the account has counted, in cents. */
const centsCounted = ({ deal, ...rest }: Facts, id: string): number => {
  const facts = { deal, ...rest }
  const counted = new Set([...countPayments(facts).by, ...countRefunds(facts).by].map((ref) => ref.id))
  const stated = deal.stated.filter((one) => counted.has(one.id) && (one.id === id || one.txid === id))
  const left =
    deal.kind === "debt"
      ? []
      : deal.holds.flatMap((hold) =>
          hold.left.filter(
            ({ txid }, nth) => txid === id || hold.id === id || leftId({ hold: hold.id, nth }) === id,
          ),
        )
  const leftCents = left.reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(leftCents, ...stated.map(({ cents }) => cents))
}

/**
 * The sum of the earlier orders against the same side, without the part that the account has counted as paid. Each cent of a payment meets
 * one order: a payment that met several orders is shared out among them in their order.
 */
const sumOrderedBefore = (facts: Facts, against: Side): number => {
  const orders = facts.deal.ordered
    .filter((order) => order.against === against)
    .map(({ cents, metBy }) => ({ open: cents, metBy }))
  for (const id of new Set(orders.flatMap(({ metBy }) => metBy))) {
    let left = centsCounted(facts, id)
    for (const order of orders.filter(({ metBy }) => metBy.includes(id))) {
      const met = Math.min(order.open, left)
      order.open -= met
      left -= met
    }
  }
  return orders.reduce((sum, { open }) => sum + open, 0)
}

/** The order that an account carries: the part of its balance that stands, less the sum that earlier judgments ordered. */
export const carriedBy = rule(["PD15 §10", "PD15 §10A"], (account: Account, facts: Facts): Due | null => {
  const part = standingPart(account)
  if (part === null) return null
  const cents = Math.max(0, part.cents - sumOrderedBefore(facts, part.against))
  return cents === 0 ? null : { against: part.against, cents }
})

/** The account of a deal, and what a judge on the papers would order on it; null if nothing. */
export interface Standing {
  readonly account: Account
  readonly due: Due | null
}

/** The account of a deal as it stands at an instant, with the order that it carries then, and with what a judge found of its open lines. */
export const standingOf = (
  deal: Deal,
  asOf: Instant,
  terms: Terms,
  findings: ReadonlyArray<LineFinding> = [],
): Standing => {
  const account = drawUp(deal, asOf, terms, findings)
  const counted = counting(deal, asOf, terms, findings)
  return {
    account,
    due: carriedBy(account, { deal: receivedBy(deal, asOf), asOf, terms, findings: counted }),
  }
}

/** The part that is ordered of each sum that the claimant asked, in their order, and the sum ordered against the claimant itself. */
export interface Ordering {
  readonly asked: ReadonlyArray<number>
  readonly againstClaimant: number
}

/** Shares what an account carries among the sums that the claimant asks of the other side. `null` asks for all that is there. */
export const share = rule(
  ["PD15 §10"],
  (due: Due | null, claimant: Side, asked: ReadonlyArray<number | null>): Ordering => {
    if (due?.against === claimant) return { asked: asked.map(() => 0), againstClaimant: due.cents }
    let left = due?.against === otherSide(claimant) ? due.cents : 0
    const ordered = asked.map((sum) => {
      const given = Math.min(sum ?? left, left)
      left -= given
      return given
    })
    return { asked: ordered, againstClaimant: 0 }
  },
)

/** The part of an order that an admission carries: the sum that the other side admits, at most the sum that is asked. */
export const admittedPart = rule(
  ["PD15 §10"],
  (askedCents: number | null, admits: { readonly amountCents: number | null }): number | null =>
    askedCents === null || admits.amountCents === null
      ? askedCents
      : Math.min(askedCents, admits.amountCents),
)
