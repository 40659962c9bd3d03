/** The conditions of a deal: how the delivery is measured, how it is paid, what secures an order, and what an undetermined delivery owes. */
import { namesOf } from "../../../core/kernel/Moves.ts"

export interface Condition {
  /** The statement of the close: words, the hash of bytes without criteria, or the hash of bytes that criteria measure. */
  readonly measure: Measure
  readonly payment: Payment
  /** The stake of each side, in cents. It caps what may be ordered against it. */
  readonly stakeCents: number
  /** The part of the price that is owed if the delivery is undetermined, in millionths; null if the quote does not say. */
  readonly otherwiseMillionths: number | null
}

export const measures = ["words", "hash", "criteria"] as const
export type Measure = (typeof measures)[number]

interface Paying {
  readonly when: "in advance" | "afterwards"
  /** Whether the price is in a hold; else what the court sees of a payment. */
  readonly by: "hold" | "read chain" | "unread chain" | "outside"
}

/** The ways to pay. A payment outside any chain has no transaction to show. */
export const payments = {
  hold: { when: "in advance", by: "hold" },
  "advance, read": { when: "in advance", by: "read chain" },
  "afterwards, read": { when: "afterwards", by: "read chain" },
  "advance, unread": { when: "in advance", by: "unread chain" },
  "afterwards, unread": { when: "afterwards", by: "unread chain" },
  "advance, outside": { when: "in advance", by: "outside" },
  "afterwards, outside": { when: "afterwards", by: "outside" },
} as const satisfies { readonly [name: string]: Paying }
export type Payment = keyof typeof payments
// `Object.keys` gives strings; these are the keys of `payments`.
export const paymentNames = namesOf<Payment>(payments)

const stakes = [0, 10_000]
const shares = [null, 500_000]

export const conditions: ReadonlyArray<Condition> = measures.flatMap((measure) =>
  paymentNames.flatMap((payment) =>
    stakes.flatMap((stakeCents) =>
      shares.map((otherwiseMillionths) => ({ measure, payment, stakeCents, otherwiseMillionths })),
    ),
  ),
)
