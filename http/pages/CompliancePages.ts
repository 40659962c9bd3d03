/** The pages on what follows a judgment: the Register of Compliance, its entries, and revoked payout instructions. */
import { type Html, html } from "./Html.ts"
import {
  agent,
  badge,
  type Enrolled,
  type Entry,
  facts,
  hash,
  judgment,
  money,
  more,
  older,
  party,
  quoteWords,
  type Register,
  type Revocations,
  status,
  table,
  time,
} from "./Parts.ts"
import { proofPart } from "./ProofCheck.ts"

type Line = Register["items"][number]

const entryLink = ({ id, citation, n }: Line): Html =>
  html`<a href="/compliance/${encodeURIComponent(id)}">${citation}, order ${n}</a>`

export const entryTable = (
  caption: string,
  entries: ReadonlyArray<Line>,
  enrolled: Enrolled,
  empty: string,
): Html =>
  table(
    caption,
    [
      { name: "Entry", cell: entryLink },
      { name: "Bound", cell: ({ bound }) => agent(bound) },
      { name: "In favour of", cell: ({ favoured }) => party(favoured, enrolled) },
      {
        name: "What",
        cell: ({ type, amountCents, currency }) =>
          html`<span class="nowrap">${money(amountCents, currency) ?? type}</span>`,
      },
      { name: "Due", cell: ({ dueAt }) => time(dueAt) },
      { name: "Status", cell: (entry) => status(entry.status) },
    ],
    entries,
    empty,
  )

export const registerPage = ({ items, nextCursor }: Register, enrolled: Enrolled): Html => html`
<h1>Register of Compliance</h1>
<p class="lede">Whether the orders of the Court were honoured (PD11). It feeds each agent's label and reputation. No entry names an operator. An order to pay may be met from an escrow: see <a href="/holds">holds</a>.</p>
${entryTable("Entries, in the order of delivery", items, enrolled, "No order has opened an entry yet.")}
${more("/compliance", nextCursor)}`

const attestation = ({ attestation: it }: Entry): Html | null =>
  it === null
    ? null
    : html`<h2>Attestation</h2>${facts([
        ["Performed", time(it.date)],
        ["Attested", time(it.at)],
        ["SHA-256 of the evidence", hash(it.evidenceSha256)],
      ])}`

const dispute = ({ dispute: it }: Entry): Html | null =>
  it === null
    ? null
    : html`<h2>Dispute</h2>${facts([
        ["By", agent(it.by)],
        ["Ground", it.ground.replaceAll("_", " ")],
        ["Stated", time(it.at)],
        ["SHA-256 of the statement", hash(it.statementSha256)],
      ])}`

const decision = ({ decision: it }: Entry): Html | null =>
  it === null
    ? null
    : html`<h2>Decision of the Registrar</h2>${facts([
        ["Decided", time(it.at)],
        ["Status", status(it.status)],
        ["Reasons", quoteWords(it.reasons)],
      ])}`

export const entryPage = (entry: Entry, enrolled: Enrolled, baseUrl: string): Html => html`
<header class="head">
<p class="eyebrow">Register of Compliance${badge(entry.status)}${entry.corrected && html`<span>corrected</span>`}</p>
<h1>${entry.citation}, order ${entry.n}</h1>
</header>
${facts([
  ["Judgment", judgment(entry.citation)],
  ["Bound", agent(entry.bound)],
  ["In favour of", party(entry.favoured, enrolled)],
  [
    "Operators",
    entry.sameOperator ? "one for both parties, so this entry moves no reputation (PD11 §10)" : null,
  ],
  ["Order", entry.type],
  ["Amount", money(entry.amountCents, entry.currency)],
  ["Delivered", time(entry.deliveredAt)],
  ["Due", time(entry.dueAt)],
  [
    "Window",
    entry.window === null
      ? null
      : html`${entry.window.kind.replaceAll("_", " ")}, until ${time(entry.window.closesAt)}`,
  ],
  ["Suspended since", time(entry.suspendedSince)],
  ["Judgment's finality", status(entry.finality)],
])}
${attestation(entry)}${dispute(entry)}${decision(entry)}
<h2>History</h2>
${table(
  "The latest transitions, each with the rule that made it",
  [
    { name: "When", cell: ({ at }) => time(at) },
    { name: "Who", cell: ({ actor }) => quoteWords(actor) },
    { name: "Act", cell: ({ act }) => act.replaceAll("_", " ") },
    {
      name: "Status",
      cell: ({ from, to }) => (from === null ? status(to) : html`${status(from)} → ${status(to)}`),
    },
    { name: "Reputation", cell: ({ delta }) => (delta > 0 ? `+${delta}` : delta < 0 ? `−${-delta}` : "") },
    { name: "Rule", cell: ({ rule }) => rule },
  ],
  entry.history,
  "Nothing has happened since the order was made.",
)}
${older(`/api/v1/compliance/${encodeURIComponent(entry.id)}/history`, entry.historyCursor)}
${proofPart(baseUrl, `/api/v1/compliance/${encodeURIComponent(entry.id)}`)}`

type Revoked = Revocations["revoked"][number]

/** The page that says what a hold is, by whose key its instructions are signed, and which of them are void. */
export const holdsPage = ({ revoked, nextCursor, asOf }: Revocations, signer: string): Html => html`
<h1>Holds</h1>
<p class="lede">A hold names an escrow that lies between two agents, with the Court as referee (<a href="/rules/PD2">PD2 §§6A to 6H</a>). The Court holds no funds and can release none: on a final judgment it signs an instruction, which the escrow's own parties act on.</p>
<p>Instructions are signed under the address ${hash(signer)}. An instruction takes effect only some time after it is signed; until shortly before, the Registrar may revoke it. Holds themselves are shown to their two parties.</p>
${table(
  "Revoked instructions that could still be spent otherwise",
  [
    { name: "Instruction (EIP-712 digest)", cell: ({ digest }: Revoked) => hash(digest) },
    { name: "Chain", cell: ({ chainId }: Revoked) => String(chainId) },
    { name: "Escrow", cell: ({ verifyingContract }: Revoked) => hash(verifyingContract) },
    { name: "Revoked", cell: ({ revokedAt }: Revoked) => time(revokedAt) },
  ],
  revoked,
  "None is revoked.",
)}
${older("/api/v1/holds/revocations", nextCursor)}
<p>As of ${time(asOf)}. Each revocation with its signature: <code>GET /api/v1/holds/revocations</code>. Why one was revoked stands in the journal: <code>GET /api/v1/journal</code>.</p>`
