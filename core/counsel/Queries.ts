/** The questions about counsel: an agent's briefs and its references. */

import { Effect, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { readText } from "../matters/Paper.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { format, formatNullable } from "../Time.ts"
import { Opinion, Reference } from "./Input.ts"
import {
  ownIndex,
  References,
  type ReferenceView,
  type Referred,
  referenceView,
  waitingIndex,
} from "./Reference.ts"
import { type Retainer, Retainers, retainerIndex } from "./Retainer.ts"

const retainerView = (reader: Reader, retainer: Retainer) =>
  Effect.map(readText(reader, Schema.String, retainer.instructionsSha256), (instructions) => ({
    id: retainer.id,
    client: retainer.client,
    counsel: retainer.counsel,
    task: retainer.task,
    instructions,
    briefedAt: format(retainer.briefedAt),
    endedAt: formatNullable(retainer.endedAt),
    matters: retainer.matters,
  }))

export type BriefView = Effect.Effect.Success<ReturnType<typeof retainerView>>

/** A page of an agent's briefs, oldest first. `after` is the `next` of the page before. */
export const briefsPage = (
  reader: Reader,
  agentId: string,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<BriefView>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found = yield* reader.list(Retainers, { index: retainerIndex, prefix: `${agentId}/`, ...page })
    return { items: yield* Effect.forEach(found.items, (one) => retainerView(reader, one)), next: found.next }
  })

const withWords = (reader: Reader, referred: Referred): Effect.Effect<ReferenceView, StoreUnavailable> =>
  Effect.gen(function* () {
    const { given } = referred
    const reference = yield* readText(reader, Reference, referred.referenceSha256)
    const opinion = given === null ? null : yield* readText(reader, Opinion, given.opinionSha256)
    return referenceView(referred, reference, opinion)
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
