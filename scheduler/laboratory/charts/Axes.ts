/** The axes of charts: where they begin, how a logarithmic one is ticked, and how one is marked that doesn't begin at 0. */
import { ink } from "./Chart.ts"

/** An axis begins at 0 unless its values then filled less than half of it. */
const filled = 0.5

/** Where the axis of these values ends. `truncated` says that 0 is not on it, so that heights can't be compared as lengths. */
export const spanOf = (values: ReadonlyArray<number>) => {
  const known = values.filter(Number.isFinite)
  const least = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const truncated = least < most && (least > filled * most || most < filled * least)
  const domain = truncated ? [least, most] : [Math.min(0, least), Math.max(0, most)] // of no value: from 0 to 0
  return { domain: domain.every((end) => end === 0) ? [0, 1] : domain, truncated }
}

export const scaleOf = ({ domain, truncated }: ReturnType<typeof spanOf>) => ({
  domain: [...domain],
  zero: !truncated,
  nice: true,
})

/** Explains the mark of a truncated axis, for subtitles. */
export const truncatedText = (isAny: boolean): string => (isAny ? " //: the axis doesn't begin at 0." : "")

const halo = 4
/** How far the mark stands from the end of the axis, whose label it would cover. */
const beside = 14
/** The mark on a truncated axis: two strokes through the line where it begins. */
export const breakMark = (truncated: boolean, of: "x" | "y" = "y") => {
  if (!truncated) return []
  const layer = (more: object) => ({
    data: { values: [{}] },
    mark: {
      type: "text" as const,
      text: "//",
      fontSize: 14,
      ...(of === "y" ? { angle: 65, yOffset: -beside } : { xOffset: beside }),
      ...more,
    },
    encoding: { x: { value: 0 }, y: { value: "height" as const } },
  })
  return [layer({ color: "#ffffff", stroke: "#ffffff", strokeWidth: halo }), layer({ color: ink })]
}

const decadesMax = 8

/** The ticks of a logarithmic axis: 1, 2 … 9 times each power of ten on it, or the powers alone if there are many. */
export const logTicks = (low: number, high: number): ReadonlyArray<number> => {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const steps = last - first > decadesMax ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9]
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((value) => value >= low && value <= high)
}

const labelledMin = 3
/** The ticks of a logarithmic axis that have a label: the powers of ten, and on a short axis the twos and fives too. */
export const logLabels = (low: number, high: number): ReadonlyArray<number> => {
  const ticks = logTicks(low, high)
  const starting = (digits: string) =>
    ticks.filter((value) => digits.includes(value.toExponential()[0] ?? ""))
  const few = [starting("1"), starting("125"), ticks]
  return few.find(({ length }) => length >= labelledMin) ?? ticks
}

/** The axis of a parameter on a logarithmic scale, its labels at `labelled`. */
export const logAxis = (low: number, high: number, labelled = logLabels(low, high)) => ({
  values: [...new Set([...labelled, ...logTicks(low, high)])].sort((a, b) => a - b),
  labelExpr: `indexof(${JSON.stringify(labelled)}, datum.value) >= 0 ? format(datum.value, ',.4~r') : ''`,
  labelOverlap: "greedy" as const,
})
