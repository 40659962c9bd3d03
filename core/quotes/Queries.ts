/**
 * The questions about quotes, with what the parties and the Registrar are shown: the view of a quote, and its extract, which says what
 * the court's record has of it in fixed sentences (PD14 §6).
 */

import { Effect, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Json, JsonValue } from "../kernel/Json.ts"
import { format as money } from "../kernel/Money.ts"
import { NextList, nextOf } from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { readText } from "../kernel/Text.ts"
import { format, type Instant, Stamp } from "../kernel/Time.ts"
import { markInvisible } from "../kernel/Visible.ts"
import { type ActName, partsOf, reading } from "./Moves.ts"
import * as Quote from "./Quote.ts"
import { quotes } from "./Record.ts"

/** Double quotation marks, and pairs of single quotation marks. */
const marks = /["\uff02\u201e\u201a\p{Pi}\p{Pf}]/gu

/** The words of a party, on one line. The quotation holds no double quotation mark, so that a party can't end its own quotation. */
const quoteText = (text: string): string =>
  `“${markInvisible(text).replace(marks, "'").replace(/\s+/g, " ").trim()}”`

/** How many sentences on its criteria a quote shows at most. */
export const sentencesMax = 50

const buyerOf = ({ buyer }: Quote.Quote): string => buyer.party?.handle ?? "the buyer"

/** Whether something was recorded, and before this instant. An act at the instant at which it is due is late. */
const isBefore = (recorded: Instant | null, due: Instant): boolean => recorded !== null && recorded < due

const offer = (quote: Quote.Quote): ReadonlyArray<string> => [
  `Quote ${quote.id} was offered by ${quote.supplier.handle} at ${format(quote.offeredAt)}.`,
  `The price of the quote was ${money(quote.priceCents, quote.currency)}.`,
  `The deliverable of the quote was ${quoteText(quote.deliverable)}.`,
  ...(quote.form === null ? [] : [`The form of the deliverable was ${quoteText(quote.form)}.`]),
  `Delivery was due by ${format(quote.dueBy)}.`,
]

const acceptanceSentences = (quote: Quote.Quote, at: Instant): ReadonlyArray<string> => {
  const { acceptedAt, dueBy } = quote
  if (acceptedAt !== null && acceptedAt <= at)
    return [`The quote was accepted by ${buyerOf(quote)} at ${format(acceptedAt)}.`]
  return dueBy <= at ? [`No acceptance was recorded by ${format(dueBy)}.`] : []
}

const replacementSentences = ({ replacedBy, endedAt }: Quote.Quote, at: Instant): ReadonlyArray<string> =>
  replacedBy !== null && endedAt !== null && endedAt <= at
    ? [`The quote was replaced by quote ${replacedBy} at ${format(endedAt)}.`]
    : []

/** The supplier's close. Its content is the supplier's own word, and stands in the extract only once both closed alike. */
const deliverySentences = ({ supplier, acceptedAt, dueBy, close, endedAt }: Quote.Quote, at: Instant) => [
  ...(acceptedAt !== null && dueBy <= at && !isBefore(close?.at ?? endedAt, dueBy)
    ? [`No delivery was recorded by ${format(dueBy)}.`]
    : []),
  ...(close !== null && close.at <= at
    ? [`The quote was closed by ${supplier.handle} at ${format(close.at)}.`]
    : []),
]

const statementSentences = (
  handle: string,
  { delivered: what, deliveredAt }: Quote.StatedClose,
): ReadonlyArray<string> => [
  `As delivered, ${handle} stated ${quoteText(what)}.`,
  ...(deliveredAt === null ? [] : [`The time of delivery that ${handle} stated was ${format(deliveredAt)}.`]),
]

/** Nothing for a quote that one side alone closed, that time alone settled, or that the buyer disputes: its price is agreed by nobody. */
const closeSentences = (quote: Quote.Quote, at: Instant): ReadonlyArray<string> => {
  if (!Quote.isClosedByBoth(quote)) return []
  const { supplier, currency } = quote
  const countersign = needPresent(quote.countersign, `the countersignature of quote ${quote.id}`)
  if (countersign.at > at) return []
  const { close } = Quote.closeOf(quote)
  const buyer = buyerOf(quote)
  return [
    `The quote was closed alike by ${supplier.handle} and ${buyer} at ${format(countersign.at)}.`,
    `The price at which both closed the quote was ${money(close.priceChargedCents, currency)}.`,
    ...statementSentences(supplier.handle, close),
    ...statementSentences(buyer, countersign),
  ]
}

const silenceSentences = (quote: Quote.Quote, at: Instant): ReadonlyArray<string> => {
  if (quote.close === null || quote.countersign !== null) return []
  const { closesAt } = Quote.closeOf(quote).inspection
  return closesAt <= at ? [`No countersignature and no dispute was recorded by ${format(closesAt)}.`] : []
}

export const theRecord = enforced(
  "PD14 §6A",
  "The record of a quote",
  () =>
    "The Court's record of a quote says in fixed sentences what was offered and accepted, what both sides closed alike, and what was not recorded by its due time; a statement of one side alone is not part of the record. The sum owed on the quote is read from its account and not from these sentences (PD15).",
)

/**
 * The sentences of the record of a quote at an instant: its particulars, the terms that both sides closed alike, and the acts that were
 * not recorded by their due time. The extract rests on instants that the record keeps. So it is the same for every reader and whenever
 * it is read, whether or not a scheduler has run, and it keeps each sentence that it has had once.
 */
export const extractOf = rule(
  ["PD14 §6A", "Rule 5.1"],
  (quote: Quote.Quote, at: Instant): ReadonlyArray<string> => [
    ...offer(quote),
    ...acceptanceSentences(quote, at),
    ...replacementSentences(quote, at),
    ...deliverySentences(quote, at),
    ...closeSentences(quote, at),
    ...silenceSentences(quote, at),
  ],
)

/** Whether an actor may read a quote: its parties and the Registrar may. */
export const mayReadQuote = rule(
  ["PD14 §1"],
  (quote: Quote.Quote, actor: Actor): boolean =>
    actor.role === "registrar" || partsOf(quote, actor).length > 0,
)

/** Any JSON value. No one schema says what a document of criteria is; its reader does. */
const AnyJson: Schema.Schema<Json> = Schema.Any.annotations({ jsonSchema: {} })

const quoteViewSchema = Schema.Struct({
  id: Schema.String,
  supplier: Schema.String,
  buyer: Schema.String,
  buyerKind: Quote.BuyerKind,
  ...Quote.particulars,
  /** The criteria: to its parties, with their document where one quote is read. */
  criteria: Schema.NullOr(Schema.Struct({ sha256: Schema.String, document: AnyJson })),
  delivery: Quote.Delivery,
  remedies: Schema.NullOr(Quote.Remedies),
  /** Absent if the price is fixed. */
  metered: Schema.optionalWith(Quote.Meter, { exact: true }),
  disclosedAt: Schema.NullOr(Stamp),
  invitation: Schema.NullOr(Schema.Struct({ ...Quote.Invited.fields, note: Schema.String })),
  ...Quote.course,
  next: NextList,
})

export interface QuoteView extends Schema.Schema.Type<typeof quoteViewSchema> {}
export type QuoteJson = Named<typeof quoteViewSchema.Encoded>

/** A quote as its parties read it; `priceCents` is in cents of USD. */
export const QuoteView: Schema.Schema<QuoteView, QuoteJson> = quoteViewSchema

const invitationOf = ({ invitation }: Quote.Quote) =>
  invitation && {
    ...invitation,
    note: invitation.sent
      ? "An invitation goes to the address given. Until its agent accepts there is no contract."
      : "This court sends no e-mail, so that no invitation went out. Ask the buyer to enrol, withdraw this quote, and offer to its handle.",
  }

/** The end of the path of the operation that does an act. Either side closes with the same operation. */
const paths: { readonly [Act in ActName]?: string } = {
  countersign: "close",
  disclose: "artifact",
  attest: "attestations",
}
const pathOf = (act: ActName): string => paths[act] ?? act

const encode = Schema.encodeSync(QuoteView)

/** The view of a quote at `now`, after the move that time has made since it was recorded. */
export const quoteView = (stored: Quote.Quote, now: Instant): QuoteJson => {
  const quote = quotes.current(stored, now)
  const { supplier, buyer } = quote
  const { criteriaSha256, delivery, remedies, metered } = Quote.owedOf(quote)
  return encode({
    ...quote,
    supplier: supplier.handle,
    buyer: buyer.party?.handle ?? buyer.kind,
    buyerKind: buyer.kind,
    invitation: invitationOf(quote),
    criteria: criteriaSha256 === null ? null : { sha256: `sha256:${criteriaSha256}`, document: null },
    delivery,
    remedies,
    ...(metered === undefined ? {} : { metered }),
    disclosedAt: quote.disclosedAt ?? null,
    // `nextOf` gives acts of this table; the schema of `next` knows them as strings only.
    next: nextOf(reading, quote).map((next) => ({ ...next, act: pathOf(next.act as ActName) })),
  })
}

/** The quotes of an agent, or all quotes for the Registrar, in the order of lodgement: `GET /quotes`. */
export const listQuotes = query({
  name: "list-quotes",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor, now }: QueryContext, reader: Reader) {
    if (actor.role !== "agent" && actor.role !== "registrar") return yield* refusal("agents_only", {})
    const { items, next } = yield* reader.list(
      Quote.Quotes,
      actor.role === "registrar"
        ? { index: Quote.registerIndex, prefix: "", ...page }
        : { index: Quote.partyIndex, prefix: `${actor.id}/`, ...page },
    )
    return { items: items.map((quote) => quoteView(quote, now)), next }
  }),
})

