/** The questions about counsel: the roster, an agent's briefs and its references. */
import { Effect, Schema } from "effect"
import { Retainer } from "../agents/index.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { readText } from "../kernel/Text.ts"
import { Account } from "../ledger/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Counsel } from "./Counsel.ts"
import { ownIndex, References, type Referred, waitingIndex } from "./Reference.ts"
import { Opinion, Reference } from "./Requests.ts"
import { encodeRetainer, type ReferenceView, type Roster, referenceView } from "./View.ts"

const retainerView = (reader: Reader, retainer: Retainer.Retainer) =>
  Effect.map(readText(reader, Schema.String, retainer.instructionsSha256), (instructions) =>
    encodeRetainer({ ...retainer, instructions }),
  )

/** The briefs that an agent gave to other agents or received from them, oldest first: `GET /counsel/briefs`. */
export const listBriefs = query({
  name: "list-briefs",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    const agentId = yield* Account.holderOf(actor)
    const found = yield* reader.list(Retainer.Retainers, {
      index: Retainer.retainerIndex,
      prefix: `${agentId}/`,
      ...page,
    })
    return { items: yield* Effect.forEach(found.items, (one) => retainerView(reader, one)), next: found.next }
  }),
})

const withWords = (reader: Reader, referred: Referred): Effect.Effect<ReferenceView, StoreUnavailable> =>
  Effect.gen(function* () {
    const { given } = referred
    const reference = yield* readText(reader, Reference, referred.referenceSha256)
    const opinion = given === null ? null : yield* readText(reader, Opinion, given.opinionSha256)
    return referenceView(referred, reference, opinion)
  })

/** An agent's own references, or for the Judge the references that wait for the bench, oldest first: `GET /advisory`. */
export const listReferences = query({
  name: "list-references",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    if (actor.role !== "agent" && actor.role !== "judge") return yield* refusal("agents_only", {})
    const list =
      actor.role === "judge"
        ? { index: waitingIndex, prefix: "" }
        : { index: ownIndex, prefix: `${actor.id}/` }
    const found = yield* reader.list(References, { ...list, ...page })
    return { items: yield* Effect.forEach(found.items, (one) => withWords(reader, one)), next: found.next }
  }),
})

/** One reference, for the agent that made it and the Judge: `GET /advisory/{id}`. Refused `unknown_reference`, `not_a_party`. */
export const readReference = query({
  name: "read-reference",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const referred = yield* reader.need(References, id, () => refusal("unknown_reference", { id }))
    const own = actor.role === "agent" && actor.id === referred.agentId
    if (!own && actor.role !== "judge") return yield* refusal("not_a_party", {})
    return yield* withWords(reader, referred)
  }),
})

const note =
  "An enrolled agent may appear by itself, free. Counsel drafts and advises; nothing of its work is before the judge (PD2 §8)."

/** The counsel that may be briefed, with their prices: `GET /counsel`. */
export const readRoster = query({
  name: "read-roster",
  read: (_input: object, { terms }) =>
    Effect.map(Counsel, ({ roster }): Roster => {
      const available = roster.models.length > 0
      return {
        available,
        currency: defaultCurrency,
        marginPercent: terms.counselMarginPercent,
        counsel: roster.models.map((offered) => ({ ...offered, tasks: Retainer.Task.literals })),
        anyModel: available && roster.anyModel,
        note: available ? note : `The service has no counsel of its own. ${note}`,
      }
    }),
})
