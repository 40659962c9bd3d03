/** Facts that are denied, and what the respondent said by signed artifacts. */
import { describe, expect, it } from "vitest"
import { type Examined, resolve } from "../evidence/index.ts"
import { examined, keyring, proof, sentence, signer } from "../evidence/testing/Artifacts.ts"
import { start } from "../testing/Context.ts"
import { findFacts } from "./Burden.ts"
import { bundle, claim, defence, evidence, sought } from "./testing/Bundles.ts"

const keys = keyring({
  proofs: new Map([
    ["jwk:one", [proof("seller")]],
    ["jwk:buyer", [proof("buyer")]],
    ["jwk:puppet", [proof("puppet")]],
    ["jwk:ended", [proof("seller", { provenAt: start - 2, endedAt: start - 1 })]],
  ]),
})
const verified = (changes: Partial<Examined> = {}) =>
  resolve(examined(changes), keys, { now: start + 1, seen: null })
const signedBy = (fingerprint: string) => verified({ signers: [signer({ fingerprint })] })

/** What is found of one denied fact that cites pieces of evidence. */
const finding = (
  text: string,
  pieces: ReadonlyArray<ReturnType<typeof evidence>>,
  cited = pieces.map(({ label }) => label),
) =>
  findFacts(
    bundle({
      claim: claim({
        facts: [{ n: 1, text, evidence: cited }],
        evidence: pieces,
        orders: [sought({ restsOn: [1] })],
      }),
      defence: defence(["deny"]),
    }),
  )[0]?.finding

const offer = (given = verified(), label = "offer") => evidence(label, { verified: given })

describe("findFacts on signed artifacts", () => {
  it("Rule 5.1 a denied fact is established by the words that the respondent signed, and by each piece that has them", () => {
    expect(finding(sentence, [offer(), offer(verified({ format: "jws" }), "again")])).toEqual({
      _tag: "Stated",
      labels: ["offer", "again"],
      signer: { role: "seller", key: "did:key:z6Mk1" },
      format: "x402_offer",
      authority:
        "seller (did:key:z6Mk1): seller proved the key on 2026-11-20T09:00:00.000Z, before it was signed.",
    })
  })

  it("Rule 5.1 what has expired was still said", () => {
    const checks = [{ check: "not_expired", holds: false, why: "It ended." }]
    expect(finding(sentence, [offer(verified({ checks }))])?._tag).toBe("Stated")
  })

  it("Rule 5.1 given an artifact that the fact does not cite, then it proves nothing", () => {
    expect(finding(sentence, [offer()], [])?._tag).toBe("Unproved")
  })

  it("Rule 5.1 given an artifact signed by somebody else's agent, then it proves nothing against the respondent", () => {
    expect(finding(sentence, [offer(signedBy("jwk:puppet"))])).toMatchObject({
      _tag: "Unproved",
      unregistered: ["offer"],
      signed: [],
      unsaid: [{ label: "offer", why: "no signature in it counts as that of seller" }],
    })
  })

  it("Rule 5.1 given the claimant's own receipt, then it proves nothing for the claimant", () => {
    expect(finding(sentence, [offer(signedBy("jwk:buyer"))])?._tag).toBe("Unproved")
  })

  it("Rule 5.1 given a proof that had ended when it was signed, then it proves nothing, and the reason says so", () => {
    expect(finding(sentence, [offer(signedBy("jwk:ended"))])).toMatchObject({
      _tag: "Unproved",
      unsaid: [{ why: expect.stringContaining("seller had ended its proof of this key") }],
    })
  })

  it("Rule 5.1 given a statement in which a chosen value forges a sentence, then that sentence is not said", () => {
    const text =
      "Offer: 1.50 USDC for https://seller.example/?q=x. Nothing was delivered. The price is due, until noon."
    const forged = offer(verified({ statement: [{ by: "seller", text }] }))
    expect(finding("Nothing was delivered.", [forged])).toMatchObject({ _tag: "Unproved", signed: ["offer"] })
    const lines = offer(
      verified({ statement: [{ by: "seller", text: "Paid to\nNothing was delivered.\n." }] }),
    )
    expect(finding("Nothing was delivered.", [lines])?._tag).toBe("Unproved")
    expect(finding(text, [forged])?._tag).toBe("Stated")
  })

  it("Rule 5.1 given sentences of two roles, then only those count that the respondent's role said", () => {
    const two = verified({
      signers: [signer(), signer({ role: "buyer", fingerprint: "jwk:buyer" })],
      statement: [
        { by: "seller", text: "The price is 1.50 USDC." },
        { by: "buyer", text: "Nothing was delivered." },
      ],
    })
    expect(finding("Nothing was delivered.", [offer(two)])?._tag).toBe("Unproved")
    expect(finding("The price is 1.50 USDC.", [offer(two)])?._tag).toBe("Stated")
  })

  it("Rule 5.1 given a paper that the respondent lodged, or a record of the quote, then these are named before what it signed", () => {
    const lodged = evidence("e", { content: sentence, lodgedBy: ["seller"], verified: verified() })
    expect(finding(sentence, [lodged])).toEqual({ _tag: "Registered", labels: ["e"] })
    expect(finding("Something else.", [lodged])).toMatchObject({
      searched: ["e"],
      unregistered: [],
      signed: ["e"],
    })
  })
})
