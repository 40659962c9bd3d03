/** Intervals of 95 % about shares and means. They need no clock and no source of randomness: the same values give the same interval. */

import { whole } from "../kernel/Money.ts"

const normal975 = 1.959963984540054

/** A share of `n` trials with its interval; `share`, `low` and `high` lie between 0 and 1. */
export interface Share {
  readonly n: number
  readonly hits: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** In whole millionths, so that a report has no digits that only the arithmetic makes. */
const round = (part: number): number => Math.round(part * whole) / whole

/** The share of hits with the interval of Wilson (1927), which stays within 0 and 1 for few trials too. Null without trials. */
export const shareOf = (trials: ReadonlyArray<boolean>): Share | null => {
  const n = trials.length
  if (n === 0) return null
  const hits = trials.filter(Boolean).length
  const share = hits / n
  const scale = 1 + normal975 ** 2 / n
  const centre = (share + normal975 ** 2 / (2 * n)) / scale
  const half = (normal975 / scale) * Math.sqrt((share * (1 - share)) / n + normal975 ** 2 / (4 * n ** 2))
  return { n, hits, share: round(share), low: round(centre - half), high: round(centre + half) }
}

/** A mean of `n` values with its interval, in the unit of the values. */
export interface Mean {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

const averageOf = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const resamples = 1_000
const tail = 0.025

/** Whole numbers below a bound, always the same ones: each resample draws with them. */
const drawing = () => {
  let state = 1
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The mean with the interval of a bootstrap: the middle of the means of resamples. Null without values. */
export const meanOf = (values: ReadonlyArray<number>): Mean | null => {
  const n = values.length
  if (n === 0) return null
  const below = drawing()
  const means = Array.from({ length: resamples }, () =>
    averageOf(values.map((_, __, all) => all[below(n)] as number)),
  ).sort((a, b) => a - b)
  const at = (part: number) => round(means[Math.floor(part * (resamples - 1))] as number)
  return { n, mean: round(averageOf(values)), low: at(tail), high: at(1 - tail) }
}
