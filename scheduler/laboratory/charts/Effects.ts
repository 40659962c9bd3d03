/** Charts of the effects of parameters: differences between conditions on the same seeds, and a tornado chart of sensitivity. */
import { compareOutcomes, effect, type Findings, labelCondition } from "../Findings.ts"
import { axisOf, type Draws, headingOf, ink, inPairs, palette, selectShown, wrapTitle } from "./Chart.ts"

const conditionsMax = 20
const zero = {
  data: { values: [{ zero: 0 }] },
  mark: { type: "rule" as const, color: "#8c959f" },
  encoding: { x: { field: "zero", type: "quantitative" as const } },
}

/** The axis of the changes of a measure, which stand in this field of the values. */
const axisOfChanges = (findings: Findings, measure: string, field: string) => ({
  field,
  type: "quantitative" as const,
  stack: null,
  title: wrapTitle(`Change of: ${axisOf(findings, measure).title.replace("(%)", "(percentage points)")}`),
  axis: { format: ",.4~r", labelOverlap: true, labelSeparation: 8 },
})
const scaleValue = (findings: Findings, measure: string, value: number): number =>
  axisOf(findings, measure).format.endsWith("p") ? value * 100 : value

/** The differences of the conditions from the condition that they are compared with, paired by seed. */
export const differences: Draws = (findings) => {
  const { study, observed, outcomes } = findings
  const base = observed[study.compare]
  const others = selectShown(findings, conditionsMax).filter(({ index }) => index !== study.compare)
  const isSample = study.experiment.sample !== undefined
  if (base === undefined || base.runs.length < 2 || others.length === 0 || isSample) return null
  const all = compareOutcomes(findings)
  const panel = (measure: string, i: number) => {
    const values = others.flatMap((one) => {
      const found = all.find(({ index, measure: of }) => index === one.index && of === measure)
      if (found === undefined || found.low === null || found.high === null) return []
      const scale = (value: number | null) => (value === null ? null : scaleValue(findings, measure, value))
      return [
        {
          condition: one.label,
          mean: scale(found.mean),
          low: scale(found.low),
          high: scale(found.high),
          adjustedLow: scale(found.adjustedLow),
          adjustedHigh: scale(found.adjustedHigh),
        },
      ]
    })
    const y = {
      field: "condition",
      type: "nominal" as const,
      sort: null,
      title: i % 2 === 0 ? findings.parameter : null,
      axis: i % 2 === 0 ? {} : null,
      scale: { domain: others.map(({ label }) => label) },
    }
    const x = axisOfChanges(findings, measure, "mean")
    return {
      width: 300,
      height: { step: 26 },
      layer: [
        zero,
        {
          data: { values },
          mark: { type: "rule" as const, strokeWidth: 1, color: palette[0] },
          encoding: { y, x: { ...x, field: "adjustedLow" }, x2: { field: "adjustedHigh" } },
        },
        {
          data: { values },
          mark: { type: "rule" as const, strokeWidth: 3, color: palette[0] },
          encoding: { y, x: { ...x, field: "low" }, x2: { field: "high" } },
        },
        {
          data: { values },
          mark: { type: "point" as const, filled: true, size: 70, opacity: 1, color: palette[0] },
          encoding: { y, x },
        },
      ],
    }
  }
  const title = `Differences from ${labelCondition(findings, base)}`
  return {
    name: "differences",
    title,
    caption:
      "All conditions run on the same seeds and draw the same random numbers for the same decisions, so differences are taken seed by seed. About one such interval in twenty misses the true difference. Thin lines: intervals adjusted for the number of all differences of the study (Holm).",
    spec: {
      title: headingOf(
        title,
        `Mean of the differences of ${base.runs.length} paired runs (common random numbers); thick bars: 95 % t-interval; thin: adjusted (Holm).`,
      ),
      ...inPairs(outcomes.map(panel)),
    },
  }
}

/** An end of a factor: its level that lowers or raises an outcome most, with its effect and the interval. */
interface End {
  readonly parameter: string
  readonly level: string
  readonly place: string
  readonly by: number
  readonly low: number
  readonly high: number
}

const places = ["the lower value", "the higher value"] as const

