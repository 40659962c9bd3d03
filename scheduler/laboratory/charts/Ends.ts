/** Labels at the ends of the lines of conditions, in the place of a legend. Where lines end together their labels are moved apart. */
import type { Findings, Observed } from "../Findings.ts"
import { byCondition, ink } from "./Chart.ts"

export interface End {
  readonly condition: string
  readonly y: number
}

/** The least distance of two labels, as a part of the height. */
const gapPart = 0.048
const left = 8

/**
 * The heights of labels between `low` and `high`, in the order of their ends from above, so that no label is nearer to another than the
 * gap.
 */
export const placeLabels = (
  ends: ReadonlyArray<End>,
  low: number,
  high: number,
): ReadonlyArray<End & { readonly at: number }> => {
  const gap = (high - low) * gapPart
  const sorted = [...ends].sort((a, b) => b.y - a.y)
  let above = Number.POSITIVE_INFINITY
  const pushed = sorted.map((end) => {
    above = Math.min(end.y, above - gap)
    return { ...end, at: above }
  })
  // The lowest may have been pushed out below: the others are pushed up from it.
  let below = Number.NEGATIVE_INFINITY
  return pushed
    .toReversed()
    .map((end, i) => {
      below = Math.max(i === 0 ? Math.max(end.at, low) : end.at, below + gap)
      return { ...end, at: below }
    })
    .toReversed()
}

/** The layers that draw the labels, and the colours of conditions without a legend; the usual legend for one condition. */
export const endLabels = (
  findings: Findings,
  among: ReadonlyArray<Observed>,
  ends: ReadonlyArray<End>,
  low: number,
  high: number,
) => {
  const color = byCondition(findings, among)
  if (among.length < 2) return { color, layers: [] }
  const placed = placeLabels(ends, low, high)
  const quiet = { ...color, legend: null }
  const [first] = placed
  const text = { type: "text" as const, align: "left" as const, dx: left, fontSize: 12 }
  const y = { field: "at", type: "quantitative" as const }
  const x = { value: "width" as const }
  const head =
    findings.parameter === null || first === undefined
      ? []
      : [
          {
            data: { values: [{ at: first.at + (high - low) * gapPart * 1.1, text: findings.parameter }] },
            mark: { ...text, fontWeight: 600 as const, color: ink },
            encoding: { x, y, text: { field: "text" } },
          },
        ]
  return {
    color: quiet,
    layers: [
      ...head,
      {
        data: { values: [...placed] },
        mark: text,
        encoding: { x, y, text: { field: "condition" }, color: quiet },
      },
    ],
  }
}
