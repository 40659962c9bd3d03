/** Evidence on a page: its text with its hash, and in words what the court found of an artifact that agents sign (Rule 4.11). */
import { type Html, html } from "./Html.ts"
import { agent, facts, type Matter, quoteWords } from "./Parts.ts"

type Evidence = Matter["pleadings"]["claim"]["evidence"][number]
type Verified = NonNullable<Evidence["verified"]>

/** Longer texts are folded. */
const openCharsMax = 400

const inWords = (name: string): string => name.replaceAll("_", " ")

const checksOf = ({ checks }: Verified): Html =>
  html`<ul>${checks.map(
    ({ check, holds, why }) =>
      html`<li><span class="${holds ? "good" : "bad"}">${holds ? "Holds" : "Does not hold"}</span>, ${inWords(check)}: ${quoteWords(why)}</li>\n`,
  )}</ul>`

const signersOf = ({ signers }: Verified): Html =>
  html`<ul>${signers.map(
    ({ role, key, agent: handle }) =>
      html`<li>As ${quoteWords(role)}: ${handle === null ? "nobody that the Court knows" : agent(handle)}, by the key <span class="hash">${quoteWords(key)}</span></li>\n`,
  )}</ul>`

const statementOf = ({ statement }: Verified): Html =>
  html`<ul>${statement.map((sentence) => html`<li>${quoteWords(sentence)}</li>\n`)}</ul>`

const found = (verified: Verified): Html =>
  facts([
    ["Signed artifact", inWords(verified.format)],
    ["Who signed", verified.signers.length === 0 ? "nobody that could be read" : signersOf(verified)],
    ["Checks", checksOf(verified)],
    [
      "What was said",
      verified.statement.length === 0 ? "nothing that is established" : statementOf(verified),
    ],
  ])

const text = (content: string): Html =>
  content.length <= openCharsMax
    ? html`<pre>${content}</pre>`
    : html`<details><summary>The whole text (${content.length} characters)</summary><pre>${content}</pre></details>`

export const evidenceList = (evidence: ReadonlyArray<Evidence>): Html =>
  html`${evidence.map(
    ({ label, kind, content, sha256, verified }) => html`<article class="panel">
<p><strong>${quoteWords(label)}</strong> (${kind})</p>
${verified === null ? null : found(verified)}
${text(content)}
<p class="soft">SHA-256: <span class="hash">${sha256}</span></p>
</article>\n`,
  )}`
