/** The chart of outcomes at the horizon: every replicate, and the mean of each condition with its interval. */
import { describe, estimateOf, type Findings, type Observed, totals } from "../Findings.ts"
import { isMeasure } from "../Outcome.ts"
import { breakMark, logAxis, scaleOf, spanOf, truncatedText } from "./Axes.ts"
import { axisOf, basis, type Draws, headingOf, inPairs, palette, selectShown, wrapTitle } from "./Chart.ts"

const conditionsMax = 24

/** The place of a condition on the axis of the first factor, and its colour group: its level of the second factor. */
const place = ({ factors }: Findings, { index, label }: Observed) => {
  const [first, second] = factors
  const levelOf = (factor: typeof first) =>
    factor?.levels.find(({ conditions }) => conditions.includes(index))
  if (first === undefined || factors.length > 2 || first.reference < 0 || levelOf(first) === undefined) {
    return { at: label, group: "" }
  }
  const level = levelOf(first)
  const group = second === undefined ? "" : `${second.label} ${levelOf(second)?.text ?? ""}`
  return { at: level?.value ?? label, group }
}

/** A condition with its place on the axis, and its colour group. */
interface Placed extends ReturnType<typeof place> {
  readonly one: Observed
}

const format = ",.6~r"

/** Values nearer to each other than this part of the axis would have their labels and dots on one another. */
const nearest = 0.04
const isSquashed = (values: ReadonlyArray<number>): boolean => {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  return sorted.some((value, i) => i > 0 && value - (sorted[i - 1] ?? 0) < nearest * range)
}

/** How the values of a factor lie on its axis: to scale, by their logarithms, or side by side; `named` if they are not numbers. */
export const spacingOf = (values: ReadonlyArray<unknown>): keyof typeof notes => {
  const numbers = values.filter((value) => typeof value === "number")
  if (numbers.length < values.length) return "named"
  if (!isSquashed(numbers)) return "linear"
  return numbers.every((value) => value > 0) && !isSquashed(numbers.map(Math.log)) ? "log" : "even"
}
const notes = {
  linear: "",
  log: " (logarithmic axis)",
  even: " (values side by side, not to scale)",
  named: "",
} as const

/** The axis of numeric values: a tick and a label for each, and the ticks that show that it is logarithmic. */
const axisOfValues = (spacing: "linear" | "log", values: ReadonlyArray<number>) =>
  spacing === "log"
    ? logAxis(Math.min(...values), Math.max(...values), values)
    : { values: [...values], labelOverlap: true, format }

/** The values between which an interval is drawn: no count or sum is below 0, and no share above 1 unless a run's is. */
const possible = (findings: Findings, measure: string, values: ReadonlyArray<number>) => {
  const { unit } = describe(findings, measure)
  const most = values.reduce((a, b) => Math.max(a, b), 1)
  return {
    least: unit === "share" || (isMeasure(measure) && unit !== "points") ? 0 : Number.NEGATIVE_INFINITY,
    most: unit === "share" ? most : Number.POSITIVE_INFINITY,
  }
}

/** The runs of conditions at their places, and their means with intervals, for one measure. */
const marksOf = (findings: Findings, placed: ReadonlyArray<Placed>, measure: string) => {
  const dots = placed.flatMap(({ one, at, group }) =>
    totals(one.runs, measure).map((value) => ({ at, group, value })),
  )
  const { least, most } = possible(
    findings,
    measure,
    dots.map(({ value }) => value),
  )
  const means = placed.flatMap(({ one, at, group }) => {
    const found = estimateOf(totals(one.runs, measure))
    if (found === null) return []
    const { mean, low, high } = found
    return [{ at, group, mean, low: Math.max(least, low ?? mean), high: Math.min(most, high ?? mean) }]
  })
  const span = spanOf([...dots.map(({ value }) => value), ...means.flatMap(({ low, high }) => [low, high])])
  return { dots, means, span }
}

export const outcomes: Draws = (findings) => {
  const among = selectShown(findings, conditionsMax)
  if (among.length === 0) return null
  const alone = Object.keys(findings.study.experiment.sensitivity).length > 0
  const placed = among.map((one) => ({
    one,
    ...(alone ? { at: one.label, group: "" } : place(findings, one)),
  }))
  const spacing = spacingOf(placed.map(({ at }) => at))
  const numeric = spacing === "linear" || spacing === "log"
  const single = among.length === 1
  const groups = [...new Set(placed.map(({ group }) => group))]
  const [factor] = findings.factors
  const grouped = groups.length > 1
  const x = {
    field: "at",
    type: numeric ? ("quantitative" as const) : ("nominal" as const),
    title:
      single || alone || !(spacing !== "named" || grouped) ? null : `${factor?.label ?? ""}${notes[spacing]}`,
    sort: null,
    axis: {
      grid: false,
      labels: !single,
      ticks: !single,
      ...(numeric
        ? axisOfValues(spacing, [...new Set(placed.map(({ at }) => Number(at)))])
        : { labelAngle: single ? 0 : -35, ...(spacing === "even" ? { format } : {}) }),
    },
    scale: numeric
      ? { type: spacing, nice: false, padding: 20, ...(spacing === "log" ? {} : { zero: false }) }
      : { domain: [...new Set(placed.map(({ at }) => at))] },
  }
  const color = {
    field: "group",
    type: "nominal" as const,
    title: null,
    sort: null,
    scale: { domain: groups, range: [...palette] },
    legend: grouped ? { symbolType: "stroke" as const, symbolOpacity: 1 } : null,
  }
  const panel = (measure: string) => {
    const { title, format } = axisOf(findings, measure)
    const { dots, means, span } = marksOf(findings, placed, measure)
    const y = {
      field: "mean",
      type: "quantitative" as const,
      title: wrapTitle(title),
      scale: scaleOf(span),
      axis: { format },
    }
    const offset = !numeric && grouped ? { xOffset: { field: "group", sort: null } } : {}
    return {
      width: single ? 120 : 320,
      height: 230,
      layer: [
        {
          data: { values: dots },
          // Beside the mean and its bar, which would cover them.
          mark: { type: "circle" as const, size: 22, opacity: 0.35, xOffset: -9 },
          encoding: { x, y: { ...y, field: "value" }, color, ...offset },
        },
        ...(numeric
          ? [
              {
                data: { values: means },
                mark: { type: "line" as const, strokeWidth: 1.4 },
                encoding: { x, y, color },
              },
            ]
          : []),
        {
          data: { values: means },
          mark: { type: "rule" as const, strokeWidth: 2.4 },
          encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color, ...offset },
        },
        {
          data: { values: means },
          mark: { type: "point" as const, filled: true, size: 46, opacity: 1 },
          encoding: { x, y, color, ...offset },
        },
        ...breakMark(span.truncated),
      ],
    }
  }
  const truncated = findings.outcomes.some((measure) => marksOf(findings, placed, measure).span.truncated)
  const title = "Outcomes at the horizon, by condition"
  return {
    name: "outcomes",
    title,
    caption:
      "Each faint dot, to the left of its point, is one run; the point is the mean of the condition, the bar its 95 % t-interval over runs, as far as there can be such values.",
    spec: {
      title: headingOf(
        title,
        `${basis(findings, among, "t-interval over runs").replace("bands:", "bars:")}${truncatedText(truncated)}`,
      ),
      ...(single ? { hconcat: findings.outcomes.map(panel) } : inPairs(findings.outcomes.map(panel))),
    },
  }
}
