/** How long something takes where not everybody has done it yet: the Kaplan–Meier estimator. */
import { normal975 } from "./Statistics.ts"

/** What became of those followed for exactly so long: how many did it, how many are known only not to have done it until then. */
export interface Followed {
  readonly time: number
  readonly events: number
  readonly censored: number
}

/** From `time` on, until the next step. */
export interface Step {
  readonly time: number
  readonly atRisk: number
  readonly events: number
  /** The part that has not done it yet. */
  readonly survival: number
  /** The band of 95 %; null where nobody is left, which says nothing of the others. */
  readonly low: number | null
  readonly high: number | null
}

/** Greenwood's variance carried over to log(−log S), so that the band stays between 0 and 1. */
const band = (survival: number, greenwood: number): Pick<Step, "low" | "high"> => {
  if (survival === 1) return { low: 1, high: 1 }
  if (survival <= 0) return { low: null, high: null }
  const log = Math.log(survival)
  const spread = Math.exp((normal975 * Math.sqrt(greenwood)) / -log)
  return { low: survival ** spread, high: survival ** (1 / spread) }
}

/** The steps of the curve, one for each time at which something happened. Rows need not be sorted; a time may come twice. */
export const kaplanMeier = (rows: ReadonlyArray<Followed>): ReadonlyArray<Step> => {
  const sorted = merged(rows)
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

/** Rows of several runs as one table, by time. */
export const merged = (rows: Iterable<Followed>): ReadonlyArray<Followed> => {
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

/** The time at which half have done it; null where the curve does not fall so far. */
export const median = (steps: ReadonlyArray<Step>): number | null =>
  steps.find(({ survival }) => survival <= 1 / 2)?.time ?? null
