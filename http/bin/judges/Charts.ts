import type { Measured, Share } from "../../../core/judging/index.ts"
import { type Html, html } from "../../pages/Html.ts"

const width = 360
const left = 132
const right = 300
const rowHeight = 20
const accent = "#0072b2"
const line = "#8c959f"
const faint = "#d8dee4"

const xOf = (share: number): number => left + share * (right - left)
const at = (value: number): string => value.toFixed(1)

interface Row {
  readonly judge: string
  readonly share: Share | null
}

const drawRow = ({ judge, share }: Row, i: number): Html => {
  const y = 14 + i * rowHeight
  const name = html`<text x="0" y="${y + 4}">${judge}</text>`
  if (share === null) return html`${name}<text x="${right + 10}" y="${y + 4}" class="quiet">–</text>`
  return html`${name}<line x1="${at(xOf(share.low))}" x2="${at(xOf(share.high))}" y1="${y}" y2="${y}" stroke="${accent}" stroke-width="2"/><circle cx="${at(xOf(share.share))}" cy="${y}" r="4" fill="${accent}"/><text x="${right + 10}" y="${y + 4}">${(share.share * 100).toFixed(0)} %</text>`
}

/** A measure of all judges: a point with its interval for each, from 0 to 100 %. */
export const intervals = (says: string, better: "high" | "low", rows: ReadonlyArray<Row>): Html => {
  const bottom = 6 + rows.length * rowHeight
  const told = rows
    .map(
      ({ judge, share }) => `${judge} ${share === null ? "nothing" : `${(share.share * 100).toFixed(0)} %`}`,
    )
    .join(", ")
  return html`<figure><figcaption>${says} <small>${better === "high" ? "more is better" : "less is better"}</small></figcaption><svg viewBox="0 0 ${width} ${bottom + 20}" role="img" aria-label="${`${says}: ${told}`}">${[
    0, 0.5, 1,
  ].map(
    (tick) =>
      html`<line x1="${at(xOf(tick))}" x2="${at(xOf(tick))}" y1="4" y2="${bottom}" stroke="${faint}"/><text x="${at(xOf(tick))}" y="${bottom + 14}" text-anchor="middle" class="quiet">${tick * 100}</text>`,
  )}${rows.map(drawRow)}</svg></figure>`
}

const side = 220
const from = 40
const xIn = (share: number): number => from + share * side
const yIn = (share: number): number => 10 + (1 - share) * side

/** The stated confidence of a judge beside how often it was right. The points of a calibrated judge lie on the line. */
export const calibration = (judge: string, bins: Measured["bins"]): Html =>
  html`<figure><figcaption>${judge} <small>right, by how sure it said it was</small></figcaption><svg viewBox="0 0 ${width} ${side + 50}" role="img" aria-label="${`${judge}: ${bins.map(({ stated, right, n }) => `sure ${stated.toFixed(2)}, right ${right.toFixed(2)} of ${n}`).join("; ")}`}"><rect x="${from}" y="10" width="${side}" height="${side}" fill="none" stroke="${faint}"/><line x1="${xIn(0)}" y1="${yIn(0)}" x2="${xIn(1)}" y2="${yIn(1)}" stroke="${line}" stroke-dasharray="4 4"/>${bins.map(
    ({ n, stated, right: share }) =>
      html`<circle cx="${at(xIn(stated))}" cy="${at(yIn(share))}" r="${at(4 + Math.min(8, Math.sqrt(n) / 2))}" fill="${accent}" fill-opacity="0.75"/>`,
  )}${[0, 0.5, 1].map(
    (tick) =>
      html`<text x="${at(xIn(tick))}" y="${side + 26}" text-anchor="middle" class="quiet">${tick * 100}</text><text x="${from - 6}" y="${at(yIn(tick) + 4)}" text-anchor="end" class="quiet">${tick * 100}</text>`,
  )}<text x="${at(xIn(0.5))}" y="${side + 44}" text-anchor="middle" class="quiet">sure, in per cent</text></svg></figure>`
