/** Statistics of replicates: means with confidence intervals, paired differences and their adjustment. */
import { atan } from "./engine/Exact.ts"

/** A mean with its 95 % confidence interval and standard deviation, which are null if there are fewer than two values. */
export interface Estimate {
  readonly n: number
  readonly mean: number
  readonly sd: number | null
  readonly low: number | null
  readonly high: number | null
}

const confidence = 0.95
/** The 0.975 quantile of the normal distribution. */
export const normal975 = 1.959963984540054

/** P(|T| ≤ t) for Student's T with a whole number of degrees of freedom: the finite sums of Abramowitz & Stegun 26.7.3–4. */
const central = (t: number, df: number): number => {
  const angle = atan(t / Math.sqrt(df))
  const [sin, cos] = [t / Math.sqrt(df + t * t), Math.sqrt(df / (df + t * t))]
  const odd = df % 2 === 1
  let term = odd ? cos : 1
  let sum = df === 1 ? 0 : term
  for (let k = odd ? 3 : 2; k < df; k += 2) {
    term *= (cos * cos * (k - 1)) / k
    sum += term
  }
  return odd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum
}

const precision = 1e-12
/** The two-sided critical value of Student's t distribution, of 5 % unless told. `df` is a whole number of at least 1. */
export const studentT = (df: number, level = confidence): number => {
  let low = 0
  let high = 13 // The greatest value for 5 %, that of df = 1, is 12.71.
  while (central(high, df) < level) high *= 2
  while (high - low > precision * high) {
    const middle = (low + high) / 2
    if (central(middle, df) < level) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of replicates with its t-interval.
 * @throws RangeError if the list of values is empty.
 */
export const estimate = (values: ReadonlyArray<number>): Estimate => {
  const n = values.length
  if (n === 0) throw new RangeError("an estimate needs at least one value")
  const centre = mean(values)
  if (n === 1) return { n, mean: centre, sd: null, low: null, high: null }
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (n - 1))
  const half = (studentT(n - 1) * sd) / Math.sqrt(n)
  return { n, mean: centre, sd, low: centre - half, high: centre + half }
}

/** A difference beside others: its interval and p-value adjusted for their number, besides the plain ones. */
export interface Adjusted extends Estimate {
  readonly p: number | null
  readonly adjustedP: number | null
  readonly adjustedLow: number | null
  readonly adjustedHigh: number | null
}

/** The two-sided p-value of a mean of 0, by the t-test; null if the values are one or all alike, of which the test says nothing. */
const pValue = ({ n, mean, sd }: Estimate): number | null =>
  sd === null || sd === 0 ? null : Math.max(0, 1 - central(Math.abs(mean) / (sd / Math.sqrt(n)), n - 1))

/**
 * Differences adjusted by Holm's step-down method (1979), which bounds by 5 % the chance of any false finding among them all. The k-th
 * smallest of m p-values is multiplied by m − k + 1, and never lies below the one before. Its interval has the level 1 − 5 %/(m − k + 1)
 * (Ludbrook 2000); all differences from the first that is not a finding have the level of that difference. So an interval excludes 0
 * exactly if Holm's method finds a difference.
 */
export const holm = (differences: ReadonlyArray<Estimate>): ReadonlyArray<Adjusted> => {
  const tested = differences.map((one) => ({ one, p: pValue(one) }))
  const sorted = tested.filter(({ p }) => p !== null).sort((a, b) => (a.p ?? 1) - (b.p ?? 1))
  const adjusted = new Map<Estimate, Omit<Adjusted, keyof Estimate>>()
  let left = sorted.length
  let before = 0
  for (const [k, { one, p }] of sorted.entries()) {
    const { n, mean, sd } = one
    const adjustedP: number = Math.max(before, Math.min(1, (p ?? 1) * (sorted.length - k)))
    const half = (studentT(n - 1, 1 - (1 - confidence) / left) * (sd ?? 0)) / Math.sqrt(n)
    adjusted.set(one, { p, adjustedP, adjustedLow: mean - half, adjustedHigh: mean + half })
    before = adjustedP
    if (adjustedP < 1 - confidence) left -= 1
  }
  const none = { p: null, adjustedP: null, adjustedLow: null, adjustedHigh: null }
  return differences.map((one) => ({ ...one, ...(adjusted.get(one) ?? none) }))
}

/**
 * How many values with this standard deviation give a t-interval that reaches at most `half` to each side of the mean; null if `most`
 * values are too few. A deviation that was itself estimated from a few values makes this a rough number.
 */
export const sampleFor = (sd: number, half: number, most: number): number | null => {
  const reach = (n: number) => (studentT(n - 1) * sd) / Math.sqrt(n)
  // The normal distribution needs the fewest; Student's needs a few more.
  let n = Math.max(2, Math.floor(((normal975 * sd) / half) ** 2))
  while (n <= most && reach(n) > half) n++
  return n <= most ? n : null
}

/**
 * The mean difference between `values` and `baseline`, paired by replicate. Both were run on the same seeds (common random numbers), so
 * the effect of the seeds cancels out, and the interval is narrower than that of two separate means.
 * @throws RangeError if the lengths differ or are 0.
 */
export const comparePairs = (baseline: ReadonlyArray<number>, values: ReadonlyArray<number>): Estimate => {
  if (baseline.length !== values.length) throw new RangeError("paired samples must have the same length")
  return estimate(values.map((value, i) => value - (baseline[i] ?? Number.NaN)))
}
