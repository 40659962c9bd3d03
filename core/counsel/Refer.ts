/** References of a question of the Court's law, and the opinions that answer them (Rule 7.3). */
import { Effect, Either, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { type Notice, serve } from "../agents/Notice.ts"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import { dayOf } from "../ledger/FreeList.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { blobOf, readText, textOf } from "../Text.ts"
import type { Instant } from "../Time.ts"
import type { Opinion } from "./Advisor.ts"
import { cleared, type Desk, Desks, deskOf, holds, isBusy, taken } from "./Desk.ts"
import { Reference } from "./Reference.ts"
import {
  type ReferenceDay,
  ReferenceDays,
  References,
  type ReferenceView,
  type Referred,
  subjectOf,
  viewOf,
} from "./Referred.ts"

interface Facts {
  readonly desk: Desk
  readonly day: ReferenceDay
}

const gather = (reader: Reader, actor: Actor, now: Instant) =>
  Effect.gen(function* () {
    if (actor.role !== "agent") return yield* refusal("agents_only", {})
    const desk = deskOf(yield* reader.find(Desks, actor.id), actor.id)
    const id = `${actor.id}/${dayOf(now)}`
    const day = Option.getOrElse(yield* reader.find(ReferenceDays, id), () => ({ id, made: 0 }))
    return { desk, day } satisfies Facts
  })

/** References are free, so an agent makes so many on one day. */
export const dayChecks = rule(
  ["Rule 7.3"],
  ({ made }: Pick<ReferenceDay, "made">, terms: Terms): Refusal | null =>
    when(made >= terms.referencesPerDay, "references_today", { max: terms.referencesPerDay }),
)

/** Takes the agent's desk while an opinion is drafted. */
export const openReference = command({
  name: "openReference",
  sections: ["Rule 7.3"],
  gather: (_reference: Reference, { actor, now }, reader) => gather(reader, actor, now),
  decide: ({ desk, day }, _reference, { id, now, terms }) =>
    Either.map(firstOf([when(isBusy(desk, now), "counsel_busy", {}), dayChecks(day, terms)]), () => ({
      changes: [Changed.put(Desks, taken(desk, id(0), now, terms))],
      reply: { id: id(0) },
    })),
})

/** An opinion as it came, and from whom. */
export interface Answered {
  readonly opinion: Opinion
  readonly by: string
}

interface Referring {
  readonly reference: Reference
  /** The opinion that was drafted meanwhile; null where the bench is to give it. */
  readonly answered: Answered | null
  /** The work on the agent's desk that this ends; null where there was none. */
  readonly deskId: string | null
}

/** Records a reference: answered at once, or before the bench. */
export const refer = command({
  name: "refer",
  sections: ["Rule 7.3"],
  gather: (_input: Referring, { actor, now }, reader) => gather(reader, actor, now),
  decide: (
    { desk, day }: Facts,
    { reference, answered, deskId }: Referring,
    { id, now, terms },
  ): Either.Either<Decision<ReferenceView>, Refusal> => {
    const late = deskId !== null && !holds(desk, deskId, now)
    const refused = firstOf([
      when(late, "draft_late", { minutes: terms.draftMinutes }),
      dayChecks(day, terms),
    ])
    return Either.map(refused, () => {
      const text = textOf(reference)
      const opinion = answered === null ? null : textOf(answered.opinion)
      const referred: Referred = {
        id: id(0),
        agentId: desk.agentId,
        referenceSha256: text.sha256,
        askedAt: now,
        given:
          answered === null || opinion === null
            ? null
            : { opinionSha256: opinion.sha256, by: answered.by, at: now },
      }
      return {
        changes: [
          ...(deskId === null ? [] : [Changed.put(Desks, cleared(desk))]),
          Changed.put(ReferenceDays, { ...day, made: day.made + 1 }),
          Changed.put(References, referred),
          blobOf(text),
          ...(opinion === null ? [] : [blobOf(opinion)]),
        ],
        reply: viewOf(referred, reference, answered?.opinion ?? null),
      }
    })
  },
})

const bench = "The bench"

const answerNotice = ({ id: referenceId, agentId }: Referred, id: string, at: Instant): Notice => ({
  id,
  agentId,
  type: "reference.answered",
  subject: subjectOf(referenceId),
  at,
  text: `Your reference has been answered. GET /api/v1/advisory/${referenceId} has the opinion.`,
  data: { referenceId },
})

/** The bench gives its opinion on a reference that waits for it. */
export const giveOpinion = command({
  name: "giveOpinion",
  sections: ["Rule 7.3"],
  gather: ({ id }: { readonly id: string; readonly opinion: Opinion }, { actor }, reader) =>
    Effect.gen(function* () {
      const referred = yield* reader.need(References, id, () => refusal("unknown_reference", { id }))
      if (actor.role !== "judge") return yield* refusal("judge_only", {})
      return { referred, reference: yield* readText(reader, Reference, referred.referenceSha256) }
    }),
  decide: (
    { referred, reference },
    { opinion },
    { id, now },
  ): Either.Either<Decision<ReferenceView>, Refusal> =>
    Either.map(firstOf([when(referred.given !== null, "already_answered", {})]), () => {
      const text = textOf(opinion)
      const after: Referred = { ...referred, given: { opinionSha256: text.sha256, by: bench, at: now } }
      return {
        changes: [Changed.put(References, after), blobOf(text), ...serve(answerNotice(after, id(0), now))],
        reply: viewOf(after, reference, opinion),
      }
    }),
})
