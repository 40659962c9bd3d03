/** Weighted samples: their means, deviations and quantiles. */

export interface Weighted {
  readonly value: number
  readonly weight: number
}

const totalOf = (sample: ReadonlyArray<Weighted>): number =>
  sample.reduce((sum, { weight }) => sum + weight, 0)

export const meanOf = (sample: ReadonlyArray<Weighted>): number =>
  sample.reduce((sum, { value, weight }) => sum + value * weight, 0) / totalOf(sample)

export const deviationOf = (sample: ReadonlyArray<Weighted>): number => {
  const centre = meanOf(sample)
  return Math.sqrt(meanOf(sample.map(({ value, weight }) => ({ value: (value - centre) ** 2, weight }))))
}

/**
 * The value below which lies a share of a sample. Each value stands in the middle of its weight, and between two of them the quantile is on
 * the line.
 */
export const quantileOf = (sample: ReadonlyArray<Weighted>, share: number): number => {
  const sorted = [...sample].sort((a, b) => a.value - b.value)
  const wanted = share * totalOf(sample)
  let below = 0
  let before: { readonly value: number; readonly at: number } | null = null
  for (const { value, weight } of sorted) {
    const at = below + weight / 2
    if (at >= wanted)
      return before === null
        ? value
        : before.value + ((value - before.value) * (wanted - before.at)) / (at - before.at)
    before = { value, at }
    below += weight
  }
  return before?.value ?? Number.NaN
}
