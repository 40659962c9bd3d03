import type { Distribution } from "./Distribution.ts"
import { exp, ln, normalQuantile, power } from "./Exact.ts"

/**
 * The quantity of a distribution at a uniform number in [0, 1), by inversion: one number a quantity, and a larger one for a larger
 * number, so that two scenarios that share their random numbers differ by their scenarios alone.
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
  // The smallest number stands for 0, which has no quantile.
  return sigma === 0 ? median : median * exp(sigma * normalQuantile(Math.max(u, 2 ** -53)))
}

/** The place, by cumulative shares, in which a uniform number falls. */
export const choose = (shares: ReadonlyArray<number>, u: number): number => {
  let below = 0
  for (let i = 0; i < shares.length - 1; i++) {
    below += shares[i] ?? 0
    if (u < below) return i
  }
  return shares.length - 1
}
