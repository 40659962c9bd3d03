import { Schema } from "effect"
import { bounds } from "../Schedule.ts"

/** The body of `POST /advisory`: a question of the Court's law (Rule 7.3). */
export const Reference = Schema.Struct({
  question: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionOfLawCharsMax)),
  /** The circumstances in which it arises. */
  background: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.backgroundCharsMax))),
}).annotations({ identifier: "Reference" })
export type Reference = typeof Reference.Type
