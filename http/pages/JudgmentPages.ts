/** The list of judgments, and the page of one judgment with its seal. */
import { Effect } from "effect"
import { accountTables } from "./AccountTable.ts"
import { exact, type Html, html, markdown } from "./Html.ts"
import { judgeLink } from "./JudgePages.ts"
import { orderResults, partiesLine } from "./Outcome.ts"
import {
  agent,
  badge,
  day,
  docketFrom,
  type Enrolled,
  facts,
  fold,
  hash,
  type Judgment,
  type Judgments,
  judgment,
  moment,
  more,
  type Outcome,
  party,
  quoteWords,
  status,
  table,
  time,
} from "./Parts.ts"
import { proofPart } from "./ProofCheck.ts"
import { linkProvisions } from "./Provisions.ts"

export const judgmentsPage = ({ items, nextCursor }: Judgments, enrolled: Enrolled): Html => html`
<h1>Judgments</h1>
<p class="lede">Every judgment is published, sealed with the Court's ed25519 key. Anybody can check the seal without trusting this page. <a href="/judges">How the work of each judge fared</a>.</p>
${table(
  "Judgments, in the order of delivery",
  [
    { name: "Citation", cell: ({ citation }) => judgment(citation) },
    { name: "Title", cell: ({ title }) => quoteWords(title) },
    {
      name: "Parties",
      cell: ({ claimant, respondent }) => html`${agent(claimant)} v ${party(respondent, enrolled)}`,
    },
    { name: "Basis", cell: ({ basis }) => basis },
    { name: "Delivered", cell: ({ deliveredAt }) => time(deliveredAt) },
    { name: "Finality", cell: ({ finality }) => status(finality) },
  ],
  items,
  "No judgment has been delivered.",
)}
${more("/judgments", nextCursor)}`

const dash = " · "

/** The judge that drafted it, with a link to how its work fared. */
const drafter = ({ judge }: Judgment): Html | null =>
  judge === null ? null : html`${dash}drafted by ${judgeLink(judge.judge)} (${quoteWords(judge.version)})`

const marksOf = ({ marks }: Judgment): string =>
  [
    marks.reported && "reported",
    marks.vacated && "vacated",
    marks.setAside && "set aside",
    marks.supersededBy !== null && `superseded by ${marks.supersededBy}`,
  ]
    .filter((mark) => mark !== false)
    .join(", ")

const sealTold = html`<span id="seal-verdict" class="wait">Your browser has not checked this seal.</span>`

const sealBody = (record: Judgment): Html => html`<div>
<ul id="seal-checks" data-citation="${record.citation}" data-record="/api/v1/judgments/${encodeURIComponent(record.citation)}"></ul>
<noscript><p>The check in the browser needs JavaScript. The steps below need none.</p></noscript>
${facts([
  ["Sealed", time(record.sealedAt)],
  ["Public key", hash(record.publicKey)],
  ["Signature", hash(record.signature)],
  ["SHA-256", hash(record.sha256)],
])}
<p class="soft">The check above runs a script of this Court. Whoever would rather trust nothing here runs <code>agent-court verify ${record.judgment}</code>, or takes these steps with OpenSSL alone:</p>
<ol>${record.verify.map((step) => html`<li>${step}</li>`)}</ol>
<h3>The words under seal</h3>
<pre id="payload">${exact(record.payload)}</pre>
</div>`

/** The facts that a reader wants first: the citation, the parties, how final it is. */
const head = (record: Judgment, outcome: Outcome, enrolled: Enrolled): Html => {
  const marks = marksOf(record)
  return html`<header class="head">
<p class="eyebrow"><span class="nowrap">${record.citation}</span><span>${record.court}</span>${day(outcome.deliveredAt)}${badge(record.finality)}</p>
<h1>${quoteWords(outcome.title)}</h1>
${partiesLine(outcome, enrolled)}
<p class="soft">${outcome.basis === "consent" ? "By consent" : outcome.basis === "default" ? "By default" : "Contested"}${dash}<a href="${docketFrom(outcome.matter)}">Matter ${outcome.matter} on the docket</a>${record.openUntil !== null && html`${dash}open to appeal until ${moment(record.openUntil)}`}${marks !== "" && `${dash}${marks}`}${drafter(record)}</p>
</header>`
}

/** The reasons without their title and the line of their citation, which the page has already. */
const withoutTitle = (reasons: string): string => reasons.replace(/^# [^\n]*\n+(?:\*\*\\\[[^\n]*\n+)?/, "")

/** A judgment: what it came to, the account, its reasons, and the seal and the log with all that a check of them needs. */
export const judgmentPage = (
  record: Judgment,
  outcome: Outcome,
  enrolled: Enrolled,
  baseUrl: string,
): Effect.Effect<Html> =>
  Effect.gen(function* () {
    // The court itself sealed this payload, as words that hold the reasons.
    const { reasons } = JSON.parse(record.payload) as { readonly reasons: string }
    return html`${head(record, outcome, enrolled)}
<section class="result" aria-labelledby="result">
<h2 id="result">Result</h2>
${orderResults(outcome, enrolled)}
</section>
${accountTables(record.payload, outcome.currency)}
<article>
${linkProvisions(yield* markdown(withoutTitle(reasons)))}
</article>
${fold("Seal", sealTold, sealBody(record))}
${proofPart(baseUrl, `/api/v1/judgments/${encodeURIComponent(record.citation)}`)}`
  })
