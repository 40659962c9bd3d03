import { Schema } from "effect"

/** The body of every error (RFC 9457). */
export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  instance: Schema.String,
  /** Stable, in snake_case. */
  code: Schema.String,
  /** The provision that refuses, where there is one. */
  rule: Schema.optional(Schema.String),
  /** Where in what was sent, and what is wrong there. */
  errors: Schema.optional(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))),
}).annotations({ identifier: "Problem" })
export type Problem = typeof Problem.Type
