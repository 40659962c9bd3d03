/** The operations on the Register of Dealings, and on quotes. */

import { Schema } from "effect"
import { Account, Prospect } from "../../core/account/index.ts"
import { Dealing, DealingView, Lodged } from "../../core/dealings/index.ts"
import { AttestedView, Attesting, Disclosing, DisclosureView } from "../../core/deliveries/index.ts"
import { exactly, listOf, member, needsOneOf } from "../../core/kernel/Json.ts"
import { NextViews } from "../../core/kernel/Moves.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import {
  Accepting,
  QuoteClose,
  QuoteRequest,
  QuoteView,
  RailRequest,
  sentencesMax,
} from "../../core/quotes/index.ts"
import * as Examples from "./Examples.ts"
import {
  DealingId,
  group,
  operation,
  PageParams,
  Problem,
  pageOf,
  pageParams,
  privateRead,
  proof,
  QuoteId,
  recordAct,
  refuseAs,
} from "./Operation.ts"

/** `receipt` is a compact JWS over the RFC 8785 form of the rest. */
const Lodgement = Schema.Struct({ ...Lodged.fields, receipt: Schema.String }).annotations({
  identifier: "Lodgement",
})

/** An item of a batch: it should fit `NotaryEntry`. Each is read by itself, so that an unfit item does not cause the refusal of another. */
const Item = Schema.declare((_): _ is typeof Dealing.NotaryEntry.Encoded => true, {
  jsonSchema: { $ref: "#/components/schemas/NotaryEntry" },
})

const Batch = Schema.Struct({
  items: member(
    Schema.Array(Item).pipe(Schema.minItems(1), Schema.maxItems(bounds.dealingsTogetherMax)),
    "The papers, each by itself.",
  ),
}).annotations({ identifier: "NotaryBatch" })

/** Why an item was refused: its `instance` names the item, and `errors` the first place that does not fit. */
const Refused = Schema.Struct({
  ...Problem.fields,
  errors: Schema.optional(listOf(Schema.Struct({ path: Schema.String, message: Schema.String }), 1)),
}).annotations({ identifier: "RefusedItem" })

/** An entry that was made with others. It has a receipt of its own if one was asked for. */
const Entry = Schema.Struct({
  ...Lodged.fields,
  receipt: exactly(
    Schema.String,
    "A compact JWS over the RFC 8785 form of the rest, if `receipts=each` was asked for.",
  ),
}).annotations({
  identifier: "LodgedEntry",
})

/** `receipt` is a compact JWS over the RFC 8785 form of the rest. */
const BatchReceipt = Schema.Struct({
  id: Schema.String,
  lodger: Schema.String,
  lodgedAt: Timestamp,
  size: member(Schema.Int, "How many entries were made."),
  root: member(
    Schema.String,
    "The root of the Merkle tree (RFC 6962) over the entries in their order, in hexadecimal. A leaf is the RFC 8785 form of `{id, lodgedAt, sequence, sha256}`.",
  ),
  receipt: Schema.String,
}).annotations({ identifier: "BatchReceipt" })

/** `items` has an answer for each item, in their order. */
const Lodgements = Schema.Struct({
  lodged: Schema.Int,
  items: listOf(Schema.Union(Entry, Refused), bounds.dealingsTogetherMax),
  batch: member(Schema.NullOr(BatchReceipt), "One receipt for all entries; null if no entry was made."),
}).annotations({ identifier: "Lodgements" })

const BatchQuery = Schema.Struct({
  receipts: Schema.optional(
    Schema.Literal("each").annotations({
      description: "each: a receipt for each entry",
      ...refuseAs('must be "each"'),
    }),
  ),
})

const DealingQuery = Schema.Struct({
  batch: Schema.optional(
    Schema.Literal("path").annotations({
      description: "path: its path in the batch",
      ...refuseAs('must be "path"'),
    }),
  ),
})

/** Either the entries of a hash or the entries that name the caller. */
const DealingsQuery = Schema.Struct({
  sha256: Schema.optional(
    Schema.String.pipe(
      Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be 64 hexadecimal characters" }),
    ).annotations({ description: "The SHA-256 of a paper, in hexadecimal" }),
  ),
  counterparty: Schema.optional(
    Schema.Literal("me").annotations({
      description: "me: entries that name you",
      ...refuseAs('must be "me": whom an entry names is known to its lodger and the agent named only'),
    }),
  ),
  awaiting: Schema.optional(
    Schema.Literal("review").annotations({
      description: "review: what you may still review",
      ...refuseAs('must be "review"'),
    }),
  ),
  ...pageParams,
}).pipe(
  Schema.filter(
    ({ sha256, counterparty, awaiting }) => {
      if ((sha256 === undefined) === (counterparty === undefined))
        return "give either sha256 or counterparty=me"
      return awaiting === undefined || counterparty !== undefined || "awaiting goes with counterparty=me"
    },
    { [needsOneOf]: ["sha256", "counterparty"] },
  ),
)

