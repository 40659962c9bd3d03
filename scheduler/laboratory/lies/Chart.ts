/** The chart of lies: the greatest gain of each, by what measures the delivery and what secures the money. */
import { type Chart, headingOf, ink } from "../charts/Chart.ts"
import { type Measure, measures } from "./Conditions.ts"
import { type Cell, gainOf, securities, securityNames } from "./Summary.ts"

export const measureTitles: { readonly [M in Measure]: string } = {
  words: "In words",
  hash: "By a hash, without criteria",
  criteria: "By a hash, with criteria",
}

const faint = "#f6f8fa"
const title = "The gain of each lie, facing an honest party"

const dollars = (cents: number): number => cents / 100

export const chartOf = (cells: ReadonlyArray<Cell>): Chart => {
  const rows = [...new Set(cells.map(({ liar }) => `${liar.side}: ${liar.name}`))]
  const columns = securityNames.map((name) => securities[name])
  const values = cells.map((cell) => ({
    liar: `${cell.liar.side}: ${cell.liar.name}`,
    measure: measureTitles[cell.measure],
    security: securities[cell.security],
    gain: dollars(gainOf(cell)),
  }))
  // The lines lie between the cells.
  const grid = { bandPosition: 0, grid: true, gridColor: "#ffffff", domain: false, ticks: false }
  const x = {
    field: "security",
    type: "nominal" as const,
    scale: { domain: columns },
    title: null,
    axis: { ...grid, labelAngle: -40 },
  }
  const y = {
    field: "liar",
    type: "nominal" as const,
    scale: { domain: rows },
    title: null,
    axis: grid,
  }
  const aria = false
  return {
    name: "lies",
    title,
    caption:
      "Each cell: the greatest gain of the lie, in US dollars, over the conditions of its column. An empty cell: it gains under no condition.",
    spec: {
      title: headingOf(
        title,
        "The greatest gain in US dollars against honest play, over paying in advance and afterwards, and with or without a share for undetermined deliveries. An empty cell: no gain. The price is 100.",
      ),
      data: { values },
      facet: {
        column: {
          field: "measure",
          type: "nominal",
          sort: measures.map((measure) => measureTitles[measure]),
          title: null,
        },
      },
      spec: {
        width: { step: 40 },
        height: { step: 20 },
        view: { fill: faint },
        transform: [{ filter: "datum.gain > 0" }],
        layer: [
          {
            mark: { type: "rect", stroke: "#ffffff", strokeWidth: 2, aria },
            encoding: {
              x,
              y,
              color: {
                field: "gain",
                type: "quantitative",
                scale: { domain: [0, 100], range: ["#fdf0e3", "#D55E00"], interpolate: "rgb" },
                legend: null,
              },
            },
          },
          {
            mark: { type: "text", fontSize: 11, color: ink, aria },
            encoding: { x, y, text: { field: "gain" } },
          },
        ],
      },
    },
  }
}
