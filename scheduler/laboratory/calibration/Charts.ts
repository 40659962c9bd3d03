/** The charts of a calibration: the posterior of each parameter, of each pair, and what it gives for the observed figures. */
import { breakMark, logAxis, scaleOf, spanOf, truncatedText } from "../charts/Axes.ts"
import { type Chart, headingOf, ink, inPairs, palette, wrapTitle } from "../charts/Chart.ts"
import { exp, ln } from "../engine/Exact.ts"
import { parameterLabel } from "../Findings.ts"
import { roundTo } from "../Numbers.ts"
import { describeMeasure } from "../Outcome.ts"
import type { Posterior } from "./Abc.ts"
import type { Plan } from "./Plan.ts"
import { type Fit, fits, type Marginal, marginals } from "./Tables.ts"

const bins = 24
const shown = ",.4~r"

const numberText = (value: number): string => roundTo(value, 3)
const intervalText = ({ median, low, high }: Marginal): string =>
  `${numberText(median)} [${numberText(low)}, ${numberText(high)}]`

/** The axis of a parameter, on the scale on which its prior is even: by logarithms for `logUniform`. */
interface Axis {
  readonly range: readonly [number, number]
  readonly isLog: boolean
}
/** The axis of a parameter has the whole prior, so that what was learnt is seen. A normal prior has bounds that nothing comes near. */
const axesOf = ({ calibration, paths, parametersAt }: Plan, { prior }: Posterior): ReadonlyArray<Axis> =>
  paths.map((path): Axis => {
    const of = calibration.priors[path] ?? [0, 1]
    if ("logUniform" in of) return { range: of.logUniform, isLog: true }
    if (!("normal" in of)) return { range: of, isLog: false }
    const values = prior.map(({ point }) => Number(parametersAt(point)[path]))
    return { range: [Math.min(...values), Math.max(...values)], isLog: false }
  })
const scaleOfAxis = ({ range, isLog }: Axis) => ({
  domain: [...range],
  nice: false,
  ...(isLog && { type: "log" as const }),
})
const ticksOf = ({ range, isLog }: Axis) =>
  isLog ? { ...logAxis(...range), grid: false } : { format: shown, tickCount: 5 }
const titleOf = ({ study }: Plan, path: string, { isLog }: Axis) =>
  [wrapTitle(parameterLabel(study, path)), isLog ? "(logarithmic axis)" : []].flat()

const countInBins = (sample: Marginal["sample"], { range, isLog }: Axis, of: string) => {
  const [from, to] = isLog ? [ln(range[0]), ln(range[1])] : range
  const width = (to - from) / bins
  const all = sample.reduce((sum, { weight }) => sum + weight, 0)
  const shares = new Float64Array(bins)
  for (const { value, weight } of sample) {
    const place = isLog ? ln(value) : value
    const at = Math.min(bins - 1, Math.max(0, Math.floor((place - from) / width)))
    shares[at] = (shares[at] ?? 0) + weight / all
  }
  const edge = (i: number) => {
    if (i === 0 || i === bins) return range[i === 0 ? 0 : 1]
    return isLog ? exp(from + i * width) : from + i * width
  }
  return Array.from(shares, (share, i) => ({ of, start: edge(i), end: edge(i + 1), base: 0, share }))
}

const posteriorName = "posterior"
const priorName = "prior"

const marginalChart = (plan: Plan, posterior: Posterior): Chart => {
  const { paths, parametersAt } = plan
  const axes = axesOf(plan, posterior)
  const found = marginals(plan, posterior)
  const panels = found.map((one, i) => {
    const axis = axes[i] ?? { range: [0, 1], isLog: false }
    const before = posterior.prior.map(({ point, weight }) => ({
      value: Number(parametersAt(point)[one.name]),
      weight,
    }))
    const x = {
      field: "start",
      type: "quantitative" as const,
      title: titleOf(plan, paths[i] ?? "", axis),
      scale: scaleOfAxis(axis),
      axis: { grid: false, ...ticksOf(axis) },
    }
    const y = {
      field: "share",
      type: "quantitative" as const,
      title: i % 2 === 0 ? "Share of points (%)" : null,
      axis: { format: ".3~p" },
    }
    const color = {
      field: "of",
      type: "nominal" as const,
      title: null,
      scale: { domain: [posteriorName, priorName], range: [palette[0], "#8c959f"] },
      legend: { symbolType: "square" as const, symbolOpacity: 1 },
    }
    return {
      width: 320,
      height: 190,
      title: {
        text: intervalText(one),
        fontSize: 12.5,
        fontWeight: 400 as const,
        offset: 6,
        frame: "group" as const,
      },
      layer: [
        {
          data: { values: countInBins(one.sample, axis, posteriorName) },
          mark: { type: "rect" as const, stroke: "#ffffff", strokeWidth: 0.5 },
          encoding: { x, x2: { field: "end" }, y, y2: { field: "base" }, color },
        },
        {
          data: {
            values: countInBins(before, axis, priorName).flatMap((bin, k, all) => [
              bin,
              ...(k === all.length - 1 ? [{ ...bin, start: bin.end }] : []),
            ]),
          },
          mark: { type: "line" as const, interpolate: "step-after" as const, strokeWidth: 1.8 },
          encoding: { x, y, color },
        },
        {
          data: { values: [one.low, one.median, one.high].map((at, k) => ({ at, k })) },
          mark: { type: "rule" as const, color: ink, strokeWidth: 1.4 },
          encoding: {
            x: { field: "at", type: "quantitative" as const },
            strokeDash: {
              field: "k",
              type: "nominal" as const,
              scale: {
                domain: [0, 1, 2],
                range: [
                  [4, 3],
                  [1, 0],
                  [4, 3],
                ],
              },
              legend: null,
            },
          },
        },
      ],
    }
  })
  const title = "Posterior of each parameter"
  return {
    name: "posterior",
    title,
    caption:
      "The part of each prior that the observed figures leave. Above each panel: the median and the middle 95 % of the posterior, which the lines show too.",
    spec: {
      title: headingOf(
        title,
        `${posterior.particles.length} weighted points; solid line: median, dashed: the middle 95 %.`,
      ),
      ...(panels.length === 1 ? { hconcat: panels } : inPairs(panels)),
    },
  }
}

