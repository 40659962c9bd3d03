/** The charts of a sample's points: each outcome on each parameter, as a scatter and as a density. */
import { endsOf, isWhole } from "../Design.ts"
import { exp, ln } from "../engine/Exact.ts"
import { estimateOf, type Findings, parameterLabel, totals } from "../Findings.ts"
import { breakMark, logAxis, scaleOf, spanOf, truncatedText } from "./Axes.ts"
import { axisOf, type Draws, headingOf, palette, wrapTitle } from "./Chart.ts"

/** The most parameters that a chart has beside each other, and the most points that a panel draws. */
const parametersMax = 5
const pointsMax = 1000

interface Point {
  readonly x: number
  readonly y: number
}

/** A parameter of the sample and the range over which its points lie. */
interface Axis {
  readonly path: string
  readonly from: number
  readonly to: number
  /** Whether its values are even by orders of magnitude, and its axis logarithmic. */
  readonly isLog: boolean
}

const axesOf = ({ study }: Findings): ReadonlyArray<Axis> =>
  Object.entries(study.experiment.sample?.ranges ?? {})
    .slice(0, parametersMax)
    .map(([path, range]) => {
      const { ends, isLog } = endsOf(range)
      return { path, from: Math.min(...ends), to: Math.max(...ends), isLog }
    })

/** The points with an outcome, by their value of a parameter and the mean of the outcome over their runs. */
const pointsOn = ({ study, observed }: Findings, path: string, measure: string): ReadonlyArray<Point> =>
  observed.flatMap(({ index, runs }) => {
    const found = estimateOf(totals(runs, measure))
    return found === null ? [] : [{ x: Number(study.conditions[index]?.parameters[path]), y: found.mean }]
  })

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const eachBin = 12
const binsMax = 12
/** How many parts of a parameter's range are told apart: so many that each has some points; a level of Morris has its own part. */
const countBins = ({ study }: Findings, { path, from, to }: Axis, points: number): number => {
  const { sample } = study.experiment
  if (sample?.method === "morris") return sample.levels
  const most = isWhole(path) ? Math.min(binsMax, to - from + 1) : binsMax
  return Math.max(1, Math.min(most, Math.floor(points / eachBin)))
}

/** The points in each of so many equal parts of an axis, which are equal by logarithms on a logarithmic one. */
const splitPoints = (
  points: ReadonlyArray<Point>,
  of: keyof Point,
  axis: Pick<Axis, "from" | "to" | "isLog">,
  bins: number,
) => {
  const [onto, back] = axis.isLog ? [ln, exp] : [(value: number) => value, (value: number) => value]
  const from = onto(axis.from)
  const width = (onto(axis.to) - from) / bins
  const place = (value: number) =>
    width === 0 ? 0 : Math.min(bins - 1, Math.max(0, Math.floor((onto(value) - from) / width)))
  const parts = Array.from({ length: bins }, (_, i) => ({
    start: i === 0 ? axis.from : back(from + i * width),
    end: i === bins - 1 ? axis.to : back(from + (i + 1) * width),
    within: [] as Point[],
  }))
  for (const point of points) parts[place(point[of])]?.within.push(point)
  return parts
}

const panelsWidth = 700
/** The frame of the panel of an outcome and a parameter: its size and axes. Titles stand at the left and at the bottom of the chart. */
const frameOf = (findings: Findings, measure: string, axis: Axis, isLast: boolean) => {
  const axes = axesOf(findings)
  const values = axes.flatMap(({ path }) => pointsOn(findings, path, measure).map(({ y }) => y))
  const span = spanOf(values)
  const isFirst = axis.path === axes[0]?.path
  const { title, format } = axisOf(findings, measure)
  const points = pointsOn(findings, axis.path, measure)
  const missing = findings.observed.length - points.length
  const left = missing === 0 ? "" : ` (n = ${points.length}; ${missing} without outcome)`
  return {
    span,
    points,
    width: Math.min(340, Math.floor(panelsWidth / axes.length) - 20),
    height: 170,
    marks: isFirst ? breakMark(span.truncated) : [],
    x: {
      type: "quantitative" as const,
      title: isLast
        ? [
            wrapTitle(parameterLabel(findings.study, axis.path), axes.length > 2 ? 22 : 36),
            axis.isLog ? "(logarithmic axis)" : [],
          ].flat()
        : null,
      scale: axis.isLog
        ? { type: "log" as const, domain: [axis.from, axis.to], nice: false }
        : { domain: [axis.from, axis.to], nice: false, zero: false },
      axis: {
        grid: false,
        ...(axis.isLog
          ? logAxis(axis.from, axis.to)
          : { format: ",.4~r", tickCount: 4, labelOverlap: "greedy" as const }),
      },
    },
    y: {
      type: "quantitative" as const,
      title: isFirst ? wrapTitle(`${title}${left}`, 28) : null,
      scale: scaleOf(span),
      axis: { format, tickCount: 5, labels: isFirst },
    },
  }
}

const isDrawn = ({ study, observed }: Findings): boolean =>
  study.experiment.sample !== undefined && observed.some(({ runs }) => runs.length > 0)

const omissionText = ({ study }: Findings): string => {
  const all = Object.keys(study.experiment.sample?.ranges ?? {}).length
  return all > parametersMax ? ` The first ${parametersMax} of ${all} parameters; runs.csv has all.` : ""
}

