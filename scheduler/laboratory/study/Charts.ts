import { type Chart, headingOf, palette } from "../charts/Chart.ts"
import type { Estimate } from "../Statistics.ts"
import { byPart, independent, indicesOf, type MeasureName, meanOf, measures, parts } from "./Findings.ts"
import { type Design, designNames, designs, sample, unknownNames, unknowns } from "./Model.ts"
import type { Found } from "./Points.ts"

const titles = designNames.map((name) => designs[name].title)
const colour = {
  field: "design",
  type: "nominal" as const,
  sort: null,
  title: null,
  scale: { domain: titles, range: palette.slice(0, titles.length) },
}
const shareAxis = { format: ".0%", tickCount: 5 }
const ends = ({ mean, low, high }: Estimate) => ({ mean, low: low ?? mean, high: high ?? mean })
const aria = false

const shown: ReadonlyArray<MeasureName> = ["surplus", "sellers", "buyers", "temptation"]

const outcomes = (among: ReadonlyArray<Found>): Chart => {
  const values = shown.flatMap((measure) =>
    designNames.map((design) => ({
      measure: measures[measure].title,
      design: designs[design].title,
      ...ends(meanOf(among, design, measure)),
    })),
  )
  const x = { type: "quantitative" as const, title: null, axis: shareAxis, scale: { domain: [-0.05, 1] } }
  const y = { field: "design", type: "nominal" as const, sort: titles, title: null }
  const title = "The designs compared"
  return {
    name: "outcomes",
    title,
    caption: `Means over ${among.length} markets, with 95 % t-intervals. The surplus is a part of what two honest sides end a deal with; the gain of a lie is a part of the price.`,
    spec: {
      title: headingOf(title, `Means over ${among.length} markets with 95 % intervals.`),
      data: { values },
      facet: {
        field: "measure",
        type: "nominal",
        sort: shown.map((one) => measures[one].title),
        title: null,
      },
      columns: 2,
      spec: {
        width: 320,
        height: 110,
        layer: [
          {
            mark: { type: "rule", strokeWidth: 2, aria },
            encoding: {
              x: { ...x, field: "low" },
              x2: { field: "high" },
              y,
              color: { ...colour, legend: null },
            },
          },
          {
            mark: { type: "point", filled: true, size: 70, aria },
            encoding: { x: { ...x, field: "mean" }, y, color: { ...colour, legend: null } },
          },
        ],
      },
    },
  }
}

const importance = (found: ReadonlyArray<Found>): Chart => {
  const values = designNames.flatMap((design) =>
    indicesOf(found, design, sample.seed).flatMap(({ parameter, name, value, low, high }) => {
      const unknown = unknownNames[parameter]
      return name !== "ST" || value === null || unknown === undefined
        ? []
        : [
            {
              design: designs[design].title,
              unknown: unknowns[unknown].title,
              value,
              low: low ?? value,
              high: Math.min(1, high ?? value),
            },
          ]
    }),
  )
  const x = {
    type: "quantitative" as const,
    title: "Total index ST of the surplus",
    scale: { domain: [0, 1] },
    axis: { tickCount: 5 },
  }
  const y = {
    field: "unknown",
    type: "nominal" as const,
    sort: unknownNames.map((name) => unknowns[name].title),
    title: null,
  }
  const title = "The quantities that decide"
  return {
    name: "importance",
    title,
    caption: `The total index of a quantity is the part of the variance of the surplus in which it takes part, alone or with others. Intervals by percentiles of 500 resamples of ${sample.rows} rows, drawn to 1 at most.`,
    spec: {
      title: headingOf(title, "Total Sobol indices with 95 % intervals."),
      data: { values },
      facet: { field: "design", type: "nominal", sort: titles, title: null },
      columns: 2,
      spec: {
        width: 270,
        height: 190,
        layer: [
          {
            mark: { type: "rule", strokeWidth: 2, color: palette[0], aria },
            encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y },
          },
          {
            mark: { type: "point", filled: true, size: 60, color: palette[0], aria },
            encoding: { x: { ...x, field: "value" }, y },
          },
        ],
      },
    },
  }
}

const tradesBy = (among: ReadonlyArray<Found>): Chart => {
  const values = unknownNames.flatMap((name) =>
    designNames.flatMap((design: Design) =>
      byPart(among, design, name).map(({ middle, share }) => ({
        unknown: unknowns[name].title,
        design: designs[design].title,
        middle,
        share: share.mean,
      })),
    ),
  )
  const title = "Where markets trade"
  return {
    name: "trades",
    title,
    caption: `The share of ${among.length} markets that trade, by each quantity in ${parts} equal parts of its range, over all values of the others.`,
    spec: {
      title: headingOf(
        title,
        `The share of markets that trade, in ${parts} parts of the range of each quantity.`,
      ),
      data: { values },
      facet: {
        field: "unknown",
        type: "nominal",
        sort: unknownNames.map((name) => unknowns[name].title),
        title: null,
      },
      columns: 4,
      resolve: { scale: { x: "independent" } },
      spec: {
        width: 150,
        height: 110,
        mark: { type: "line", point: true, strokeWidth: 2, aria },
        encoding: {
          x: { field: "middle", type: "quantitative", title: null, axis: { tickCount: 3, grid: false } },
          y: {
            field: "share",
            type: "quantitative",
            title: null,
            axis: shareAxis,
            scale: { domain: [0, 1] },
          },
          color: { ...colour, legend: { orient: "top", symbolType: "stroke" } },
        },
      },
    },
  }
}

/** The charts of the study, in the order of its page. */
export const chartsOf = (found: ReadonlyArray<Found>): ReadonlyArray<Chart> => {
  const among = independent(found)
  return [outcomes(among), importance(found), tradesBy(among)]
}
