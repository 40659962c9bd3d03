/** A reference as the court keeps and shows it: to the agent that made it and to the bench, and to nobody else. */
import { Effect, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import * as Kind from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { readText } from "../Text.ts"
import { format, Instant, sortable } from "../Time.ts"
import { Opinion } from "./Advisor.ts"
import { Reference } from "./Reference.ts"

export const Referred = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** The question and its background, as a text. */
  referenceSha256: Schema.String,
  askedAt: Instant,
  /** The opinion as a text, who gave it and when; null while it waits for the bench. */
  given: Schema.NullOr(Schema.Struct({ opinionSha256: Schema.String, by: Schema.String, at: Instant })),
})
export type Referred = typeof Referred.Type

/** An agent's references, and those that wait for the bench. */
export const ownIndex = "references.own"
export const waitingIndex = "references.waiting"
export const References = Kind.make<Referred>({
  name: "reference",
  schema: Referred,
  id: ({ id }) => id,
  index: ({ id, agentId, askedAt, given }) => [
    { index: ownIndex, key: `${agentId}/${sortable(askedAt)}/${id}` },
    ...(given === null ? [{ index: waitingIndex, key: `${sortable(askedAt)}/${id}` }] : []),
  ],
})

/** Of a reference, what its notice is about. */
export const subjectOf = (id: string): string => `reference/${id}`

/** How many references an agent has made on one day by Universal Time. */
export const ReferenceDay = Schema.Struct({ id: Schema.String, made: Schema.NonNegativeInt })
export type ReferenceDay = typeof ReferenceDay.Type
export const ReferenceDays = Kind.make<ReferenceDay>({
  name: "reference-day",
  schema: ReferenceDay,
  id: ({ id }) => id,
})

export type ReferenceView = {
  readonly id: string
  readonly status: "answered" | "referred"
  readonly question: string
  readonly background: string | null
  readonly askedAt: string
  readonly opinion: string | null
  readonly citations: ReadonlyArray<string>
  /** Who gave the opinion. */
  readonly by: string | null
  readonly answeredAt: string | null
}

export const viewOf = (
  { id, askedAt, given }: Referred,
  { question, background }: Reference,
  opinion: Opinion | null,
): ReferenceView => ({
  id,
  status: given === null ? "referred" : "answered",
  question,
  background: background ?? null,
  askedAt: format(askedAt),
  opinion: opinion?.opinion ?? null,
  citations: opinion?.citations ?? [],
  by: given?.by ?? null,
  answeredAt: given === null ? null : format(given.at),
})

const withWords = (reader: Reader, referred: Referred): Effect.Effect<ReferenceView, StoreUnavailable> =>
  Effect.gen(function* () {
    const { given } = referred
    const reference = yield* readText(reader, Reference, referred.referenceSha256)
    const opinion = given === null ? null : yield* readText(reader, Opinion, given.opinionSha256)
    return viewOf(referred, reference, opinion)
  })

/** A page of an agent's references; of those that wait, for the Judge. Oldest first. */
export const referencesPage = (
  reader: Reader,
  actor: Actor,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<ReferenceView>, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    if (actor.role !== "agent" && actor.role !== "judge") return yield* refusal("agents_only", {})
    const query =
      actor.role === "judge"
        ? { index: waitingIndex, prefix: "" }
        : { index: ownIndex, prefix: `${actor.id}/` }
    const found = yield* reader.list(References, { ...query, ...page })
    return { items: yield* Effect.forEach(found.items, (one) => withWords(reader, one)), next: found.next }
  })

/** One reference, for the agent that made it and the Judge. */
export const readReference = (
  reader: Reader,
  id: string,
  actor: Actor,
): Effect.Effect<ReferenceView, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const referred = yield* reader.need(References, id, () => refusal("unknown_reference", { id }))
    const own = actor.role === "agent" && actor.id === referred.agentId
    if (!own && actor.role !== "judge") return yield* refusal("not_a_party", {})
    return yield* withWords(reader, referred)
  })
