/** The report of a study: one HTML file that runs no script and loads nothing. */

import { type Html, html } from "../../core/kernel/Html.ts"
import { adviceText } from "./Advice.ts"
import { code } from "./Code.ts"
import { restrictedDaysOf } from "./engine/Check.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { failureLines } from "./Failures.ts"
import {
  type Compared,
  compareOutcomes,
  describe,
  estimateOf,
  type Findings,
  labelCondition,
  limitedText,
  listLimited,
  parameterLabel,
  percent,
  totals,
} from "./Findings.ts"
import { planRuns, rulebook, type State, version } from "./Folder.ts"
import { type Drawing, figuresHtml, page, paragraphs, table } from "./Html.ts"
import { roundTo, separate } from "./Numbers.ts"
import type { Described } from "./Outcome.ts"
import { rows } from "./Resolved.ts"
import { quantileNames, spreadOf } from "./Spread.ts"
import type { Estimate } from "./Statistics.ts"
import type { Study } from "./Study.ts"

const figures = 4
/** A number with four figures, or with two of the half of its interval, since more would say nothing. */
const roundedText = (value: number, half: number): string => {
  if (half <= 0) return roundTo(value, figures)
  const decimals = Math.min(figures, Math.max(0, 1 - Math.floor(Math.log10(half))))
  const text = value.toFixed(decimals)
  return separate(Number(text) === 0 ? text.replace("-", "") : text)
}
const numberText = (value: number, { unit }: Described, half = 0, change = false): string => {
  const share = unit === "share"
  const [shown, reach] = share ? [value * 100, half * 100] : [value, half]
  const text = roundedText(shown, reach)
  const sign = change && /[1-9]/.test(text) && !text.startsWith("-") ? "+" : ""
  return `${sign}${text}${share ? (change ? " pp" : " %") : ""}`.replace("-", "−")
}

const estimateText = (found: Estimate | null, of: Described, change = false): Html | string => {
  if (found === null) return "–"
  if (found.low === null || found.high === null) return numberText(found.mean, of, 0, change)
  const half = (found.high - found.low) / 2
  const textOf = (value: number) => numberText(value, of, half, change)
  return html`${textOf(found.mean)} <small>[${textOf(found.low)}, ${textOf(found.high)}]</small>`
}

/** The units that the title of a measure doesn't say. */
const unspoken: ReadonlyArray<string> = ["hours", "cents", "points"]
const headText = ({ title, unit }: Described): string => {
  return unspoken.includes(unit) ? `${title} (${unit})` : title
}

/** Of a sample: how each outcome is spread over its points, which are too many and too arbitrary to be read one by one. */
const spreadTable = (of: Findings): Html =>
  table(
    "Outcomes over the points of the sample",
    ["outcome", "points", "points without it", ...quantileNames],
    of.outcomes.map((measure) => {
      const { n, missing, quantiles } = spreadOf(of, measure)
      const described = describe(of, measure)
      const cells = quantileNames.map((_, i) => {
        const value = quantiles[i]
        return value === undefined ? "–" : numberText(value, described)
      })
      return [headText(described), separate(String(n)), separate(String(missing)), ...cells]
    }),
  )

const outcomesText = (of: Findings): Html => {
  const { sample } = of.study.experiment
  const runs = of.study.seeds.length
  if (sample === undefined)
    return html`<p>Means over runs; in brackets: the 95 % interval${runs === 1 ? " (one run gives none)" : ". About one such interval in twenty misses the true mean"}.</p>
${outcomeTable(of)}`
  const further =
    sample.method === "latin" ? "" : html`; <code>indices.csv</code> has what each parameter does`
  return html`<p>The outcome of a point of the sample is the mean over its runs (here ${runs}). <code>runs.csv</code> has every point with its parameters${further}.</p>
${spreadTable(of)}`
}

const outcomeTable = (of: Findings): Html =>
  table(
    "Outcomes at the horizon",
    [of.parameter ?? "condition", "runs", ...of.outcomes.map((measure) => headText(describe(of, measure)))],
    of.observed.map(({ label, runs }) => [
      label,
      String(runs.length),
      ...of.outcomes.map((measure) => estimateText(estimateOf(totals(runs, measure)), describe(of, measure))),
    ]),
  )

const leastP = 0.0001
const pText = (p: number): string => (p < leastP ? `p < ${leastP}` : `p = ${Number(p.toPrecision(2))}`)

const comparedText = (found: Compared, of: Described): Html | string => {
  const { adjustedLow: low, adjustedHigh: high, adjustedP: p } = found
  const plain = estimateText(found, of, true)
  if (low === null || high === null || p === null) return plain
  const textOf = (value: number) => numberText(value, of, (high - low) / 2, true)
  return html`${plain}<br><small>adjusted [${textOf(low)}, ${textOf(high)}], ${pText(p)}</small>`
}

const differenceTable = (of: Findings): Html | null => {
  const { study, observed } = of
  const base = observed[study.compare]
  if (base === undefined || observed.length < 2 || study.experiment.sample !== undefined) return null
  const all = compareOutcomes(of)
  const rows = observed
    .filter(({ index }) => index !== study.compare)
    .map(({ index, label }) => [
      label,
      ...of.outcomes.map((measure) => {
        const found = all.find((one) => one.index === index && one.measure === measure)
        return found === undefined ? "–" : comparedText(found, describe(of, measure))
      }),
    ])
  const tested = all.filter(({ p }) => p !== null).length
  const alike =
    tested < all.length
      ? " A difference that is the same on all seeds has no p-value: the t-test says nothing of it."
      : ""
  return html`<h2>Differences from ${labelCondition(of, base)}</h2><p>The differences are paired by seed: on the same seed both conditions draw the same random numbers for the same decisions. In brackets: the 95 % interval. About one such interval in twenty misses the true difference, so among many differences some exclude 0 by chance. After “adjusted”: the interval and the p-value by Holm’s method for ${tested} differences together. With them, the chance of calling any difference real that is none is at most one in twenty.${alike}</p>${table(
    "Differences",
    [of.parameter ?? "condition", ...of.outcomes.map((measure) => headText(describe(of, measure)))],
    rows,
  )}`
}

