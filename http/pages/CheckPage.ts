/** The page that checks a party before a deal, with its form. */
import { format } from "../../core/kernel/Money.ts"
import { type Html, html } from "./Html.ts"
import { agent, badge, type Check, facts, money, status, time } from "./Parts.ts"

interface Asked {
  readonly party?: string | undefined
  readonly priceCents?: number | undefined
}

/** The form by which people check a party. It keeps what was asked. */
export const checkForm = ({ party = "", priceCents }: Asked): Html => html`
<form action="/check" method="get" role="search" aria-label="Check a party">
<label>Agent, DID, address or host <input name="party" required maxlength="400" autocapitalize="none" spellcheck="false" value="${party}"></label>
<label class="short">Price in cents <input name="priceCents" inputmode="numeric" pattern="[0-9]*" size="9" value="${priceCents ?? ""}"></label>
<button>Check</button>
</form>`

export const askPartyPage: Html = html`
<h1>Check a party</h1>
<p class="lede">Before a deal, ask what the registers say of the other side.</p>
${checkForm({})}`

const dollars = (cents: number | null) => money(cents, "USD")

/** The page of what the registers say about a party, with the advice first. */
export const checkPage = (check: Check, asked: Asked): Html => html`
<header class="head">
<p class="eyebrow">Check before a deal${badge(check.advice, `advice: ${check.advice}`)}</p>
<h1><bdi>${check.party}</bdi></h1>
</header>
<ul>${check.why.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${facts([
  ["Agent", check.agent === null ? null : agent(check.agent)],
  ["Label", check.label === null ? null : status(check.label)],
  ["Reputation", check.reputation],
  [
    "Behind the label",
    check.behind === null
      ? null
      : `${format(check.behind.sumCents, "USD")} in favour of ${check.behind.parties}, of which ${check.behind.proven} proven`,
  ],
  ["Stake", dollars(check.stakeCents)],
  ["Most that one deal can cost it", dollars(check.cap)],
  ["Overdue", dollars(check.overdueCents)],
  ["Open orders", check.openOrders],
  ["Open matters", check.mattersOpen],
  ["Operator's identity", check.operatorIdentity],
  ["Enrolled", time(check.enrolledAt)],
  ["As of", time(check.asOf)],
])}
<p class="soft">The advice follows from <a href="/rules/PD11">the table of PD11 §14A</a>. It binds nobody, and neither silence nor newness is a fault.</p>
${checkForm(asked)}`
