import { rule } from "../Rule.ts"
import { format, type Instant } from "../Time.ts"
import { type FinalityStatus, finalityAt } from "./Finality.ts"
import type { Judgment, Order } from "./Judgment.ts"
import { publicOrder } from "./Payload.ts"

/** What an escrow reads of a judgment, as it is before it is signed. */
export type Disposition = {
  readonly schema: "cp.disposition/1"
  readonly citation: string
  readonly matterId: string
  readonly orders: ReadonlyArray<DispositionOrder>
  readonly finality: FinalityStatus
  readonly asOf: string
  readonly payloadSha256: string
}
export type DispositionOrder = ReturnType<typeof publicOrder> & {
  readonly n: number
  readonly currency: string
  readonly hours: number
}

const orderOf = (order: Order, currency: string): DispositionOrder => ({
  n: order.n,
  ...publicOrder(order),
  currency,
  hours: order.hours,
})

/** The disposition of a judgment at an instant. */
export const disposition = rule(
  ["PD17 §1", "Rule 5.6"],
  (judgment: Judgment, now: Instant): Disposition => ({
    schema: "cp.disposition/1",
    citation: judgment.citation,
    matterId: judgment.matterId,
    orders: judgment.orders.map((order) => orderOf(order, judgment.currency)),
    finality: finalityAt(judgment.finality, now),
    asOf: format(now),
    payloadSha256: judgment.payloadSha256,
  }),
)

/** Whether the court signs it: once the judgment is final, and no longer where it came to be vacated or superseded. */
export const isSigned = rule(
  ["PD17 §1", "Rule 5.6"],
  ({ finality }: Disposition): boolean => finality === "final",
)
