/** The queries of the Register of Dealings, and the views of an entry: the public one, and that with its private fields. */
import { Effect, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import { NextViews } from "../kernel/Moves.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Numbered, Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Stamp, Timestamp } from "../kernel/Time.ts"
import { proveEvent } from "../log/index.ts"
import {
  awaitingIndex,
  confirmedIndex,
  type Dealing,
  DealingKind,
  Dealings,
  hashIndex,
  lodgedPrefix,
  namingIndex,
  Review,
  reviewerOf,
  subjectOf,
} from "./Dealing.ts"
import { seesPrivate } from "./Law.ts"

/** True if the Register has an entry under this index key. */
const stands = (reader: Reader, index: string, prefix: string) =>
  Effect.map(reader.list(Dealings, { index, prefix, after: null, limit: 1 }), ({ items }) => items.length > 0)

/** Which of these handles lodged a hash in the Register, and which confirmed an entry of it. */
export const findRegistration = (reader: Reader, sha256: string, handles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const lodgedBy = yield* Effect.filter(handles, (handle) =>
      stands(reader, hashIndex, lodgedPrefix(sha256, handle)),
    )
    const confirmedBy = yield* Effect.filter(handles, (handle) =>
      stands(reader, confirmedIndex, `${handle}/${sha256}/`),
    )
    return { lodgedBy, confirmedBy }
  })

/** When a hash was first lodged in the Register, by whomever; null if it was not. A later entry changes nothing. */
export const firstLodged = (reader: Reader, sha256: string) =>
  Effect.map(
    reader.list(Dealings, { index: hashIndex, prefix: `${sha256}/`, after: null, limit: 1 }),
    ({ items: [first] }) => first?.lodgedAt ?? null,
  )

/** Whether an agent has lodged a hash itself. */
export const hasLodged = (reader: Reader, sha256: string, lodger: string) =>
  Effect.map(
    reader.list(Dealings, { index: hashIndex, prefix: lodgedPrefix(sha256, lodger), after: null, limit: 1 }),
    ({ items }) => items.length > 0,
  )

const orNull = Schema.NullOr
const mayShow = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const Outcome = oneOf(...Review.fields.outcome.literals)

/** The path of an entry has a hash for each level of the tree above its leaf. */
const pathMax = Math.ceil(Math.log2(bounds.dealingsTogetherMax))

/** Where an entry stands in the batch with which it was lodged: `index` counts from 0. `path` is shown to who asks (Dealings Act 1.1B). */
const BatchView = Schema.Struct({
  batch: Schema.String,
  index: Schema.Int,
  path: mayShow(listOf(Schema.String, pathMax)),
})

/** An entry in answers. Only a reader that may see private fields gets `counterparty`, `valueCents`, `units`, `txid`, `review` and `next`. */
const Shown = Schema.Struct({
  id: Schema.String,
  sequence: orNull(Schema.Int),
  sha256: Schema.String,
  kind: orNull(oneOf(...DealingKind.literals)),
  label: orNull(Schema.String),
  lodger: Schema.String,
  lodgedAt: Stamp,
  dealingAt: orNull(Stamp),
  ref: orNull(Schema.String),
  inBatch: mayShow(BatchView),
  counterparty: mayShow(orNull(Schema.String)),
  valueCents: mayShow(orNull(Schema.Int)),
  units: mayShow(Schema.Int),
  txid: mayShow(Schema.String),
  review: mayShow(orNull(Schema.Struct({ outcome: Outcome, note: orNull(Schema.String), at: Stamp }))),
  next: mayShow(NextViews),
})
const dealingViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "Dealing" })

export interface DealingView extends Schema.Schema.Type<typeof dealingViewSchema> {}

/** A dealing as whoever asks may read it: members that are only the parties' are null for others. */
export const DealingView: Schema.Schema<DealingView> = dealingViewSchema

// Mapped, so that it has a name, which editors show in place of its members.
/** The review that the agent named may still make. No section sets it a time. */
const nextOf = (dealing: Dealing) => {
  const who = reviewerOf(dealing)
  return who === null ? [] : [{ who, act: "review", dueBy: null }]
}

const encode = Schema.encodeSync(Shown)
const encodePublic = Schema.encodeSync(
  Shown.omit("counterparty", "valueCents", "units", "txid", "review", "next"),
)

export const dealingView = ({ record, number: sequence }: Numbered<Dealing>, viewer: Actor): DealingView => {
  const { batch: place, ...rest } = record
  const seen = {
    ...rest,
    sequence,
    ...(place === undefined ? {} : { inBatch: { batch: place.id, index: place.index } }),
  }
  return seesPrivate(record, viewer) ? encode({ ...seen, next: nextOf(record) }) : encodePublic(seen)
}

/** The answer to a lodgement. The host adds the receipt: a compact JWS over the RFC 8785 form of these members. */
export const Lodged = Schema.Struct({
  id: Schema.String,
  sequence: Schema.Int,
  sha256: Schema.String,
  lodgedAt: Timestamp,
})

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

/**
 * The entries that name the agent that asks, in the order of lodgement: `GET /dealings?counterparty=me`. `awaiting`: only the entries
 * that it may still review. Refused `agents_only`.
 */
export const dealingsNaming = query({
  name: "dealings-naming",
  read: Effect.fnUntraced(function* (
    { awaiting, page }: { readonly awaiting: boolean } & Paged,
    { actor }: QueryContext,
    reader: Reader,
  ) {
    if (actor.role !== "agent") return yield* refusal("agents_only", {})
    const index = awaiting ? awaitingIndex : namingIndex
    const found = yield* reader.listNumbered(Dealings, { index, prefix: `${actor.id}/`, ...page })
    return { items: found.items.map((item) => dealingView(item, actor)), next: found.next }
  }),
})

/** The proof that the log has the lodgement of an entry: `GET /dealings/{id}/proof`. Refused `unknown_dealing`. */
export const proveDealing = query({
  name: "prove-dealing",
  read: ({ id }: { readonly id: string }, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      yield* reader.need(Dealings, id, () => refusal("unknown_dealing", { id }))
      // The lodgement is the first event of its entry.
      const { items } = yield* reader.journal({ subject: subjectOf(id), after: null, limit: 1 })
      return yield* proveEvent(reader, items[0])
    }),
})