/** The two levels of each factor that move an outcome furthest apart, in the order of their values; one if there is no other. */
const furthestLevels = (findings: Findings, measure: string) =>
  findings.factors.flatMap((factor) => {
    const rows = factor.levels.flatMap((level, i) => {
      const found = i === factor.reference ? null : effect(findings, factor, level, measure)
      if (found === null) return []
      const [by = 0, low = 0, high = 0] = [found.mean, found.low ?? found.mean, found.high ?? found.mean].map(
        (value) => scaleValue(findings, measure, value),
      )
      return [{ level, order: i, by, low, high }]
    })
    if (rows.length === 0) return []
    const sorted = [...rows].sort((a, b) => a.by - b.by)
    const numeric = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise)
    const ends = [...new Set([sorted[0], sorted.at(-1)])]
      .flatMap((row) => row ?? [])
      .sort((a, b) => numeric(a.level.value, a.order) - numeric(b.level.value, b.order))
    const reference = factor.levels[factor.reference]
    const parameter = reference === undefined ? factor.label : `${factor.label} (from ${reference.text})`
    const isLower = (row: (typeof rows)[number], i: number) =>
      ends.length > 1
        ? i === 0
        : numeric(row.level.value, row.order) < numeric(reference?.value, factor.reference)
    return [
      {
        parameter,
        spread: Math.max(...ends.map(({ by }) => Math.abs(by))),
        ends: ends.map((row, i): End => {
          const { level, by, low, high } = row
          const place = places[isLower(row, i) ? 0 : 1]
          return { parameter, level: level.text, place, by, low, high }
        }),
      },
    ]
  })

const textSize = 11
const barTextGap = 5
/** The pixels left for the texts at the ends of bars, at most 150. */
const roomFor = (ends: ReadonlyArray<End>): number =>
  Math.min(150, 2 * barTextGap + 0.6 * textSize * Math.max(0, ...ends.map(({ level }) => level.length)))

/** A tornado chart: how much each parameter changes each outcome, the strongest first. Each value has a bar of its own. */
export const sensitivity: Draws = (findings) => {
  if (findings.factors.length < 2) return null
  const panel = (measure: string) => {
    const rows = [...furthestLevels(findings, measure)].sort((a, b) => b.spread - a.spread)
    const ends = rows.flatMap((row) => row.ends)
    const y = {
      field: "parameter",
      type: "nominal" as const,
      sort: rows.map(({ parameter }) => parameter),
      title: null,
      scale: { paddingInner: 0.25, paddingOuter: 0.15 },
    }
    const yOffset = { field: "place", sort: [...places], scale: { domain: [...places] } }
    const x = { ...axisOfChanges(findings, measure, "by"), scale: { padding: roomFor(ends) } }
    const text = (side: "left" | "right", values: ReadonlyArray<End>) => ({
      data: { values: values.map((end) => ({ ...end, at: side === "right" ? end.low : end.high })) },
      mark: {
        type: "text" as const,
        align: side,
        dx: side === "right" ? -barTextGap : barTextGap,
        fontSize: textSize,
        color: ink,
      },
      encoding: { y, yOffset, x: { ...x, field: "at" }, text: { field: "level" } },
    })
    return {
      width: 460,
      height: { step: 17, for: "offset" as const },
      data: { values: ends },
      layer: [
        {
          mark: { type: "bar" as const, height: { band: 0.86 } },
          encoding: {
            y,
            yOffset,
            x,
            color: {
              field: "place",
              type: "nominal" as const,
              title: "Of the two values at the bars",
              scale: { domain: [...places], range: [palette[5], palette[4]] },
            },
          },
        },
        {
          mark: { type: "rule" as const, strokeWidth: 1.6, color: ink },
          encoding: { y, yOffset, x: { ...x, field: "low" }, x2: { field: "high" } },
        },
        text(
          "right",
          ends.filter(({ by }) => by < 0),
        ),
        text(
          "left",
          ends.filter(({ by }) => by >= 0),
        ),
        zero,
      ],
    }
  }
  const base = findings.observed[findings.study.compare]
  const reference = base === undefined ? "" : labelCondition(findings, base)
  const alone = Object.keys(findings.study.experiment.sensitivity).length > 0
  const title = "Sensitivity of outcomes to each parameter"
  const intervals = (base?.runs.length ?? 0) > 1 ? "lines: 95 % t-interval" : "one run gives no interval"
  return {
    name: "sensitivity",
    title,
    caption: alone
      ? `Each bar: the mean paired difference from the ${reference} when the parameter alone has the value written at the bar instead of that after “from”.`
      : `Each bar: the mean paired difference between the runs in which the parameter has the value written at the bar and the runs in which it has the value after “from”, its own in the condition “${reference}”, the others averaged over. Of several values, the two that differ most are shown.`,
    spec: {
      title: headingOf(
        title,
        `Mean paired difference from ${alone ? `the ${reference}` : `the value after “from”, the others averaged over`}, seed by seed; ${intervals}; the strongest parameter first.`,
      ),
      spacing: 28,
      vconcat: findings.outcomes.map(panel),
    },
  }
}
