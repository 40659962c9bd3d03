/** Charts of the effects of parameters: differences between conditions on the same seeds, and a tornado chart of sensitivity. */
import type { MeasureName } from "../engine/Measure.ts"
import { difference, effect, type Findings, labelCondition } from "../Findings.ts"
import { axisOf, type Draws, heading, ink, inPairs, palette, selectShown, wrapTitle } from "./Chart.ts"

const conditionsMax = 20
const zero = {
  data: { values: [{ zero: 0 }] },
  mark: { type: "rule" as const, color: "#8c959f" },
  encoding: { x: { field: "zero", type: "quantitative" as const } },
}

const changeTitle = (measure: MeasureName) =>
  wrapTitle(`Change of: ${axisOf(measure).title.replace("(%)", "(percentage points)")}`)
const scaled = (measure: MeasureName, value: number): number =>
  axisOf(measure).format.endsWith("p") ? value * 100 : value

/** The differences of the conditions from the condition that they are compared with, paired by seed. */
export const differences: Draws = (findings) => {
  const { study, observed, outcomes } = findings
  const base = observed[study.compare]
  const others = selectShown(findings, conditionsMax).filter(({ index }) => index !== study.compare)
  if (base === undefined || base.runs.length < 2 || others.length === 0) return null
  const panel = (measure: MeasureName, i: number) => {
    const values = others.flatMap((one) => {
      const found = difference(findings, [one.index], [study.compare], measure)
      if (found === null || found.low === null || found.high === null) return []
      const [mean, low, high] = [found.mean, found.low, found.high].map((value) => scaled(measure, value))
      return [{ condition: one.label, mean, low, high }]
    })
    const y = {
      field: "condition",
      type: "nominal" as const,
      sort: null,
      title: i % 2 === 0 ? findings.parameter : null,
      axis: i % 2 === 0 ? {} : null,
      scale: { domain: others.map(({ label }) => label) },
    }
    const x = {
      field: "mean",
      type: "quantitative" as const,
      stack: null,
      title: changeTitle(measure),
      axis: { format: ".4~r" },
    }
    return {
      width: 300,
      height: { step: 26 },
      layer: [
        zero,
        {
          data: { values },
          mark: { type: "rule" as const, strokeWidth: 2.4, color: palette[0] },
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
      "All conditions run on the same seeds and draw the same random numbers for the same decisions, so differences are taken seed by seed. One interval in twenty misses the true difference.",
    spec: {
      title: heading(
        title,
        `Mean of the differences of ${base.runs.length} paired runs (common random numbers); bars: 95 % t-interval.`,
      ),
      spacing: 28,
      vconcat: [...inPairs(outcomes.map(panel))],
    },
  }
}

const moved = (findings: Findings, measure: MeasureName) =>
  findings.factors.flatMap((factor) => {
    const rows = factor.levels.flatMap((level, i) => {
      const found = i === factor.reference ? null : effect(findings, factor, level, measure)
      return found === null ? [] : [{ level: level.text, by: scaled(measure, found.mean) }]
    })
    if (rows.length === 0) return []
    const sorted = [...rows].sort((a, b) => a.by - b.by)
    const ends = [...new Set([sorted[0], sorted.at(-1)])].flatMap((row) => row ?? [])
    return [{ parameter: factor.label, spread: Math.max(...ends.map(({ by }) => Math.abs(by))), ends }]
  })

type Moved = ReturnType<typeof moved>[number]
interface EndText {
  readonly parameter: string
  readonly by: number
  readonly text: string
}
/** The text at the end of a bar: the value that leads there, or both values if both lead to the same side. */
const endText = ({ parameter, ends }: Moved, lowers: boolean): EndText | null => {
  const there = ends.filter(({ by }) => by < 0 === lowers).sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
  const [far] = there
  return far === undefined
    ? null
    : { parameter, by: far.by, text: there.map(({ level }) => level).join(" and ") }
}

const textSize = 11.5
const barTextGap = 5
/** The pixels left for the texts at the ends of bars, at most 150. */
const roomFor = (texts: ReadonlyArray<{ readonly text: string }>): number =>
  Math.min(150, 2 * barTextGap + 0.6 * textSize * Math.max(0, ...texts.map(({ text }) => text.length)))

/** A tornado chart: how much each parameter changes each outcome, the strongest first. */
export const sensitivity: Draws = (findings) => {
  if (findings.factors.length < 2) return null
  const panel = (measure: MeasureName) => {
    const rows = [...moved(findings, measure)].sort((a, b) => b.spread - a.spread)
    const values = rows.flatMap(({ parameter, ends }) =>
      ends.map(({ level, by }) => ({
        parameter,
        level,
        by,
        way: by < 0 ? "lowers it" : "raises it",
      })),
    )
    const textsThat = (lowers: boolean) => rows.flatMap((row) => endText(row, lowers) ?? [])
    const [below, above] = [textsThat(true), textsThat(false)]
    const y = {
      field: "parameter",
      type: "nominal" as const,
      sort: rows.map(({ parameter }) => parameter),
      title: null,
    }
    const x = {
      field: "by",
      type: "quantitative" as const,
      stack: null,
      title: changeTitle(measure),
      axis: { format: ".4~r" },
      scale: { padding: roomFor([...below, ...above]) },
    }
    const text = (side: "left" | "right", values: ReadonlyArray<EndText>) => ({
      data: { values: [...values] },
      mark: {
        type: "text" as const,
        align: side,
        dx: side === "right" ? -barTextGap : barTextGap,
        fontSize: textSize,
        color: ink,
      },
      encoding: { y, x, text: { field: "text" } },
    })
    return {
      width: 460,
      height: { step: 28 },
      data: { values },
      layer: [
        {
          mark: { type: "bar" as const, height: 17 },
          encoding: {
            y,
            x,
            color: {
              field: "way",
              type: "nominal" as const,
              title: "The value written at the bar",
              scale: { domain: ["lowers it", "raises it"], range: [palette[0], palette[1]] },
            },
          },
        },
        text("right", below),
        text("left", above),
        zero,
      ],
    }
  }
  const base = findings.observed[findings.study.compare]
  const reference = base === undefined ? "" : labelCondition(findings, base)
  const alone = Object.keys(findings.study.experiment.sensitivity).length > 0
  const title = "Sensitivity of outcomes to each parameter"
  return {
    name: "sensitivity",
    title,
    caption: alone
      ? `Each bar: the mean paired difference from the ${reference} when the parameter alone has the value written at its end.`
      : `Each bar: the mean paired difference between the runs in which the parameter has the value written at its end and those in which it has its own value in the condition “${reference}”, the others averaged over.`,
    spec: {
      title: heading(
        title,
        `Mean paired difference from ${alone ? `the ${reference}` : `its value in “${reference}” for each parameter, the others averaged over`}, seed by seed; the strongest parameter first.`,
      ),
      spacing: 28,
      vconcat: findings.outcomes.map(panel),
    },
  }
}
