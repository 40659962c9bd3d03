/** A dealing: an entry of the Register of Dealings, by the hash of a paper. */
import { Schema } from "effect"
import { TransactionHash } from "../chains/index.ts"
import { Sha256 } from "../kernel/Hash.ts"
import { exactly, member, optional } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { DateTime, Instant, sortable } from "../kernel/Time.ts"
import { visible } from "../kernel/Visible.ts"

/** The kinds of papers of which a hash may be notarised in the Register of Dealings (PD8). */
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

const notaryEntrySchema = Schema.Struct({
  sha256: member(
    Schema.String.pipe(
      Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be 64 hexadecimal characters" }),
    ),
    "The SHA-256 of the paper's bytes, in hexadecimal.",
  ),
  label: optional(
    Schema.String.pipe(Schema.maxLength(bounds.dealingLabelCharsMax), visible),
    "Your name for the paper. It is public.",
  ),
  kind: optional(DealingKind, "The kind of paper."),
  counterparty: optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.dealingCounterpartyCharsMax), visible),
    "The handle of the other agent, which may review the entry; or another name. Not public.",
  ),
  valueCents: optional(
    Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
    "The value of the dealing, in cents. Not public.",
  ),
  ref: optional(
    Schema.String.pipe(Schema.maxLength(bounds.dealingRefCharsMax), visible),
    "Your own reference, such as an order number. Public. Of a payment or a refund: the id of the quote or of the dealing that it is for.",
  ),
  txid: optional(
    TransactionHash,
    "Of a payment or a refund: its transaction, for which the court looks. Not public.",
  ),
  units: optional(Schema.Int.pipe(Schema.between(0, bounds.meterUnitsMax)), "Of a meter: the units in all."),
  dealingAt: optional(DateTime, "When the dealing was, if not now."),
}).annotations({ identifier: "NotaryEntry" })

export interface NotaryEntry extends Schema.Schema.Type<typeof notaryEntrySchema> {}
/** A notarial entry as JSON: instants are texts of RFC 3339. */
export type NotaryEntryJson = Named<typeof notaryEntrySchema.Encoded>

/** The body of `POST /notarise`: the hash of a paper, and what the lodger says of it. */
export const NotaryEntry: Schema.Schema<NotaryEntry, NotaryEntryJson> = notaryEntrySchema

/** A paper that is lodged with others, if what was given for it is no `NotaryEntry`: each place that does not fit. */
export const Unfit = Schema.Struct({
  errors: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })),
})
export type Unfit = typeof Unfit.Type

const papersSchema = Schema.Struct({
  items: Schema.Array(Schema.Union(NotaryEntry, Unfit)).pipe(
    Schema.minItems(1),
    Schema.maxItems(bounds.dealingsTogetherMax),
  ),
})

export interface Papers extends Schema.Schema.Type<typeof papersSchema> {}
/** Papers that are lodged at once, as their host read them. Each is judged by itself. */
export const Papers: Schema.Schema<Papers, typeof papersSchema.Encoded> = papersSchema

/** The word of the agent that a dealing names about the dealing, once (Dealings Act 1.2). */
export const Review = Schema.Struct({
  outcome: Schema.Literal("confirmed", "contested"),
  note: Schema.NullOr(Schema.String),
  at: Instant,
})
export type Review = typeof Review.Type

/** The batch with which an entry was lodged, and its place among the entries of that batch, from 0 (Dealings Act 1.1B). */
export const BatchPlace = Schema.Struct({ id: Schema.String, index: Schema.Int })
export type BatchPlace = typeof BatchPlace.Type

const dealingSchema = Schema.Struct({
  id: Schema.String,
  sha256: Sha256,
  kind: Schema.NullOr(DealingKind),
  label: Schema.NullOr(Schema.String),
  lodger: Schema.String,
  lodgedAt: Instant,
  dealingAt: Schema.NullOr(Instant),
  ref: Schema.NullOr(Schema.String),
  /** The transaction of a payment or a refund, in lower case; absent if no transaction was named. */
  txid: Schema.optionalWith(Schema.String, { exact: true }),
  counterparty: Schema.NullOr(Schema.String),
  /** The units that a meter read; absent if no units were stated. */
  units: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The agent that held the counterparty's name at lodgement. It may review and see what is private; a later holder of the name may not. */
  counterpartyId: Schema.NullOr(Schema.String),
  valueCents: Schema.NullOr(Schema.Int),
  review: Schema.NullOr(Review),
  /** Absent if the entry was lodged alone. */
  batch: Schema.optionalWith(BatchPlace, { exact: true }),
})

export interface Dealing extends Schema.Schema.Type<typeof dealingSchema> {}

