/** Charts over simulated time: the labels of agents, the default rate, and the share that was paid. */
import type { MeasureName } from "../engine/Measure.ts"
import type { Scenario } from "../engine/Scenario.ts"
import { describe, estimateOf, type Findings, measureAt, type Observed, series } from "../Findings.ts"
import {
  axisOf,
  basis,
  byCondition,
  type Draws,
  days,
  headingOf,
  inPanels,
  lineByCondition,
  overTime,
  panelOf,
  selectShown,
} from "./Chart.ts"
import { endLabels } from "./Ends.ts"

type Intervention = Scenario["interventions"][number]
const shownLength = 64

/** A field with its new value; of behaviours with their names. */
const changedText = (field: string, value: unknown): string => {
  if (typeof value === "number") return `${field} ${value}`
  if (!Array.isArray(value)) return field
  return value.map((one: { readonly strategy: string }) => one.strategy).join(" and ")
}

/** The changes of an intervention, as short as a label must be. */
const changeText = ({ schedule, populations }: Intervention): string => {
  const changed = [
    ...Object.entries(schedule).map(([figure, value]) => `${figure} ${value}`),
    ...Object.entries(populations).map(
      ([name, fields]) =>
        `${name}: ${Object.entries(fields)
          .map(([field, value]) => changedText(field, value))
          .join(", ")}`,
    ),
  ].join("; ")
  return changed.length <= shownLength ? changed : `${changed.slice(0, shownLength - 1)}…`
}

/** The days on which the warm-up ends and the scenario has an intervention. */
const changes = ({ study }: Findings): ReadonlyArray<{ readonly day: number; readonly what: string }> => {
  const { interventions, measures } = (study.conditions[study.compare] ?? study.conditions[0]).scenario
  return [
    ...(measures.warmupDays > 0 ? [{ day: measures.warmupDays, what: "totals count from here" }] : []),
    ...interventions.map((one) => ({ day: one.atDays, what: changeText(one) })),
  ]
}

const marks = (findings: Findings) => {
  const values = changes(findings)
  if (values.length === 0) return []
  const x = { field: "day", type: "quantitative" as const }
  return [
    {
      data: { values: [...values] },
      mark: { type: "rule" as const, strokeDash: [5, 4], color: "#57606a" },
      encoding: { x },
    },
    {
      data: { values: [...values] },
      mark: {
        type: "text" as const,
        align: "left" as const,
        dx: 5,
        dy: 6,
        fontSize: 11,
        color: "#57606a",
        baseline: "top" as const,
      },
      encoding: { x, y: { value: 0 }, text: { field: "what" } },
    },
  ]
}

/** A chart of a measure over time, with a line and its band for each condition. */
const lineOf =
  (name: string, measure: MeasureName, title: string, caption: string): Draws =>
  (findings) => {
    const among = selectShown(findings)
    const most = describe(findings, measure).unit === "share" ? 1 : Number.POSITIVE_INFINITY
    const values = among.flatMap((one) =>
      series(one, measureAt(measure)).map(({ hours, estimate: { mean, low, high } }) => ({
        condition: one.label,
        day: days(hours),
        mean,
        low: Math.max(0, low ?? mean),
        high: Math.min(most, high ?? mean),
      })),
    )
    if (values.length === 0) return null
    const { title: axis, format } = axisOf(findings, measure)
    const ends = among.flatMap(({ label }) => {
      const last = values.findLast(({ condition }) => condition === label)
      return last === undefined ? [] : [{ condition: label, y: last.mean }]
    })
    const { color, layers } = endLabels(findings, among, ends, 0, Math.max(...values.map(({ high }) => high)))
    return {
      name,
      title,
      caption,
      spec: {
        title: headingOf(title, basis(findings, among)),
        width: 700,
        height: 340,
        data: { values },
        layer: [
          {
            mark: { type: "area", opacity: 0.18 },
            encoding: {
              x: overTime,
              y: { field: "low", type: "quantitative", title: axis, axis: { format } },
              y2: { field: "high" },
              color,
            },
          },
          {
            mark: { type: "line", strokeWidth: 2.2 },
            encoding: {
              x: overTime,
              y: { field: "mean", type: "quantitative" },
              color,
              ...lineByCondition(findings, among),
            },
          },
          ...marks(findings),
          ...layers,
        ],
      },
    }
  }

