/** A dealing: an entry of the Register of Dealings, by the hash of a paper. */
import { Schema } from "effect"
import { Sha256 } from "../Id.ts"
import * as Kind from "../Kind.ts"
import { bounds } from "../Schedule.ts"
import { DateTime, Instant } from "../Time.ts"
import { visible } from "../Visible.ts"

export const DealingKind = Schema.Literal(
  "card",
  "offer",
  "acceptance",
  "order",
  "delivery",
  "output",
  "invoice",
  "payment",
  "refund",
  "mandate",
  "meter",
  "message",
  "notice",
  "other",
)

/** What is lodged: the hash of a paper, and what the lodger says of it. */
export const NotaryEntry = Schema.Struct({
  sha256: Schema.String.pipe(
    Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be 64 hexadecimal characters" }),
  ),
  label: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.dealingLabelCharsMax), visible)),
  kind: Schema.optional(DealingKind),
  counterparty: Schema.optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.dealingCounterpartyCharsMax), visible),
  ),
  valueCents: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))),
  ref: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.dealingRefCharsMax), visible)),
  dealingAt: Schema.optional(DateTime),
}).annotations({ identifier: "NotaryEntry" })
export type NotaryEntry = typeof NotaryEntry.Type

/** What the agent named says of a dealing, once (Dealings Act 1.2). */
export const Review = Schema.Struct({
  outcome: Schema.Literal("confirmed", "contested"),
  note: Schema.NullOr(Schema.String),
  at: Instant,
})
export type Review = typeof Review.Type

/** An entry of the Register of Dealings. `counterparty` and `valueCents` are private to the lodger, the agent named and the Registrar. */
export const Dealing = Schema.Struct({
  id: Schema.String,
  sha256: Sha256,
  kind: Schema.NullOr(DealingKind),
  label: Schema.NullOr(Schema.String),
  lodger: Schema.String,
  lodgedAt: Instant,
  dealingAt: Schema.NullOr(Instant),
  ref: Schema.NullOr(Schema.String),
  counterparty: Schema.NullOr(Schema.String),
  /** The agent that held the name of the counterparty at lodgement: it may review and read what is private. Nobody who takes the name later may. */
  counterpartyId: Schema.NullOr(Schema.String),
  valueCents: Schema.NullOr(Schema.Int),
  review: Schema.NullOr(Review),
})
export type Dealing = typeof Dealing.Type

/** All entries of a hash, in the order of their sequence numbers, and beside that list those of one lodger for the hash. */
export const hashIndex = "dealings.hash"
/** Where the entries of one lodger for a hash stand in `hashIndex`: a key that lies beside another costs less than one far away. */
export const lodgedPrefix = (sha256: string, lodger: string): string => `${sha256}@${lodger}/`
/** `<counterparty>/<sha256>/…`: entries that the agent named has confirmed. */
export const confirmedIndex = "dealings.confirmed"

/** The series of the register's sequence numbers. */
export const dealingSeries = "dealings"
export const Dealings = Kind.make<Dealing>({
  name: "dealing",
  schema: Dealing,
  id: (dealing) => dealing.id,
  index: (dealing) => [
    { index: hashIndex, list: `${dealing.sha256}/`, rest: dealing.id },
    { index: hashIndex, key: `${lodgedPrefix(dealing.sha256, dealing.lodger)}${dealing.id}` },
    ...(dealing.review?.outcome === "confirmed"
      ? [{ index: confirmedIndex, key: `${dealing.counterparty}/${dealing.sha256}/${dealing.id}` }]
      : []),
  ],
})

/** Journal subject of a dealing. */
export const subjectOf = (id: string): string => `dealing/${id}`

/** The body of `POST /dealings/{id}/review`. */
export const ReviewRequest = Schema.Struct({
  outcome: Schema.Literal("confirmed", "contested"),
  note: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(bounds.reviewNoteCharsMax)), { exact: true }),
}).annotations({ identifier: "ReviewRequest" })
export type ReviewRequest = typeof ReviewRequest.Type
