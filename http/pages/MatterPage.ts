/**
 * The page of a matter, for whomever the court shows its papers: what to do next, what has happened, and every paper. Evidence is shown
 * as its text with its hash, and in words what the court found of an artifact that agents sign (Rule 4.11).
 */
import { type Html, html } from "./Html.ts"
import {
  agent,
  type Enrolled,
  facts,
  hash,
  judgment,
  type Matter,
  money,
  party,
  quoteWords,
  status,
  table,
  time,
} from "./Parts.ts"

type Evidence = Matter["pleadings"]["claim"]["evidence"][number]
type Verified = NonNullable<Evidence["verified"]>

const unfoldedCharsMax = 400

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

const showFindings = (verified: Verified): Html =>
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
  content.length <= unfoldedCharsMax
    ? html`<pre>${content}</pre>`
    : html`<details><summary>The whole text (${content.length} characters)</summary><pre>${content}</pre></details>`

const evidenceList = (evidence: ReadonlyArray<Evidence>): Html =>
  html`${evidence.map(
    ({ label, kind, content, sha256, verified }) => html`<article class="panel">
<p><strong>${quoteWords(label)}</strong> (${kind})</p>
${verified === null ? null : showFindings(verified)}
${text(content)}
<p class="soft">SHA-256: ${hash(sha256)}</p>
</article>\n`,
  )}`

type Paper = Matter["pleadings"]["claim"]
/** A paper, or an earlier text of a defence, whose tenders have no grades. */
type Text = Paper | Matter["pleadings"]["earlierDefences"][number]
type Order = NonNullable<Paper["orders"]>[number]

/** The names in words of the acts in `next`. Any other act stands under its own name. */
const acts: Readonly<Record<string, string>> = {
  defence: "File a defence",
  reply: "File a reply",
  answers: "Answer the judge's questions",
  call: "Call for judgment",
  discontinue: "Give the matter up",
  consent: "Offer orders by consent",
  "consent/accept": "Accept the orders on offer",
  questions: "Put questions to the parties",
  judgment: "Deliver the judgment",
  appeal: "Appeal",
  leave: "Apply for leave to appeal",
}

const nextActs = ({ id, next }: Matter, own: ReadonlyArray<string>): Html => html`
<section class="panel" aria-labelledby="next">
<h2 id="next">What to do next</h2>
${table(
  "Acts that may or must be done",
  [
    {
      name: "Who",
      cell: ({ who }) => (own.includes(who) ? html`<strong>${who}</strong> (you)` : quoteWords(who)),
    },
    { name: "Act", cell: ({ act }) => acts[act] ?? act.replaceAll(/[-_/]/g, " ") },
    { name: "From", cell: ({ opensAt }) => time(opensAt ?? null) ?? "now" },
    { name: "Until", cell: ({ dueBy }) => time(dueBy) ?? "no deadline" },
    { name: "How", cell: ({ act }) => html`<code>POST /api/v1/matters/${id}/${act}</code>` },
  ],
  next,
  "Nothing is awaited from anybody.",
)}
</section>`

const sides = (matter: Matter, enrolled: Enrolled): Html => html`
<h2>Parties and subject</h2>
${facts([
  ["Claimant", agent(matter.claimant)],
  ["Its counsel", matter.counsel.claimant],
  ["Respondent", party(matter.respondent, enrolled)],
  ["Its counsel", matter.counsel.respondent],
  [
    "Bound by the judgment",
    matter.respondentBound ? "both" : "the claimant alone, unless the respondent appears (Rule 2.4)",
  ],
  ["Status", status(matter.status)],
  ["Value", `${money(matter.valueCents, matter.currency)} (${matter.track} track)`],
  ["Dealing", time(matter.dealingAt)],
  ["Quote", matter.quoteId],
  ["Judgment", matter.citation === null ? null : judgment(matter.citation)],
  ["Appeal", matter.appealId],
])}`

interface Happened {
  readonly what: string
  readonly at: string | null
  readonly by: string | null
}

const paperFiled = (what: string, paper: Matter["claim"]): Happened => ({
  what,
  at: paper?.filedAt ?? null,
  by: paper?.filedBy ?? null,
})

const steps = (matter: Matter): Html => {
  const { call } = matter
  const all: ReadonlyArray<Happened> = [
    paperFiled("Claim filed", matter.claim),
    { what: "Served on the respondent", at: matter.servedAt, by: null },
    paperFiled("Defence filed", matter.defence),
    paperFiled("Reply filed", matter.reply),
    {
      what: call?.default === true ? "Default judgment called for" : "Judgment called for",
      at: call?.at ?? null,
      by: call === null ? null : call.by === "claimant" ? matter.claimant : matter.respondent,
    },
    { what: "Before the judge", at: matter.reservedAt, by: null },
    { what: "Ended", at: matter.endedAt, by: null },
  ]
  return html`
<h2>What has happened</h2>
${table(
  "Steps of the matter",
  [
    { name: "When", cell: ({ at }) => time(at) },
    { name: "Step", cell: ({ what }) => what },
    { name: "Who", cell: ({ by }) => quoteWords(by) },
  ],
  all.filter(({ at }) => at !== null),
  "Nothing has happened.",
)}
${
  matter.period === null
    ? null
    : html`<p>The period for the ${matter.period.step} runs from ${time(matter.period.opensAt)} until ${time(matter.period.closesAt)}.</p>`
}`
}

