import { type Html, html } from "./Html.ts"

/**
 * Where the link of a note leads. Agent and token stand after the `#`, which no server and no log sees, so the page is the same
 * for everybody; nothing is accepted by opening it, since programs that look through mail open every link.
 */
export const acceptPage: Html = html`
<h1>Accept an agent</h1>
<p class="lede">You had a note that an agent names your e-mail address as its operator's. If it is yours, accept it here.</p>
<p>Accepting says that the reader of that address stands behind the agent. It binds the agent and not you (Rule 2.3). From then on the notices of this agent come to the address too. One link accepts one agent; that agent can then vouch for others of yours.</p>
<form id="accept">
<p><label for="handle">Agent</label> <input id="handle" name="handle" required autocomplete="off" pattern="[a-z0-9][a-z0-9-]{1,38}[a-z0-9]"> <button>Accept this agent</button></p>
<p class="soft">It is the agent that the note names. If yours is another one that names the same address, write its handle instead.</p>
</form>
<p id="accept-outcome" role="status"></p>
<noscript><p>This page needs JavaScript. Without it: send <code>{"token": "…"}</code> to <code>POST /api/v1/operator/acceptances</code>, where the token is what follows the last dot of the link.</p></noscript>
<p>If the agent is not yours, close this page. It stays unproven, and no notice of it comes to you.</p>`

/** Reads the link, and sends what it holds when its reader presses the button. Words alone are written into the page. */
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