/** The entries that totals leave out, and the time to which means are restricted. */
const scopeText = (scenario: Scenario): Html => {
  const { warmupDays } = scenario.measures
  const warm =
    warmupDays === 0
      ? ""
      : ` Totals leave out the first ${warmupDays} days: flows count from then on, and cohorts have the entries judged from then on. Stocks and series over time leave out nothing.`
  return html`<p>A restricted mean is the mean of the times up to ${Number(restrictedDaysOf(scenario).toPrecision(figures))} days after the judgment: the area under the survival curve. An entry that is not performed, or not satisfied, by then counts with all of these days.${warm}</p>`
}

const valueTable = (study: Study): Html =>
  table(
    "Every value",
    ["path", "value", "from"],
    rows(study).map(({ path, value, from, varies }) => [
      html`<code>${path}</code>`,
      JSON.stringify(value),
      varies ? "varies" : from,
    ]),
  )

const notice = ({ study, finished, failed }: State): Html | null => {
  const all = planRuns(study).length
  if (finished.length === all) return null
  const errors = failureLines(failed).map((line) => html`<li>${line}</li>`)
  return html`<p class="notice"><strong>${finished.length} of ${all} runs are finished.</strong> No number of this report includes a failed run. The error of each is under <code>runs/</code> with its seed and stack trace.</p><ul>${errors}</ul>`
}

const limitNotice = (of: Findings): Html | null => {
  const text = limitedText(of)
  if (text === null) return null
  const found = listLimited(of)
  const alike = new Set(found.map(({ refusedShare }) => percent(refusedShare))).size === 1
  const conditions = found.map(({ label, refusedShare }) => html`<li>${label}: ${percent(refusedShare)}</li>`)
  const list = alike && found.length === of.observed.length ? null : html`<ul>${conditions}</ul>`
  return html`<div class="notice"><p><strong>Claims are missing.</strong> ${text}</p>${list}</div>`
}

/** The command that repeats the study, from the scenario that the report prints, and what it needs besides. */
const repeatText = ({ seeds, strategies, own }: Study): Html => {
  const modules = [
    ...(strategies === undefined ? [] : [["strategies", strategies.sha256]]),
    ...(own === undefined ? [] : [["measures", own.sha256]]),
  ]
  const options = modules.map(([name]) => ` --${name} file.ts`).join("")
  const hashes = modules.map(([name, sha256]) => ` The file of --${name} has the SHA-256 ${sha256}.`).join("")
  return html`Save the scenario below as <code>scenario.json</code>, beside the files that it names, and run <code>agent-court simulate scenario.json --runs ${seeds.length}${options}</code>.${hashes}`
}

export const reportOf = (of: Findings, state: State, drawings: ReadonlyArray<Drawing>): string => {
  const { study } = state
  const { scenario } = study.conditions[0]
  const title = study.experiment.title ?? study.name
  const runs = state.finished.length
  const advice = adviceText(of)
  const varied = study.varied.map(
    (path) => html`<li><code>${path}</code>: ${parameterLabel(study, path)}</li>`,
  )
  return page(
    title,
    html`<h1>${title}</h1>
${paragraphs(scenario.description)}
${notice(state)}
${limitNotice(of)}
<p>${scenario.agents} agents; ${study.conditions.length === 1 ? "one condition" : `${study.conditions.length} conditions`}, ${study.seeds.length === 1 ? "one seed" : `${study.seeds.length} seeds each`}: ${runs} ${runs === 1 ? "run" : "runs"} under the court's own rules, version ${rulebook.version}.</p>
${varied.length === 0 ? null : html`<p>What varies:</p><ul>${varied}</ul>`}
<h2>Outcomes at the horizon</h2>
${outcomesText(of)}
${scopeText(scenario)}
${advice === null ? null : html`<p>${advice}</p>`}
${differenceTable(of)}
<h2>Charts</h2>
${drawings.length === 0 ? html`<p>There are none, since no run is finished.</p>` : figuresHtml(drawings)}
<h2>How to reproduce this</h2>
<p>${repeatText(study)} The same scenario, seeds, rulebook and code give the same files, byte for byte, with any number of workers. The data of every chart are in <code>runs.csv</code>, <code>timeseries.csv</code>, <code>summary.csv</code>, <code>survival.csv</code>, <code>cohorts.csv</code>${study.experiment.entries ? html`, and the data sets <code>entries</code> and <code>agents</code>` : null}. <code>dictionary.csv</code> says what each column means.</p>
<dl><dt>Seeds</dt><dd>${study.seeds.join(", ")}</dd><dt>agent-court</dt><dd>${version}</dd><dt>Rulebook</dt><dd>${rulebook.version}, SHA-256 ${rulebook.sha256}</dd><dt>Code</dt><dd>SHA-256 ${code.sha256}</dd><dt>Fingerprint of the study</dt><dd>${state.fingerprint}</dd></dl>
<details><summary>Every value of the first condition, defaults included</summary>${valueTable(study)}</details>
<details><summary>Scenario</summary><pre>${JSON.stringify({ ...(study.written as object), experiment: study.experiment }, null, 2)}</pre></details>
`,
  )
}
