/** What opens the bytes of a delivery to the buyer: the price, and what is held for it (PD14 §11). */
import { Effect } from "effect"
import { holdsOfQuote } from "../holds/index.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import type { Quote } from "../quotes/index.ts"

/** The price that opens the bytes: what both closed at, else the lower of the price of the quote and of what was charged. */
export const priceOf = rule(
  ["PD14 §11"],
  ({ priceCents, close, countersign }: Pick<Quote, "priceCents" | "close" | "countersign">): number => {
    const charged = close?.priceChargedCents ?? priceCents
    return countersign?.priceChargedCents === charged ? charged : Math.min(priceCents, charged)
  },
)

/** A hold that is named secures nothing yet, and one that is paid out secures nothing any more. */
const securing: ReadonlyArray<string> = ["confirmed", "instructed"]

/** The cents in the holds of a quote that still secure it: in all, or in those of one payer. */
export const heldCents = (
  reader: Reader,
  { id, currency }: Pick<Quote, "id" | "currency">,
  context: Pick<QueryContext, "now" | "terms">,
  payerId: string | null = null,
) =>
  Effect.map(holdsOfQuote(reader, id, context), (held) =>
    held
      .filter(
        ({ status, payer, ...hold }) =>
          securing.includes(status) &&
          hold.currency === currency &&
          (payerId === null || payer.id === payerId),
      )
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  )
