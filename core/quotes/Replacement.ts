/** The replacement of quotes (PD14 §4): an offer that is accepted replaces the offers before it in its row. */
import { Either } from "effect"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Moved } from "./Moves.ts"
import type { Quote, QuoteStatus } from "./Quote.ts"
import { quotes } from "./Record.ts"

/** The statuses of a quote that has been delivered, or has been replaced already. */
const beyondReplacement: ReadonlyArray<QuoteStatus> = [
  "closed_by_supplier",
  "settled",
  "disputed",
  "replaced",
]

export const acceptance = enforced(
  "PD14 §4",
  "Acceptance",
  (t) =>
    `A quote binds when the buyer accepts it. Until then the buyer may decline it, and the supplier may withdraw it; it lapses at the time by which it was to be delivered. A quote replaces another quote when it is accepted, if the other quote is on offer, or is accepted and not delivered; at most ${count(t.quoteRevisionsMax, "offer")} in a row replace one another.`,
)

/** The refusal to replace a quote; null if it can be replaced, or has ended without being delivered. */
export const notReplaceable = rule(["PD14 §4"], (quote: Quote, now: Instant): Refusal | null => {
  const { status } = quotes.current(quote, now)
  return beyondReplacement.includes(status) ? refusal("not_replaceable", { status }) : null
})

/** The moves that replace a chain of quotes. An offer that has ended needs none. Refused `not_replaceable` if a quote was delivered. */
export const replaced = rule(
  ["PD14 §4"],
  (
    by: string,
    chain: ReadonlyArray<Quote>,
    now: Instant,
  ): Either.Either<ReadonlyArray<ReadonlyArray<Moved>>, Refusal> =>
    Either.all(
      chain.flatMap((quote) => {
        const refused = notReplaceable(quote, now)
        if (refused !== null) return [Either.left(refused)]
        const { status } = quotes.current(quote, now)
        return status === "offered" || status === "accepted"
          ? [
              Either.map(quotes.transition(quote, { act: "replace", who: ["court"], by }, now), (moved) => [
                moved,
              ]),
            ]
          : []
      }),
    ),
)
