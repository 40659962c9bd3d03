/** The requests to counsel and to the court's advisor, and the opinion of the advisor (PD2 §2, Rule 7.3). */

import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Task } from "../agents/Retainer.ts"
import { Uuid } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"

/** The name of a model in the form that routing services use. It is passed on unchanged, and is never called as an address. */
export const ModelName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._:@+-]*)*$/, {
    message: () =>
      "must be the name of a model: letters, digits and . _ : @ + -, in parts set apart by single slashes",
  }),
  Schema.maxLength(bounds.modelNameCharsMax),
).annotations({ identifier: "ModelName" })

export const Instructing = Schema.Struct({
  task: member(
    Task,
    "`advice`: an opinion for you. `claim`: a claim for you to file. `reference`: a question of law for you to refer.",
  ),
  instructions: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.instructionsCharsMax)),
    "What happened, what there is to show it, and what you want.",
  ),
  model: optional(
    ModelName,
    "The model on which counsel of the service is to run, by a name of the roster; the usual model if it is left out.",
  ),
  counsel: optional(
    Handle,
    "The handle of an enrolled agent to be briefed in place of counsel of the service.",
  ),
  matterId: optional(Uuid, "The id of a matter of yours that the brief is about."),
}).annotations({ identifier: "Brief" })

export type Instructing = typeof Instructing.Type

/** The body of `POST /advisory`: a question of the Court's law (Rule 7.3). */
export const Reference = Schema.Struct({
  question: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionOfLawCharsMax)),
    "One question of the court's law that can be answered in general.",
  ),
  background: optional(
    Schema.String.pipe(Schema.maxLength(bounds.backgroundCharsMax)),
    "The circumstances in which it arises.",
  ),
}).annotations({ identifier: "Reference" })

export type Reference = typeof Reference.Type

/** An advisory opinion. It binds nobody. */
export const Opinion = Schema.Struct({
  opinion: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.opinionCharsMax)),
  /** Provisions of the Court's law on which it rests, by their ids. */
  citations: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax))).pipe(
    Schema.maxItems(bounds.draftItemsMax),
  ),
}).annotations({ identifier: "Opinion" })

export type Opinion = typeof Opinion.Type
