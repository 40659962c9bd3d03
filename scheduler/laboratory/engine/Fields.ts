/** The kinds of values that members of a scenario share: shares, hours, names, and members that may be left out. */
import { Schema } from "effect"
import { didYouMean } from "../../../core/kernel/Near.ts"

const says = (message: string) => ({ message: () => message })
export const Share = Schema.Number.pipe(Schema.between(0, 1, says("must be from 0 to 1"))).annotations({
  identifier: "Share",
  description: "A share, from 0 to 1.",
})
export const whole = (from: number, to: number) =>
  Schema.Number.pipe(
    Schema.int(says("must be a whole number")),
    Schema.between(from, to, says(`must be from ${from} to ${to}`)),
  )
/** One of a few words. The message for another is one line with the most similar of them. */
export const oneOf = <const Names extends readonly [string, ...Array<string>]>(...names: Names) =>
  Schema.Literal(...names).annotations({
    message: ({ actual }) => ({
      message: `must be one of ${names.join(", ")}, not ${String(actual)}${didYouMean(String(actual), names)}`,
      override: true,
    }),
  })
export const Positive = Schema.Number.pipe(Schema.finite(), Schema.positive(says("must be more than 0")))
export const Elapsed = Schema.Number.pipe(Schema.finite(), Schema.nonNegative(says("must not be negative")))
export const Name = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9][a-z0-9-]{0,59}$/, {
    message: () => "must be 1 to 60 characters of a-z, 0-9 and -",
  }),
)
/** A member that may be left out. The JSON Schema shows what it means and its default, as a file would state it. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, otherwise: A, description: string) =>
  Schema.optionalWith(schema, { exact: true, default: () => otherwise }).annotations({
    description,
    default: Schema.encodeSync(schema)(otherwise) as never, // the type asks for the decoded value, which no file states
  })
/** A member that may be left out and has no default. */
export const optionalField = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optionalWith(schema.annotations({ description }), { exact: true })
/** A part that may be left out, since every field of it has a default. */
export const section = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  optional(schema, Schema.decodeUnknownSync(schema)({}), description)

export const describes = (description: string) => ({ description })

export const someHours = { uniform: [1, 36] } as const
