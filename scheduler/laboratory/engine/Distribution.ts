/** Distributions of random quantities: how a scenario states them, and how a quantity is drawn from a uniform number. */
import { Schema } from "effect"
import { exp, ln, normalQuantile, power } from "./Exact.ts"
import { describes } from "./Fields.ts"

const NonNegative = Schema.Number.pipe(Schema.finite(), Schema.nonNegative())
const Positive = Schema.Number.pipe(Schema.finite(), Schema.positive())
const Range = Schema.Tuple(NonNegative, NonNegative)
  .annotations(describes("[from, to]: every value between them is as likely."))
  .pipe(Schema.filter(([from, to]) => from <= to))

const forms =
  "a number, { uniform: [from, to] }, { exponential: mean }, { lognormal: { median, sigma } } or { pareto: { minimum, alpha } }"

/** The mistake in a distribution, in one message. (The schema library would give one for each form of the union.) */
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
 * A distribution of a quantity: a number (always that number), `{ uniform: [from, to] }`, `{ exponential: mean }`,
 * `{ lognormal: { median, sigma } }` or `{ pareto: { minimum, alpha } }`. Quantities are never negative.
 */
export const Distribution = Schema.Union(
  NonNegative,
  Schema.Struct({ uniform: Range }),
  Schema.Struct({ exponential: Positive.annotations(describes("The mean.")) }),
  Schema.Struct({
    lognormal: Schema.Struct({
      median: Positive.annotations(describes("Half of the values are below it.")),
      sigma: NonNegative.annotations(
        describes("The standard deviation of the logarithm; 0 gives the median."),
      ),
    }).annotations(describes("A quantity whose logarithm is normally distributed.")),
  }),
  Schema.Struct({
    pareto: Schema.Struct({
      minimum: Positive.annotations(describes("No value is below it.")),
      alpha: Positive.annotations(
        describes("The exponent of the tail; a smaller one gives more large values."),
      ),
    }).annotations(describes("A quantity with few large values.")),
  }),
).annotations({
  identifier: "Distribution",
  description: `A quantity, which is never negative: ${forms}.`,
  message: ({ actual }) => ({ message: wrong(actual), override: true }),
})
export type Distribution = typeof Distribution.Type

/**
 * Draws a quantity by inversion from `u`, a uniform number in [0, 1). A larger `u` gives a larger quantity, so two scenarios with the same
 * random numbers differ only by what they state.
 */
export const draw = (distribution: Distribution, u: number): number => {
  if (typeof distribution === "number") return distribution
  if ("uniform" in distribution) {
    const [from, to] = distribution.uniform
    return from + (to - from) * u
  }
  if ("exponential" in distribution) return -ln(1 - u) * distribution.exponential
  if ("pareto" in distribution) {
    const { minimum, alpha } = distribution.pareto
    return minimum / power(1 - u, 1 / alpha)
  }
  const { median, sigma } = distribution.lognormal
  // 0 has no quantile, so the smallest number greater than 0 is taken instead.
  return sigma === 0 ? median : median * exp(sigma * normalQuantile(Math.max(u, 2 ** -53)))
}

/** Chooses an index with the probability of its share, by `u`, a uniform number in [0, 1). */
export const choose = (shares: ReadonlyArray<number>, u: number): number => {
  let below = 0
  for (let i = 0; i < shares.length - 1; i++) {
    below += shares[i] ?? 0
    if (u < below) return i
  }
  return shares.length - 1
}
