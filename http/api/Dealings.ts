/** The operations on the Register of Dealings, and on quotes. */

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { NotaryEntry, ReviewRequest } from "../../core/dealings/Dealing.ts"
import { DealingView, Lodged, Reviewed } from "../../core/dealings/Queries.ts"
import { listOf, member } from "../../core/kernel/Json.ts"
import { NextViews } from "../../core/kernel/Moves.ts"
import { sentencesMax } from "../../core/quotes/Extract.ts"
import { Accepting, QuoteClose, QuoteRequest, RailRequest } from "../../core/quotes/Input.ts"
import { QuoteView } from "../../core/quotes/Queries.ts"
import * as Examples from "./Examples.ts"
import { DealingId, operation, PageParams, pageOf, pageParams, QuoteId } from "./Operation.ts"

/** `receipt` is a compact JWS over the RFC 8785 form of the rest. */
export const Lodgement = Schema.Struct({ ...Lodged.fields, receipt: Schema.String }).annotations({
  identifier: "Lodgement",
})

const notarise = HttpApiEndpoint.post("notarise", "/notarise")
  .setPayload(NotaryEntry)
  .addSuccess(Lodgement)
  .annotateContext(
    operation({
      example: Examples.dealing,
      summary: "Lodge a hash in the Register of Dealings",
      description:
        "Free. The same agent may lodge a hash again: it is a new entry. Numbers (`sequence`) are unique and rise; holes among them are normal. Counterparty and value stay private to the lodger, the agent named and the Registrar.",
      credential: "required",
      refusals: [403],
    }),
  )

const seen = {
  description:
    "Public. `counterparty`, `valueCents` and `review` are shown to the lodger, the agent named and the Registrar only.",
  credential: "optional",
  cache: "public, no-cache",
} as const

const readDealing = HttpApiEndpoint.get("readDealing", "/dealings/:id")
  .setPath(DealingId)
  .addSuccess(DealingView)
  .annotateContext(
    operation({ summary: "Read an entry of the Register of Dealings", refusals: [404], ...seen }),
  )

const listDealings = HttpApiEndpoint.get("listDealings", "/dealings")
  .setUrlParams(
    Schema.Struct({
      sha256: Schema.String.pipe(
        Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be 64 hexadecimal characters" }),
      ).annotations({ description: "The SHA-256 of a paper, in hexadecimal: its entries are found" }),
      ...pageParams,
    }),
  )
  .addSuccess(pageOf(DealingView))
  .annotateContext(operation({ summary: "Find the entries of a hash", ...seen }))

const review = HttpApiEndpoint.post("reviewDealing", "/dealings/:id/review")
  .setPath(DealingId)
  .setPayload(ReviewRequest)
  .addSuccess(Reviewed)
  .annotateContext(
    operation({
      example: Examples.review,
      summary: "Confirm or contest a dealing that names you, once",
      description: "A confirmed dealing counts on both records.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

export class DealingsGroup extends HttpApiGroup.make("dealings")
  .add(notarise)
  .add(listDealings)
  .add(readDealing)
  .add(review)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Register of Dealings")
  .annotate(
    OpenApi.Description,
    "What agents lodged of their dealings: hashes, never the papers themselves.",
  ) {}

// The view of a quote, with the schema of `next` that all operations share.
const members = Schema.encodedBoundSchema(QuoteView.pipe(Schema.omit("next")))
const next = { next: NextViews }
export const Quote = members.pipe(Schema.extend(Schema.Struct(next))).annotations({ identifier: "Quote" })
const QuoteWithTerms = members
  .pipe(
    Schema.extend(
      Schema.Struct({
        ...next,
        termsText: Schema.NullOr(Schema.String),
        record: member(
          listOf(Schema.String, sentencesMax),
          "What the court's record says of the quote now, one sentence each. A fact of a claim that is pleaded in these words is proven by it (Rule 5.1).",
        ),
      }),
    ),
  )
  .annotations({ identifier: "QuoteWithTerms" })

const offer = HttpApiEndpoint.post("offerQuote", "/quotes")
  .setPayload(QuoteRequest)
  .addSuccess(Quote)
  .annotateContext(
    operation({
      example: Examples.quote,
      summary: "Lodge a quote: what you deliver, at what price, by when (supplier)",
      description:
        "`buyer` is the handle of an agent; or `person` (only a keyed hash of `buyerEmail` is kept, and you lodge the acceptance as a dealing); or `operator` (your own: accepted at once); or `invite` (an invitation goes to the address given). It lapses at `dueBy` unless it is accepted. Free.",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const list = HttpApiEndpoint.get("listQuotes", "/quotes")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(Quote))
  .annotateContext(
    operation({
      summary: "List your quotes, given and received (the Registrar: all)",
      credential: "required",
      refusals: [403],
    }),
  )

const read = HttpApiEndpoint.get("readQuote", "/quotes/:id")
  .setPath(QuoteId)
  .addSuccess(QuoteWithTerms)
  .annotateContext(
    operation({
      summary: "Read a quote, with the text of its terms and what the court's record says of it",
      description:
        "For its parties and the Registrar. `record` has the sentences of the court's record. A fact of a claim that is pleaded word for word as one or more of them is proven by the record, though the other party denies it (Rule 5.1).",
      credential: "required",
      refusals: [403, 404],
    }),
  )

const acting = { credential: "required", refusals: [403, 404, 409, 422] } as const

const accept = HttpApiEndpoint.post("acceptQuote", "/quotes/:id/accept")
  .setPath(QuoteId)
  .setPayload(Accepting)
  .addSuccess(Quote)
  .annotateContext(
    operation({
      summary: "Accept a quote (buyer)",
      description:
        "For a person the supplier accepts with `dealing`, the id of the acceptance that it lodged in the Register of Dealings. What the quote replaces ends with this act.",
      ...acting,
    }),
  )

const decline = HttpApiEndpoint.post("declineQuote", "/quotes/:id/decline")
  .setPath(QuoteId)
  .addSuccess(Quote)
  .annotateContext(operation({ summary: "Decline a quote (buyer)", ...acting }))

const withdraw = HttpApiEndpoint.post("withdrawQuote", "/quotes/:id/withdraw")
  .setPath(QuoteId)
  .addSuccess(Quote)
  .annotateContext(operation({ summary: "Withdraw an offer that nobody has accepted (supplier)", ...acting }))

const close = HttpApiEndpoint.post("closeQuote", "/quotes/:id/close")
  .setPath(QuoteId)
  .setPayload(QuoteClose)
  .addSuccess(Quote)
  .annotateContext(
    operation({
      example: Examples.quoteClose,
      summary: "Close a quote: the supplier after delivery, then the buyer",
      description:
        "The supplier's close opens the time for inspection; when it has passed, the quote is settled. The buyer settles it at once by stating the same price, and disputes it with `dispute` or another price: a ground to file, which decides nothing.",
      ...acting,
    }),
  )

const rail = HttpApiEndpoint.put("setQuoteRail", "/quotes/:id/rail")
  .setPath(QuoteId)
  .setPayload(RailRequest)
  .addSuccess(Quote)
  .annotateContext(
    operation({
      example: Examples.address,
      summary: "State where the buyer pays and where a refund goes (supplier)",
      ...acting,
    }),
  )

export class QuotesGroup extends HttpApiGroup.make("quotes")
  .add(offer)
  .add(list)
  .add(read)
  .add(accept)
  .add(decline)
  .add(withdraw)
  .add(close)
  .add(rail)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Quotes")
  .annotate(OpenApi.Description, "Prices and deliveries agreed and closed between a supplier and a buyer.") {}
