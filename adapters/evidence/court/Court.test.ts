import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { Lodged } from "../../../core/log/index.ts"
import { freshPem, fromPem, jwkOf, keySetOf, type SigningKey, signJws } from "../../keys/SigningKey.ts"
import { examine, recognise } from "../Formats.ts"
import { documents, encode, now } from "../testing/Artifacts.ts"
import { type Document, ownKeySet, ownNotary } from "../Verifier.ts"

const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

const key = fromPem(freshPem(Buffer.alloc(32, 3)))
const origin = "https://court.example"
const notaryUrl = `${origin}/.well-known/notary.json`
const jku = `${origin}/.well-known/jwks.json`
const notary = (publicKey: string, retiredKeys: ReadonlyArray<object> = []) =>
  JSON.stringify({ publicKey, retiredKeys })

const words = {
  court: "Market Court",
  register: "Main",
  citation: "[2026] MC 7",
  title: "Buyer v Seller",
  delivered: "2026-11-01T12:00:00.000Z",
  orders: [
    { kind: "pay", text: "Pay.\nOrder: more.", amountCents: 500, against: null, inFavourOf: null },
    { kind: "note", text: "Noted.", amountCents: null, against: null, inFavourOf: null },
  ],
}
const record = (by: SigningKey = key, payload = JSON.stringify(words)) => ({
  court: words.court,
  register: words.register,
  citation: words.citation,
  payload,
  algorithm: "ed25519",
  publicKey: by.publicKey,
  signature: by.sign(payload).toString("hex"),
  sha256: createHash("sha256").update(payload).digest("hex"),
  key: notaryUrl,
})
const own = (name: string, url: string, text: string) => new Map<string, Document>([[name, { url, text }]])

describe("a judgment", () => {
  it("Rule 5.4 of another court is sealed by the key that its host publishes", () => {
    const text = JSON.stringify(record())
    expect(recognise(text)?.needs).toEqual([ownNotary, notaryUrl])
    const found = examine(text, documents({ [notaryUrl]: notary(key.publicKey) }), now)
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      role: "court",
      key: `${notaryUrl}#${key.publicKey}`,
      fingerprint: `jwk:${jwkOf(key.publicKey).kid}`,
      valid: true,
      entitled: "host",
      host: "court.example",
    })
    expect(found?.statement.map(({ text }) => text)).toEqual([
      "Judgment: “[2026] MC 7” of “Market Court”, “Main”, delivered 2026-11-01T12:00:00.000Z.",
      "Judgment: the title is “Buyer v Seller”.",
      "Judgment: the order is pay, 500 cents, “Pay. Order: more.”.",
      "Judgment: the order is note, “Noted.”.",
    ])
  })

  it("Rule 5.4 of this court is sealed by its own key, whatever address stands beside it", () => {
    const text = JSON.stringify({ ...record(), key: "https://evil.example/keys" })
    const found = examine(text, own(ownNotary, notaryUrl, notary(key.publicKey)), now)
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({ host: "court.example", valid: true })
  })

  it("Rule 5.4 changed, by another key, or by nobody's says which rule does not hold", () => {
    const texts = documents({ [notaryUrl]: notary(key.publicKey) })
    const other = fromPem(freshPem(Buffer.alloc(32, 4)))
    expect(
      failed(examine(JSON.stringify({ ...record(), citation: "[2026] MC 8" }), texts, now)),
    ).toHaveLength(1)
    const forged = examine(JSON.stringify(record(other)), texts, now)
    expect(failed(forged)).toHaveLength(1)
    expect(forged?.signers[0]).toMatchObject({ valid: false, entitled: null, host: null })
    const retired = documents({
      [notaryUrl]: notary("00", [{ publicKey: key.publicKey, retiredAt: "2026-10-01T00:00:00Z" }, {}]),
    })
    expect(failed(examine(JSON.stringify(record()), retired, now))).toHaveLength(1)
    for (const place of [
      "https://court.example/users/eve/notary.json",
      "no address",
      "https://u:p@court.example/.well-known/notary.json",
    ])
      expect(failed(examine(JSON.stringify({ ...record(), key: place }), texts, now))).toContain(
        "key_published",
      )
    for (const text of ["{}", "no JSON"])
      expect(failed(examine(JSON.stringify(record()), documents({ [notaryUrl]: text }), now))).toContain(
        "key_published",
      )
    // Anybody can sign for a key of low order.
    const neutral = `01${"00".repeat(31)}`
    const anybody = { ...record(), publicKey: neutral, signature: `${neutral}${"00".repeat(32)}` }
    const low = examine(JSON.stringify(anybody), documents({ [notaryUrl]: notary(neutral) }), now)
    expect(low?.signers[0]).toMatchObject({ fingerprint: "unknown", valid: false })
    const short = examine(JSON.stringify({ ...record(), publicKey: "00", payload: "{}" }), texts, now)
    expect(short?.signers[0]).toMatchObject({ fingerprint: "unknown", signedAt: null })
    expect(short?.statement).toEqual([])
  })
})

