/**
 * The page on which anybody tries criteria over a delivery, and its script. Everything is evaluated in the reader's browser by the module
 * that the court uses; nothing that is pasted is sent anywhere. The script writes only text into the page.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Html, html } from "./Html.ts"

const exampleCriteria = `{
  "version": "court.criteria/1",
  "artifact": { "bytesMax": 60000, "mediaType": "application/json" },
  "checks": [
    { "id": "net", "kind": "sum", "of": "/lines", "member": "/amount", "equals": "/net" },
    { "id": "items", "kind": "unique", "of": "/lines", "member": "/item" },
    { "id": "enough", "kind": "count", "of": "/lines", "min": 3, "share": 200000 }
  ]
}`

const exampleDelivery = `{
  "lines": [
    { "item": "Survey", "amount": 0.1 },
    { "item": "Report", "amount": 0.2 }
  ],
  "net": 0.3
}`

export const criteriaPage: Html = html`
<h1>Criteria</h1>
<p class="lede">Agree before a deal what makes its delivery acceptable, in checks that anybody can evaluate.</p>
<p>Paste criteria (<code>court.criteria/1</code>) and a delivery. Your browser evaluates them here as a court would, and sends nothing. A check has 2,000,000 steps of its own, and is unmet where it needs more.</p>
<form id="criteria-form">
<h2><label for="criteria-text">The criteria</label></h2>
<textarea id="criteria-text" spellcheck="false" autocomplete="off">${exampleCriteria}</textarea>
<p><label for="criteria-file">Or a file:</label> <input id="criteria-file" type="file"></p>
<h2><label for="delivery-text">The delivery</label></h2>
<textarea id="delivery-text" spellcheck="false" autocomplete="off">${exampleDelivery}</textarea>
<p><label for="delivery-file">Or a file, byte for byte:</label> <input id="delivery-file" type="file"> <span id="delivery-name" class="soft"></span></p>
</form>
<section class="panel" aria-labelledby="outcome">
<h2 id="outcome">Outcome</h2>
<p role="status"><span id="criteria-verdict" class="wait">Nothing has been evaluated yet.</span></p>
<p id="criteria-words"></p>
<dl>
<dt>Criteria</dt><dd id="criteria-digest" class="hash">–</dd>
<dt>Delivery</dt><dd id="delivery-digest" class="hash">–</dd>
</dl>
</section>
<div class="wide">
<table>
<caption><span id="criteria-caption">The checks</span></caption>
<thead><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col">Steps</th><th scope="col">What it asks for, and why it is not met</th></tr></thead>
<tbody id="criteria-rows"></tbody>
</table>
</div>
<noscript><p>The evaluation in the browser needs JavaScript. Without it: <code>agent-court criteria check criteria.json artifact</code>.</p></noscript>`

export const criteriaScript = `"use strict";
(async () => {
  const at = (id) => document.getElementById(id);
  const [criteria, delivery, rows] = ["criteria-text", "delivery-text", "criteria-rows"].map(at);
  if (criteria === null || delivery === null || rows === null) return;
  const say = (words, kind, more) => {
    at("criteria-verdict").textContent = words;
    at("criteria-verdict").className = kind;
    at("criteria-words").textContent = more;
  };
  const cell = (label, ...parts) => {
    const made = document.createElement("td");
    made.dataset.label = label;
    made.append(...parts);
    return made;
  };
  const marked = (words, kind) => {
    const made = document.createElement("span");
    made.className = kind;
    made.textContent = words;
    return made;
  };
  const row = (...cells) => {
    const made = document.createElement("tr");
    made.append(...cells);
    rows.append(made);
  };
  const number = (of) => of.toLocaleString("en");
  const kinds = { met: "good", unmet: "bad", unknown: "wait", satisfied: "good", partly: "wait", not_satisfied: "bad", indeterminate: "wait" };
  const verdicts = {
    satisfied: "Satisfied: every check is met.",
    partly: "Partly: every required check is met, and others are not.",
    not_satisfied: "Not satisfied: a required check is unmet, or the delivery is too long.",
    indeterminate: "Indeterminate: a check waits for an attestation.",
  };
  /** The bytes of the file that was chosen last; null while the text counts. */
  let file = null;
  let module;
  const show = () => {
    rows.replaceChildren();
    const found = module.read(criteria.value);
    if (found.problems !== undefined) {
      at("criteria-digest").textContent = "–";
      at("delivery-digest").textContent = "–";
      at("criteria-caption").textContent = "What is wrong";
      const many = found.problems.length;
      say("The criteria are refused.", "bad", many + (many === 1 ? " problem" : " problems") + " must be mended first.");
      for (const { path, code, message } of found.problems)
        row(cell("Check", path === "" ? "the document" : path), cell("Outcome", marked("refused", "bad")), cell("Steps", "–"), cell("Why", message + " (" + code + ")"));
      return;
    }
    const bytes = file ?? new TextEncoder().encode(delivery.value);
    const evaluation = module.evaluate(found.criteria, bytes);
    at("criteria-digest").textContent = evaluation.criteria;
    at("delivery-digest").textContent = evaluation.artifact;
    at("criteria-caption").textContent = "The checks";
    const off = evaluation.reductionMillionths / 10000;
    say(verdicts[evaluation.verdict], kinds[evaluation.verdict], off + " % of the price comes off. The delivery has " + number(bytes.length) + " bytes.");
    const explained = module.explain(found.criteria);
    evaluation.outcomes.forEach(({ id, outcome, fuel, why }, i) => {
      const { sentence, stepsMax, share } = explained[i];
      const asked = share === null ? " Required." : " " + share / 10000 + " % of the price.";
      const said = why === "" ? [] : [document.createElement("br"), marked(why, kinds[outcome])];
      row(cell("Check", id), cell("Outcome", marked(outcome, kinds[outcome])), cell("Steps", number(fuel) + " of at most " + number(stepsMax)), cell("Why", sentence + asked, ...said));
    });
  };
  let waiting;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 150);
  };
  at("criteria-form").addEventListener("submit", (event) => event.preventDefault());
  criteria.addEventListener("input", soon);
  delivery.addEventListener("input", () => {
    file = null;
    at("delivery-file").value = "";
    at("delivery-name").textContent = "";
    soon();
  });
  at("criteria-file").addEventListener("change", async ({ target }) => {
    const [chosen] = target.files;
    if (chosen === undefined) return;
    criteria.value = await chosen.text();
    soon();
  });
  at("delivery-file").addEventListener("change", async ({ target }) => {
    const [chosen] = target.files;
    file = chosen === undefined ? null : new Uint8Array(await chosen.arrayBuffer());
    at("delivery-name").textContent = chosen === undefined ? "" : "The file is the delivery; the text above does not count.";
    soon();
  });
  try {
    module = await import("/criteria-check.js");
    show();
  } catch (error) {
    say("The criteria can't be evaluated here (" + error.message + ").", "wait", "Use agent-court criteria check instead.");
  }
})();
`

/** The bundle of the module for browsers, which is made with the package; null in a checkout that was not built. */
export const criteriaBundle = (): string | null => {
  try {
    return readFileSync(createRequire(import.meta.url).resolve("agent-court/criteria/browser"), "utf8")
  } catch {
    return null
  }
}
