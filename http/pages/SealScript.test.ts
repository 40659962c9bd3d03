import { generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { verifyJudgment } from "../../core/judgments/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { sealScript } from "./SealScript.ts"

const keyPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  const hex = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex")
  return { hex, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("hex") }
}
const key = keyPair()
const words = {
  court: "Magistrate",
  register: "Register of Judgments",
  citation: "[2026] MC 1",
  title: "A v B",
  delivered: "2026-11-20T09:00:00.000Z",
  orders: [],
  reasons: "Weil — “ja”.",
}
const recordOf = (under: Partial<typeof words> = {}) => {
  const { court, register, citation } = { ...words, ...under }
  const payload = JSON.stringify({ ...words, ...under })
  return {
    court,
    register,
    citation,
    payload,
    algorithm: "ed25519",
    publicKey: key.hex,
    signature: key.sign(payload),
    sha256: sha256Hex(payload),
    sealedAt: "2026-11-20T09:00:00.000Z",
  }
}
const record = recordOf()
const { payload } = record
type Record_ = typeof record
const court = {
  publicKey: key.hex,
  retiredKeys: [] as ReadonlyArray<{ publicKey: string; retiredAt: string }>,
}

/** Runs the script as a page does, and gives the verdict and the checks that it writes into the page. */
const checked = async (served: Record_, notary = court, shown = served.payload) => {
  const lines: Array<string> = []
  const element = () => ({ textContent: "", className: "", append: () => {} })
  let settle = (_kind: string) => {}
  const done = new Promise<string>((resolve) => {
    settle = resolve
  })
  const verdict = {
    textContent: "",
    set className(kind: string) {
      settle(kind)
    },
  }
  const list = {
    dataset: { record: "/api/v1/judgments/x", citation: words.citation },
    append: (item: { readonly mark: string; readonly words: string }) =>
      lines.push(`${item.mark}${item.words}`),
  }
  const page = {
    getElementById: (id: string) =>
      ({ "seal-checks": list, "seal-verdict": verdict, payload: { textContent: shown } })[id] ?? null,
    createElement: (tag: string) =>
      tag === "span"
        ? element()
        : {
            mark: "",
            words: "",
            append(mark: { readonly textContent: string }, words: string) {
              Object.assign(this, { mark: mark.textContent, words })
            },
          },
  }
  const fetched = async (address: string) =>
    Response.json(address === "/.well-known/notary.json" ? notary : served)
  // The script is a whole program. The document and `fetch`, which it uses, are passed in.
  new Function("document", "fetch", sealScript)(page, fetched)
  const kind = await done
  return { kind, words: verdict.textContent, lines }
}

describe("the check of a seal in a browser", () => {
  it("Rule 5.4 a good seal passes every check", async () => {
    const { kind, words, lines } = await checked(record)
    expect([kind, words]).toEqual(["good", "The seal is good."])
    expect(lines).toHaveLength(6)
    expect(lines.every((line) => line.startsWith("holds "))).toBe(true)
  })

  it.each([
    ["words that were changed", { payload: payload.replace("ja", "no") }, ["signature", "SHA-256"]],
    ["a hash of other words", { sha256: sha256Hex("other") }, ["SHA-256"]],
    ["another algorithm", { algorithm: "none" }, ["signature"]],
  ])("Rule 5.4 %s are noticed", async (_what, change, fails) => {
    const { kind, lines } = await checked({ ...record, ...change })
    expect(kind).toBe("bad")
    const failed = lines.filter((line) => line.startsWith("FAILS"))
    expect(failed).toHaveLength(fails.length)
    for (const [i, word] of fails.entries()) expect(failed[i]).toContain(word)
  })

  it("Rule 5.4 a key that is not the court's is noticed, and a retired key is good for what it sealed before", async () => {
    const other = { publicKey: keyPair().hex, retiredKeys: [] }
    expect((await checked(record, other)).kind).toBe("bad")
    const retired = (retiredAt: string) => ({ ...other, retiredKeys: [{ publicKey: key.hex, retiredAt }] })
    expect((await checked(record, retired("2026-11-20T09:00:00.001Z"))).kind).toBe("good")
    expect((await checked(record, retired("2026-11-20T09:00:00.000Z"))).kind).toBe("bad")
  })

  it.each([
    ["the true seal of another judgment, served whole", recordOf({ citation: "[2026] MC 2" })],
    [
      "the true seal of another judgment",
      { ...recordOf({ citation: "[2026] MC 2" }), citation: words.citation },
    ],
    ["this judgment under another citation", { ...record, citation: "[2026] MC 2" }],
    ["another court beside the seal", { ...record, court: "High Court" }],
    ["another register beside the seal", { ...record, register: "Opinions" }],
    ["a delivery after the key retired", recordOf({ delivered: "2026-11-20T13:00:00.000Z" })],
    ["a delivery that is no time", recordOf({ delivered: "yesterday" })],
    ["nothing but what is true", record],
  ])("PD17 §1 judges as the core does: %s", async (_what, served) => {
    const retired = { publicKey: key.hex, retiredAt: "2026-11-20T12:00:00.000Z" }
    const notary = { publicKey: keyPair().hex, retiredKeys: [retired] }
    const { valid } = verifyJudgment(served, notary, words.citation)
    expect((await checked(served, notary)).kind).toBe(valid ? "good" : "bad")
    expect(valid).toBe(served === record)
  })

  it("a page that shows other words than those under seal is noticed", async () => {
    const { lines } = await checked(record, court, payload.replace("ja", "no"))
    expect(lines.filter((line) => line.startsWith("FAILS"))).toEqual([
      "FAILS the words under seal are those at the foot of this page",
    ])
  })

  it("a seal that can't be checked is reported as such, and not as good", async () => {
    const { kind, words } = await checked({ ...record, publicKey: "zz" })
    expect(kind).toBe("wait")
    expect(words).toContain("could not be checked")
  })
})
