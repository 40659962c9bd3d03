/** How far simulated figures are from those observed, each in its own spread. */

/** The figures of a run, in the order of those observed; null if there was nothing to measure. */
export type Figures = ReadonlyArray<number | null>

const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The median absolute deviation; the mean absolute deviation if more than half of the values are equal. */
const spreadOf = (values: ReadonlyArray<number>): number => {
  const centre = medianOf(values)
  const away = values.map((value) => Math.abs(value - centre))
  return medianOf(away) || away.reduce((sum, one) => sum + one, 0) / away.length
}

/** The spread of each figure over points; 0 or not a number if it never differs. */
export const scalesOf = (found: ReadonlyArray<Figures>): ReadonlyArray<number> =>
  (found[0] ?? []).map((_, i) => spreadOf(found.flatMap((figures) => figures[i] ?? [])))

/** The Euclidean distance from the observed figures, each divided by its spread; infinite if a figure is missing. */
export const distanceOf =
  (observed: ReadonlyArray<number>, spreads: ReadonlyArray<number>) =>
  (figures: Figures): number => {
    let sum = 0
    for (const [i, wanted] of observed.entries()) {
      const value = figures[i]
      if (value === null || value === undefined) return Number.POSITIVE_INFINITY
      sum += ((value - wanted) / (spreads[i] ?? 1)) ** 2
    }
    return Math.sqrt(sum)
  }
