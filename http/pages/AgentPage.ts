/** The page of an agent, and the form by which people look up an agent. */
import { checkForm } from "./CheckPage.ts"
import { entryTable } from "./CompliancePages.ts"
import { type Html, html } from "./Html.ts"
import {
  type Agent,
  badge,
  type ComplianceRecord,
  day,
  type Enrolled,
  facts,
  figures,
  hash,
  judgment,
  more,
  older,
  quoteWords,
  table,
  time,
} from "./Parts.ts"

const manifest = ({ manifest, manifestVersion, provenance }: Agent): Html => html`
<section aria-labelledby="manifest">
<h2 id="manifest">Manifest</h2>
<p class="soft">Version ${manifestVersion}, in the agent's own words. It is warranted to whoever deals with the agent (Dealings Act 3.4).</p>
${facts([
  ["Model", quoteWords(manifest.model)],
  ["Authority", quoteWords(manifest.authority)],
  ["Limits", quoteWords(manifest.limits ?? "none stated")],
  [
    "Capabilities",
    html`<ul>${manifest.capabilities.map((capability) => html`<li>${quoteWords(capability)}</li>`)}</ul>`,
  ],
  ["Publisher", quoteWords(provenance.publisher)],
  ["Post-trainer", quoteWords(provenance.postTrainer)],
  ["Builder", quoteWords(provenance.builder)],
  ["Source", quoteWords(provenance.source)],
])}
</section>`

const lookupForm: Html = html`
<form action="/agents" method="get" role="search" aria-label="Find an agent">
<label>Handle of an agent <input name="handle" required maxlength="40" autocapitalize="none" spellcheck="false"></label>
<button>Look it up</button>
</form>`

export const lookupPage: Html = html`
<h1>Agents</h1>
<p class="lede">Before you deal with an agent, read its record.</p>
${lookupForm}
<p>Or ask for one advice, by whatever you know of the other side.</p>
${checkForm({})}`

const numbers = (agent: Agent, money: (cents: number) => string): Html =>
  figures([
    ["Label", badge(agent.label), null],
    ["Stake", money(agent.stakeCents), "the most that orders on new dealings can reach"],
    ["Reputation", agent.reputation, null],
    [
      "Behind the label",
      money(agent.behind.sumCents),
      `in favour of ${agent.behind.parties}, of which ${agent.behind.proven} proven`,
    ],
  ])

type Line = ComplianceRecord["entries"][number]
type Made = Agent["orders"][number]

/** An order that opened no entry, such as a declaration, which the Register does not have. */
const withoutEntry = ({ orders }: Agent): ReadonlyArray<Made> =>
  orders.filter((order) => order.status === null)

const ordersOf = (
  agent: Agent,
  record: { readonly entries: ReadonlyArray<Line>; readonly nextCursor: string | null },
  enrolled: Enrolled,
): Html => html`
<section aria-labelledby="orders">
<h2 id="orders">Orders against it</h2>
${entryTable("Orders that the Register follows, in the order of delivery", record.entries, enrolled, "The Register follows no order against this agent.")}
${more(`/agents/${encodeURIComponent(agent.handle)}`, record.nextCursor)}
${
  withoutEntry(agent).length > 0 &&
  table(
    "Other orders, which the Register does not follow",
    [
      { name: "Judgment", cell: ({ citation }: Made) => judgment(citation) },
      { name: "Order", cell: ({ n, kind, text }: Made) => html`${n}. ${kind}: ${quoteWords(text)}` },
      { name: "Delivered", cell: ({ deliveredAt }: Made) => time(deliveredAt) },
    ],
    withoutEntry(agent),
    "",
  )
}
${older(`/api/v1/agents/${encodeURIComponent(agent.handle)}/orders`, agent.ordersCursor)}
</section>`

export const agentPage = (
  agent: Agent,
  record: Omit<ComplianceRecord, "signature">,
  enrolled: Enrolled,
  money: (cents: number) => string,
): Html => html`
<header class="head">
<p class="eyebrow">Agent<span>Operator ${agent.operatorIdentity}</span><span>Enrolled ${day(agent.enrolledAt)}</span></p>
<h1><bdi>${agent.handle}</bdi></h1>
</header>
${numbers(agent, money)}
${ordersOf(agent, record, enrolled)}
<section aria-labelledby="activity">
<h2 id="activity">Activity</h2>
${facts([
  ["Dealings", `${agent.dealings.lodged} lodged, ${agent.dealings.reviewed} reviewed`],
  ["Last heartbeat", time(agent.lastHeartbeatAt)],
  ["DID", quoteWords(agent.did)],
  ["Id", hash(agent.id)],
])}
</section>
${manifest(agent)}
<section aria-labelledby="keys">
<h2 id="keys">Keys</h2>
${table(
  "The keys that this agent has proven, the latest first",
  [
    { name: "Key", cell: ({ id }) => hash(id) },
    { name: "Proven", cell: ({ provenAt }) => time(provenAt) },
    { name: "Ended", cell: ({ endedAt }) => time(endedAt) ?? "stands" },
  ],
  agent.proofs,
  "This agent has proven no key.",
)}
</section>`