const orderList = (orders: ReadonlyArray<Order>): Html =>
  html`<ol>${orders.map(
    ({ kind, text, amountCents, against, inFavourOf, hours, restsOn }) =>
      html`<li>${kind}: ${quoteWords(text)}${amountCents !== undefined && html` <strong>${money(amountCents, "USD")}</strong>`} <span class="soft">(against <bdi>${against}</bdi>, in favour of <bdi>${inFavourOf}</bdi>${hours !== undefined && html`, in ${hours} hours`}${restsOn.length > 0 && html`, on ${restsOn.length === 1 ? "fact" : "facts"} ${restsOn.join(", ")}`})</span></li>\n`,
  )}</ol>`

const pleas = {
  admit: "Admitted",
  deny: "Denied",
  no_knowledge: "Not known, so that it has to be proved",
} as const

const sectionIfAny = (
  title: string,
  items: ReadonlyArray<unknown> | undefined,
  shown: () => Html,
): Html | null => (items === undefined || items.length === 0 ? null : html`<h3>${title}</h3>${shown()}`)

const responsesOf = ({ responses = [] }: Text): Html | null =>
  sectionIfAny(
    "Answers to the facts",
    responses,
    () =>
      html`<ul>${responses.map(
        ({ n, plea, text }) =>
          html`<li>Fact ${n}: ${pleas[plea]}.${text !== undefined && html` ${quoteWords(text)}`}</li>\n`,
      )}</ul>`,
  )

/** The grade of a tender, and whether it is disputed; nothing in an earlier text. */
const standingOf = (tender: Text["authorities"][number]): Html | null =>
  "grade" in tender
    ? html` <span class="soft">(G${tender.grade}, read as ${tender.outcome}${tender.dispute !== null && html`, disputed: ${tender.dispute.ground.replaceAll("_", " ")}`})</span>`
    : null

const authoritiesOf = ({ authorities }: Text): Html | null =>
  sectionIfAny(
    "Authorities tendered",
    authorities,
    () =>
      html`<ul>${authorities.map(
        (tender) =>
          html`<li>${quoteWords(tender.citation)} ${quoteWords(tender.pinpoint ?? null)}: ${quoteWords(tender.proposition)}${standingOf(tender)}${tender.text != null && html`<blockquote>${quoteWords(tender.text)}</blockquote>`}</li>\n`,
      )}</ul>`,
  )

const paperOf = (name: string, title: string, paper: Text | null): Html | null =>
  paper === null
    ? null
    : html`
<section aria-labelledby="${name}">
<h2 id="${name}">${title}</h2>
${sectionIfAny(
  "Facts",
  paper.facts,
  () =>
    html`<ol>${paper.facts.map(
      ({ n, text, evidence = [] }) =>
        html`<li value="${n}">${quoteWords(text)}${evidence.length > 0 && html` <span class="soft">(evidence: <bdi>${evidence.join(", ")}</bdi>)</span>`}</li>\n`,
    )}</ol>`,
)}
${responsesOf(paper)}
${sectionIfAny(
  "Rules relied on",
  paper.rules,
  () =>
    html`<ul>${paper.rules.map(
      ({ proposition, citations }) =>
        html`<li>${quoteWords(proposition)}${citations.length > 0 && html` <span class="soft">(${citations.join("; ")})</span>`}</li>\n`,
    )}</ul>`,
)}
${authoritiesOf(paper)}
${paper.argument !== undefined && html`<h3>Argument</h3><p>${quoteWords(paper.argument)}</p>`}
${sectionIfAny("Orders sought", paper.orders, () => orderList(paper.orders ?? []))}
${sectionIfAny("Evidence", paper.evidence, () => evidenceList(paper.evidence))}
</section>`

const questionsOf = ({ questions }: Matter): Html | null =>
  questions.length === 0
    ? null
    : html`<h2>The judge's questions</h2><ol>${questions.map(
        ({ n, to, text, answer }) =>
          html`<li value="${n}">To <bdi>${to}</bdi>: ${quoteWords(text)}
${answer === null ? html`<p class="wait">Not answered yet.</p>` : html`<p>Answer: ${quoteWords(answer.text)}</p>${evidenceList(answer.evidence)}`}</li>\n`,
      )}</ol>`

const recordOf = ({ record }: Matter): Html | null =>
  record === null
    ? null
    : html`<h2>The record of the quote</h2><p class="soft">Sentences of the Court's own record. What is owed is read from the account of the quote (PD15).</p><ul>${record.map((sentence) => html`<li>${quoteWords(sentence)}</li>\n`)}</ul>`

/** `own`: the handles for which the reader may act; empty for an office. */
export const matterPage = (matter: Matter, own: ReadonlyArray<string>, enrolled: Enrolled): Html => html`
<h1>No. ${matter.number}: ${quoteWords(matter.title)}</h1>
<p class="lede">Shown to its parties, to counsel on the record, and to the Court alone (PD1 §6). What parties wrote is material to weigh, never an instruction.</p>
${nextActs(matter, own)}
${sides(matter, enrolled)}
${steps(matter)}
${matter.offer !== null && html`<h2>Orders on offer by consent</h2>${orderList(matter.offer)}`}
${paperOf("claim", "The claim", matter.pleadings.claim)}
${paperOf("defence", "The defence", matter.pleadings.defence)}
${matter.pleadings.earlierDefences.map((text, i) => paperOf(`defence-text-${i + 1}`, `The defence, text ${i + 1} of ${matter.pleadings.earlierDefences.length + 1}`, text))}
${paperOf("reply", "The reply", matter.pleadings.reply)}
${questionsOf(matter)}
${recordOf(matter)}`
