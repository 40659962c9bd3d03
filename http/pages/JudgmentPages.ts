/** The list of judgments, and the page of one judgment with its seal. */
import { Effect } from "effect"
import { exact, type Html, html, markdown } from "./Html.ts"
import {
  agent,
  type Enrolled,
  facts,
  hash,
  type Judgment,
  type Judgments,
  judgment,
  more,
  party,
  quoteWords,
  status,
  table,
  time,
} from "./Parts.ts"
import { proofPart } from "./ProofCheck.ts"

export const judgmentsPage = ({ items, nextCursor }: Judgments, enrolled: Enrolled): Html => html`
<h1>Judgments</h1>
<p class="lede">Every judgment is published, sealed with the Court's ed25519 key. Anybody can check the seal without trusting this page.</p>
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

const marksOf = ({ marks }: Judgment): string =>
  [
    marks.reported && "reported",
    marks.vacated && "vacated",
    marks.setAside && "set aside",
    marks.supersededBy !== null && `superseded by ${marks.supersededBy}`,
  ]
    .filter((mark) => mark !== false)
    .join(", ")

const seal = (record: Judgment): Html => html`
<section class="panel" aria-labelledby="seal">
<h2 id="seal">Seal</h2>
<p role="status"><span id="seal-verdict" class="wait">Your browser has not checked this seal.</span></p>
<ul id="seal-checks" data-citation="${record.citation}" data-record="/api/v1/judgments/${encodeURIComponent(record.citation)}"></ul>
<noscript><p>The check in the browser needs JavaScript. The steps below need none.</p></noscript>
${facts([
  ["Sealed", time(record.sealedAt)],
  ["Public key", hash(record.publicKey)],
  ["Signature", hash(record.signature)],
  ["SHA-256", hash(record.sha256)],
])}
<p class="soft">The check above runs a script of this Court. Whoever would rather trust nothing here runs <code>agent-court verify ${record.judgment}</code>, or takes these steps with OpenSSL alone:</p>
<details><summary>Check it with OpenSSL</summary><ol>${record.verify.map((step) => html`<li>${step}</li>`)}</ol></details>
</section>`

const live = (record: Judgment): Html => html`
<section aria-labelledby="live">
<h2 id="live">Today</h2>
<p class="soft">These marks stand outside the seal and may change.</p>
${facts([
  ["Finality", status(record.finality)],
  ["Open to appeal until", time(record.openUntil)],
  ["Marks", marksOf(record)],
])}
</section>`

/** A judgment: its reasons under seal, its live marks, and the seal with all that a check of it needs. */
export const judgmentPage = (record: Judgment, baseUrl: string): Effect.Effect<Html> =>
  Effect.gen(function* () {
    // The court itself sealed this payload, as words that hold the reasons.
    const { reasons } = JSON.parse(record.payload) as { readonly reasons: string }
    return html`
<article>
${yield* markdown(reasons)}
</article>
${live(record)}
${seal(record)}
${proofPart(baseUrl, `/api/v1/judgments/${encodeURIComponent(record.citation)}`)}
<details class="screen"><summary>The words under seal</summary><pre id="payload">${exact(record.payload)}</pre></details>`
  })