const pairsMax = 5

const pairChart = (plan: Plan, posterior: Posterior): Chart | null => {
  const { paths, parametersAt } = plan
  const among = paths.slice(0, pairsMax)
  if (among.length < 2) return null
  const axes = axesOf(plan, posterior)
  const heaviest = Math.max(...posterior.particles.map(({ weight }) => weight))
  const values = posterior.particles.map(({ point, weight }) => ({
    ...Object.fromEntries(among.map((path, i) => [`p${i}`, parametersAt(point)[path]])),
    weight: weight / heaviest,
  }))
  const size = among.length === 2 ? 340 : Math.floor(680 / (among.length - 1)) - 40
  const axis = (i: number, title: boolean) => {
    const of = axes[i] ?? { range: [0, 1], isLog: false }
    return {
      field: `p${i}`,
      type: "quantitative" as const,
      title: title ? titleOf(plan, among[i] ?? "", of) : null,
      scale: scaleOfAxis(of),
      axis: { ...ticksOf(of), labels: title },
    }
  }
  const rows = among.slice(1).map((_, k) => ({
    spacing: 18,
    hconcat: among.slice(0, k + 1).map((_, column) => ({
      width: size,
      height: size,
      data: { values },
      mark: { type: "circle" as const, color: palette[0] },
      encoding: {
        x: axis(column, k === among.length - 2),
        y: axis(k + 1, column === 0),
        size: {
          field: "weight",
          type: "quantitative" as const,
          legend: null,
          scale: { domain: [0, 1], range: [4, 70] },
        },
        opacity: { value: 0.45 },
      },
    })),
  }))
  const title = "Posterior of each pair of parameters"
  const left = paths.length > among.length ? ` The first ${among.length} of ${paths.length} parameters.` : ""
  return {
    name: "pairs",
    title,
    caption: `Each circle is a point of the posterior, larger if it has more weight. A narrow slanting cloud: the figures say what the two are together, and little of each alone.${left}`,
    spec: {
      title: headingOf(title, `${posterior.particles.length} weighted points, on the axes of the priors.`),
      spacing: 18,
      vconcat: rows,
    },
  }
}

const valuesOf = ({ observed, prior, posterior }: Fit): ReadonlyArray<number> => [
  observed,
  ...[prior, posterior].flatMap(({ low, high }) => [low, high]),
]

const fitChart = (plan: Plan, posterior: Posterior): Chart => {
  const found = fits(plan, posterior)
  const panels = found.map(({ observed, prior, posterior: after }) => {
    const { title, unit } = describeMeasure(prior.name, plan.study.own?.given)
    const rows = [
      { of: priorName, ...prior },
      { of: posteriorName, ...after },
    ].map(({ of, median, low, high }) => ({ of, median, low, high }))
    const span = spanOf(valuesOf({ observed, prior, posterior: after }))
    const y = { field: "of", type: "nominal" as const, title: null, sort: null }
    const x = {
      field: "median",
      type: "quantitative" as const,
      title: wrapTitle(`${title.split(":")[0]} (${unit === "share" ? "%" : unit || "value"})`),
      scale: scaleOf(span),
      axis: { format: unit === "share" ? ".3~p" : shown },
    }
    return {
      width: 280,
      height: 70,
      layer: [
        {
          data: { values: rows },
          mark: { type: "rule" as const, strokeWidth: 2.4, color: palette[0] },
          encoding: { y, x: { ...x, field: "low" }, x2: { field: "high" } },
        },
        {
          data: { values: rows },
          mark: { type: "point" as const, filled: true, size: 62, opacity: 1, color: palette[0] },
          encoding: { y, x },
        },
        {
          data: { values: [{ at: observed }] },
          mark: { type: "rule" as const, color: palette[1], strokeWidth: 2 },
          encoding: { x: { field: "at", type: "quantitative" as const } },
        },
        ...breakMark(span.truncated, "x"),
      ],
    }
  })
  const truncated = found.some((fit) => spanOf(valuesOf(fit)).truncated)
  const title = "Observed figures, and what the model gives for them"
  return {
    name: "fit",
    title,
    caption:
      "Orange: the observed figure. Bars: the middle 95 % of the figures of single runs, from points of the prior and of the posterior; point: their median. A posterior that leaves the observed figure outside can't be right about it.",
    spec: {
      title: headingOf(
        title,
        `Vertical line: observed; bars: the middle 95 % of single runs.${truncatedText(truncated)}`,
      ),
      ...(panels.length === 1 ? { hconcat: panels } : inPairs(panels)),
    },
  }
}

export const charts = (plan: Plan, posterior: Posterior): ReadonlyArray<Chart> =>
  [marginalChart(plan, posterior), pairChart(plan, posterior), fitChart(plan, posterior)].filter(
    (chart) => chart !== null,
  )
