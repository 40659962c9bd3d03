/** The report on judges as a page: their shares with intervals, drawn and in tables. */
import { Price } from "../../adapters/model/index.ts"
import { type Interval, Measures, Variants } from "../../core/judging/index.ts"
import { exact, type Html, html } from "../../core/kernel/Html.ts"
import { count } from "../../core/kernel/Section.ts"
import type { JudgesReport, Reported, Times } from "./Report.ts"

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
  readonly share: Interval.Share | null
}

const drawRow = ({ judge, share }: Row, i: number): Html => {
  const y = 14 + i * rowHeight
  const name = html`<text x="0" y="${y + 4}">${judge}</text>`
  if (share === null) return html`${name}<text x="${right + 10}" y="${y + 4}" class="quiet">–</text>`
  return html`${name}<line x1="${at(xOf(share.low))}" x2="${at(xOf(share.high))}" y1="${y}" y2="${y}" stroke="${accent}" stroke-width="2"/><circle cx="${at(xOf(share.share))}" cy="${y}" r="4" fill="${accent}"/><text x="${right + 10}" y="${y + 4}">${(share.share * 100).toFixed(0)} %</text>`
}

/** A measure of all judges: a point with its interval for each, from 0 to 100 %. */
const intervals = (says: string, better: "high" | "low", rows: ReadonlyArray<Row>): Html => {
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
const calibration = (judge: string, bins: Measures.Measured["bins"]): Html =>
  html`<figure><figcaption>${judge} <small>right, by how sure it said it was</small></figcaption><svg viewBox="0 0 ${width} ${side + 50}" role="img" aria-label="${`${judge}: ${bins.map(({ stated, right, n }) => `sure ${stated.toFixed(2)}, right ${right.toFixed(2)} of ${n}`).join("; ")}`}"><rect x="${from}" y="10" width="${side}" height="${side}" fill="none" stroke="${faint}"/><line x1="${xIn(0)}" y1="${yIn(0)}" x2="${xIn(1)}" y2="${yIn(1)}" stroke="${line}" stroke-dasharray="4 4"/>${bins.map(
    ({ n, stated, right: share }) =>
      html`<circle cx="${at(xIn(stated))}" cy="${at(yIn(share))}" r="${at(4 + Math.min(8, Math.sqrt(n) / 2))}" fill="${accent}" fill-opacity="0.75"/>`,
  )}${[0, 0.5, 1].map(
    (tick) =>
      html`<text x="${at(xIn(tick))}" y="${side + 26}" text-anchor="middle" class="quiet">${tick * 100}</text><text x="${from - 6}" y="${at(yIn(tick) + 4)}" text-anchor="end" class="quiet">${tick * 100}</text>`,
  )}<text x="${at(xIn(0.5))}" y="${side + 44}" text-anchor="middle" class="quiet">sure, in per cent</text></svg></figure>`

const style = `
:root { color-scheme: light; }
body { font: 16px/1.55 system-ui, sans-serif; color: #1f2328; background: #fff; margin: 0 auto; max-width: 1120px; padding: 32px 24px 80px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; } h2 { font-size: 20px; margin: 44px 0 8px; }
p, li { max-width: 76ch; } .lead { font-size: 18px; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 28px 32px; margin-top: 18px; }
figure { margin: 0; } figcaption { font-size: 14px; font-weight: 600; line-height: 1.35; min-height: 4em; } figcaption::first-letter { text-transform: uppercase; } figcaption small { display: block; font-weight: 400; }
svg { width: 100%; height: auto; display: block; } svg text { font: 12px system-ui, sans-serif; fill: #1f2328; } svg .quiet { fill: #57606a; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; margin: 12px 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid #d8dee4; vertical-align: top; white-space: nowrap; }
thead th { font-weight: 600; vertical-align: bottom; } tbody th { font-weight: 400; } td.bad { background: #fff0e6; } small { color: #57606a; }
.notice { border-left: 4px solid #d55e00; padding: 8px 14px; background: #fff5ef; }
@media (max-width: 700px) { body { padding: 20px 14px 60px; } h1 { font-size: 23px; } .charts { grid-template-columns: 1fr; } }`

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const range = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`

const table = (caption: string, head: ReadonlyArray<string>, rows: ReadonlyArray<Html>): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

const cell = (share: Interval.Share | null): Html =>
  share === null
    ? html`<td>–</td>`
    : html`<td>${percent(share.share)} <small>${range(share)}, n ${share.n}</small></td>`

const names = Object.keys(Measures.shares) as ReadonlyArray<Measures.ShareName>

const sharesTable = ({ judges }: JudgesReport): Html =>
  table(
    "All measures",
    ["Measure", ...judges.map(({ judge }) => judge)],
    names.map(
      (name) =>
        html`<tr><th scope="row">${Measures.shares[name].says}<br><small>${Measures.shares[name].better === "high" ? "more is better" : "less is better"}</small></th>${judges.map((one) => cell(one.shares[name]))}</tr>`,
    ),
  )

const variantsTable = ({ judges, settings }: JudgesReport): Html =>
  table(
    "The same answer as on the plain matter, by variant",
    ["Variant", ...judges.map(({ judge }) => judge)],
    settings.variants
      .filter((name) => name !== "plain" && name !== "prayer")
      .map(
        (name) =>
          html`<tr><th scope="row">${Variants.variants[name].says}</th>${judges.map((judge) => {
            const same = judge.variants.find(({ variant }) => variant === name)?.same ?? null
            if (same === null) return html`<td>–</td>`
            return same.share < 1
              ? html`<td class="bad">${percent(same.share)}</td>`
              : html`<td>${percent(same.share)}</td>`
          })}</tr>`,
      ),
  )

const dollars = (micros: number): string => `USD ${Price.dollarsOf(micros).toFixed(4)}`

const costsTable = ({ judges }: JudgesReport, times: Times): Html =>
  table(
    "Cost and time of an answer",
    ["Judge", "Cost of an answer", "Time of an answer", "Confidence (Brier)"],
    judges.map(({ judge, says, costMicros, brier }) => {
      const time = times.get(judge) ?? null
      return html`<tr><th scope="row">${judge}<br><small>${says}</small></th><td>${
        costMicros === null
          ? "not known"
          : html`${dollars(costMicros.mean)} <small>${dollars(costMicros.low)} to ${dollars(costMicros.high)}</small>`
      }</td><td>${
        time === null
          ? "not known"
          : html`${time.mean.toFixed(1)} ms <small>${time.low.toFixed(1)} to ${time.high.toFixed(1)}</small>`
      }</td><td>${
        brier === null
          ? "states none"
          : html`${brier.mean.toFixed(3)} <small>${brier.low.toFixed(3)} to ${brier.high.toFixed(3)}, n ${brier.n}</small>`
      }</td></tr>`
    }),
  )

const noteUnfinished = ({ judges, trials }: JudgesReport): Html | null => {
  const open = judges.filter(({ answers }) => answers < trials)
  return open.length === 0
    ? null
    : html`<p class="notice">Not every judge has answered all ${trials} trials: ${open.map(({ judge, answers }) => `${judge} ${answers}`).join(", ")}. The same command goes on.</p>`
}

const hasConfidence = ({ bins }: Reported): boolean => bins.length > 0

/** The page of a report, which runs no script and loads nothing. */
export const pageOf = (report: JudgesReport, times: Times): string => {
  const { judges, settings, trials } = report
  const sure = judges.filter(hasConfidence)
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The bench for judges</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${exact(style)}</style></head><body><main>
<h1>The bench for judges</h1>
<p class="lead">${count(settings.matters, "matter")} with known answers, in ${count(settings.variants.length, "variant")}: ${count(trials, "trial")} for each of ${count(judges.length, "judge")}. Seed ${settings.seed}.</p>
${noteUnfinished(report)}
<p>The rules of accounts compute the right answer of each matter, or a person did. Some matters turn on a finding that no account computes: the judge on the papers leaves them open. A point is the share that was measured, and the line about it is its interval of 95 % (Wilson).</p>
<h2>The measures, judge by judge</h2>
<div class="charts">${names.map((name) =>
    intervals(
      Measures.shares[name].says,
      Measures.shares[name].better,
      judges.map(({ judge, shares: of }) => ({ judge, share: of[name] })),
    ),
  )}</div>
<h2>Confidence</h2>
${
  sure.length === 0
    ? html`<p>No judge stated how sure it was.</p>`
    : html`<p>Of the answers of which a judge is 80 % sure, it should have 80 % right: then its points lie on the line.</p><div class="charts">${sure.map(({ judge, bins }) => calibration(judge, bins))}</div>`
}
<h2>Variants</h2>
<p>The share of matters with the same answer as on the plain matter. A share below 100 % is marked.</p>
${variantsTable(report)}
<h2>Cost and time</h2>
${costsTable(report, times)}
<h2>All figures</h2>
${sharesTable(report)}
</main></body></html>
`.text
}
