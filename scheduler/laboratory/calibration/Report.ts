import { type Html, html } from "../../../core/kernel/Html.ts"
import { code } from "../Code.ts"
import { parameterLabel } from "../Findings.ts"
import { rulebook, version } from "../Folder.ts"
import { type Drawing, figuresHtml, page, paragraphs, table } from "../Html.ts"
import { roundTo, separate } from "../Numbers.ts"
import { describeMeasure } from "../Outcome.ts"
import type { Posterior } from "./Abc.ts"
import type { Plan } from "./Plan.ts"
import { fits, type Marginal, marginals } from "./Tables.ts"
import { warnings } from "./Warnings.ts"

const figures = 4
const numberText = (value: number): string => roundTo(value, figures).replace("-", "−")
const marginalText = ({ median, low, high }: Marginal): Html =>
  html`${numberText(median)} <small>[${numberText(low)}, ${numberText(high)}]</small>`

export const reportOf = (
  plan: Plan,
  posterior: Posterior,
  drawings: ReadonlyArray<Drawing>,
  fingerprint: string,
): string => {
  const { study, calibration } = plan
  const { scenario } = study.conditions[0]
  const title = `Calibration: ${study.experiment.title ?? study.name}`
  const { generations, particles } = posterior
  const simulated = generations.reduce((sum, one) => sum + one.simulated, 0)
  const warned = warnings(plan, posterior).map((text) => html`<p class="notice">${text}</p>`)
  return page(
    title,
    html`<h1>${title}</h1>
${paragraphs(scenario.description)}
${warned}
<p>${separate(String(simulated))} runs in ${generations.length} ${generations.length === 1 ? "generation" : "generations"}; the ${particles.length} points whose figures are nearest to those observed are the posterior.</p>
<h2>Posterior</h2>
<p>The median of each parameter; in brackets the middle 95 % of the posterior.</p>
${table(
  "Posterior",
  ["parameter", "path", "median", "mean", "standard deviation"],
  marginals(plan, posterior).map((one) => [
    parameterLabel(study, one.name),
    html`<code>${one.name}</code>`,
    marginalText(one),
    numberText(one.mean),
    numberText(one.sd),
  ]),
)}
<h2>Fit</h2>
<p>Each observed figure, and the figures of single runs at points of the prior and of the posterior.</p>
${table(
  "Fit",
  ["figure", "observed", "prior", "posterior"],
  fits(plan, posterior).map(({ observed, prior, posterior: after }) => [
    describeMeasure(prior.name, study.own?.given).title,
    numberText(observed),
    marginalText(prior),
    marginalText(after),
  ]),
)}
<h2>Charts</h2>
${figuresHtml(drawings)}
<h2>Generations</h2>
<p>Adaptive population Monte Carlo (Lenormand, Jabot and Deffuant 2013), after Beaumont and others 2009. The distance is Euclidean, with each figure divided by its median absolute deviation over the first generation.</p>
${table(
  "Generations",
  ["generation", "runs", "tolerance", "new points within the tolerance before", "effective points"],
  generations.map((one) => [
    String(one.generation),
    separate(String(one.simulated)),
    numberText(one.tolerance),
    one.accepted === null ? "–" : `${(100 * one.accepted).toFixed(1)} %`,
    separate(one.effective.toFixed(0)),
  ]),
)}
<h2>How to reproduce this</h2>
<p>Save the scenario below as <code>scenario.json</code>, beside the files that it names, and run <code>agent-court simulate calibrate scenario.json</code>, with the files of <code>--strategies</code> and <code>--measures</code> if there were any. The same scenario, figures, rulebook and code give the same files, byte for byte. The points are in <code>posterior.csv</code>, their medians and intervals in <code>parameters.csv</code>, the fit in <code>fit.csv</code>; <code>dictionary.csv</code> says what each column means.</p>
<dl><dt>agent-court</dt><dd>${version}</dd><dt>Rulebook</dt><dd>${rulebook.version}, SHA-256 ${rulebook.sha256}</dd><dt>Code</dt><dd>SHA-256 ${code.sha256}</dd><dt>Calibration</dt><dd>${fingerprint}</dd></dl>
<details><summary>Scenario</summary><pre>${JSON.stringify({ ...(study.written as object), experiment: { ...study.experiment, calibration: { ...calibration, observed: Object.fromEntries(plan.observed.map(({ measure, value }) => [measure, value])) } } }, null, 2)}</pre></details>
`,
  )
}