/** The rows of panels of these outcomes, one for each parameter. */
const rowsOf = <Panel>(
  findings: Findings,
  outcomes: ReadonlyArray<string>,
  panel: (measure: string, axis: Axis, isLast: boolean) => Panel,
) => ({
  spacing: 26,
  vconcat: outcomes.map((measure, i) => ({
    spacing: 20,
    hconcat: axesOf(findings).map((axis) => panel(measure, axis, i === outcomes.length - 1)),
  })),
})

/** Each point of a sample by its value of a parameter and its outcome, with the mean along the parameter. */
export const scatter: Draws = (findings) => {
  if (!isDrawn(findings)) return null
  const panel = (measure: string, axis: Axis, isLast: boolean) => {
    const { points, width, height, marks, x, y } = frameOf(findings, measure, axis, isLast)
    const parts = splitPoints(points, "x", axis, countBins(findings, axis, points.length))
    const middle = (values: ReadonlyArray<number>) => (axis.isLog ? exp(mean(values.map(ln))) : mean(values))
    const means = parts.flatMap(({ within }) =>
      within.length === 0
        ? []
        : [{ x: middle(within.map((one) => one.x)), y: mean(within.map((one) => one.y)) }],
    )
    const at = { x: { ...x, field: "x" }, y: { ...y, field: "y" } }
    return {
      width,
      height,
      layer: [
        {
          data: { values: points.slice(0, pointsMax) },
          mark: { type: "circle" as const, size: 18, opacity: 0.4, color: palette[0] },
          encoding: at,
        },
        ...(means.length < 3
          ? []
          : [
              {
                data: { values: means },
                mark: { type: "line" as const, strokeWidth: 2.2, color: palette[1] },
                encoding: at,
              },
            ]),
        ...marks,
      ],
    }
  }
  const { outcomes, observed, study } = findings
  const truncated = outcomes.some((measure) =>
    axesOf(findings).some((axis) => frameOf(findings, measure, axis, false).span.truncated),
  )
  const count = observed.length
  const few =
    count > pointsMax ? ` The first ${pointsMax} of ${count} points are drawn; the line is of all.` : ""
  const title = "Outcomes of the sample, by each parameter"
  return {
    name: "scatter",
    title,
    caption:
      "Each dot is a point of the sample: its value of the parameter, and the mean of the outcome over its runs. All parameters vary together, so that the dots scatter. Line: the mean of the points in each part of the range, which is what the parameter does by itself.",
    spec: {
      title: headingOf(
        title,
        `${count} points, the mean of ${study.seeds.length} ${study.seeds.length === 1 ? "run" : "runs"} at each; line: mean along the parameter.${few}${omissionText(findings)}${truncatedText(truncated)}`,
      ),
      ...rowsOf(findings, outcomes, panel),
    },
  }
}

/** From few points to many. Not a gradient, which the writer of PDF does not draw. */
const shades = ["#dbe9f3", "#9cc6e2", "#4a97c9", "#0072B2", "#00395a"]
const stepsMin = 6
const stepsMax = 20

/** The share of the points in each part of a parameter's range that have an outcome in each part of the outcome's. */
export const density: Draws = (findings) => {
  if (!isDrawn(findings)) return null
  const [first] = axesOf(findings)
  const isVaried = (measure: string) =>
    new Set(pointsOn(findings, first?.path ?? "", measure).map(({ y }) => y)).size > 1
  const outcomes = findings.outcomes.filter(isVaried)
  if (outcomes.length === 0) return null
  const panel = (measure: string, axis: Axis, isLast: boolean) => {
    const { span, points, width, height, marks, x, y } = frameOf(findings, measure, axis, isLast)
    const steps = Math.min(stepsMax, Math.max(stepsMin, Math.round(Math.sqrt(points.length))))
    const [from = 0, to = 0] = span.domain
    const rows = { from, to, isLog: false }
    const cells = splitPoints(points, "x", axis, countBins(findings, axis, points.length)).flatMap((column) =>
      splitPoints(column.within, "y", rows, steps).flatMap(({ start, end, within }) =>
        within.length === 0
          ? []
          : [
              {
                x: column.start,
                x2: column.end,
                y: start,
                y2: end,
                share: within.length / column.within.length,
              },
            ],
      ),
    )
    return {
      width,
      height,
      layer: [
        {
          data: { values: cells },
          mark: { type: "rect" as const },
          encoding: {
            x: { ...x, field: "x" },
            x2: { field: "x2" },
            y: { ...y, field: "y", axis: { ...y.axis, grid: false } },
            y2: { field: "y2" },
            color: {
              field: "share",
              type: "quantitative" as const,
              title: "Of the points there (%)",
              scale: { type: "threshold" as const, domain: [0.1, 0.2, 0.4, 0.6], range: [...shades] },
              legend: { type: "symbol" as const, symbolType: "square" as const, format: ".0%" },
            },
          },
        },
        ...marks,
      ],
    }
  }
  const constant = findings.outcomes.filter((measure) => !outcomes.includes(measure))
  const without =
    constant.length === 0
      ? ""
      : ` Without panels, since no two points differ in them: ${constant.join(", ")}.`
  const title = "Density of outcomes along each parameter"
  return {
    name: "density",
    title,
    caption: `The range of each parameter is cut into parts. Each column has the points of one part: the darker a cell, the more of them have an outcome there, and all cells of a column are 100 %.${without}`,
    spec: {
      title: headingOf(
        title,
        `${findings.observed.length} points; each column of cells is 100 % of the points in that part of the range.${omissionText(findings)}`,
      ),
      ...rowsOf(findings, outcomes, panel),
    },
  }
}
