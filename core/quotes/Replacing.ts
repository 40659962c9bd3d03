/** A quote that replaces another does so when it is accepted (PD14 §4). */
import { Effect, Either, Option } from "effect"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { type Moved, passing, transition } from "./Apply.ts"
import { type Quote, Quotes } from "./Quote.ts"

/**
 * What the acceptance of a quote puts out of force, nearest first: the quote that it replaces and, as long as those were
 * offers only, what they would have replaced. A revised offer so stands in for the whole row.
 */
export const chainOf = (reader: Reader, replaces: string | null, max: number) =>
  Effect.gen(function* () {
    const chain: Array<Quote> = []
    for (let id = replaces; id !== null && chain.length < max; ) {
      const quote: Quote | null = Option.getOrNull(yield* reader.find(Quotes, id))
      if (quote === null) break
      chain.push(quote)
      id = quote.acceptedAt === null ? quote.replaces : null
    }
    return chain
  })

const current = (quote: Quote, now: Instant): Quote => passing(quote, now)?.quote ?? quote

/** Delivered, or replaced by another already: out of reach of a replacement. */
const settledOn: ReadonlyArray<Quote["status"]> = ["closed_by_supplier", "settled", "disputed", "replaced"]

/** Why a quote can't be replaced; null where it can, or where it binds nobody any more. */
export const notReplaceable = rule(["PD14 §4"], (quote: Quote, now: Instant): Refusal | null => {
  const { status } = current(quote, now)
  return settledOn.includes(status) ? refusal("not_replaceable", { status }) : null
})

/** The moves by which a chain is replaced: nothing for an offer that has ended by itself. Refused where one was delivered. */
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
        const { status } = current(quote, now)
        return status === "offered" || status === "accepted"
          ? [Either.map(transition(quote, { act: "replace", who: ["court"], by }, now), (moved) => [moved])]
          : []
      }),
    ),
)
