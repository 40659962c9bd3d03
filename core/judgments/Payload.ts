import { sha256Hex } from "../Hash.ts"
import { format, type Instant } from "../Time.ts"
import { courts, register } from "./Citation.ts"
import type { Order, Series } from "./Judgment.ts"

/** An order as the payload and the disposition state it: parties by agent id, null where nobody was enrolled. */
export const publicOrder = ({ kind, text, amountCents, against, inFavourOf }: Order) => ({
  kind,
  text,
  amountCents,
  against: against?.id ?? null,
  inFavourOf: inFavourOf?.id ?? null,
})

export interface PayloadInput {
  readonly citation: string
  readonly series: Series
  readonly title: string
  readonly deliveredAt: Instant
  readonly orders: ReadonlyArray<Order>
  readonly reasons: string
}

/** The exact text under seal. It is never parsed and written again: whoever serves it serves these bytes. */
export const payloadText = ({
  citation,
  series,
  title,
  deliveredAt,
  orders,
  reasons,
}: PayloadInput): string =>
  JSON.stringify({
    court: courts[series],
    register,
    citation,
    series,
    title,
    delivered: format(deliveredAt),
    orders: orders.map(publicOrder),
    reasons,
  })

export const payloadHash = (payload: string): string => sha256Hex(payload)
