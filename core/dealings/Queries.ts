/** The queries of the Register of Dealings, and the views of an entry: the public one, and that with its private fields. */
import { Effect, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Numbered, Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format, formatNullable, Timestamp } from "../kernel/Time.ts"
import { type Dealing, Dealings, hashIndex } from "./Dealing.ts"
import { seesPrivate } from "./Law.ts"

const orNull = Schema.NullOr

/** An entry in answers. Only a reader that may see private fields gets `counterparty`, `valueCents` and `review`. */
export const DealingView = Schema.Struct({
  id: Schema.String,
  sequence: orNull(Schema.Int),
  sha256: Schema.String,
  kind: orNull(Schema.String),
  label: orNull(Schema.String),
  lodger: Schema.String,
  lodgedAt: Timestamp,
  dealingAt: orNull(Timestamp),
  ref: orNull(Schema.String),
  counterparty: Schema.optional(orNull(Schema.String)),
  valueCents: Schema.optional(orNull(Schema.Int)),
  review: Schema.optional(
    orNull(Schema.Struct({ outcome: Schema.String, note: orNull(Schema.String), at: Timestamp })),
  ),
}).annotations({ identifier: "Dealing" })
export type DealingView = typeof DealingView.Type

const publicView = ({ record: dealing, number }: Numbered<Dealing>): DealingView => ({
  id: dealing.id,
  sequence: number,
  sha256: dealing.sha256,
  kind: dealing.kind,
  label: dealing.label,
  lodger: dealing.lodger,
  lodgedAt: format(dealing.lodgedAt),
  dealingAt: formatNullable(dealing.dealingAt),
  ref: dealing.ref,
})

const privateView = ({ counterparty, valueCents, review }: Dealing) => ({
  counterparty,
  valueCents,
  review: review === null ? null : { ...review, at: format(review.at) },
})

/** The view of an entry for this viewer. */
export const dealingView = (dealing: Numbered<Dealing>, viewer: Actor): DealingView => ({
  ...publicView(dealing),
  ...(seesPrivate(dealing.record, viewer) ? privateView(dealing.record) : {}),
})

/** The answer to a lodgement. The host adds the receipt: a compact JWS over the RFC 8785 form of these members. */
export const Lodged = Schema.Struct({
  id: Schema.String,
  sequence: Schema.Int,
  sha256: Schema.String,
  lodgedAt: Timestamp,
})

/** The answer to a review. */
export const Reviewed = Schema.Struct({
  id: Schema.String,
  sequence: Schema.NullOr(Schema.Int),
  outcome: Schema.String,
  note: Schema.NullOr(Schema.String),
  reviewedAt: Timestamp,
}).annotations({ identifier: "Reviewed" })

/** One entry: `GET /dealings/{id}`. Refused `unknown_dealing`. */
export const readDealing = query({
  name: "read-dealing",
  read: ({ id }: { readonly id: string }, { actor }: QueryContext, reader: Reader) =>
    Effect.flatMap(
      reader.findNumbered(Dealings, id),
      Option.match({
        onNone: () => Effect.fail(refusal("unknown_dealing", { id })),
        onSome: (found) => Effect.succeed(dealingView(found, actor)),
      }),
    ),
})

/** The entries of one hash, in the order of their sequence numbers: `GET /dealings`. */
export const dealingsOfHash = query({
  name: "dealings-of-hash",
  read: ({ sha256, page }: { readonly sha256: string } & Paged, { actor }: QueryContext, reader: Reader) =>
    Effect.map(
      reader.listNumbered(Dealings, { index: hashIndex, prefix: `${sha256.toLowerCase()}/`, ...page }),
      ({ items, next }) => ({ items: items.map((item) => dealingView(item, actor)), next }),
    ),
})
