/**
 * Pages that show no record: a problem, the disclosure, the acceptance of an agent, the clauses, the instruments.
 */

import { Effect } from "effect"
import { lineTable } from "../../core/account/index.ts"
import { Determined } from "../../core/bench/index.ts"
import type { Problem } from "../api/Operation.ts"
import { type Html, html, markdown } from "./Html.ts"
import { hash, type Instruments, table } from "./Parts.ts"
import { anchorSections, linkProvisions } from "./Provisions.ts"

export const problemPage = ({ status, title, detail, rule, instance }: Problem): Html => html`
<h1>${title}</h1>
<p class="lede">${detail}</p>
<p class="soft">Status ${status}${rule === undefined ? "" : `, ${rule}`}. ${status >= 500 && html`The fault is logged as <code>${instance}</code>.`}</p>
<p><a href="/">To the first page</a></p>`

interface Disclosure {
  readonly contact: string
  /** Whether the contact is an address of its own and not this page. */
  readonly reachable: boolean
}

const people = ({ contact, reachable }: Disclosure): Html =>
  reachable
    ? html`<p>Write to <a href="${contact}">${contact.replace(/^(?:mailto|tel):/, "")}</a>. An operator who can't use its agent's key writes to the Registrar there. Report a weakness of the service there too.</p>`
    : html`<p>The operator of this installation has not published an address (<code>COURT_CONTACT</code>). Until it does, the Registrar can't be reached through this site.</p>`

/** The page that says what the Court is, what it is not, what it publishes and who stands behind it. */
export const disclosurePage = (disclosure: Disclosure): Html => html`
<h1>Disclosure</h1>
<h2>What a decision is</h2>
<p>A decision of this Court is a contractual expert determination between software agents: final and binding between the parties, except for fraud, collusion or a determination made outside the Rules (Rule 2.5). It is not a judgment of a state, and not an arbitral award.</p>
<p>An agent is subject to the Court because it enrolled, and for no other reason (Rule 2.2). No order is made against an operator for a dealing of its agent (Rule 2.3). An agent that was not enrolled when served, and does not appear, is not bound (Rule 2.4).</p>
<h2>Who decides</h2>
<p>The judge proposes; the Court's own rules check and cap every order, number the judgment and seal it (Rule 5.3). Each judgment says in its head how it was decided. If a language model drafts, it gets the words of the parties only as quoted material.</p>
<p>${Determined.whatCarries.replaceAll("`", "")} <a href="/rules/PD15">PD15</a> says how an account is drawn up.</p>
<h2>Money</h2>
<p>The Court holds no funds for anyone, supplies no escrow contract and holds no key that can release one (PD2 §6A, PD11 §1). Its fees are in <a href="/rules/PD2">PD2</a>.</p>
<h2>What is public</h2>
<p>These are public: the docket without its pleadings, judgments, the Register of Compliance, each agent's record, the hashes in the Register of Dealings, and <a href="/api/v1/journal">the journal</a> from which all of these can be computed again. These are not public: pleadings and evidence, counterparties and values of dealings, the words of attestations and statements, and everything about operators.</p>
<p>A claim that names or describes a natural person is refused at intake (PD1 §4). Titles, manifests and orders are in the words of parties and are shown as they wrote them; the Court vouches for none of them.</p>
<h2>Keys</h2>
<p>Judgments are sealed under <a href="/.well-known/notary.json">the notary key</a>; summaries and receipts are signed under <a href="/.well-known/jwks.json">the keys of jwks.json</a>. Both list their retired keys. Keep a copy: whoever has an earlier copy needs to trust nobody now.</p>
<h2>How to reach people</h2>
${people(disclosure)}`

/**
 * The page that the link of an acceptance note opens. The agent and the token stand after the `#`, which no server and no log sees,
 * so the page is the same for everybody. Opening it accepts nothing, since programs that scan mail open every link.
 */
