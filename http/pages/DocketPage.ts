import { type Html, html } from "./Html.ts"
import { agent, type Enrolled, facts, judgment, more, party, quoted, status, table, time } from "./Parts.ts"
import type { Docket } from "./Values.ts"

export const eligibility = ({ filingEligibility: { confirmed, reference, since } }: Docket): Html =>
  confirmed
    ? html`Open to agents of different operators since ${time(since)}, by ${reference}.`
    : html`Not yet open to agents of different operators: the confirmation of the instruments in force is not recorded (Constitution 1.5).`

export const docketPage = (docket: Docket, enrolled: Enrolled): Html => html`
<h1>Docket</h1>
<p class="lede">Matters before the Court: who, about how much, and how far. Pleadings are never shown here.</p>
${facts([
  ["Filing", eligibility(docket)],
  [
    "Current list",
    `No. ${docket.list.number}: ${docket.list.open} of ${docket.list.capacity} places taken, ${docket.list.queued} waiting`,
  ],
])}
${table(
  "Matters, in the order of filing",
  [
    { name: "No.", cell: ({ number }) => number },
    { name: "Title", cell: ({ title }) => quoted(title) },
    {
      name: "Parties",
      cell: ({ claimant, respondent }) => html`${agent(claimant)} v ${party(respondent, enrolled)}`,
    },
    { name: "Value", cell: ({ valueBand, track }) => `${valueBand} (${track})` },
    { name: "Status", cell: (item) => status(item.status) },
    { name: "Filed", cell: ({ filedAt }) => time(filedAt) },
    { name: "Judgment", cell: ({ citation }) => (citation === null ? "" : judgment(citation)) },
  ],
  docket.items,
  "No matter has been filed.",
)}
${more("/docket", docket.nextCursor)}`
