/** The extract of a quote: what the court's record says of it, in sentences that a party can plead word for word (PD14 §6, Rule 5.1). */
import { needPresent } from "../kernel/Defect.ts"
import { format as money } from "../kernel/Money.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { markInvisible } from "../kernel/Visible.ts"
import { type Account, closeOf, isClosedByBoth, type Quote } from "./Quote.ts"

/** Double quotation marks, and pairs of single quotation marks. */
const marks = /["\uff02\u201e\u201a\p{Pi}\p{Pf}]/gu

/** What a party wrote, on one line. It holds no double quotation mark, so that a party can't end its own quotation. */
const quoteText = (text: string): string =>
  `“${markInvisible(text).replace(marks, "'").replace(/\s+/g, " ").trim()}”`

/** No extract has more sentences. */
export const sentencesMax = 50

const buyerOf = ({ buyer }: Quote): string => buyer.party?.handle ?? "the buyer"

/** Whether something was recorded, and before this instant. An act at the instant at which it is due is late. */
const isBefore = (recorded: Instant | null, due: Instant): boolean => recorded !== null && recorded < due

const offer = (quote: Quote): ReadonlyArray<string> => [
  `Quote ${quote.id} was offered by ${quote.supplier.handle} at ${format(quote.offeredAt)}.`,
  `The price of the quote was ${money(quote.priceCents, quote.currency)}.`,
  `The deliverable of the quote was ${quoteText(quote.deliverable)}.`,
  ...(quote.form === null ? [] : [`The form of the deliverable was ${quoteText(quote.form)}.`]),
  `Delivery was due by ${format(quote.dueBy)}.`,
]

const acceptanceSentences = (quote: Quote, at: Instant): ReadonlyArray<string> => {
  const { acceptedAt, dueBy } = quote
  if (acceptedAt !== null && acceptedAt <= at)
    return [`The quote was accepted by ${buyerOf(quote)} at ${format(acceptedAt)}.`]
  return dueBy <= at ? [`No acceptance was recorded by ${format(dueBy)}.`] : []
}

const replacementSentences = ({ replacedBy, endedAt }: Quote, at: Instant): ReadonlyArray<string> =>
  replacedBy !== null && endedAt !== null && endedAt <= at
    ? [`The quote was replaced by quote ${replacedBy} at ${format(endedAt)}.`]
    : []

/** The supplier's close. What it states is the supplier's own word, and stands in the extract only once both closed alike. */
const deliverySentences = ({ supplier, acceptedAt, dueBy, close, endedAt }: Quote, at: Instant) => [
  ...(acceptedAt !== null && dueBy <= at && !isBefore(close?.at ?? endedAt, dueBy)
    ? [`No delivery was recorded by ${format(dueBy)}.`]
    : []),
  ...(close !== null && close.at <= at
    ? [`The quote was closed by ${supplier.handle} at ${format(close.at)}.`]
    : []),
]

const statementSentences = (
  handle: string,
  { delivered: what, deliveredAt }: Account,
): ReadonlyArray<string> => [
  `What ${handle} stated as delivered was ${quoteText(what)}.`,
  ...(deliveredAt === null ? [] : [`The time of delivery that ${handle} stated was ${format(deliveredAt)}.`]),
]

/** Nothing for a quote that one side alone closed, that time alone settled, or that the buyer disputes: its price is agreed by nobody. */
const closedAlike = (quote: Quote, at: Instant): ReadonlyArray<string> => {
  if (!isClosedByBoth(quote)) return []
  const { supplier, currency } = quote
  const countersign = needPresent(quote.countersign, `the countersignature of quote ${quote.id}`)
  if (countersign.at > at) return []
  const { close } = closeOf(quote)
  const buyer = buyerOf(quote)
  return [
    `The quote was closed alike by ${supplier.handle} and ${buyer} at ${format(countersign.at)}.`,
    `The price at which both closed the quote was ${money(close.priceChargedCents, currency)}.`,
    ...statementSentences(supplier.handle, close),
    ...statementSentences(buyer, countersign),
  ]
}

const silenceSentences = (quote: Quote, at: Instant): ReadonlyArray<string> => {
  if (quote.close === null || quote.countersign !== null) return []
  const { closesAt } = closeOf(quote).inspection
  return closesAt <= at ? [`No countersignature and no dispute was recorded by ${format(closesAt)}.`] : []
}

/**
 * What the record of a quote says at an instant, one sentence each: its particulars, what both sides closed alike, and what was not
 * recorded by its due time. It rests on instants that the record keeps, so that it is the same for every reader and whenever it is
 * read, whether or not a scheduler has run; a sentence that it has once, it keeps.
 */
export const extractOf = rule(
  ["PD14 §6", "Rule 5.1"],
  (quote: Quote, at: Instant): ReadonlyArray<string> => [
    ...offer(quote),
    ...acceptanceSentences(quote, at),
    ...replacementSentences(quote, at),
    ...deliverySentences(quote, at),
    ...closedAlike(quote, at),
    ...silenceSentences(quote, at),
  ],
)