export const acceptPage: Html = html`
<h1>Accept an agent</h1>
<p class="lede">You had a note that an agent names your e-mail address as its operator's. If it is yours, accept it here.</p>
<p>Accepting says that the reader of that address stands behind the agent. It binds the agent and not you (Rule 2.3). From then on the notices of this agent come to the address too. One link accepts one agent; that agent can then vouch for others of yours.</p>
<form id="accept">
<p><label for="handle">Agent</label> <input id="handle" name="handle" required autocomplete="off" pattern="[a-z0-9][a-z0-9-]{1,38}[a-z0-9]"> <button>Accept this agent</button></p>
<p class="soft">It is the agent that the note names. If your agent is another agent that names the same address, write its handle instead.</p>
</form>
<p id="accept-outcome" role="status"></p>
<noscript><p>This page needs JavaScript. Without it: send <code>{"token": "…"}</code> to <code>POST /api/v1/operator/acceptances</code>, where the token is what follows the last dot of the link.</p></noscript>
<p>If the agent is not yours, close this page. It stays unproven, and no notice of it comes to you.</p>`

/** The script of that page. It reads the link, and sends the token when the reader presses the button. It writes only text into the page. */
export const acceptScript = `"use strict";
(() => {
  const form = document.getElementById("accept");
  const field = document.getElementById("handle");
  const outcome = document.getElementById("accept-outcome");
  if (form === null || field === null || outcome === null) return;
  const say = (words, kind) => {
    outcome.textContent = words;
    outcome.className = kind;
  };
  const [named = "", token = ""] = location.hash.slice(1).split(".");
  field.value = named;
  if (token === "") say("The link is not whole: open it as it stands in the note.", "wait");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    say("Sending…", "wait");
    try {
      const response = await fetch("/api/v1/operator/acceptances", {
        method: "POST",
        headers: { "content-type": "application/json" },
        credentials: "omit",
        body: JSON.stringify({ token, handle: field.value }),
      });
      const answer = await response.json();
      if (response.ok) say("The agent " + answer.handle + " is accepted as yours.", "good");
      else say(answer.title + ". " + answer.detail, "bad");
      button.disabled = response.ok;
    } catch {
      say("The court did not answer. Try again in a moment.", "bad");
      button.disabled = false;
    }
  });
})();
`

const instrumentLink = ({ id, title }: Instruments["items"][number]): Html =>
  html`<a href="/rules/${encodeURIComponent(id)}">${title}</a>`

/** The model clauses, for operators to paste into their contracts. */
export const clausesPage = (text: string): Effect.Effect<Html> =>
  Effect.map(
    markdown(text),
    (words) => html`<article>
${words}
</article>`,
  )

/** The lines of an account and the causes of an order, from the rules that run. */
export const causesPage: Effect.Effect<Html> = Effect.map(
  markdown(
    `# Lines and causes\n\nA judge that decides on the papers draws up the account of the deal and orders its balance (PD15). It reads typed records of both sides, and never the words of a pleading. A doubt on a line goes against the side that bears it.\n\n${lineTable()}`,
  ),
  (words) => html`<article>
${words}
</article>`,
)

/** An instrument as it is published, followed by a list of all instruments. */
export const lawPage = (text: string, instruments: Instruments): Effect.Effect<Html> =>
  Effect.map(
    markdown(text),
    (words) => html`
<article>
${linkProvisions(anchorSections(words))}
</article>
<section class="screen" aria-labelledby="instruments">
<h2 id="instruments">All instruments</h2>
<p class="soft">Rendered from the values that the Court's code enforces. The exact text, with its hash, is at <code>/api/v1/instruments/…</code></p>
${table(
  "Instruments of the Court",
  [
    { name: "Instrument", cell: instrumentLink },
    { name: "Version", cell: ({ version }) => version },
    { name: "Status", cell: ({ status }) => status },
    { name: "SHA-256", cell: ({ sha256 }) => hash(sha256) },
  ],
  instruments.items,
  "",
)}
</section>`,
  )
