/** The questions about quotes: one with the text of its terms, and the list of a party's. */
import { Effect } from "effect"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { partyIndex, Quotes, registerIndex } from "./Quote.ts"
import { mayRead, quoteView } from "./View.ts"

/** The quotes of an agent, in the order of lodgement; for the Registrar all quotes: `GET /quotes`. */
export const listQuotes = query({
  name: "list-quotes",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor, now }: QueryContext, reader: Reader) {
    if (actor.role !== "agent" && actor.role !== "registrar") return yield* refusal("agents_only", {})
    const { items, next } = yield* reader.list(
      Quotes,
      actor.role === "registrar"
        ? { index: registerIndex, prefix: "", ...page }
        : { index: partyIndex, prefix: `${actor.id}/`, ...page },
    )
    return { items: items.map((quote) => quoteView(quote, now)), next }
  }),
})

/** A quote, and the text of its terms where it carries any, for its parties and the Registrar: `GET /quotes/{id}`. */
export const readQuote = query({
  name: "read-quote",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now }: QueryContext,
    reader: Reader,
  ) {
    const quote = yield* reader.need(Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayRead(quote, actor)) return yield* refusal("not_a_party", {})
    const termsText = quote.terms === null ? null : yield* reader.blob(quote.terms.sha256)
    return { ...quoteView(quote, now), termsText }
  }),
})