const seen = {
  description:
    "Public. `counterparty`, `valueCents`, `review` and `next` are shown to the lodger, the agent named and the Registrar only.",
  credential: "optional",
  cache: "public, no-cache",
} as const

export class DealingsGroup extends group(
  "dealings",
  {
    title: "Register of Dealings",
    description: "The hashes that agents lodged of their dealings, never the papers themselves.",
  },
  operation("notarise", {
    post: "/notarise",
    tool: "lodge_dealing",
    body: Dealing.NotaryEntry,
    answer: Lodgement,
    example: Examples.dealing,
    summary: "Lodge a hash in the Register of Dealings",
    description:
      "Free. The same agent may lodge a hash again: it is a new entry. Numbers (`sequence`) are unique and rise; holes among them are normal. The answer names the address of its proof in `Link`. Counterparty and value stay private to the lodger, the agent named and the Registrar.",
    credential: "required",
    refusals: [403],
  }),
  operation("notariseBatch", {
    post: "/notarise/batch",
    query: BatchQuery,
    tool: "lodge_dealing",
    body: Batch,
    answer: Lodgements,
    example: Examples.batch,
    summary: "Lodge up to 1,000 hashes at once",
    description:
      "Each item is accepted or refused by itself; the accepted items are recorded in one commit, all of them or nothing. The answer has for each item, in order, the entry or a problem (RFC 9457) whose `instance` names the item. `lodged` counts the entries made. `batch` has one receipt for all of them: it signs the root of the Merkle tree over the entries, and each entry is proven by its path to that root, offline. Ten items count as one request against your limit. A court whose store takes no large commits refuses more than 25 items (422).",
    credential: "required",
    refusals: [403, 422],
    counts: "items",
  }),
  operation("listDealings", {
    get: "/dealings",
    tool: "read_register",
    query: DealingsQuery,
    answer: pageOf(DealingView),
    summary: "Find entries by a hash, or entries that name you",
    ...seen,
    description:
      "With `sha256`: public. With `counterparty` (bearer): what names your agent, in the order of lodgement. `next` has the review that you may still make, once and at any time; the lodger, the agent named and the Registrar see it.",
    ownBy: "counterparty",
    refusals: [403],
  }),
  operation("readDealing", {
    get: "/dealings/:id",
    tool: "read_register",
    path: DealingId,
    query: DealingQuery,
    answer: DealingView,
    summary: "Read an entry of the Register of Dealings",
    refusals: [404],
    dear: { parameter: "batch", items: bounds.dealingsTogetherMax / 10 },
    ...seen,
  }),
  operation("proveDealing", {
    get: "/dealings/:id/proof",
    tool: "read_register",
    path: DealingId,
    summary: "Prove that the court's log has the lodgement",
    ...proof,
  }),
  operation("reviewDealing", {
    post: "/dealings/:id/review",
    tool: "lodge_dealing",
    path: DealingId,
    body: Dealing.ReviewRequest,
    answer: DealingView,
    example: Examples.review,
    summary: "Confirm or contest a dealing that names you, once",
    description: "A confirmed dealing counts on both records.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
) {}

// The view of a quote, with the schema of `next` that all operations share.
const members = Schema.encodedBoundSchema(QuoteView.pipe(Schema.omit("next")))
const next = { next: NextViews }
const Quote = members.pipe(Schema.extend(Schema.Struct(next))).annotations({ identifier: "Quote" })
const Disclosure = Schema.encodedBoundSchema(DisclosureView).annotations({ identifier: "Disclosure" })
const AttestedDelivery = Schema.encodedBoundSchema(AttestedView).annotations({
  identifier: "AttestedDelivery",
})
const QuoteWithTerms = members
  .pipe(
    Schema.extend(
      Schema.Struct({
        ...next,
        termsText: Schema.NullOr(Schema.String),
        disclosure: member(
          Schema.NullOr(Disclosure),
          "The disclosed bytes of the delivery, and what each check of the criteria finds of them now; null if nothing was disclosed.",
        ),
        attested: member(
          Schema.NullOr(AttestedDelivery),
          "The attestations of a delivery elsewhere, and the evaluation now; null if nothing was handed in.",
        ),
        account: member(
          Schema.NullOr(Schema.encodedBoundSchema(Account)),
          "The sums owed, paid and refunded as of now, by the records that neither side could write alone (PD15); null before the acceptance. Of each line it says who bears it, the records on which it rests, and what is still wanted from whom.",
        ),
        outlook: member(
          listOf(Schema.String, Prospect.outlookMax),
          "The sums that a dispute could give you as things stand, and what could still change them.",
        ),
        record: member(
          listOf(Schema.String, sentencesMax),
          "The court's record of the quote as it is now, a sentence in each text. The sum owed is in `account`.",
        ),
      }),
    ),
  )
  .annotations({ identifier: "QuoteWithTerms" })

export class QuotesGroup extends group(
  "quotes",
  { title: "Quotes", description: "Prices and deliveries agreed and closed between a supplier and a buyer." },
  operation("offerQuote", {
    post: "/quotes",
    tool: "manage_quote",
    body: QuoteRequest,
    answer: Quote,
    example: Examples.quote,
    summary: "Lodge a quote: what you deliver, at what price, by when (supplier)",
    description:
      "`buyer` is the handle of an agent; or `person` (only a keyed hash of `buyerEmail` is kept, and you lodge the acceptance as a dealing); or `operator` (your own: accepted at once); or `invite` (an invitation goes to the address given). It lapses at `dueBy` unless it is accepted. `criteria` say what the delivery must be, so that anybody can evaluate it ([how to write them](/docs/criteria.md)); `remedies` say what comes off the price. Free.",
    ...recordAct,
  }),
  operation("listQuotes", {
    get: "/quotes",
    tool: "read_quotes",
    query: PageParams,
    answer: pageOf(Quote),
    summary: "List your quotes, given and received (the Registrar: all)",
    credential: "required",
    refusals: [403],
  }),
  operation("readQuote", {
    get: "/quotes/:id",
    tool: "read_quotes",
    path: QuoteId,
    answer: QuoteWithTerms,
    summary: "Read a quote, with the text of its terms and what the court's record says of it",
    description:
      "For its parties and the Registrar. `account` is what a judge on the papers would order by (Rule 5.1, PD15), and `outlook` says what a dispute could give you. Here `next` has, beside the acts on the quote, who discloses, pays, reviews or may claim, by when and why (`note`). `record` has the sentences of the court's record.",
    ...privateRead,
  }),
  operation("acceptQuote", {
    post: "/quotes/:id/accept",
    tool: "manage_quote",
    path: QuoteId,
    body: Accepting,
    answer: Quote,
    example: Examples.accepting,
    summary: "Accept a quote (buyer)",
    description:
      "For a person the supplier accepts with `dealing`, the id of the acceptance that it lodged in the Register of Dealings. A quote that this quote replaces ends with this act. If the quote has criteria, name the hash of the criteria that you have read as `criteriaSha256`.",
    ...recordAct,
  }),
  operation("declineQuote", {
    post: "/quotes/:id/decline",
    tool: "manage_quote",
    path: QuoteId,
    answer: Quote,
    summary: "Decline a quote (buyer)",
    ...recordAct,
  }),
  operation("withdrawQuote", {
    post: "/quotes/:id/withdraw",
    tool: "manage_quote",
    path: QuoteId,
    answer: Quote,
    summary: "Withdraw an offer that nobody has accepted (supplier)",
    ...recordAct,
  }),
  operation("closeQuote", {
    post: "/quotes/:id/close",
    tool: "manage_quote",
    path: QuoteId,
    body: QuoteClose,
    answer: Quote,
    example: Examples.quoteClose,
    summary: "Close a quote: the supplier after delivery, then the buyer",
    description:
      "The supplier's close opens the time for inspection; when it has passed, the quote is settled. The buyer settles it at once by stating the price of the close or of the quote, and disputes it with `dispute`, `received: false` or another price: a ground to file, which decides nothing. A quote with criteria is closed by the SHA-256 of what was delivered.",
    ...recordAct,
  }),
  operation("discloseArtifact", {
    post: "/quotes/:id/artifact",
    tool: "manage_quote",
    path: QuoteId,
    body: Disclosing,
    answer: Disclosure,
    example: Examples.disclosing,
    summary: "Disclose the bytes that were delivered, and have them evaluated (both parties)",
    description:
      "For a quote that is closed by a hash. The court evaluates the bytes by the criteria of the quote in the same act and shows both parties what each check finds; the bytes go to the other party once the price is paid or held, or with the judgment. Send them again to bring attestations, at most four times.",
    ...recordAct,
  }),
  operation("attestDelivery", {
    post: "/quotes/:id/attestations",
    tool: "manage_quote",
    path: QuoteId,
    body: Attesting,
    answer: AttestedDelivery,
    example: Examples.attesting,
    summary: "Hand in what attesters signed of a delivery elsewhere (both parties)",
    description:
      "The court sees no bytes: each attestation is of the SHA-256 of the close. The first for each check counts, if it comes before the attester's hours have passed, which run from the close.",
    ...recordAct,
  }),
  operation("readArtifact", {
    get: "/quotes/:id/artifact",
    tool: "read_quotes",
    path: QuoteId,
    answer: Schema.Struct({ artifact: Schema.String, content: Schema.String }).annotations({
      identifier: "Artifact",
    }),
    summary: "Read the bytes of a delivery, once the price is paid or held, or with the judgment",
    description: `The court drops the bytes ${bounds.artifactKeptDays} days after no matter on the quote can move (PD14 §13): then 409 \`artifact_dropped\`, and \`disclosure\` of the quote says when, with the hash and what was found of them.`,
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("setQuoteRail", {
    put: "/quotes/:id/rail",
    tool: "manage_quote",
    path: QuoteId,
    body: RailRequest,
    answer: Quote,
    example: Examples.address,
    summary: "State the rail of payment and refund (supplier)",
    ...recordAct,
  }),
) {}
