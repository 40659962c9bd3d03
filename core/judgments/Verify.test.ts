import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../kernel/Hash.ts"
import {
  howToVerify,
  type NotaryDocument,
  orderHandles,
  type SealedRecord,
  type ServedJudgment,
  sealRules,
  verifyJudgment,
  verifySeal,
  wordsOf,
} from "./Verify.ts"

const secretKey = new Uint8Array(32).fill(7)
const otherKey = new Uint8Array(32).fill(8)
const publicKeyOf = (secret: Uint8Array) => bytesToHex(ed25519.getPublicKey(secret))

// The payload has line ends and letters with two Unicode forms, so that a test can change either.
const payload = JSON.stringify({
  court: "Magistrate",
  citation: "[2026] MC 7",
  orders: [{ kind: "pay", text: "Pay the café.", amountCents: 100, against: "a", inFavourOf: "b" }],
  reasons: "# Judgment\n\nThe order of the café.",
})

const sealed = (text: string, secret = secretKey): SealedRecord => ({
  payload: text,
  algorithm: "ed25519",
  publicKey: publicKeyOf(secret),
  signature: bytesToHex(ed25519.sign(utf8ToBytes(text), secret)),
  sha256: sha256Hex(text),
})
const words = {
  court: "Magistrate",
  register: "Register of Judgments",
  citation: "[2026] MC 7",
  series: "MC",
  title: "A v B",
  delivered: "2026-11-20T09:00:00.000Z",
  orders: [{ kind: "pay", text: "Pay.", amountCents: 100, against: "a", inFavourOf: "b" }],
  reasons: "# Judgment",
}
const served = (
  underSeal: Partial<typeof words> = {},
  besideSeal: Partial<ServedJudgment> = {},
): ServedJudgment => {
  const { court, register, citation } = words
  return { court, register, citation, ...sealed(JSON.stringify({ ...words, ...underSeal })), ...besideSeal }
}
const notary: NotaryDocument = { publicKey: publicKeyOf(secretKey), retiredKeys: [] }
const rotated: NotaryDocument = {
  publicKey: publicKeyOf(otherKey),
  retiredKeys: [{ publicKey: publicKeyOf(secretKey), retiredAt: "2026-11-20T09:00:00.001Z" }],
}
const original = sealed(payload)

