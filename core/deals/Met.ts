/**
 * By which records of a deal the orders of earlier judgments were performed, so that neither the order nor its payment comes off twice
 * (PD15 §10).
 */
import type { Ordered, Side, Stated } from "../account/index.ts"
import type { Hold } from "../holds/index.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"

/** An order to pay of a judgment that stands, and how the Register of Compliance has it. */
export interface Earlier extends Omit<Ordered, "metBy"> {
  readonly deliveredAt: Instant
  /** Satisfied by the word of the parties or of the Registrar, or by transfers that were counted towards it; null if it is not. */
  readonly satisfied: "by word" | "by transfer" | null
}

/** The holds of the deal from which an order was met, wholly or in part. The sums that left them for the payee count as paid. */
const holdsFor = (order: Earlier, holds: ReadonlyArray<Hold>): ReadonlyArray<string> =>
  holds.flatMap(({ id, paidOut, parts = [] }) => {
    const met = [...parts, ...(paidOut === null ? [] : [paidOut])].flatMap(
      ({ satisfiedFromHold, notMetInFull }) => [...satisfiedFromHold, ...notMetInFull],
    )
    return met.some(({ citation, n }) => citation === order.citation && n === order.n) ? [id] : []
  })

/** The ids of the payments of a side since an instant, as one of the two states them: of the two, whoever states more. */
const paymentsOf = (against: Side, since: Instant, stated: ReadonlyArray<Stated>): ReadonlyArray<string> => {
  const kind = against === "buyer" ? "payment" : "refund"
  const by = (lodger: Side) =>
    stated.filter((one) => one.kind === kind && one.lodger === lodger && one.at >= since)
  const sum = (of: ReadonlyArray<Stated>) => of.reduce((total, { cents }) => total + cents, 0)
  const [buyers, suppliers] = [by("buyer"), by("supplier")]
  return (sum(buyers) >= sum(suppliers) ? buyers : suppliers).map(({ id }) => id)
}

/** The orders of one side that were performed by word, as one sum: one payment may have met several of them. */
const byWord = (
  against: Side,
  earlier: ReadonlyArray<Earlier>,
  stated: ReadonlyArray<Stated>,
): ReadonlyArray<Ordered> => {
  const orders = earlier.filter((order) => order.against === against)
  const [first] = orders
  if (first === undefined) return []
  const since = Math.min(...orders.map(({ deliveredAt }) => deliveredAt))
  const cents = orders.reduce((sum, order) => sum + order.cents, 0)
  const { citation, n } = first
  return [{ citation, n, against, cents, metBy: paymentsOf(against, since, stated) }]
}

/**
 * The orders of earlier judgments, each with the records that met it. A transfer that was counted towards an order is not a payment of
 * the deal, so that order comes off whole. A payment by word since the judgment may be a payment that is stated on the deal, and is
 * counted once.
 */
export const metOrders = rule(
  ["PD15 §10"],
  (
    earlier: ReadonlyArray<Earlier>,
    stated: ReadonlyArray<Stated>,
    holds: ReadonlyArray<Hold>,
  ): ReadonlyArray<Ordered> => {
    const inWords: Array<Earlier> = []
    const others: Array<Ordered> = []
    for (const order of earlier) {
      const metBy = holdsFor(order, holds)
      const { citation, n, against, cents } = order
      if (order.satisfied === "by word" && metBy.length === 0) inWords.push(order)
      else others.push({ citation, n, against, cents, metBy })
    }
    return [...others, ...byWord("supplier", inWords, stated), ...byWord("buyer", inWords, stated)]
  },
)
