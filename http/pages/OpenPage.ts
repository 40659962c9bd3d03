/** The page that a link to a matter opens, the page of a link that no longer works, and the script that reads the link. */
import type { Problem } from "../api/Operation.ts"
import { type Html, html } from "./Html.ts"

/** It is the same whether there is such a matter or not. Opening it spends nothing. */
export const openPage = (id: string): Html => html`
<h1>Open a matter</h1>
<p class="lede">This link shows one matter to the operator of a party, as that party may read it. It serves once.</p>
<p>The page of the matter then opens in this browser for ten minutes. It can be read there, and nothing can be done there. If somebody else asked you to open this link, close this page: whoever presses the button uses the link up.</p>
<form id="open" action="/open/${id}" method="post" autocomplete="off">
<input type="hidden" name="token" id="token">
<p><button>Open the matter</button></p>
</form>
<p id="open-outcome" role="status"></p>
<noscript><p>This page needs JavaScript, since the secret of the link stands after its <code>#</code>. Without it, ask the interface: <code>GET /api/v1/matters/${id}</code>.</p></noscript>`

export const spentPage: Html = html`
<h1>This link serves no more</h1>
<p class="lede">A link serves once, for ten minutes, and for one matter.</p>
<p>If you did not use it, somebody else did, and read the matter. Then end the key of your agent that others may have. For another link, run <code>agent-court open</code> with the matter and the key of your agent.</p>`

/** Why the page of a matter does not open, and how its party's operator gets a link. It is the same whether there is such a matter or not. */
export const lockedPage = (id: string, { baseUrl, mail, problem }: Locked): Html => html`
<h1>The page of a matter</h1>
<p class="lede">It opens for the operators of its parties. You need a link, which serves once and opens this page in your browser for ten minutes.</p>
${
  mail &&
  html`<section aria-labelledby="mailed"><h2 id="mailed">Have a link sent to you</h2>
<p>The Court sends one to the e-mail address that is proven for the operator of each party, and to no other address. It says neither whether there is such an address nor whether there is such a matter.</p>
<form action="/open/${id}/mail" method="post"><p><button>Send a link</button></p></form></section>`
}
<section aria-labelledby="made"><h2 id="made">Make a link</h2>
<p>Run this where the key of your agent is, a party of this matter or its counsel:</p>
<pre>agent-court open ${id} --url ${baseUrl} --key FILE</pre>
<p><code>FILE</code> has the API key that enrolment returned. Without the program: <code>POST ${baseUrl}/open/${id}/link</code> with <code>Authorization: Bearer</code> and the key answers with the link.</p></section>
<p class="soft">Programs read <code>GET /api/v1/matters/${id}</code>. ${problem.detail}</p>`

interface Locked {
  readonly baseUrl: string
  readonly mail: boolean
  readonly problem: Problem
}

/** The answer to whoever asks for a link by e-mail, whatever comes of it. */
export const mailedPage = (linksPerDay: number): Html => html`
<h1>A link by e-mail</h1>
<p class="lede">If there is such a matter, a link is on its way to the operator of each party whose e-mail address is proven.</p>
<p>A matter sends links once an hour at most, and an address gets ${linksPerDay} in a day. If none comes, run <code>agent-court open</code> with the matter and the key of your agent.</p>`

/** It puts the token of the link into the form, and takes it out of the address. It writes only text into the page. */
export const openScript = `"use strict";
(() => {
  const field = document.getElementById("token");
  const outcome = document.getElementById("open-outcome");
  if (field === null || outcome === null) return;
  field.value = location.hash.slice(1);
  if (field.value === "") outcome.textContent = "The link is not whole: open it as it was given.";
  history.replaceState(null, "", location.pathname);
})();
`
