/** The sums that open the bytes of a delivery to the buyer: the price, and the sum that is held for it (PD14 §11). */
import { Effect } from "effect"
import { holdsOfQuote, Lapse } from "../holds/index.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import type { Quote } from "../quotes/index.ts"

/** The price that opens the bytes: what both closed at, else the lower of the price of the quote and of what was charged. */
export const priceOf = rule(
  ["PD14 §11"],
  ({ priceCents, close, countersign }: Pick<Quote.Quote, "priceCents" | "close" | "countersign">): number => {
    const charged = close?.priceChargedCents ?? priceCents
    return countersign?.priceChargedCents === charged ? charged : Math.min(priceCents, charged)
  },
)

/** A hold that is named secures nothing yet, and a hold that is paid out secures nothing any more. */
const securing: ReadonlyArray<string> = ["confirmed", "instructed"]

/** The holds of a quote that still secure it: all, or those of one payer. */
const securingHolds = (
  reader: Reader,
  { id, currency }: Pick<Quote.Quote, "id" | "currency">,
  context: Pick<QueryContext, "now" | "terms">,
  payerId: string | null,
) =>
  Effect.map(holdsOfQuote(reader, id, context), (held) =>
    held.filter(
      ({ status, payer, ...hold }) =>
        securing.includes(status) && hold.currency === currency && (payerId === null || payer.id === payerId),
    ),
  )

/** The sum that stands in the holds of a quote that still secure it, in cents, and how long their escrows last (PD2 §6J). */
export const heldOn = (
  reader: Reader,
  quote: Pick<Quote.Quote, "id" | "currency">,
  context: Pick<QueryContext, "now" | "terms">,
  payerId: string | null = null,
) =>
  Effect.map(securingHolds(reader, quote, context, payerId), (held) => ({
    heldCents: held.reduce((sum, { amountCents }) => sum + amountCents, 0),
    escrows: held.map((hold) => ({ hold: hold.id, ...Lapse.outlasts(hold, context.now) })),
  }))

/** The cents in the holds of a quote that still secure it. */
export const heldCents = (
  reader: Reader,
  quote: Pick<Quote.Quote, "id" | "currency">,
  context: Pick<QueryContext, "now" | "terms">,
) => Effect.map(heldOn(reader, quote, context), ({ heldCents: cents }) => cents)
