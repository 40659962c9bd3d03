/** How an outcome is spread over the points of a sample. */
import { estimateOf, type Findings, totals } from "./Findings.ts"

/** The outcomes of a sample's points in a few numbers. */
export interface Spread {
  /** The points with an outcome, and the points without one. */
  readonly n: number
  readonly missing: number
  /** The least and greatest outcome, and the quartiles between them; empty if no point has an outcome. */
  readonly quantiles: ReadonlyArray<number>
}

const shares = [0, 1 / 4, 1 / 2, 3 / 4, 1]
/** The names of the quantiles of a spread, in their order. */
export const quantileNames = ["least", "lower quartile", "median", "upper quartile", "greatest"] as const

/** The quantile of sorted values, between the two nearest of them. */
const quantileIn = (sorted: ReadonlyArray<number>, share: number): number => {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const [low = 0, high = low] = sorted.slice(below, below + 2)
  return low + (place - below) * (high - low)
}

/** The outcome of a point is the mean over its runs. */
export const spreadOf = ({ observed }: Findings, measure: string): Spread => {
  const sorted = observed
    .flatMap(({ runs }) => estimateOf(totals(runs, measure))?.mean ?? [])
    .sort((a, b) => a - b)
  return {
    n: sorted.length,
    missing: observed.length - sorted.length,
    quantiles: sorted.length === 0 ? [] : shares.map((share) => quantileIn(sorted, share)),
  }
}
