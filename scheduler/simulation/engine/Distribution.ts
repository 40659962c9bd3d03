import { Schema } from "effect"

const NonNegative = Schema.Number.pipe(Schema.finite(), Schema.nonNegative())
const Positive = Schema.Number.pipe(Schema.finite(), Schema.positive())
const Range = Schema.Tuple(NonNegative, NonNegative).pipe(Schema.filter(([from, to]) => from <= to))

const forms =
  "a number, { uniform: [from, to] }, { exponential: mean }, { lognormal: { median, sigma } } or { pareto: { minimum, alpha } }"

/** What is wrong with a quantity, in one sentence instead of one for each form that it might have had. */
const wrong = (given: unknown): string => {
  if (typeof given === "number")
    return Number.isFinite(given) ? "must not be negative" : "must be a finite number"
  const [form] = typeof given === "object" && given !== null ? Object.keys(given) : []
  switch (form) {
    case "uniform":
      return "uniform must be [from, to], two numbers that are not negative, the smaller first"
    case "exponential":
      return "exponential must be the mean, a number more than 0"
    case "lognormal":
      return "lognormal must be { median, sigma }, the median more than 0 and sigma not negative"
    case "pareto":
      return "pareto must be { minimum, alpha }, both more than 0"
    default:
      return `must be ${forms}`
  }
}

/**
 * A quantity that is drawn: a number (always that), `{ uniform: [from, to] }`, `{ exponential: mean }`,
 * `{ lognormal: { median, sigma } }` or `{ pareto: { minimum, alpha } }`. Never negative.
 */
export const Distribution = Schema.Union(
  NonNegative,
  Schema.Struct({ uniform: Range }),
  Schema.Struct({ exponential: Positive }),
  Schema.Struct({ lognormal: Schema.Struct({ median: Positive, sigma: NonNegative }) }),
  Schema.Struct({ pareto: Schema.Struct({ minimum: Positive, alpha: Positive }) }),
).annotations({
  identifier: "Distribution",
  message: ({ actual }) => ({ message: wrong(actual), override: true }),
})
export type Distribution = typeof Distribution.Type
