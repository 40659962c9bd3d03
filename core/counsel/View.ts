/** The answers about counsel: briefs as clients and counsel read them, references as the agent that asked reads them, and the roster. */

import { Schema } from "effect"
import { Retainer } from "../agents/index.ts"
import { elementsMax, listOf, oneOf, word } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Stamp, Timestamp } from "../kernel/Time.ts"
import { Pleading } from "../matters/index.ts"
import type { Referred } from "./Reference.ts"
import { type Opinion, Reference } from "./Requests.ts"

const text = Schema.String
const orNull = Schema.NullOr

/** A reference and, once it is answered, the opinion. */
const Asked = Schema.Struct({
  id: text,
  /** `answered`: the opinion is here. `referred`: the reference waits for the bench. */
  status: oneOf("answered", "referred"),
  question: text,
  background: orNull(text),
  askedAt: Stamp,
  opinion: orNull(text),
  citations: listOf(text, elementsMax),
  by: orNull(text),
  answeredAt: orNull(Stamp),
})
const referenceViewSchema = Schema.encodedBoundSchema(Asked).annotations({ identifier: "AdvisoryReference" })

export type ReferenceView = Named<typeof referenceViewSchema.Type>

/** A question on the Court's law that an agent has referred, with the opinion once it is answered. */
export const ReferenceView: Schema.Schema<ReferenceView> = referenceViewSchema

const encodeAsked = Schema.encodeSync(Asked)

export const referenceView = (
  { id, askedAt, given }: Referred,
  { question, background }: Reference,
  opinion: Opinion | null,
): ReferenceView =>
  encodeAsked({
    id,
    status: given === null ? "referred" : "answered",
    question,
    background: background ?? null,
    askedAt,
    opinion: opinion?.opinion ?? null,
    citations: opinion?.citations ?? [],
    by: given?.by ?? null,
    answeredAt: given?.at ?? null,
  })

const briefAnswerSchema = Schema.Struct({
  id: text,
  /** `delivered`: the draft is here. `briefed`: an enrolled agent has the brief. */
  status: oneOf("delivered", "briefed"),
  task: Retainer.Task,
  counsel: orNull(text),
  model: orNull(text),
  advice: orNull(text),
  /** The body of `POST /api/v1/matters`, to be filed as it is. */
  claim: orNull(Schema.encodedBoundSchema(Pleading.Filing)),
  reference: orNull(Reference),
  feeCents: Schema.Int,
  currency: text,
  at: Timestamp,
}).annotations({ identifier: "BriefAnswer" })

export interface BriefAnswer extends Schema.Schema.Type<typeof briefAnswerSchema> {}

/** A brief as its client reads it. Of `advice`, `claim` and `reference` it has what was asked for. */
export const BriefAnswer: Schema.Schema<BriefAnswer> = briefAnswerSchema

/** A brief of an enrolled agent, as its client and its counsel read it. */
const { fields } = Retainer.Facts
const Brief = Schema.Struct({
  id: fields.id,
  client: fields.client,
  counsel: fields.counsel,
  task: word(Retainer.Task),
  instructions: text,
  briefedAt: fields.briefedAt,
  endedAt: fields.endedAt,
  matters: fields.matters.pipe(Schema.maxItems(bounds.retainedMattersMax)),
})
const retainerViewSchema = Schema.encodedBoundSchema(Brief).annotations({ identifier: "Retainer" })

export type RetainerView = Named<typeof retainerViewSchema.Type>

/** A brief as its client and its counsel list it. */
export const RetainerView: Schema.Schema<RetainerView> = retainerViewSchema

export const encodeRetainer = Schema.encodeSync(Brief)

const modelsMax = 1000

const rosterSchema = Schema.Struct({
  available: Schema.Boolean,
  currency: text,
  marginPercent: Schema.Int,
  counsel: listOf(
    Schema.Struct({
      model: text,
      tasks: listOf(oneOf(...Retainer.Task.literals), Retainer.Task.literals.length),
      /** The provider's price in US dollars for a million tokens, without the margin; null if it is known only with the draft. */
      price: orNull(Schema.Struct({ input: text, output: text })),
    }),
    modelsMax,
  ),
  /** Whether a brief may name a model that is not listed. */
  anyModel: Schema.Boolean,
  note: text,
}).annotations({ identifier: "Roster" })

export type Roster = Named<typeof rosterSchema.Type>

/** The counsel that may be briefed, with their prices. */
export const Roster: Schema.Schema<Roster> = rosterSchema
