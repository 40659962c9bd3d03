/**
 * The prior of a parameter: what is held of it before the figures are seen, as a distribution between bounds. Each prior is moved on the
 * scale on which it is simple.
 */
import { Schema } from "effect"
import { exp, ln, normalQuantile } from "../engine/Exact.ts"
import { describes, optionalField } from "../engine/Fields.ts"

const isRising = ([from, to]: readonly [number, number]) =>
  from < to || "must be [from, to], the smaller first"
const Range = Schema.Tuple(Schema.Number, Schema.Number).annotations({
  message: () => ({ message: "must be [from, to], two numbers", override: true }),
})
const between = (what: string) => Range.pipe(Schema.filter(isRising)).annotations(describes(what))

export const Prior = Schema.Union(
  between("[from, to]: every value between them is as likely."),
  Schema.Struct({
    logUniform: Schema.propertySignature(
      Range.pipe(
        Schema.filter(
          ([from, to]) =>
            (from > 0 && from < to) || "must be [from, to], both more than 0, the smaller first",
        ),
      ),
    ).annotations(
      describes("[from, to], both more than 0: every order of magnitude between them is as likely."),
    ),
  }),
  Schema.Struct({
    normal: Schema.propertySignature(
      Schema.Struct({
        mean: Schema.Number.pipe(Schema.finite()).annotations(describes("The mean before it is cut.")),
        sd: Schema.Number.pipe(Schema.finite(), Schema.positive()).annotations(
          describes("The standard deviation before it is cut."),
        ),
        from: optionalField(Schema.Number, "No value is below it."),
        to: optionalField(Schema.Number, "No value is above it."),
      }).pipe(
        Schema.filter(
          ({ mean, sd, from = mean - 8 * sd, to = mean + 8 * sd }) =>
            from < to || "from must be less than to",
        ),
      ),
    ).annotations(describes("A normal distribution, cut at bounds if they are given.")),
  }),
).annotations({
  message: () => ({
    message:
      "must be [from, to], { logUniform: [from, to] } or { normal: { mean, sd, from, to } }, the smaller bound first",
    override: true,
  }),
})
export type Prior = typeof Prior.Type

/** The share of the standard normal distribution below a point: the inverse of its quantile, which gives the same bits on every machine. */
const normalBelow = (z: number): number => {
  let [low, high] = [2 ** -53, 1 - 2 ** -53]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (normalQuantile(middle) < z) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A prior on its own scale, which is that of the logarithm for `logUniform`. */
export interface Scale {
  readonly low: number
  readonly high: number
  /** The logarithm of the density; minus infinity outside of the bounds. */
  readonly logDensity: (x: number) => number
  /** The point below which lies a share of the prior. */
  readonly quantile: (share: number) => number
  readonly value: (x: number) => number
}

const even = (low: number, high: number, value: Scale["value"]): Scale => ({
  low,
  high,
  logDensity: (x) => (x >= low && x <= high ? -ln(high - low) : Number.NEGATIVE_INFINITY),
  quantile: (share) => low + (high - low) * share,
  value,
})
const same = (x: number): number => x

/** Beyond so many standard deviations a normal prior has nothing. */
const reach = 8
const halfLog2Pi = 0.9189385332046727

export const scaleOf = (prior: Prior): Scale => {
  if ("logUniform" in prior) {
    const [from, to] = prior.logUniform
    return even(ln(from), ln(to), exp)
  }
  if (!("normal" in prior)) return even(prior[0], prior[1], same)
  const { mean, sd } = prior.normal
  const [low, high] = [
    Math.max(mean - reach * sd, prior.normal.from ?? Number.NEGATIVE_INFINITY),
    Math.min(mean + reach * sd, prior.normal.to ?? Number.POSITIVE_INFINITY),
  ]
  const [below, upTo] = [normalBelow((low - mean) / sd), normalBelow((high - mean) / sd)]
  const constant = -ln(sd) - halfLog2Pi - ln(upTo - below)
  return {
    low,
    high,
    logDensity: (x) => {
      const z = (x - mean) / sd
      return x >= low && x <= high ? constant - (z * z) / 2 : Number.NEGATIVE_INFINITY
    },
    quantile: (share) => mean + sd * normalQuantile(Math.max(2 ** -53, below + (upTo - below) * share)),
    value: same,
  }
}
