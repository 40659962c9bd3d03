/** The form of a chart, a Vega-Lite specification with its name; and the look that all charts share. */

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { TopLevelSpec } from "vega-lite"
import { describe, type Factor, type Findings, type Observed } from "../Findings.ts"

const require = createRequire(import.meta.url)

/** The name of the font of charts and reports. The font is embedded in them, so that text has the same width on every machine. */
export const family = "Inter"
export const fonts = [400, 600].map((weight) => ({
  weight,
  woff2: new Uint8Array(
    readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`)),
  ),
}))

export interface Chart {
  readonly name: string
  readonly title: string
  readonly caption: string
  readonly spec: TopLevelSpec
}

/** Makes a chart of findings; null if there is nothing to show. */
export type Draws = (findings: Findings) => Chart | null

/** The colours of Okabe and Ito, which people with every kind of colour vision can tell apart, without the yellow, which is too faint on white. */
export const palette = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"] as const

export const ink = "#1f2328"
const faint = "#d8dee4"

/** The most conditions that a chart shows, since more colours can't be told apart. */
const shownMax = 7

/**
 * The conditions that a chart shows: all finished ones if there are at most `most`. Otherwise only the base if parameters vary one at a
 * time, and else the first, the last and others at even distances, including the condition that the others are compared with. Nobody
 * compares the points of a sample one by one, so that such charts leave them to those of `Samples.ts`.
 */
export const selectShown = ({ observed, study }: Findings, most = shownMax): ReadonlyArray<Observed> => {
  if (study.experiment.sample !== undefined) return []
  const finished = observed.filter(({ runs }) => runs.length > 0)
  if (finished.length <= most) return finished
  const isBase = ({ index }: Observed) => index === study.compare
  if (Object.keys(study.experiment.sensitivity).length > 0) return finished.filter(isBase)
  const step = (finished.length - 1) / (most - 1)
  const places = Array.from({ length: most }, (_, i) => Math.round(i * step))
  const base = finished.findIndex(isBase)
  const near = places.reduce(
    (best, place, i) =>
      i > 0 && i < most - 1 && Math.abs(place - base) < Math.abs((places[best] ?? 0) - base) ? i : best,
    1,
  )
  const chosen = base < 0 || places.includes(base) ? places : places.with(near, base)
  return chosen.flatMap((place) => finished[place] ?? [])
}

const omissionText = (findings: Findings, among: ReadonlyArray<Observed>): string => {
  const all = findings.observed.filter(({ runs }) => runs.length > 0).length
  return among.length === all
    ? ""
    : ` This chart shows ${among.length} of ${all} conditions; the tables have all.`
}

const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** A sentence on how many runs a chart is made from and what its bands are. */
export const basis = (
  findings: Findings,
  among: ReadonlyArray<Observed>,
  bands = "t-interval over runs, pointwise",
): string => {
  const numbers = among.map(({ runs }) => runs.length)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const runs = least === most ? countText(most, "run") : `${least} to ${countText(most, "run")}`
  const each = among.length > 1 ? " of each condition" : ""
  const band = most > 1 ? `; bands: 95 % ${bands}` : "; one run gives no interval"
  return `Mean of ${runs}${each}${band}.${omissionText(findings, among)}`
}

const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]]

/** The two factors of a study whose conditions cross them, so that one can be told by colour and one by the line; null otherwise. */
const crossedFactors = ({ factors, study }: Findings) => {
  const [first, second, ...others] = factors
  const isCrossed =
    first !== undefined &&
    second !== undefined &&
    others.length === 0 &&
    Object.keys(study.experiment.sensitivity).length === 0 &&
    first.levels.length <= palette.length &&
    second.levels.length <= dashes.length
  return isCrossed ? ([first, second] as const) : null
}

/** The place of the level that a condition has of a factor. */
const levelOf = ({ levels }: Factor, { index }: Observed): number =>
  levels.findIndex(({ conditions }) => conditions.includes(index))

/** The lines of conditions: one form for each level of the second of two factors, otherwise all the same. */
export const lineByCondition = (findings: Findings, among: ReadonlyArray<Observed>) => {
  const crossed = crossedFactors(findings)
  if (crossed === null) return {}
  const [, second] = crossed
  return {
    strokeDash: {
      field: "condition",
      type: "nominal" as const,
      sort: null,
      title: findings.parameter,
      scale: {
        domain: among.map(({ label }) => label),
        range: among.map((one) => [...(dashes[levelOf(second, one)] ?? [])]),
      },
      legend: null, // the labels at the ends of lines name them
    },
  }
}

const coloursOf = (findings: Findings, among: ReadonlyArray<Observed>): Array<string> => {
  const crossed = crossedFactors(findings)
  if (crossed === null) return [...palette]
  const [first] = crossed
  return among.map((one) => palette[levelOf(first, one)] ?? ink)
}

/**
 * The colours of conditions: a sequence if one numeric parameter orders them, one for each level of the first of two factors if the line
 * tells the second, otherwise distinct colours.
 */
export const byCondition = (
  findings: Findings,
  among: ReadonlyArray<Observed>,
  toldBy: "colour" | "colour and line" = "colour and line",
) => {
  const { factors, parameter } = findings
  const [only, ...others] = factors
  const ordered =
    only !== undefined && others.length === 0 && only.levels.every(({ value }) => typeof value === "number")
  return {
    field: "condition",
    type: "nominal" as const,
    sort: null,
    title: parameter,
    scale: {
      domain: among.map(({ label }) => label),
      ...(ordered && among.length > 2
        ? { scheme: { name: "viridis" as const, extent: [0, 0.85], count: among.length } }
        : { range: toldBy === "colour" ? [...palette] : coloursOf(findings, among) }),
    },
    legend: among.length > 1 ? { symbolType: "stroke", symbolOpacity: 1 } : null,
  }
}

export const axisOf = (
  findings: Findings,
  measure: string,
): { readonly title: string; readonly format: string } => {
  const { title, unit } = describe(findings, measure)
  return {
    title: `${title.split(":")[0] ?? title}${unit === "" ? "" : ` (${unit === "share" ? "%" : unit})`}`,
    format: unit === "share" ? ".3~p" : ",.6~r",
  }
}

export const days = (hours: number): number => hours / 24

export const overTime = {
  field: "day",
  type: "quantitative" as const,
  title: "Days since the start",
  axis: { tickMinStep: 1, grid: false },
  scale: { nice: false, zero: true },
}

export const config: NonNullable<TopLevelSpec["config"]> = {
  font: `${family}, system-ui, sans-serif`,
  background: "#ffffff",
  padding: 16,
  view: { stroke: null },
  title: {
    anchor: "start",
    fontSize: 17,
    fontWeight: 600,
    color: ink,
    subtitleFontSize: 12,
    subtitleColor: "#57606a",
    subtitlePadding: 6,
    offset: 14,
  },
  axis: {
    labelFontSize: 12,
    // Every label stands at its tick, the first and last too.
    labelFlush: false,
    titleFontSize: 12.5,
    titleFontWeight: 400,
    titlePadding: 10,
    labelColor: ink,
    titleColor: ink,
    domainColor: "#8c959f",
    tickColor: "#8c959f",
    gridColor: faint,
    // No limits, since the widths of texts are only estimated.
    labelLimit: 0,
    titleLimit: 0,
  },
  legend: {
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 600,
    labelLimit: 0,
    titleLimit: 0,
    labelColor: ink,
    titleColor: ink,
    symbolStrokeWidth: 2.5,
  },
  header: { labelFontSize: 12.5, labelFontWeight: 600, titleFontSize: 12, labelColor: ink, labelLimit: 0 },
}

/** The heading of a chart: its title, and a subtitle that says what it is made from. */
export const headingOf = (text: string, subtitle: string): { text: string; subtitle: Array<string> } => ({
  text,
  subtitle: wrapText(subtitle),
})

const widest = 118
const wrapText = (text: string): Array<string> => {
  const lines: Array<string> = [""]
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? ""
    if (last.length + word.length >= widest) lines.push(word)
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`
  }
  return lines
}

/** The title of an axis, in as many lines as it takes. The unit or note in brackets begins a line if it then ends one sooner. */
export const wrapTitle = (title: string, chars = 36): string | Array<string> => {
  if (title.length <= chars) return title
  const unit = title.indexOf(" (")
  const space = unit > 0 && unit <= chars ? unit : title.lastIndexOf(" ", chars)
  return space < 1 ? title : [title.slice(0, space), wrapTitle(title.slice(space + 1), chars)].flat()
}

/** The layout of the panels of a chart. Only the last row may be incomplete. */
const panelGrid = (
  count: number,
): { readonly columns: number; readonly width: number; readonly height: number } => {
  if (count === 1) return { columns: 1, width: 700, height: 340 }
  if (count === 5) return { columns: 5, width: 140, height: 190 }
  return count === 2 || count === 4
    ? { columns: 2, width: 340, height: 210 }
    : { columns: 3, width: 230, height: 190 }
}

const panelsMax = 6

export const inPanels = (findings: Findings): ReadonlyArray<Observed> => selectShown(findings, panelsMax)

/** A panel for each condition, drawn as `spec` says. A single panel has no heading. */
export const panelOf = <Spec extends object>(
  { parameter }: Findings,
  among: ReadonlyArray<Observed>,
  spec: Spec,
) => {
  const { columns, width, height } = panelGrid(among.length)
  const single = among.length === 1
  return {
    ...(single ? {} : { columns }),
    facet: {
      field: "condition",
      type: "nominal" as const,
      title: parameter,
      sort: among.map(({ label }) => label),
      ...(single ? { header: null } : {}),
    },
    spec: { width, height, ...spec },
  }
}

/** Rows of two panels, their axes under one another. */
export const inPairs = <A>(panels: ReadonlyArray<A>) => ({
  concat: [...panels],
  columns: 2,
  align: "all" as const,
  spacing: { row: 28, column: 40 },
})
