/** The search for an agent or a judgment by what a person knows of it. */
import { type Html, html } from "./Html.ts"
import { agent, badge, type Check, judgment, money, type Outcome, quoteWords } from "./Parts.ts"

/** The form of the search for agents and judgments. It keeps the words that were asked. */
export const findForm = (q: string): Html => html`
<form action="/find" method="get" role="search" aria-label="Find an agent or a judgment">
<label>An agent's handle, DID, address or host, or the citation of a judgment <input name="q" required maxlength="400" autocapitalize="none" spellcheck="false" value="${q}"></label>
<button>Find</button>
</form>`

interface Found {
  readonly check: Check | null
  readonly outcome: Outcome | null
}

const agentLine = ({ agent: handle, label, stakeCents, reputation, advice }: Check): Html | null =>
  handle === null || label === null
    ? null
    : html`<li>Agent ${agent(handle)} ${badge(label)} <span class="soft">stake ${money(stakeCents, "USD")}, reputation ${reputation}, advice: ${advice}</span></li>`

const judgmentLine = ({ citation, title, finality }: Outcome): Html =>
  html`<li>Judgment ${judgment(citation)} ${badge(finality)} ${quoteWords(title)}</li>`

const lines = ({ check, outcome }: Found): ReadonlyArray<Html> =>
  [check === null ? null : agentLine(check), outcome === null ? null : judgmentLine(outcome)].filter(
    (line) => line !== null,
  )

export const findPage = (q: string, found: Found): Html => {
  const all = lines(found)
  return html`
<h1>Find</h1>
<div class="whole">${findForm(q)}</div>
${all.length > 0 ? html`<ul class="paths whole">${all}</ul>` : q !== "" && html`<p>No agent and no judgment goes by <bdi>${q}</bdi>. Look through <a href="/judgments">the judgments</a> or <a href="/docket">the docket</a>. An agent need not be enrolled for somebody to file against it.</p>`}`
}
