/** The chart of the indices of a sample: Morris's mean size and deviation of effects, or Sobol's first-order and total indices, with their intervals. */
import { describe, type Findings, indices, parameterLabel } from "../Findings.ts"
import { axisOf, type Draws, headingOf, inPairs, palette, wrapTitle } from "./Chart.ts"

const names = {
  muStar: "mean size of effects (mu*)",
  sigma: "their deviation (sigma)",
  S1: "S1: alone",
  ST: "ST: with interactions",
  S2: "S2: two together",
}
const isShown = (name: string): name is keyof typeof names => Object.hasOwn(names, name)

const rowsOf = (findings: Findings, measure: string) =>
  indices(findings).flatMap(({ measure: of, parameter, other, name, value, low, high }) =>
    of === measure && isShown(name) && value !== null
      ? [
          {
            parameter: [parameter, other ?? []]
              .flat()
              .map((path) => parameterLabel(findings.study, path))
              .join(" with "),
            index: names[name],
            value,
            low: low ?? value,
            high: high ?? value,
          },
        ]
      : [],
  )

/** Says of which points the figures of an outcome are: nothing if they are all of the sample. */
const noteOf = (findings: Findings, measure: string, each: string): string => {
  const [any] = indices(findings).filter(({ measure: of }) => of === measure)
  if (any === undefined || any.missing === 0) return ""
  return ` (n = ${any.n}; ${any.missing} ${each} without an outcome left out)`
}

/** Names the outcomes without an index, for the subtitle. */
const withoutText = (findings: Findings, measures: ReadonlyArray<string>, each: string): string => {
  if (measures.length === 0) return ""
  const named = measures.map((measure) => {
    const [title = ""] = describe(findings, measure).title.split(":")
    return `${title}${noteOf(findings, measure, each)}`
  })
  return ` Without a panel, since no outcomes of points differ: ${named.join("; ")}.`
}

export const sampleIndices: Draws = (findings) => {
  const { sample } = findings.study.experiment
  if (sample === undefined || indices(findings).length === 0) return null
  const sobol = sample.method === "saltelli"
  const second = sample.secondOrder ? [names.S2] : []
  const shown = sobol ? [names.S1, names.ST, ...second] : [names.muStar, names.sigma]
  const each = sobol ? "rows" : "trajectories"
  const panel = (measure: string) => {
    const { title, format } = axisOf(findings, measure)
    const y = {
      field: "parameter",
      type: "nominal" as const,
      sort: { field: "value", op: "max" as const, order: "descending" as const },
      title: null,
    }
    const yOffset = { field: "index", scale: { domain: shown } }
    const x = {
      field: "value",
      type: "quantitative" as const,
      title: wrapTitle(
        sobol
          ? `Part of the variance of: ${title.replace(/ \([^)]*\)$/, "")}${noteOf(findings, measure, each)}`
          : `Change over the range: ${title}${noteOf(findings, measure, each)}`,
      ),
      axis: { format: sobol ? ".2~f" : format },
    }
    const color = {
      field: "index",
      type: "nominal" as const,
      title: null,
      scale: { domain: shown, range: palette.slice(0, shown.length) },
    }
    return {
      width: 240,
      height: { step: 15, for: "offset" as const },
      data: { values: rowsOf(findings, measure) },
      layer: [
        {
          mark: { type: "rule" as const, strokeWidth: 2.4 },
          encoding: { y, yOffset, x: { ...x, field: "low" }, x2: { field: "high" }, color },
        },
        {
          mark: { type: "point" as const, filled: true, size: 60, opacity: 1 },
          encoding: { y, yOffset, x, color },
        },
      ],
    }
  }
  const drawn = findings.outcomes.filter((measure) => rowsOf(findings, measure).length > 0)
  if (drawn.length === 0) return null
  const others = findings.outcomes.filter((measure) => !drawn.includes(measure))
  const title = sobol ? "Sobol indices of each parameter" : "Morris's effects of each parameter"
  const { seeds } = findings.study
  return {
    name: "indices",
    title,
    caption: sobol
      ? `S1: the part of the variance of the outcome that the parameter explains alone; ST: with all its interactions (Saltelli and others 2010)${sample.secondOrder ? "; S2: the part that two parameters explain together (Saltelli 2002)" : ""}. Bars: 95 % intervals, percentiles over resampled rows.`
      : "The change of the outcome when a parameter goes over its whole range, from steps of a part of it: mu* is the mean size, sigma the deviation, which shows interactions and curves (Morris 1991; Campolongo and others 2007). Bars: 95 % t-interval over trajectories.",
    spec: {
      title: headingOf(
        title,
        `${sample.points} ${each}; the mean of ${seeds.length} ${seeds.length === 1 ? "run" : "runs"} at each point, on the same seeds.${withoutText(findings, others, each)}`,
      ),
      ...inPairs(drawn.map(panel)),
    },
  }
}
