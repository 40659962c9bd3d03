/** Survival curves from life tables: Kaplan–Meier curves, their mean over runs, and medians. */
import { exp, ln } from "./engine/Exact.ts"
import { mean, normal975, studentT } from "./Statistics.ts"

/** A row of a life table: how many had the event at this time, and how many were censored then, that is, followed no longer. */
export interface Followed {
  readonly time: number
  readonly events: number
  readonly censored: number
}

/** A step of a survival curve, which is the share without the event yet: it holds from `time` to the next step. */
export interface Step {
  readonly time: number
  readonly atRisk: number
  readonly events: number
  readonly survival: number
  /** The 95 % band; null if nobody is left at risk. */
  readonly low: number | null
  readonly high: number | null
}

/** Beyond this, up or down, the exponential is too large or too small for a number of a machine. */
const widest = 700

/**
 * A pointwise band on the scale of log(−log S), so that it stays between 0 and 1. `reach` is how far it reaches on the scale of log S: a
 * quantile times the standard error of S over S.
 */
const band = (survival: number, reach: number): Pick<Step, "low" | "high"> => {
  if (survival === 1) return { low: 1, high: 1 }
  if (survival <= 0) return { low: null, high: null }
  const logged = ln(survival)
  const spread = exp(Math.min(widest, reach / -logged))
  return { low: logged * spread < -widest ? 0 : exp(logged * spread), high: exp(logged / spread) }
}

/**
 * The Kaplan–Meier curve with Greenwood's variance, with a step for each time of an event. Rows need not be sorted, and a time may occur
 * twice.
 */
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
      steps.push({ time, atRisk, events, survival, ...band(survival, normal975 * Math.sqrt(greenwood)) })
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

/**
 * The mean of the Kaplan–Meier curves of independent runs, with a pointwise t-interval over runs: entries of one run depend on one
 * another, so that Greenwood's variance over all entries is too small. It ends where the curve of a run ends above 0. Runs without
 * entries are left out; a single run has Greenwood's band.
 */
export const meanCurve = (runs: ReadonlyArray<ReadonlyArray<Followed>>): ReadonlyArray<Step> => {
  const followed = runs.map(mergeRows).filter((rows) => rows.length > 0)
  const curves = followed.map(kaplanMeier)
  const [only] = curves
  if (only === undefined || curves.length === 1) return only ?? []
  const ends = curves.map((steps, i) =>
    steps.at(-1)?.survival === 0 ? Number.POSITIVE_INFINITY : (followed[i]?.at(-1)?.time ?? 0),
  )
  const until = Math.min(...ends)
  const n = curves.length
  const quantile = studentT(n - 1)
  const all = kaplanMeier(followed.flat())
  // The curves are walked side by side, since a search in each for each time would take long.
  const next = curves.map(() => 0)
  return all
    .filter(({ time }) => time <= until)
    .map(({ time, events, atRisk }) => {
      const values = curves.map((steps, i) => {
        let place = next[i] ?? 0
        while ((steps[place]?.time ?? Number.POSITIVE_INFINITY) <= time) place += 1
        next[i] = place
        return steps[place - 1]?.survival ?? 1
      })
      const survival = mean(values)
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - survival) ** 2, 0) / (n - 1))
      const error = (quantile * sd) / Math.sqrt(n)
      return { time, atRisk, events, survival, ...band(survival, error / survival) }
    })
}

/** The median time to the event with its 95 % interval; null for what the curve or its band does not reach. */
export interface Median {
  readonly time: number | null
  readonly low: number | null
  readonly high: number | null
}

/**
 * The median, and its interval by inversion of the pointwise band (Brookmeyer and Crowley 1982): from the first time at which the lower
 * bound is at most one half to the first at which the upper bound is.
 */
export const median = (steps: ReadonlyArray<Step>): Median => {
  const first = (reached: (step: Step) => boolean) => steps.find(reached)?.time ?? null
  return {
    time: first(({ survival }) => survival <= 1 / 2),
    low: first(({ low, survival }) => (low ?? survival) <= 1 / 2),
    high: first(({ high }) => high !== null && high <= 1 / 2),
  }
}
