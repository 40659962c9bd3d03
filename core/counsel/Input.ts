/** What is asked of counsel and of the court's advisor: the bodies of requests, and of an opinion. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Uuid } from "../Id.ts"
import { bounds } from "../Schedule.ts"

/** What counsel may be briefed for: advice, a claim to be filed, or a reference under Rule 7.3. */
export const Task = Schema.Literal("advice", "claim", "reference")

export type Task = typeof Task.Type

/** The name of a model, as routing services write them. It is passed on as it is, and never an address that is called. */
export const ModelName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._:@+-]*)*$/, {
    message: () =>
      "must be the name of a model: letters, digits and . _ : @ + -, in parts set apart by single slashes",
  }),
  Schema.maxLength(bounds.modelNameCharsMax),
).annotations({ identifier: "ModelName" })

export const Instructing = Schema.Struct({
  task: Task,
  instructions: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.instructionsCharsMax)),
  /** The model on which counsel of the service is to run; the usual one where it is left out. */
  model: Schema.optional(ModelName),
  /** An enrolled agent to be briefed instead, by its handle. */
  counsel: Schema.optional(Handle),
  /** A matter of the client's that the brief is about. */
  matterId: Schema.optional(Uuid),
}).annotations({ identifier: "Brief" })

export type Instructing = typeof Instructing.Type

/** The body of `POST /advisory`: a question of the Court's law (Rule 7.3). */
export const Reference = Schema.Struct({
  question: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionOfLawCharsMax)),
  /** The circumstances in which it arises. */
  background: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.backgroundCharsMax))),
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