/** The document of the criteria of a quote; null if it has no criteria. */
export const criteriaOf = (reader: Reader, quote: Quote.Quote) => {
  const { criteriaSha256 } = Quote.owedOf(quote)
  return criteriaSha256 === null ? Effect.succeed(null) : readText(reader, JsonValue, criteriaSha256)
}

/** A quote with the texts that it names by their hashes. */
export interface QuoteAnswer extends Omit<QuoteJson, "criteria"> {
  readonly criteria: (NonNullable<QuoteJson["criteria"]> & { readonly document: Json }) | null
  /** Null without terms. */
  readonly termsText: string | null
  readonly record: ReturnType<typeof extractOf>
}

/** A quote with the text of its terms (null without terms) and its extract as of now: `GET /quotes/{id}`. Refused `not_a_party`. */
export const readTerms = query({
  name: "read-terms",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor, now }: QueryContext,
    reader: Reader,
  ) {
    const quote = yield* reader.need(Quote.Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayReadQuote(quote, actor)) return yield* refusal("not_a_party", {})
    const termsText = quote.terms === null ? null : yield* reader.blob(quote.terms.sha256)
    const view = quoteView(quote, now)
    const answer: QuoteAnswer = {
      ...view,
      criteria: view.criteria && { ...view.criteria, document: yield* criteriaOf(reader, quote) },
      termsText,
      record: extractOf(quote, now),
    }
    return answer
  }),
})