describe("verifySeal", () => {
  it("Rule 5.4 a verifier of the host decides whether the signature verifies, and nothing else", () => {
    expect(verifySeal(original, notary, () => false).failed).toEqual(["signature"])
    const verified = served()
    const seen: Array<ReadonlyArray<number>> = []
    const by = (...bytes: ReadonlyArray<Uint8Array>) => {
      seen.push(bytes.map(({ length }) => length))
      return true
    }
    expect(verifyJudgment(verified, notary, null, by).valid).toBe(true)
    expect(seen).toEqual([[64, utf8ToBytes(verified.payload).length, 32]])
    const forged = { ...verified, publicKey: publicKeyOf(otherKey) }
    expect(verifyJudgment(forged, notary, null, by).failed).toEqual(["key"])
    expect(verifyJudgment({ ...verified, signature: "" }, notary, null, by).failed).toEqual(["signature"])
  })

  it("Rule 5.4 the hash and the signature are what OpenSSL gave for the same key and text", () => {
    expect(original.publicKey).toBe("ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c")
    expect(original.sha256).toBe("09d02fd33e01f260a0e0d7873b137aa3f9c8b4630a0f53f7acfd03546bc0eab4")
    expect(original.signature).toBe(
      "b98bf546c364b1b8dad223f4f6511729cb9b3e5458bf909a39e46afe94a8fb94721f72a056af6bc99534f8256bf20ff7d1db82ace2d8ae0e04ed7ac2903e3e0e",
    )
    expect(verifySeal(original, notary)).toEqual({ valid: true, failed: [] })
  })

  it.each([
    ["a changed byte", payload.replace("100", "101")],
    ["CRLF for LF", payload.replaceAll("\\n", "\\r\\n")],
    ["another Unicode form", payload.normalize("NFD")],
    [
      "its members in another order",
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(payload)).reverse())),
    ],
    ["white space between its members", JSON.stringify(JSON.parse(payload), null, 2)],
    ["a line end after it", `${payload}\n`],
    ["a byte order mark before it", `\ufeff${payload}`],
  ])("Rule 5.4 a payload with %s is rejected, even if its hash is corrected too", (_what, altered) => {
    expect(altered).not.toBe(payload)
    expect(verifySeal({ ...original, payload: altered }, notary).failed).toEqual(["sha256", "signature"])
    expect(verifySeal({ ...original, payload: altered, sha256: sha256Hex(altered) }, notary).failed).toEqual([
      "signature",
    ])
  })

  it("Rule 5.4 a payload with a lone surrogate is rejected, because its UTF-8 bytes would be those of another text", () => {
    const lone = payload.replace("Judgment", "\ud800")
    expect(verifySeal(sealed(lone.replace("\ud800", "\ufffd")), notary).valid).toBe(true)
    const disguised = { ...sealed(lone.replace("\ud800", "\ufffd")), payload: lone }
    expect(verifySeal(disguised, notary).failed).toEqual(["payload"])
  })

  it("Rule 5.4 a seal under a retired key is valid for judgments delivered before retirement, and for no judgment from then on", () => {
    const deliveredAt = (delivered: string) => sealed(JSON.stringify({ ...words, delivered }))
    expect(verifySeal(deliveredAt("2026-11-20T09:00:00.000Z"), rotated).valid).toBe(true)
    expect(verifySeal(deliveredAt("2026-11-20T09:00:00.001Z"), rotated).failed).toEqual(["retired"])
    expect(verifySeal(deliveredAt("yesterday"), rotated).failed).toEqual(["retired"])
    expect(verifySeal(sealed("no judgment"), rotated).failed).toEqual(["retired"])
  })

  it("Rule 5.4 a key that was retired twice seals nothing from the first time on", () => {
    const [first] = rotated.retiredKeys
    const later = { publicKey: publicKeyOf(secretKey), retiredAt: "2026-11-21T09:00:00.000Z" }
    const other = { publicKey: publicKeyOf(otherKey), retiredAt: "2026-11-19T09:00:00.000Z" }
    const at = (delivered: string, ...retiredKeys: NotaryDocument["retiredKeys"]) =>
      verifySeal(sealed(JSON.stringify({ ...words, delivered })), { ...rotated, retiredKeys }).failed
    const retired = [later, other, ...(first === undefined ? [] : [first])]
    expect(at("2026-11-20T09:00:00.000Z", ...retired)).toEqual([])
    expect(at("2026-11-20T10:00:00.000Z", ...retired)).toEqual(["retired"])
    expect(at("2026-11-20T10:00:00.000Z", later, other)).toEqual([])
  })

  it.each([
    ["publicKey", "0"],
    ["publicKey", "g"],
    ["signature", "0"],
    ["signature", "g"],
  ] as const)(
    "Rule 5.4 a %s with %j before or after it is rejected, and the verifier is not asked",
    (member, more) => {
      const asked = () => true
      for (const altered of [`${more}${original[member]}`, `${original[member]}${more}`])
        expect(
          verifySeal({ ...original, [member]: altered }, { ...notary, publicKey: original.publicKey }, asked)
            .failed,
        ).toContain("signature")
    },
  )

  it("Rule 5.4 a time that the signature does not cover never makes a seal under a retired key valid", () => {
    const late = sealed(JSON.stringify({ ...words, delivered: "2026-11-20T10:00:00.000Z" }))
    const backdated = { ...late, sealedAt: "2026-11-20T08:00:00.000Z" }
    expect(verifySeal(backdated, rotated).failed).toEqual(["retired"])
  })

  it("Rule 5.4 another court's key, a key that is not a point of the curve, or another algorithm is rejected", () => {
    expect(verifySeal(sealed(payload, otherKey), notary).failed).toEqual(["key"])
    expect(verifySeal({ ...original, publicKey: publicKeyOf(otherKey) }, notary).failed).toEqual([
      "key",
      "signature",
    ])
    expect(verifySeal({ ...original, publicKey: "f".repeat(64) }, notary).failed).toEqual([
      "key",
      "signature",
    ])
    expect(verifySeal({ ...original, algorithm: "none" }, notary).failed).toEqual(["algorithm"])
  })

  it("Rule 5.4 a key and signature made of the identity point are rejected, although lax verifiers accept them for any text", () => {
    const identity = `01${"00".repeat(31)}`
    const forged = { ...original, publicKey: identity, signature: `${identity}${"00".repeat(32)}` }
    expect(verifySeal(forged, { publicKey: identity, retiredKeys: [] }).failed).toEqual(["signature"])
  })

  it("Rule 5.4 a record with one changed character, in any member, is rejected", () => {
    const members = ["payload", "publicKey", "signature", "sha256"] as const
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.nat(), (member, place) => {
        const text = original[member]
        const i = place % text.length
        const altered = `${text.slice(0, i)}${text[i] === "0" ? "1" : "0"}${text.slice(i + 1)}`
        expect(verifySeal({ ...original, [member]: altered }, notary).valid).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

describe("verifyJudgment", () => {
  it("PD17 §1 the judgment that was asked for is valid, and so is a record that is checked against no citation", () => {
    expect(verifyJudgment(served(), notary, "[2026] MC 7")).toEqual({ valid: true, failed: [] })
    expect(verifyJudgment(served(), notary, null)).toEqual({ valid: true, failed: [] })
  })

  it.each([
    [
      "the true seal of another judgment, served whole",
      served({ citation: "[2026] MC 8" }, { citation: "[2026] MC 8" }),
      ["asked"],
    ],
    [
      "the true seal of another judgment under this citation",
      served({ citation: "[2026] MC 8" }),
      ["record", "asked"],
    ],
    ["this judgment under another citation", served({}, { citation: "[2026] MC 8" }), ["record"]],
    ["another court beside the seal", served({}, { court: "High Court" }), ["record"]],
    ["another register beside the seal", served({}, { register: "Register of Opinions" }), ["record"]],
    [
      "a true seal on a text that is not a judgment",
      { ...served(), ...sealed('{"citation":"[2026] MC 7"}') },
      ["words"],
    ],
    ["a true seal on a text that is not JSON", { ...served(), ...sealed("Pay.") }, ["words"]],
    ["a true seal on a number", { ...served(), ...sealed("7") }, ["words"]],
    [
      "a true seal on an order without its words",
      { ...served(), ...sealed(JSON.stringify({ ...words, orders: [{ kind: "pay" }] })) },
      ["words"],
    ],
    [
      "a true seal on a day that does not exist",
      served({ delivered: "2026-02-30T09:00:00.000Z" }),
      ["words"],
    ],
  ])("PD17 §1 verification rejects %s", (_what, record, failed) => {
    expect(verifyJudgment(record, notary, "[2026] MC 7")).toEqual({ valid: false, failed })
  })
})

describe("the words of a judgment", () => {
  const [order] = words.orders
  const read = (changes: object) => wordsOf(JSON.stringify({ ...words, ...changes }))

  it("Rule 5.4 are the members that programs read, and no others", () => {
    const { series: _, reasons: __, ...members } = words
    expect(read({})).toEqual({ ...members, delivered: Date.UTC(2026, 10, 20, 9) })
    expect(read({ orders: [{ ...order, hours: 72 }] })?.orders).toEqual(words.orders)
    expect(read({ orders: [] })?.orders).toEqual([])
    const nobody = { ...order, amountCents: null, against: null, inFavourOf: null }
    expect(read({ orders: [nobody] })?.orders).toEqual([nobody])
  })

  it.each([
    ...["court", "register", "citation", "title", "delivered", "orders"].flatMap((member) =>
      [7, null, undefined].map((value) => ({ [member]: value })),
    ),
    { delivered: "tomorrow" },
    { orders: { 0: order } },
    ...[null, 7, "pay", [order]].map((one) => ({ orders: [one] })),
    ...["kind", "text"].flatMap((member) =>
      [7, null, undefined].map((value) => ({ orders: [{ ...order, [member]: value }] })),
    ),
    ...["100", 0.5, 2 ** 53, undefined].map((amountCents) => ({ orders: [{ ...order, amountCents }] })),
    ...["against", "inFavourOf"].flatMap((member) =>
      [7, undefined].map((value) => ({ orders: [{ ...order, [member]: value }] })),
    ),
    // The second order counts as the first one does.
    { orders: [order, { ...order, text: 7 }] },
  ])("Rule 5.4 given a payload with %j, then it is the payload of no judgment", (changes) => {
    expect(read(changes)).toBeNull()
  })

  it.each(["", "{", "null", "7", '"a judgment"', "[]"])(
    "Rule 5.4 given the payload %j, then it is that of no judgment",
    (text) => {
      expect(wordsOf(text)).toBeNull()
    },
  )
})

describe("the handles of the parties of orders", () => {
  it("Rule 5.4 come from the reasons under the same seal, and from nothing else", () => {
    const reasons =
      "# A v B\n\n## Orders\n\n1. **pay**, against seller (a-1), in favour of buyer (b-1), USD 1.00: Pay.\n"
    expect(orderHandles(JSON.stringify({ reasons }))).toEqual([{ against: "seller", inFavourOf: "buyer" }])
    for (const none of [JSON.stringify({ title: reasons }), reasons, "{"])
      expect(orderHandles(none)).toEqual([])
  })
})

describe("how a seal is checked", () => {
  it("Rule 5.4 anybody can check a seal by hand in these steps", () => {
    const shown = {
      court: "Magistrate",
      register: "Register of Judgments",
      citation: "[2026] MC 1",
      payload: "{}",
      algorithm: "ed25519",
      publicKey: "00".repeat(32),
      signature: "ff".repeat(64),
      sha256: "ab".repeat(32),
    }
    const steps = howToVerify(shown, { key: "https://c/key", judgment: "https://c/judgment" })
    expect(steps).toEqual([
      `Save the string in "payload" exactly as it is, as UTF-8 without a line end, as payload.json. For example: curl -s 'https://c/judgment' | jq -j .payload > payload.json`,
      `Read https://c/key. Its publicKey must be ${shown.publicKey}, or its retiredKeys must list that key with a retiredAt later than the "delivered" in payload.json.`,
      `Run: openssl dgst -sha256 payload.json. It must print ${shown.sha256}.`,
      `Write the key as a file (the base64 text is 302a300506032b6570032100 and the public key): echo MCowBQYDK2VwAyEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= | openssl base64 -d -A > notary.der`,
      `Write the signature as a file (the base64 text is the hexadecimal signature): echo ${"/".repeat(85)}w== | openssl base64 -d -A > payload.sig`,
      "Run: openssl pkeyutl -verify -pubin -keyform DER -inkey notary.der -rawin -in payload.json -sigfile payload.sig. It must print: Signature Verified Successfully",
      `Read payload.json: its citation must be [2026] MC 1, its court Magistrate and its register Register of Judgments. Believe its title, its "delivered" and its orders, and nothing that stands beside the payload: a true seal can be shown with another judgment.`,
    ])
  })
})

describe("the rules of a seal in words", () => {
  it("Rule 5.4 all hold if no check failed", () => {
    expect(sealRules([]).every(({ holds, why }) => holds && why === "")).toBe(true)
  })

  it.each([
    ["payload", "1. the payload is taken as UTF-8 bytes", "it is not text that UTF-8 can carry"],
    ["key", "2. the public key is the court's, in force at the delivery", "the court does not list this key"],
    [
      "retired",
      "2. the public key is the court's, in force at the delivery",
      "the key was retired when the words under seal say that they were delivered",
    ],
    ["algorithm", "3. the ed25519 signature is over these bytes", "the algorithm is not ed25519"],
    ["signature", "3. the ed25519 signature is over these bytes", "the signature does not verify"],
    ["sha256", "4. the sha256 is that of these bytes", "the bytes have another hash"],
    ["words", "5. the record says what is under seal", "the payload is no judgment"],
    [
      "record",
      "5. the record says what is under seal",
      "the record states another citation, court or register than the payload",
    ],
    [
      "asked",
      "6. what is under seal is the judgment that was asked for",
      "a true seal of another judgment is not this one's",
    ],
  ] as const)(
    "Rule 5.4 given the failed check %j, then rule %j alone does not hold, because %s",
    (check, rule, why) => {
      const all = sealRules([check])
      expect(all.map(({ rule }) => rule[0]).join("")).toBe("123456")
      expect(all.filter(({ holds }) => !holds)).toEqual([{ rule, holds: false, why }])
      expect(all.filter(({ holds }) => holds).every(({ why }) => why === "")).toBe(true)
    },
  )

  it("Rule 5.4 given two failed checks of one rule, then it says why for both", () => {
    const broken = sealRules(["words", "record"]).filter(({ holds }) => !holds)
    expect(broken.map(({ why }) => why)).toEqual([
      "the payload is no judgment, the record states another citation, court or register than the payload",
    ])
  })
})