export const defaultRate = lineOf(
  "default-rate",
  "defaultRate",
  "Default rate over time",
  "At each instant, the share of unsatisfied entries among the satisfied and unsatisfied entries (PD11 §4, §10).",
)

export const recoveredShare = lineOf(
  "recovered",
  "recoveredShare",
  "Paid, of what was ordered, over time",
  "Sums paid under orders to pay, as a share of the sums ordered. Orders are capped by the stake published by the party bound (Rule 5.3A).",
)

/** The chart of the default rate among the entries of each month of judgment. */
export const byMonth: Draws = (findings) => {
  const among = selectShown(findings)
  const values = among.flatMap((one) => {
    const months = [...new Set(one.runs.flatMap(({ groups }) => Object.keys(groups.month)))].sort()
    return months.flatMap((month) => {
      const found = estimateOf(one.runs.flatMap(({ groups }) => groups.month[month]?.defaultRate ?? []))
      if (found === null) return []
      const { mean, low, high } = found
      return [{ condition: one.label, month, mean, low: Math.max(0, low ?? mean), high: high ?? mean }]
    })
  })
  if (new Set(values.map(({ month }) => month)).size < 2) return null
  const color = byCondition(findings, among, "colour")
  const x = {
    field: "month",
    type: "ordinal" as const,
    title: "Month of judgment",
    axis: { labelAngle: 0, grid: false },
  }
  const xOffset = { field: "condition", sort: among.map(({ label }) => label) }
  const y = {
    field: "mean",
    type: "quantitative" as const,
    title: "Default rate at the horizon (%)",
    axis: { format: ".3~p" },
  }
  const title = "Default rate by month of judgment"
  return {
    name: "default-rate-by-month",
    title,
    caption:
      "At the horizon, the share of unsatisfied entries among the satisfied and unsatisfied entries of each month of judgment. Entries of the last months may still be open, and are in neither.",
    spec: {
      title: headingOf(title, basis(findings, among).replace("bands:", "bars:")),
      width: 700,
      height: 300,
      data: { values },
      layer: [
        {
          mark: { type: "rule", strokeWidth: 2.2 },
          encoding: { x, xOffset, y: { ...y, field: "low" }, y2: { field: "high" }, color },
        },
        {
          mark: { type: "point", filled: true, size: 55, opacity: 1 },
          encoding: { x, xOffset, y, color },
        },
      ],
    },
  }
}

const labels = [
  ["agentsGood", "good", "#56B4E9"],
  ["agentsNoRecord", "no record", "#D8DEE4"],
  ["agentsQualified", "qualified", "#E69F00"],
  ["agentsInDefault", "in default", "#882255"],
] as const satisfies ReadonlyArray<readonly [MeasureName, string, string]>

const shareOf = (one: Observed, measure: MeasureName) =>
  series(one, (run, sample) => {
    const all = labels.reduce((sum, [name]) => sum + (run.values[name]?.[sample] ?? 0), 0)
    const value = run.values[measure]?.[sample]
    return value === null || value === undefined || all === 0 ? null : value / all
  })

/** The chart of the share of agents with each label, with a panel for each condition. */
export const labelsOverTime: Draws = (findings) => {
  const among = inPanels(findings)
  const values = among.flatMap((one) =>
    labels.flatMap(([measure, label], order) =>
      shareOf(one, measure).map(({ hours, estimate }) => ({
        condition: one.label,
        day: days(hours),
        label,
        order,
        share: estimate.mean,
      })),
    ),
  )
  if (values.length === 0) return null
  const title = "Compliance labels of agents over time"
  return {
    name: "labels-over-time",
    title,
    caption:
      "The label of an agent follows from the gravest entry against it (PD11 §9): in default if one is unsatisfied; qualified if one is attested, notified, disputed or pending; good if one is open or satisfied and no entry is graver; else no record.",
    spec: {
      title: headingOf(title, basis(findings, among).replace(/; bands[^.]*/, "")),
      data: { values },
      ...panelOf(findings, among, {
        mark: { type: "area" },
        encoding: {
          x: overTime,
          y: {
            field: "share",
            type: "quantitative",
            stack: "zero",
            title: "Agents (%)",
            scale: { domain: [0, 1] },
            axis: { format: ".0%" },
          },
          color: {
            field: "label",
            type: "nominal",
            title: "Label",
            scale: { domain: labels.map(([, label]) => label), range: labels.map(([, , colour]) => colour) },
            sort: null,
          },
          order: { field: "order", type: "quantitative" },
        },
      }),
    },
  }
}