describe("a receipt of a court", () => {
  const lodged = { id: "d-1", sequence: 7, sha256: "ab", lodgedAt: "2026-11-24T11:00:00.000Z" }
  const sign = (header: { typ: string; jku: string } | undefined, value: typeof lodged = lodged) =>
    signJws(key, value, header)
  const set = JSON.stringify({ keys: [jwkOf(key.publicKey), { kid: "other", n: 5 }] })

  it("Dealings Act 1.1 of this court, or of another by its key set, says what was signed", () => {
    const text = JSON.stringify({ ...lodged, receipt: sign(undefined) })
    expect(recognise(text)?.needs).toEqual([ownKeySet])
    const found = examine(text, own(ownKeySet, jku, set), now)
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      key: `${jku}#${jwkOf(key.publicKey).kid}`,
      signedAt: Date.parse(lodged.lodgedAt),
      host: "court.example",
    })
    expect(found?.statement[1]?.text).toBe("Record of the court: “sequence” is 7.")
    const elsewhere = JSON.stringify({ ...lodged, receipt: sign({ typ: "JOSE", jku }) })
    expect(recognise(elsewhere)?.needs).toEqual([ownKeySet, jku])
    expect(failed(examine(elsewhere, documents({ [jku]: set }), now))).toEqual([])
  })

  it("Dealings Act 1.1 as a token by itself names its key set, and has authority as the court's where that host publishes the key", () => {
    const token = signJws(key, lodged, keySetOf(origin))
    expect(recognise(`${token}\n`)?.needs).toEqual([ownKeySet, jku])
    for (const texts of [documents({ [jku]: set }), own(ownKeySet, jku, set)]) {
      const found = examine(token, texts, now)
      expect(found?.format).toBe("court_receipt")
      expect(failed(found)).toEqual([])
      expect(found?.signers[0]).toMatchObject({ role: "court", host: "court.example", entitled: "host" })
      expect(found?.statement.map(({ text }) => text)).toContain("Record of the court: “sequence” is 7.")
    }
    // A set at another place, another payload, or no named set: a token like any other, which is not a court's.
    for (const other of [
      signJws(key, lodged, { jku: "https://court.example/bob/jwks.json" }),
      signJws(key, { ...lodged, lodgedAt: "x", sha256: "y" }, {}),
      signJws(key, { id: "d-1" }, keySetOf(origin)),
    ])
      expect(recognise(other)?.format).toBe("jws")
    const forged = signJws(fromPem(freshPem(Buffer.alloc(32, 4))), lodged, keySetOf(origin))
    expect(failed(examine(forged, documents({ [jku]: set }), now))).toEqual(["key_published", "signature"])
  })

  it("Dealings Act 1.1 with other members, or by a key that nobody lists, says so", () => {
    const receipt = sign({ typ: "JOSE", jku })
    const changed = examine(
      JSON.stringify({ ...lodged, sequence: 8, receipt }),
      documents({ [jku]: set }),
      now,
    )
    expect(failed(changed)).toEqual(["members"])
    expect(changed?.statement).toEqual([])
    const unlisted = examine(JSON.stringify({ ...lodged, receipt }), documents(), now)
    expect(failed(unlisted)).toEqual(["key_published", "signature"])
    const bare = `${encode({ alg: "EdDSA" })}.e30.AAAA`
    expect(failed(examine(JSON.stringify({ asOf: "never", signature: bare }), documents(), now))).toContain(
      "members",
    )
    expect(recognise(JSON.stringify({ receipt: 5, signature: "x" }))).toBeNull()
  })

  it("Dealings Act 1.1B of a batch proves an entry that stands under its root, and says nothing of any other", () => {
    const entries = [7, 8, 9].map((sequence) => ({ ...lodged, sequence, sha256: "ab".repeat(32) }))
    const leaves = entries.map((entry) => Lodged.hashEntry(entry))
    const states = {
      id: "b-1",
      lodger: "seller",
      lodgedAt: lodged.lodgedAt,
      size: 3,
      root: Lodged.rootOfEntries(leaves),
    }
    const batch = { ...states, receipt: signJws(key, states), index: 1, path: Lodged.pathOfEntry(1, leaves) }
    const texts = own(ownKeySet, jku, set)
    const text = (more: object = {}, ofBatch: object = {}) =>
      JSON.stringify({ ...entries[1], ...more, batch: { ...batch, ...ofBatch } })
    const found = examine(text(), texts, now)
    expect(found?.format).toBe("court_receipt")
    expect(failed(found)).toEqual([])
    const said = found?.statement.map(({ text: each }) => each)
    expect(said).toContain("Record of the court: “sequence” is 8.")
    expect(said?.some((each) => each.startsWith("Record of the court: “lodger” is"))).toBe(true)
    for (const [forged, of] of [
      [{ sequence: 7 }, {}],
      [{ lodgedAt: "2026-11-25T11:00:00.000Z" }, {}],
      [{}, { index: 0 }],
      [{}, { path: [...batch.path, 5, "zz"] }],
    ] as const) {
      const wrong = examine(text(forged, of), texts, now)
      expect(failed(wrong)).toEqual(["entry"])
      expect(wrong?.statement).toEqual([])
    }
    expect(failed(examine(text({}, { lodger: "buyer" }), texts, now))).toEqual(["members"])
    for (const odd of [{ id: 5 }, { sequence: "8 " }]) expect(recognise(text(odd))).toBeNull()
    expect(recognise(text({}, { receipt: "no token" }))).toBeNull()
  })
})
