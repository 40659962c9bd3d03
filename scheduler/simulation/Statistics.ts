/** Statistics of replicates: means with confidence intervals, paired differences, and Kaplan–Meier curves. */

/** A mean with its 95 % confidence interval. The interval is null if there are fewer than two values. */
export interface Estimate {
  readonly n: number
  readonly mean: number
  /** The sample standard deviation; null if n < 2. */
  readonly sd: number | null
  readonly low: number | null
  readonly high: number | null
}

const confidence = 0.95
/** The 0.975 quantile of the normal distribution. */
const normal975 = 1.959963984540054

/** P(|T| ≤ t) for Student's T with a whole number of degrees of freedom: the finite sums of Abramowitz & Stegun 26.7.3–4. */
const central = (t: number, df: number): number => {
  const angle = Math.atan(t / Math.sqrt(df))
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
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
/** The two-sided 5 % critical value of Student's t distribution. `df` is a whole number of at least 1. */
export const studentT = (df: number): number => {
  let low = 0
  let high = 13 // The greatest value, that of df = 1, is 12.71.
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (central(middle, df) < confidence) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of replicates with its t-interval.
 * @throws RangeError if there are no values.
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

/** A row of a life table: how many had the event at this time, and how many were censored then, that is, followed no longer. */
export interface Followed {
  readonly time: number
  readonly events: number
  readonly censored: number
}

/** A step of a Kaplan–Meier curve: it holds from `time` to the next step. */
export interface Step {
  readonly time: number
  readonly atRisk: number
  readonly events: number
  /** The share that has not had the event yet. */
  readonly survival: number
  /** The 95 % band; null if nobody is left at risk. */
  readonly low: number | null
  readonly high: number | null
}

/** The band by Greenwood's variance on the scale of log(−log S), so that it stays between 0 and 1. */
const band = (survival: number, greenwood: number): Pick<Step, "low" | "high"> => {
  if (survival === 1) return { low: 1, high: 1 }
  if (survival <= 0) return { low: null, high: null }
  const log = Math.log(survival)
  const spread = Math.exp((normal975 * Math.sqrt(greenwood)) / -log)
  return { low: survival ** spread, high: survival ** (1 / spread) }
}

/** The Kaplan–Meier curve, with a step for each time of an event. Rows need not be sorted, and a time may occur twice. */
export const kaplanMeier = (rows: ReadonlyArray<Followed>): ReadonlyArray<Step> => {
  const sorted = mergeRows(rows)
  let atRisk = sorted.reduce((sum, { events, censored }) => sum + events + censored, 0)
  let survival = 1
  let greenwood = 0
  const steps: Array<Step> = []
  for (const { time, events, censored } of sorted) {
    if (events > 0) {
      greenwood += events / (atRisk * (atRisk - events))
      survival *= 1 - events / atRisk
      steps.push({ time, atRisk, events, survival, ...band(survival, greenwood) })
    }
    atRisk -= events + censored
  }
  return steps
}

/** The rows of several runs as one table, sorted by time. */
export const mergeRows = (rows: Iterable<Followed>): ReadonlyArray<Followed> => {
  const byTime = new Map<number, Followed>()
  for (const { time, events, censored } of rows) {
    const known = byTime.get(time)
    byTime.set(time, {
      time,
      events: events + (known?.events ?? 0),
      censored: censored + (known?.censored ?? 0),
    })
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}

/** The median time to the event; null if the curve does not fall to one half. */
export const median = (steps: ReadonlyArray<Step>): number | null =>
  steps.find(({ survival }) => survival <= 1 / 2)?.time ?? null
