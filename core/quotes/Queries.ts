/** The queries of quotes, and the view of a quote that its parties and the Registrar read. */
import { Effect, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { NextList, nextOf } from "../kernel/Moves.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { extractOf } from "./Extract.ts"
import { type ActName, partsOf } from "./Moves.ts"
import {
  BuyerKind,
  course,
  Invited,
  particulars,
  partyIndex,
  type Quote,
  Quotes,
  registerIndex,
} from "./Quote.ts"
import { quotes } from "./Record.ts"

/** Whether an actor may read a quote: its parties and the Registrar may. */
export const mayReadQuote = rule(
  ["PD14 §1"],
  (quote: Quote, actor: Actor): boolean => actor.role === "registrar" || partsOf(quote, actor).length > 0,
)

/** A quote in answers. */
export const QuoteView = Schema.Struct({
  id: Schema.String,
  supplier: Schema.String,
  buyer: Schema.String,
  buyerKind: BuyerKind,
  ...particulars,
  invitation: Schema.NullOr(Schema.Struct({ ...Invited.fields, note: Schema.String })),
  ...course,
  next: NextList,
})
/** The JSON of a `QuoteView`. */
export type QuoteJson = typeof QuoteView.Encoded

const invitationOf = ({ invitation }: Quote) =>
  invitation && {
    ...invitation,
    note: invitation.sent
      ? "An invitation goes to the address given. Until its agent accepts there is no contract."
      : "This court sends no e-mail, so that no invitation went out. Ask the buyer to enrol, withdraw this quote, and offer to its handle.",
  }

/** The name of the operation that does an act. Either side closes with the same operation. */
const askedAs = (act: ActName): string => (act === "countersign" ? "close" : act)

const encode = Schema.encodeSync(QuoteView)

/** The view of a quote at `now`, after the move that time has made since it was recorded. */
export const quoteView = (stored: Quote, now: Instant): QuoteJson => {
  const quote = quotes.current(stored, now)
  const { supplier, buyer } = quote
  return encode({
    ...quote,
    supplier: supplier.handle,
    buyer: buyer.party?.handle ?? buyer.kind,
    buyerKind: buyer.kind,
    invitation: invitationOf(quote),
    // `nextOf` gives acts of this table; the schema of `next` knows them as strings only.
    next: nextOf(quotes, quote).map((next) => ({ ...next, act: askedAs(next.act as ActName) })),
  })
}

/** The quotes of an agent, or all quotes for the Registrar, in the order of lodgement: `GET /quotes`. */
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

/** A quote with the text of its terms (null if it has none), and with what its record says now: `GET /quotes/{id}`. Refused `not_a_party`. */
export const readQuote = query({
  name: "read-quote",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now }: QueryContext,
    reader: Reader,
  ) {
    const quote = yield* reader.need(Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayReadQuote(quote, actor)) return yield* refusal("not_a_party", {})
    const termsText = quote.terms === null ? null : yield* reader.blob(quote.terms.sha256)
    return { ...quoteView(quote, now), termsText, record: extractOf(quote, now) }
  }),
})
