/** Readings of quotes. */
import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import { partyIndex, Quotes, registerIndex } from "./Quote.ts"
import { mayRead, type QuoteView, quoteView } from "./View.ts"

/** A page of the quotes of an agent, in the order of lodgement; of all quotes for the Registrar. */
export const quotesPage = (
  reader: Reader,
  actor: Actor,
  page: { readonly after: string | null; readonly limit: number },
  now: Instant,
): Effect.Effect<Page<QuoteView>, Refusal | StoreUnavailable> => {
  const list = (index: string, prefix: string) =>
    Effect.map(reader.list(Quotes, { index, prefix, ...page }), ({ items, next }) => ({
      items: items.map((quote) => quoteView(quote, now)),
      next,
    }))
  if (actor.role === "registrar") return list(registerIndex, "")
  return actor.role === "agent" ? list(partyIndex, `${actor.id}/`) : Effect.fail(refusal("agents_only", {}))
}

/** A quote, and the text of its terms where it carries any. Refused to everybody but its parties and the Registrar. */
export const readQuote = (
  reader: Reader,
  id: string,
  actor: Actor,
  now: Instant,
): Effect.Effect<QuoteView & { readonly termsText: string | null }, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const quote = yield* reader.need(Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayRead(quote, actor)) return yield* refusal("not_a_party", {})
    const termsText = quote.terms === null ? null : yield* reader.blob(quote.terms.sha256)
    return { ...quoteView(quote, now), termsText }
  })
