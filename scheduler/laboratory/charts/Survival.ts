/** Survival curves of the time until an order is performed, and until it is satisfied. */
import { type Findings, type Followed, survival } from "../Findings.ts"
import { median } from "../LifeTable.ts"
import { type Draws, headingOf, lineByCondition, selectShown } from "./Chart.ts"
import { endLabels } from "./Ends.ts"

/** The properties that distinguish one chart of curves from another. */
interface Shows {
  readonly name: string
  readonly title: string
  readonly to: Followed
  readonly axis: string
  readonly caption: string
}

/** A curve ends when fewer entries are at risk, since so few say nothing. */
const leastAtRisk = 10
const stepDay = 24

/** The curves of conditions as far as they are drawn, in hours since delivery, and their medians in words. */
const curvesOf = (findings: Findings, to: Followed) => {
  const curves = selectShown(findings).map((one) => ({ label: one.label, steps: survival(one, to) }))
  const last = Math.max(
    0,
    ...curves.flatMap(({ steps }) =>
      steps.filter(({ atRisk }) => atRisk >= leastAtRisk).map(({ time }) => time),
    ),
  )
  const until = Math.ceil(last / stepDay) * stepDay
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
    const { time, low, high } = median(steps)
    const which = curves.length > 1 ? `${label}: ` : ""
    if (time === null) return `${which}not reached`
    return `${which}${time}\u00a0h [${low ?? "not reached"}, ${high ?? "not reached"}]`
  })
  const most = Math.max(...selectShown(findings).map(({ runs }) => runs.length))
  const bands =
    most > 1
      ? "Mean of the Kaplan–Meier curves of the runs; bands: pointwise 95 % t-interval over runs, on the log-log scale"
      : "Kaplan–Meier curve of one run; bands: pointwise 95 % interval (Greenwood, log-log), as if entries were independent"
  return { until, values, medians, bands }
}

const curveOf =
  ({ name, title, to, axis, caption }: Shows): Draws =>
  (findings) => {
    const { until, values, medians, bands } = curvesOf(findings, to)
    if (until === 0) return null
    const among = selectShown(findings)
    const ends = among.flatMap(({ label }) => {
      const last = values.findLast(({ condition }) => condition === label)
      return last === undefined ? [] : [{ condition: label, y: last.survival }]
    })
    const { color, layers } = endLabels(findings, among, ends, 0, 1)
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
    const y = {
      type: "quantitative" as const,
      title: axis,
      scale: { domain: [0, 1] },
      axis: { format: ".0%" },
    }
    return {
      name,
      title,
      caption,
      spec: {
        title: headingOf(title, `${bands}. Median and its interval: ${medians.join("; ")}.`),
        width: 700,
        height: 340,
        data: { values },
        layer: [
          {
            mark: { type: "area", opacity: 0.2, interpolate: "step-after" },
            encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
          },
          {
            mark: { type: "line", strokeWidth: 2.2, interpolate: "step-after" },
            encoding: {
              x,
              y: { ...y, field: "survival" },
              color,
              ...lineByCondition(findings, among),
            },
          },
          ...layers,
        ],
      },
    }
  }

const basis =
  "Kaplan–Meier estimate in whole hours, on average over runs. Entries are censored at the horizon, or when they were superseded."

/** The share of orders that are not really performed yet, by the hours since delivery. */
export const timeToPerformance = curveOf({
  name: "time-to-performance",
  title: "Time from judgment to true performance",
  to: "performance",
  axis: "Orders not yet performed in full (%)",
  caption: `When orders were really performed in full, whatever was attested. ${basis}`,
})

/** The share of orders that are not satisfied for good yet, by the hours since delivery. */
export const timeToSatisfaction = curveOf({
  name: "time-to-satisfaction",
  title: "Time from judgment to satisfaction that stands",
  to: "satisfaction",
  axis: "Orders not yet satisfied (%)",
  caption: `When entries became satisfied in the Register and stayed so until the horizon. An untrue attestation that nobody disputed counts; a satisfaction that a dispute undid does not. ${basis}`,
})
