/** The chart of the distribution of reputation at the horizon. */
import type { Observed } from "../Findings.ts"
import { basis, type Draws, headingOf, inPanels, palette, panelOf } from "./Chart.ts"

const bars = 28

/** The share of a condition's agents in each population and bin. */
const binAgents = ({ runs, label }: Observed, from: number, width: number) => {
  const cells = new Map<string, number>()
  let all = 0
  for (const { reputation } of runs) {
    for (const [population, counts] of Object.entries(reputation)) {
      for (const [points, agents] of counts) {
        const key = JSON.stringify([population, Math.floor((points - from) / width)])
        cells.set(key, (cells.get(key) ?? 0) + agents)
        all += agents
      }
    }
  }
  return [...cells].map(([key, agents]) => {
    const [population, bin] = JSON.parse(key) as [string, number] // the key was made above
    const start = from + bin * width
    return { condition: label, population, start: start - 0.5, end: start + width - 0.5, share: agents / all }
  })
}

export const reputation: Draws = (findings) => {
  const among = inPanels(findings)
  const points = among.flatMap(({ runs }) =>
    runs.flatMap(({ reputation }) =>
      Object.values(reputation).flatMap((counts) => counts.map(([value]) => value)),
    ),
  )
  if (points.length === 0) return null
  const least = points.reduce((a, b) => Math.min(a, b))
  const most = points.reduce((a, b) => Math.max(a, b))
  const width = Math.max(1, Math.ceil((most - least + 1) / bars))
  // Bins begin at 0, so that no bin has both gains and losses.
  const from = Math.floor(least / width) * width
  const values = among.flatMap((one) => binAgents(one, from, width))
  const populations = [...new Set(values.map(({ population }) => population))]
  const title = "Reputation of agents at the horizon"
  return {
    name: "reputation",
    title,
    caption:
      "An agent's reputation is the sum of its adjustments that were not reversed (PD11 §10). The chart has the agents of all runs.",
    spec: {
      title: headingOf(
        title,
        `Share of agents by reputation${width === 1 ? "" : `, in bins of ${width} points`}. ${basis(findings, among).replace(/; (bands|one run)[^.]*/, "")}`,
      ),
      data: { values },
      ...panelOf(findings, among, {
        mark: { type: "bar", stroke: "#ffffff", strokeWidth: 0.5 },
        encoding: {
          x: {
            field: "start",
            type: "quantitative",
            title: "Reputation (points)",
            bin: { binned: true },
            axis: { tickMinStep: 1, grid: false, format: "d" },
            scale: { zero: false },
          },
          x2: { field: "end" },
          y: {
            field: "share",
            type: "quantitative",
            stack: "zero",
            title: "Agents (%)",
            axis: { format: ".3~p" },
          },
          color: {
            field: "population",
            type: "nominal",
            title: "Population",
            sort: populations,
            scale: { domain: populations, range: [...palette] },
          },
        },
      }),
    },
  }
}