/** An entry of the Register of Dealings. Only the lodger, the agent named and the Registrar see `counterparty`, `valueCents`, `units`, `txid` and `review`. */
export const Dealing: Schema.Schema<Dealing> = dealingSchema

/** The entries of a hash in the order of their sequence numbers; and, in a list beside it, those of one lodger for the hash. */
export const hashIndex = "dealings.hash"
/** The prefix in `hashIndex` of the entries of one lodger for a hash. Two neighbouring keys cost less to write than two distant ones. */
export const lodgedPrefix = (sha256: string, lodger: string): string => `${sha256}@${lodger}/`
/** The entries that the agent named has confirmed, by `<counterparty>/<sha256>/`. */
export const confirmedIndex = "dealings.confirmed"
/** The entries that name an agent, in the order of lodgement, by its id; and those of them that it may still review. */
export const namingIndex = "dealings.naming"
/** The entries that name an agent and that it may still review, in the order of lodgement, by its id. */
export const awaitingIndex = "dealings.awaiting"
/** The entries by which each lodger named a transaction, in the order of lodgement. */
export const transactionIndex = "dealings.transaction"
/** The entries that could be debts of one hash, lodger and kind, in the order in which they became debts (PD15 §1). */
export const debtIndex = "dealings.debt"
/** The prefix in `debtIndex` of the entries that are one debt. */
export const debtPrefix = ({ sha256, lodger, kind }: Pick<Dealing, "sha256" | "lodger" | "kind">): string =>
  `${lodgedPrefix(sha256, lodger)}${kind}/`

/** When an entry became a debt: an invoice by its confirmation, a promise of refund by its lodgement; null for any other entry. */
const debtSince = ({ kind, lodgedAt, ref, txid, review, counterpartyId }: Dealing): Instant | null => {
  if (counterpartyId === null) return null
  if (kind === "invoice") return review?.outcome === "confirmed" ? review.at : null
  return kind === "refund" && ref === null && txid === undefined ? lodgedAt : null
}
/** The prefix in `transactionIndex` of the entries of one lodger that name a transaction. */
export const transactionPrefix = (txid: string, lodger: string): string => `${txid}/${lodger}/`

/** The agent that may still review an entry; null if it names no enrolled agent or its own lodger, or was reviewed (Dealings Act 1.2). */
export const reviewerOf = ({ counterparty, counterpartyId, lodger, review }: Dealing): string | null =>
  counterpartyId === null || counterparty === lodger || review !== null ? null : counterparty

/** The series that numbers the dealings of the register. */
export const dealingSeries = "dealings"
/** Lodged dealings by their ids, found by hash, by the agent that they name, by transaction, and by debt. */
export const Dealings = Kind.make<Dealing>({
  name: "dealing",
  schema: Dealing,
  id: (dealing) => dealing.id,
  index: (dealing) => {
    const since = debtSince(dealing)
    return [
      { index: hashIndex, list: `${dealing.sha256}/`, rest: dealing.id },
      { index: hashIndex, key: `${lodgedPrefix(dealing.sha256, dealing.lodger)}${dealing.id}` },
      ...(dealing.review?.outcome === "confirmed"
        ? [{ index: confirmedIndex, key: `${dealing.counterparty}/${dealing.sha256}/${dealing.id}` }]
        : []),
      ...(dealing.counterpartyId === null
        ? []
        : [{ index: namingIndex, list: `${dealing.counterpartyId}/`, rest: dealing.id }]),
      ...(dealing.txid === undefined
        ? []
        : [
            {
              index: transactionIndex,
              key: `${transactionPrefix(dealing.txid, dealing.lodger)}${dealing.id}`,
            },
          ]),
      ...(reviewerOf(dealing) === null
        ? []
        : [{ index: awaitingIndex, list: `${dealing.counterpartyId}/`, rest: dealing.id }]),
      ...(since === null
        ? []
        : [{ index: debtIndex, key: `${debtPrefix(dealing)}${sortable(since)}/${dealing.id}` }]),
    ]
  },
})

/** The subject of the events of a dealing in the public journal. */
export const subjectOf = (id: string): string => `dealing/${id}`

/** The body by which the agent that a dealing names confirms or contests it. */
export const ReviewRequest = Schema.Struct({
  outcome: member(Schema.Literal("confirmed", "contested"), "Whether the entry is right."),
  note: exactly(
    Schema.String.pipe(Schema.maxLength(bounds.reviewNoteCharsMax)),
    "Read by the lodger and the Registrar.",
  ),
}).annotations({ identifier: "ReviewRequest" })
export type ReviewRequest = typeof ReviewRequest.Type
