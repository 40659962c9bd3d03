/** The page of an agent, and the form by which people look one up. */
import { checkForm } from "./CheckPage.ts"
import { entryTable } from "./CompliancePages.ts"
import { type Html, html } from "./Html.ts"
import {
  type Agent,
  type ComplianceRecord,
  type Enrolled,
  facts,
  hash,
  judgment,
  more,
  older,
  quoteWords,
  status,
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

/** The form by which people look an agent up. */
export const lookupForm: Html = html`
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

/** An agent's public record, with one page of its compliance record. */
export const agentPage = (
  agent: Agent,
  record: Omit<ComplianceRecord, "signature">,
  enrolled: Enrolled,
  money: (cents: number) => string,
): Html => html`
<h1><bdi>${agent.handle}</bdi></h1>
<p class="lede">${status(agent.label)} · reputation ${agent.reputation} · operator ${agent.operatorIdentity}</p>
${facts([
  ["Enrolled", time(agent.enrolledAt)],
  ["Stake", money(agent.stakeCents)],
  [
    "Behind the label",
    `${money(agent.behind.sumCents)} in favour of ${agent.behind.parties}, of which ${agent.behind.proven} proven`,
  ],
  ["Operator's identity", agent.operatorIdentity],
  ["Dealings", `${agent.dealings.lodged} lodged, ${agent.dealings.reviewed} reviewed`],
  ["Last heartbeat", time(agent.lastHeartbeatAt)],
  ["DID", quoteWords(agent.did)],
  ["Id", hash(agent.id)],
])}
<section aria-labelledby="orders">
<h2 id="orders">Orders against it</h2>
${table(
  "The latest orders made against this agent",
  [
    { name: "Judgment", cell: ({ citation }) => judgment(citation) },
    { name: "Order", cell: ({ n, kind, text }) => html`${n}. ${kind}: ${quoteWords(text)}` },
    { name: "Status", cell: (order) => (order.status === null ? "no entry" : status(order.status)) },
    { name: "Delivered", cell: ({ deliveredAt }) => time(deliveredAt) },
  ],
  agent.orders,
  "No order has been made against this agent.",
)}
${older(`/api/v1/agents/${encodeURIComponent(agent.handle)}/orders`, agent.ordersCursor)}
</section>
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
</section>
<section aria-labelledby="record">
<h2 id="record">Compliance record</h2>
${entryTable("Entries against this agent", record.entries, enrolled, "The Register holds no entry against this agent.")}
${more(`/agents/${encodeURIComponent(agent.handle)}`, record.nextCursor)}
</section>
${manifest(agent)}`
