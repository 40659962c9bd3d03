/** The questions about quotes, and a quote as its parties and the Registrar read it. */
import { Effect, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { Next, nextOf } from "../Moves.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Instant } from "../Time.ts"
import { type ActName, current, machine, partsOf } from "./Moves.ts"
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

/** Quotes go to their parties and the Registrar. */
export const mayRead = rule(
  ["PD14 §1"],
  (quote: Quote, actor: Actor): boolean => actor.role === "registrar" || partsOf(quote, actor).length > 0,
)

export const QuoteView = Schema.Struct({
  id: Schema.String,
  supplier: Schema.String,
  buyer: Schema.String,
  buyerKind: BuyerKind,
  ...particulars,
  invitation: Schema.NullOr(Schema.Struct({ ...Invited.fields, note: Schema.String })),
  ...course,
  next: Schema.Array(Next),
})
/** The text of an answer: `Encoded` is its JSON. */
export type QuoteJson = typeof QuoteView.Encoded
const invitationOf = ({ invitation }: Quote) =>
  invitation && {
    ...invitation,
    note: invitation.sent
      ? "An invitation goes to the address given. Until its agent accepts there is no contract."
      : "This court sends no e-mail, so that no invitation went out. Ask the buyer to enrol, withdraw this quote, and offer to its handle.",
  }

/** The name under which an act is asked for: either side closes with the same operation. */
export const askedAs = (act: ActName): string => (act === "countersign" ? "close" : act)

const encode = Schema.encodeSync(QuoteView)

/** A quote at `now`: what time has done since it was recorded is applied. */
export const quoteView = (stored: Quote, now: Instant): QuoteJson => {
  const quote = current(stored, now)
  const { supplier, buyer } = quote
  return encode({
    ...quote,
    supplier: supplier.handle,
    buyer: buyer.party?.handle ?? buyer.kind,
    buyerKind: buyer.kind,
    invitation: invitationOf(quote),
    next: nextOf(machine, quote).map((next) => ({ ...next, act: askedAs(next.act as ActName) })),
  })
}

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
