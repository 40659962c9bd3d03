/**
 * The check of a judgment in the reader's browser (Rule 5.4, PD17 §1), by the browser's own cryptography and the rules of
 * `verifyJudgment`. A test compares the two. The script is served unchanged, fetches the record and the key document itself, and
 * writes only text into the page.
 */
export const sealScript = `"use strict";
(async () => {
  const list = document.getElementById("seal-checks");
  const verdict = document.getElementById("seal-verdict");
  if (list === null || verdict === null) return;
  const say = (words, kind) => {
    verdict.textContent = words;
    verdict.className = kind;
  };
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hexOf = (buffer) =>
    Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const read = async (address) => {
    const response = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (!response.ok) throw new Error(address + " answers " + response.status);
    return response.json();
  };
  const wordsOf = (payload) => {
    try {
      return JSON.parse(payload) ?? {};
    } catch {
      return {};
    }
  };
  const inForce = (publicKey, delivered, notary) => {
    if (publicKey === notary.publicKey) return true;
    const retired = notary.retiredKeys.filter((key) => key.publicKey === publicKey);
    return (
      retired.length > 0 && retired.every(({ retiredAt }) => Date.parse(delivered) < Date.parse(retiredAt))
    );
  };
  const show = (words, holds) => {
    const item = document.createElement("li");
    const mark = document.createElement("span");
    mark.className = holds ? "good" : "bad";
    mark.textContent = holds ? "holds" : "FAILS";
    item.append(mark, " " + words);
    list.append(item);
    return holds;
  };
  if (globalThis.crypto?.subtle === undefined) {
    say("Your browser checks signatures only on a page that it reached over https. Check the seal as written below.", "wait");
    return;
  }
  try {
    const record = await read(list.dataset.record);
    const notary = await read("/.well-known/notary.json");
    const payload = new TextEncoder().encode(record.payload);
    const algorithm = { name: "Ed25519" };
    const key = await crypto.subtle.importKey("raw", bytesOf(record.publicKey), algorithm, false, ["verify"]);
    const signed = await crypto.subtle.verify(algorithm, key, bytesOf(record.signature), payload);
    const hash = hexOf(await crypto.subtle.digest("SHA-256", payload));
    const words = wordsOf(record.payload);
    const shown = document.getElementById("payload")?.textContent;
    const checks = [
      show("the words under seal are those at the foot of this page", shown === record.payload),
      show("the public key is the court's, in force at the delivery", inForce(record.publicKey, words.delivered, notary)),
      show("the ed25519 signature is over these words", record.algorithm === "ed25519" && signed),
      show("the SHA-256 is that of these words", hash === record.sha256),
      show(
        "the record says what is under seal",
        ["citation", "court", "register"].every((member) => record[member] === words[member]),
      ),
      show("what is under seal is the judgment of this page", words.citation === list.dataset.citation),
    ];
    if (checks.every(Boolean)) say("The seal is good.", "good");
    else say("The seal is NOT good.", "bad");
  } catch (error) {
    const unknown = error instanceof DOMException && error.name === "NotSupportedError";
    say(
      unknown
        ? "This browser does not know ed25519. Check the seal as written below."
        : "The seal could not be checked here (" + error.message + "). Check it as written below.",
      "wait",
    );
  }
})();
`
