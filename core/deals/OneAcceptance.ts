/** Of which quote an acceptance is, since one signature must not bind its buyer twice (PD15 §5B). */
import { Effect, Option } from "effect"
import type { SignedTerms } from "../evidence/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { Quote } from "../quotes/index.ts"
import type { Parties } from "./Stated.ts"

export const oneAcceptance = enforced(
  "PD15 §5B",
  "One acceptance for one quote",
  () =>
    "An acceptance that names a quote by its id is of no other quote. An acceptance that names a reference counts for no quote if, when it was signed, another quote between the two with this reference had been accepted; a quote and all that it replaced are one here. The supplier states the references, and bears the doubt: it gives each quote its own, or the buyer names the quote by its id. A record that the supplier signs counts on each quote that it names.",
)

/**
 * Whether what a party signed is of no other quote (PD15 §5B). An acceptance would otherwise bind its buyer on each quote with the
 * reference that it names, also where nothing was delivered.
 */
export const isOfNoOther = rule(
  ["PD15 §5B"],
  Effect.fnUntraced(function* (
    reader: Reader,
    quote: Quote.Quote,
    chain: ReadonlyArray<Quote.Quote>,
    { supplier, buyer }: Parties,
    { deal, says, signedAt }: SignedTerms.Delivery,
  ) {
    if (says !== "accepted" || deal === quote.id) return true
    if (Option.isSome(yield* reader.find(Quote.Quotes, deal))) return false
    const own = new Set(chain.map(({ id }) => id))
    // The first of them are enough: one more than its own is another.
    const { items } = yield* reader.list(Quote.Quotes, {
      index: Quote.referenceIndex,
      prefix: Quote.referencePrefix(supplier.id, buyer.id, deal),
      after: null,
      limit: own.size + 1,
    })
    return items.every(
      ({ id, acceptedAt }) => own.has(id) || needPresent(acceptedAt, "the time of an acceptance") > signedAt,
    )
  }),
)
