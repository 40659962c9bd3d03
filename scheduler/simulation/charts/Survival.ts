/** How long until an order is satisfied: Kaplan–Meier curves. */
import { survival } from "../Findings.ts"
import { median } from "../Survival.ts"
import { byCondition, type Draws, heading, shown } from "./Chart.ts"

/** A curve is drawn while so many are followed: beyond, a few entries say nothing. */
const leastAtRisk = 10
const stepDay = 24

/** The share of orders not yet satisfied, by the hours since delivery. */
export const timeToCompliance: Draws = (findings) => {
  const among = shown(findings)
  const curves = among.map((one) => ({ label: one.label, steps: survival(one) }))
  const last = Math.max(
    0,
    ...curves.flatMap(({ steps }) =>
      steps.filter(({ atRisk }) => atRisk >= leastAtRisk).map(({ time }) => time),
    ),
  )
  const until = Math.ceil(last / stepDay) * stepDay
  if (until === 0) return null
  const values = curves.flatMap(({ label, steps }) => {
    const drawn = steps.filter(({ time }) => time <= until)
    const ends = drawn.at(-1)
    return [
      { time: 0, survival: 1, low: 1, high: 1 },
      ...drawn,
      ...(ends === undefined ? [] : [{ ...ends, time: until }]),
    ].map(({ time, survival, low, high }) => ({
      condition: label,
      time,
      survival,
      low: low ?? survival,
      high: high ?? survival,
    }))
  })
  const medians = curves.map(({ label, steps }) => {
    const half = median(steps)
    const which = curves.length > 1 ? `${label}: ` : ""
    return `${which}${half === null ? "not reached" : `${half} h`}`
  })
  const title = "Time from judgment to satisfaction of the order"
  const color = byCondition(findings, among)
  const x = {
    field: "time",
    type: "quantitative" as const,
    title: "Hours since delivery of the judgment",
    axis: {
      values: Array.from({ length: until / stepDay + 1 }, (_, i) => i * stepDay),
      labelOverlap: true,
      grid: false,
    },
    scale: { domain: [0, until], nice: false },
  }
  return {
    name: "time-to-compliance",
    title,
    caption:
      "Kaplan–Meier estimate over the entries of all runs, in whole hours; entries not satisfied by the horizon are censored there, superseded ones are left out.",
    spec: {
      title: heading(
        title,
        `Kaplan–Meier curve; bands: 95 % log-log interval (Greenwood). Median: ${medians.join("; ")}.`,
      ),
      width: 700,
      height: 340,
      data: { values },
      layer: [
        {
          mark: { type: "area", opacity: 0.2, interpolate: "step-after" },
          encoding: {
            x,
            y: {
              field: "low",
              type: "quantitative",
              title: "Orders not yet satisfied (%)",
              scale: { domain: [0, 1] },
              axis: { format: ".0%" },
            },
            y2: { field: "high" },
            color,
          },
        },
        {
          mark: { type: "line", strokeWidth: 2.2, interpolate: "step-after" },
          encoding: { x, y: { field: "survival", type: "quantitative" }, color },
        },
      ],
    },
  }
}
