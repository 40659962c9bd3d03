/**
 * By which records of a deal the orders of earlier judgments were performed, so that neither the order nor its payment comes off twice
 * (PD15 §10).
 */
import { Deal } from "../account/index.ts"
import type { Hold } from "../holds/index.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"

/** An order to pay of a judgment that stands, and how the Register of Compliance has it. */
export interface Earlier extends Omit<Deal.Ordered, "metBy"> {
  readonly deliveredAt: Instant
  /** Satisfied by the word of the parties or of the Registrar, or by transfers that were counted towards it; null if it is not. */
  readonly satisfied: "by word" | "by transfer" | null
  /** The sum of the transfers that were counted towards it, in cents. */
  readonly transferredCents: number
}

/** The sums that left holds of the deal for an order, in the order of their times, and whether the last of them met the order in full. */
const sumsLeftFor = ({ citation, n }: Earlier, holds: ReadonlyArray<Hold.Hold>) => {
  const isIt = (one: { readonly citation: string; readonly n: number }): boolean =>
    one.citation === citation && one.n === n
  const reports = holds.flatMap(({ id: hold, paidOut, parts = [] }) =>
    [...parts, ...(paidOut === null ? [] : [paidOut])].flatMap((report, nth) => {
      const inFull = report.satisfiedFromHold.some(isIt)
      return inFull || report.notMetInFull.some(isIt)
        ? [{ id: Deal.leftId({ hold, nth }), at: report.paidOutAt, inFull }]
        : []
    }),
  )
  const inTurn = reports.toSorted((one, other) => one.at - other.at)
  return { ids: inTurn.map(({ id }) => id), inFull: inTurn.some(({ inFull }) => inFull) }
}

/** The payments of a side since an instant, as one of the two states them: of the two, whoever states more. */
const paymentsOf = (
  against: Deal.Side,
  since: Instant,
  stated: ReadonlyArray<Deal.Stated>,
): ReadonlyArray<Deal.Stated> => {
  const kind = against === "buyer" ? "payment" : "refund"
  const by = (lodger: Deal.Side) =>
    stated.filter((one) => one.kind === kind && one.lodger === lodger && one.at >= since)
  const sum = (of: ReadonlyArray<Deal.Stated>) => of.reduce((total, { cents }) => total + cents, 0)
  const [buyers, suppliers] = [by("buyer"), by("supplier")]
  return sum(buyers) >= sum(suppliers) ? buyers : suppliers
}

/**
 * The orders of earlier judgments, each with the records that met it. A transfer that was counted towards an order is not a payment of
 * the deal, so that this part of the order comes off whole. A payment by word since the judgment may be a payment that is stated on the
 * deal, and is counted once. So is what left a hold; the rest of that order may have been paid by word.
 */
export const findMetOrders = rule(
  ["PD15 §10"],
  (
    earlier: ReadonlyArray<Earlier>,
    stated: ReadonlyArray<Deal.Stated>,
    holds: ReadonlyArray<Hold.Hold>,
  ): ReadonlyArray<Deal.Ordered> => {
    const all = earlier.map((order) => {
      const left = sumsLeftFor(order, holds)
      return { order, ids: left.ids, isByWord: order.satisfied === "by word" && !left.inFull }
    })
    const wordsOf = (against: Deal.Side): ReadonlyArray<Deal.Stated> => {
      const delivered = all.flatMap(({ order, isByWord }) =>
        isByWord && order.against === against ? [order.deliveredAt] : [],
      )
      return paymentsOf(against, Math.min(...delivered), stated)
    }
    return all.flatMap(({ order, ids, isByWord }) => {
      const { citation, n, against, cents, deliveredAt, transferredCents } = order
      const words = isByWord ? wordsOf(against).filter(({ at }) => at >= deliveredAt) : []
      const metBy = [...ids, ...words.map(({ id }) => id)]
      const whole = metBy.length === 0 ? 0 : Math.min(cents, transferredCents)
      const rest = { citation, n, against, cents: cents - whole, metBy }
      return whole === 0 ? [rest] : [{ ...rest, cents: whole, metBy: [] }, rest]
    })
  },
)
