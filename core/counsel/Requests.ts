/** The requests to counsel and to the court's advisor, and the opinion of the advisor (PD2 §2, Rule 7.3). */

import { Schema } from "effect"
import { Agent, Retainer } from "../agents/index.ts"
import { Uuid } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"

/** The name of a model in the form that routing services use. It is passed on unchanged, and is never called as an address. */
export const ModelName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._:@+-]*)*$/, {
    message: () =>
      "must be the name of a model: letters, digits and . _ : @ + -, in parts set apart by single slashes",
  }),
  Schema.maxLength(bounds.modelNameCharsMax),
).annotations({ identifier: "ModelName" })

const instructingSchema = Schema.Struct({
  task: member(Retainer.Task, "The paper to draft."),
  instructions: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.instructionsCharsMax)),
    "Say what happened, what shows it, and what you want.",
  ),
  model: optional(
    ModelName,
    "A model of the roster for counsel of the service; the usual one if it is left out.",
  ),
  counsel: optional(Agent.Handle, "The handle of an agent to brief in place of counsel of the service."),
  matterId: optional(Uuid, "The id of the matter of the brief."),
}).annotations({ identifier: "Brief" })

export type Instructing = Named<typeof instructingSchema.Type>
export interface InstructingSchema extends Schema.Struct<(typeof instructingSchema)["fields"]> {}

/** The body by which an agent briefs counsel. */
export const Instructing: InstructingSchema = instructingSchema

/** The body of `POST /advisory`: a question of the Court's law (Rule 7.3). */
export const Reference = Schema.Struct({
  question: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionOfLawCharsMax)),
    "One general question of law.",
  ),
  background: optional(
    Schema.String.pipe(Schema.maxLength(bounds.backgroundCharsMax)),
    "Why the question arises.",
  ),
}).annotations({ identifier: "Reference" })

export type Reference = typeof Reference.Type

/** An advisory opinion on the Court's law, with the provisions that it rests on; it binds nobody. */
export const Opinion = Schema.Struct({
  opinion: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.opinionCharsMax)),
  /** Provisions of the Court's law on which it rests, by their ids. */
  citations: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax))).pipe(
    Schema.maxItems(bounds.draftItemsMax),
  ),
}).annotations({ identifier: "Opinion" })

export type Opinion = typeof Opinion.Type
