/**
 * The part of a page that says whether the court's log has what the page shows, and the script that checks it in the reader's browser
 * (PD17 §1). The script fetches the record, its proof and the court's keys itself, has them checked by `checkRecord`, and writes only text
 * into the page.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Html, html } from "./Html.ts"
import { fold } from "./Parts.ts"

/** The part of a page on a record. `path` is that of the record under the address of the court; its proof stands beneath it. */
export const proofPart = (baseUrl: string, path: string): Html =>
  fold(
    "Log",
    html`<span id="proof-verdict" class="wait" data-record="${path}">Your browser has not checked whether the log has this.</span>`,
    html`<div>
<p id="proof-words"></p>
<noscript><p>The check in the browser needs JavaScript. The commands below need none.</p></noscript>
<p class="soft">Every event that this Court records is a leaf of its log, whose size and root it signs and its witnesses sign too. A proof shows that the log has what you read here. Whoever keeps it can show that later, whatever the Court then says. The check above runs a script of this Court, and asks this Court who its witnesses are. Whoever would rather trust nothing here keeps the proof and checks it, with <code>--policy</code> against witnesses of their own choice:</p>
<pre>curl -o proof.txt ${`${baseUrl}${path}/proof`}
agent-court verify ${`${baseUrl}${path}`} --proof proof.txt</pre>
</div>`,
  )

export const proofScript = `"use strict";
(async () => {
  const verdict = document.getElementById("proof-verdict");
  const more = document.getElementById("proof-words");
  if (verdict === null || more === null) return;
  const say = (words, kind, meaning) => {
    verdict.textContent = words;
    verdict.className = kind;
    more.textContent = meaning;
  };
  const get = (address) => fetch(address, { cache: "no-store", credentials: "omit" });
  const need = async (address) => {
    const response = await get(address);
    if (!response.ok) throw new Error(address + " answers " + response.status);
    return response;
  };
  const changed = "What this Court serves now is not what its log has: one of the two was changed. ";
  const altered = "The proof was changed after the log signed it, or was never signed by it, so it shows nothing. ";
  const meanings = {
    no_proof: "What came as the proof can't be read, so it shows nothing. ",
    no_record: "What came as the record can't be read, so nothing is shown of it. ",
    other_record: changed,
    other_leaf: altered,
    not_included: altered,
    unsigned: altered,
    bad_signature: altered,
    other_origin: "The proof is of another log than the one that this Court names as its own. ",
  };
  const keep = "Keep the page and the proof, and ask the Registrar; a monitor of the log can say whether others see the same.";
  const signers = (names, all) =>
    all === 0
      ? "This Court names no witnesses of its log."
      : "The checkpoint is cosigned by " + names.length + " of " + all + " witnesses" +
        (names.length === 0 ? "." : ": " + names.join(", ") + ".");
  const path = verdict.dataset.record;
  /** Reads the record and its proof, and checks them. Gives the seconds to wait if the log is behind, or that the log contradicts it. */
  const look = async ({ checkRecord, parseVerifierKey }) => {
    const record = await (await need(path)).json();
    const answer = await get(path + "/proof");
    const seconds = answer.headers.get("retry-after");
    if (answer.status === 503 && seconds !== null) return { seconds };
    const isProblem = answer.headers.get("content-type")?.startsWith("application/problem+json");
    if (isProblem && (await answer.json()).code === "event_altered") return { contradicted: true };
    if (!answer.ok) throw new Error(path + "/proof answers " + answer.status);
    const { log } = await (await need("/.well-known/notary.json")).json();
    const keysOf = (texts) => texts.map(parseVerifierKey).filter((key) => key !== null);
    // A witness has a key of this type always, and may have one beside it that a browser can't check.
    const cosigners = keysOf(log.witnesses).filter(({ type }) => type === 4);
    const witnesses = cosigners.map((key) => ({ name: key.name, key, url: null }));
    // The words that the reader sees are checked, and not the words of a second answer.
    const shown = document.getElementById("payload")?.textContent;
    const found = checkRecord(shown === undefined ? record : { ...record, payload: shown }, await answer.text(), {
      logs: keysOf([log.vkey]),
      policy: { logs: [], witnesses, quorum: null },
    });
    return { found, all: witnesses.length };
  };
  try {
    const checking = await import("/proof-check.js");
    let { seconds, contradicted, found, all } = await look(checking);
    // An entry may have moved between the two answers.
    if (found?.verdict === "other_record") ({ seconds, contradicted, found, all } = await look(checking));
    if (contradicted) {
      say("The log does NOT show this: it holds another event than the store of this Court.", "bad", changed + keep);
      return;
    }
    if (found === undefined) {
      say(
        "The log has not come to this yet.",
        "wait",
        "It is published within " + seconds + " seconds as a rule, and later if the witnesses of the log are slow to sign. Load this page again then.",
      );
      return;
    }
    if (!found.valid) {
      const words = checking.recordVerdicts[found.verdict];
      say("The log does NOT show this: " + words + ".", "bad", (meanings[found.verdict] ?? "") + keep);
      return;
    }
    const { origin, index, size, root } = found.checkpoint;
    say(
      "The log has this.",
      "good",
      "It is event " + (index + 1) + " of the log " + origin + ", which had " + size + " events and the root " + root +
        " when it signed. " + signers(found.witnesses, all),
    );
  } catch (error) {
    say("It could not be checked here (" + error.message + "). Check it as written below.", "wait", "");
  }
})();
`

/** The bundle of `checkRecord` for browsers, which is made with the package; null in a checkout that was not built. */
export const proofBundle = (): string | null => {
  try {
    return readFileSync(
      createRequire(import.meta.url).resolve("agent-court/http/client/proof/browser"),
      "utf8",
    )
  } catch {
    return null
  }
}
