/** How a judgment divides the money of a hold, and which orders a payment met (PD2 §§6F and 6H). All sums are whole cents. */

import type { Hold } from "../holds/index.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { count, enforced, rule } from "../kernel/Section.ts"

export const sums = enforced(
  "PD2 §6F",
  "What is paid",
  () =>
    "If the judgment determines the account of the quote of the hold (PD15 §11), the payee is paid what the account says is owed to it and unpaid, less what other holds have paid it. That is so whatever the stake let the Court order. Sums that the orders of other judgments on the quote give it, and that the account has not counted as paid, come off too. Costs are then moved. Otherwise the payee is paid what the judgment orders the payer to pay it, costs included, less what it orders the payee to pay the payer. This sum is never less than nothing and never more than the hold. The rest goes back to the payer. If a part of the account is undecided, the payee is paid what the judgment orders and no more.",
)

export const wholeHold = enforced(
  "PD2 §6FA",
  "When the whole hold goes to one side",
  () =>
    "A judgment may determine no account and only dismiss, with a decision, a claim for payment between them of at least the sum of the hold. It may do so at first instance or by setting aside what was ordered below. Then the whole hold goes to the party claimed against, and costs are moved after that. Money that a hold paid the payee on a judgment that no longer stands counts towards what the new judgment gives it. An order that is already satisfied or superseded counts nothing, and neither does the part of an order that a hold has already paid. If all that was ordered is satisfied otherwise, as the party favoured, the chain or the Registrar says, the whole hold goes back to the payer.",
)

export const nothingPaid = enforced(
  "PD2 §6FB",
  "When the service does not pay",
  (t) =>
    `The service does not pay on a judgment that neither orders a payment between them nor dismisses a claim in this way, and the hold stays. Such a judgment is a declaration, a sum of which the cap left nothing, costs alone, or an appeal affirmed or remitted. The service does not pay on a judgment in a currency other than US dollars. The service does not sign an instruction that the escrow's kind can't express, and no hold is paid in more than ${count(t.holdPartsMax, "part")}.`,
)

/** An order to pay, or as to costs, between the two sides of a hold. It is live while it is neither satisfied nor superseded. */
export interface MoneyOrder {
  readonly n: number
  readonly kind: "pay" | "costs"
  readonly by: Hold.Side
  /** Without what a hold has already paid towards it in part. */
  readonly amountCents: number
  readonly live: boolean
}

export interface Bearing {
  readonly orders: ReadonlyArray<MoneyOrder>
  /** The side claimed against, if the judgment only dismisses a claim that covers the hold; null otherwise. */
  readonly dismissedFor: Hold.Side | null
  /**
   * The sum that the account that the judgment determines gives the payee beyond the orders, unpaid, in cents; null if the judgment
   * determines no account.
   */
  readonly beyondOrders: number | null
  /** The sum that holds paid the payee on judgments that no longer stand, in cents. It is taken for what this judgment gives. */
  readonly paidBefore: number
}

export interface Shares {
  readonly toPayeeCents: number
  readonly toPayerCents: number
}

const total = (orders: ReadonlyArray<MoneyOrder>, side: Hold.Side): number =>
  orders.reduce((sum, { by, amountCents, live }) => sum + (live && by === side ? amountCents : 0), 0)

const clamp = (cents: number, most: number): number => Math.min(Math.max(cents, 0), most)

/** The payee's share before any order counts: what an account gives it, or the whole hold if a claim against it was dismissed. */
const baseOf = ({ dismissedFor, beyondOrders }: Bearing, holdCents: number): number =>
  beyondOrders ?? (dismissedFor === "payee" ? holdCents : 0)

/** Refuses a judgment that decides nothing about the money of a hold: it neither orders a payment nor dismisses a claim to all of it. */
export const mayPayOn = rule(
  ["PD2 §6FB"],
  ({ orders, dismissedFor, beyondOrders }: Bearing): Refusal | null =>
    when(
      dismissedFor === null && beyondOrders === null && !orders.some(({ kind }) => kind === "pay"),
      "payout_nothing_ordered",
      {},
    ),
)

/** The sum that a judgment gives the payee, before what it had already, in cents. */
const grantOf = (bearing: Bearing, holdCents: number): number => {
  const net = total(bearing.orders, "payer") - total(bearing.orders, "payee")
  return Math.max(0, baseOf(bearing, holdCents) + net)
}

/** How a judgment divides a hold, or what is left of it. The two shares add up to that. */
export const sharesOf = rule(["PD2 §6F", "PD2 §6FA"], (bearing: Bearing, holdCents: number): Shares => {
  const toPayeeCents = clamp(grantOf(bearing, holdCents) - bearing.paidBefore, holdCents)
  return { toPayeeCents, toPayerCents: holdCents - toPayeeCents }
})

export const whatAPaymentMeets = enforced(
  "PD2 §6HA",
  "The orders that a payment meets",
  () =>
    "The payment meets the orders one after the other as the judgment lists them, and each order that it meets in full is satisfied from the hold. If it meets an order in part, only the rest of that order is paid from another hold. Debts of both sides to each other are set off first, and an order whose entry the party favoured disputes is left to the Registrar. Nothing is credited for timeliness.",
)

export interface Met {
  readonly met: ReadonlyArray<number>
  readonly short: ReadonlyArray<{ readonly n: number; readonly shortCents: number }>
}

/** Which live orders of one side a sum meets, in the judgment's order, and by how much it falls short of the others. */
const meetBy = (orders: ReadonlyArray<MoneyOrder>, side: Hold.Side, cents: number): Met => {
  const met: Array<number> = []
  const short: Array<{ readonly n: number; readonly shortCents: number }> = []
  let left = cents
  for (const { n, by, amountCents, live } of orders) {
    if (by !== side || !live) continue
    const paid = Math.min(left, amountCents)
    left -= paid
    if (paid === amountCents) met.push(n)
    else short.push({ n, shortCents: amountCents - paid })
  }
  return { met, short }
}

/**
 * The orders that a payment out of a hold met: the orders that bind the payer, and the orders that bind the payee (met by what goes back to
 * the payer). The sum that both sides owe each other is set off and counts for both. If a claim was dismissed, the part of the hold that
 * only returns to the party claimed against meets no order; what was moved for costs does.
 */
export const meetFrom = rule(
  ["PD2 §6HA"],
  (bearing: Bearing, shares: Shares, holdCents: number): { readonly byPayer: Met; readonly byPayee: Met } => {
    const { orders, dismissedFor, beyondOrders } = bearing
    // The sum that an account gives the payee is owed to it like an order, so that its costs are set off against it too.
    const setOff = Math.min(total(orders, "payer") + (beyondOrders ?? 0), total(orders, "payee"))
    // Of what goes to the payee by an account, the orders are met first.
    const base = beyondOrders === null ? baseOf(bearing, holdCents) : 0
    const had = Math.min(bearing.paidBefore, grantOf(bearing, holdCents))
    const toPayee = Math.max(shares.toPayeeCents - base, 0) + had
    // Money in a hold was not paid, so that what goes back of it repays nothing that an account orders to be repaid.
    const toPayer =
      beyondOrders !== null
        ? 0
        : dismissedFor === null
          ? shares.toPayerCents
          : Math.max(shares.toPayerCents - (holdCents - base), 0)
    return {
      byPayer: meetBy(orders, "payer", toPayee + setOff),
      byPayee: meetBy(orders, "payee", toPayer + setOff),
    }
  },
)
