/** References of a question of the Court's law, and the opinions that answer them (Rule 7.3). Only the agent that asked and the bench read them. */
import { Effect, Either, Option, Schema } from "effect"
import { Notice } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { blobOf, readText, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { dayOf } from "../ledger/index.ts"
import { clearDesk, type Desk, Desks, holds, isBusy, ownDesk, takeDesk } from "./Desk.ts"
import { Opinion, Reference } from "./Requests.ts"
import { type ReferenceView, referenceView } from "./View.ts"

export const Referred = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** The SHA-256 of the text that holds the question and its background. */
  referenceSha256: Schema.String,
  askedAt: Instant,
  /** The SHA-256 of the opinion's text, who gave it and when; null while the reference waits for the bench. */
  given: Schema.NullOr(Schema.Struct({ opinionSha256: Schema.String, by: Schema.String, at: Instant })),
})

export interface Referred extends Schema.Schema.Type<typeof Referred> {}

/** The references of each agent, in the order in which they were made. */
export const ownIndex = "references.own"

/** The references that wait for the bench, in the order in which they were made. */
export const waitingIndex = "references.waiting"

export const References = Kind.make<Referred>({
  name: "reference",
  schema: Referred,
  id: ({ id }) => id,
  index: ({ id, agentId, given }) => [
    { index: ownIndex, list: `${agentId}/`, rest: id },
    ...(given === null ? [{ index: waitingIndex, list: "", rest: id }] : []),
  ],
})

const subjectOf = (id: string): string => `reference/${id}`

/** How many references an agent has made on one day by Universal Time. */
const ReferenceDay = Schema.Struct({ id: Schema.String, made: Schema.NonNegativeInt })

type ReferenceDay = typeof ReferenceDay.Type

export const ReferenceDays = Kind.make<ReferenceDay>({
  name: "reference-day",
  schema: ReferenceDay,
  id: ({ id }) => id,
})

export interface Facts {
  readonly desk: Desk
  readonly day: ReferenceDay
}

const gather = (reader: Reader, actor: Actor, now: Instant) =>
  Effect.gen(function* () {
    const desk = yield* ownDesk(reader, actor)
    const id = `${desk.agentId}/${dayOf(now)}`
    const day = Option.getOrElse(yield* reader.find(ReferenceDays, id), () => ({ id, made: 0 }))
    return { desk, day } satisfies Facts
  })

export const references = enforced(
  "Rule 7.3",
  "References",
  (t) =>
    `An agent may refer a question of the Court's law for an advisory opinion. The question has at most ${chars(t.questionOfLawCharsMax)}, and its background at most ${chars(t.backgroundCharsMax)}. A model of the service, or the bench, gives the opinion, in at most ${chars(t.opinionCharsMax)}, to that agent alone. An agent makes at most ${count(t.referencesPerDay, "reference")} on one day by Universal Time. A reference is free, and an opinion binds nobody.`,
)

/** References are free, so their number on one day is bounded. */
export const dayChecks = rule(
  ["Rule 7.3"],
  ({ made }: Pick<ReferenceDay, "made">, terms: Terms): Refusal | null =>
    when(made >= terms.referencesPerDay, "references_today", { max: terms.referencesPerDay }),
)

/** Takes the agent's desk while an opinion is drafted. */
export const openReference = command({
  name: "open-reference",
  sections: ["Rule 7.3"],
  input: Reference,
  gather: (_reference, { actor, now }, reader) => gather(reader, actor, now),
  decide: ({ desk, day }, _reference, { fresh, now, terms }) =>
    Either.map(firstOf([when(isBusy(desk, now), "counsel_busy", {}), dayChecks(day, terms)]), () => ({
      changes: [Changed.put(Desks, takeDesk(desk, fresh("work"), now, terms))],
      reply: { id: fresh("work") },
    })),
})

const Answered = Schema.Struct({ opinion: Opinion, by: Schema.String })

const Referring = Schema.Struct({
  reference: Reference,
  /** The advisor's opinion; null if the bench is to give one. */
  answered: Schema.NullOr(Answered),
  /** The id of the work on the agent's desk that this ends; null if no work was begun there. */
  deskId: Schema.NullOr(Schema.String),
})

/** Records a reference, with its opinion or for the bench. */
export const refer = command({
  name: "refer",
  sections: ["Rule 7.3"],
  input: Referring,
  gather: (_input, { actor, now }, reader) => gather(reader, actor, now),
  decide: (
    { desk, day }: Facts,
    { reference, answered, deskId },
    { fresh, now, terms },
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
        id: fresh("reference"),
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
          ...(deskId === null ? [] : [Changed.put(Desks, clearDesk(desk))]),
          Changed.put(ReferenceDays, { ...day, made: day.made + 1 }),
          Changed.put(References, referred),
          blobOf(text),
          ...(opinion === null ? [] : [blobOf(opinion)]),
        ],
        reply: referenceView(referred, reference, answered?.opinion ?? null),
      }
    })
  },
})

const bench = "The bench"

/** The notice to the agent that asked, without the opinion itself. */
export const texts = Notice.declareWords("reference", {
  answered: (): string => "Your reference has been answered. Read the opinion.",
})

const answerNotice = ({ id: referenceId, agentId }: Referred, id: string, at: Instant): Notice.Serving => ({
  id,
  agentId,
  subject: subjectOf(referenceId),
  at,
  ...texts.answered(),
  asks: [{ act: "read-opinion", on: referenceId }],
  data: { referenceId },
})

/** The bench gives its opinion on a reference that waits for it. */
export const giveOpinion = command({
  name: "give-opinion",
  sections: ["Rule 7.3"],
  input: Schema.Struct({ ...ById.fields, ...Opinion.fields }),
  gather: ({ id }, { actor }, reader) =>
    Effect.gen(function* () {
      const referred = yield* reader.need(References, id, () => refusal("unknown_reference", { id }))
      if (actor.role !== "judge") return yield* refusal("judge_only", {})
      return { referred, reference: yield* readText(reader, Reference, referred.referenceSha256) }
    }),
  decide: (
    { referred, reference },
    { id: _, ...opinion },
    { fresh, now },
  ): Either.Either<Decision<ReferenceView>, Refusal> =>
    Either.map(firstOf([when(referred.given !== null, "already_answered", {})]), () => {
      const text = textOf(opinion)
      const after: Referred = { ...referred, given: { opinionSha256: text.sha256, by: bench, at: now } }
      return {
        changes: [
          Changed.put(References, after),
          blobOf(text),
          ...Notice.serve(answerNotice(after, fresh("notice"), now)),
        ],
        reply: referenceView(after, reference, opinion),
      }
    }),
})
