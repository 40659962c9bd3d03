import { secp256k1 } from "@noble/curves/secp256k1.js"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { examine, recognise } from "../Formats.ts"
import {
  account,
  didDocument,
  documents,
  ed25519,
  es256,
  now,
  offerOf,
  receiptPayload,
  resource,
  seconds,
  token,
  typedOffer,
  typedReceipt,
} from "../testing/Artifacts.ts"

const seller = account()
const place = "https://api.example.com/.well-known/did.json"
const did = "did:web:api.example.com"

const read = (value: unknown, texts = {}, at = now) => examine(JSON.stringify(value), documents(texts), at)
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

describe("an offer of x402", () => {
  it("Rule 4.2 by the address that is paid holds, and is said in a sentence", async () => {
    const found = read(await typedOffer(seller))
    expect(failed(found)).toEqual([])
    expect(found?.signers).toEqual([
      {
        role: "seller",
        key: `eip155:8453:${seller.address}`,
        fingerprint: `evm:${seller.address.toLowerCase()}`,
        valid: true,
        signedAt: null,
        entitled: "pay_to",
        host: null,
      },
    ])
    expect(found?.statement[0]).toEqual({
      by: "seller",
      text: `Offer: 1.50 USDC on eip155:8453 to ${seller.address} for ${resource}, until 2026-11-24T12:10:00.000Z.`,
    })
  })

  it("Rule 4.2 keeps its statement when its term has passed", async () => {
    const found = read(await typedOffer(seller), {}, now + 3_600_000)
    expect(failed(found)).toEqual(["not_expired"])
    expect(found?.signers[0]).toMatchObject({ valid: true, entitled: "pay_to" })
  })

  it("Rule 4.11 gives an account its terms; a term that is not a time, or a text that is too long, gives nothing", async () => {
    const terms = { kind: "offer", by: "seller", ...offerOf(seller.address) }
    const { version: _, scheme: _scheme, ...read402 } = terms
    const found = read(await typedOffer(seller))
    expect(found?.terms).toEqual([{ ...read402, validUntil: (seconds + 600) * 1000 }])
    const open = { ...offerOf(seller.address), validUntil: 0 }
    expect(read(await typedOffer(seller, open))?.terms).toMatchObject([{ validUntil: null }])
    const { validUntil: _until, ...without } = open
    expect(read({ ...(await typedOffer(seller, open)), payload: without })?.terms).toMatchObject([
      { validUntil: null },
    ])
    const never = { ...open, validUntil: 1e15 }
    expect(read(await typedOffer(seller, never))?.terms).toBeUndefined()
    const long = { ...open, resourceUrl: `${resource}/${"x".repeat(3_000)}` }
    expect(read(await typedOffer(seller, long))?.terms).toBeUndefined()
    const bare = await typedOffer(seller)
    expect(read({ ...bare, payload: { ...bare.payload, validUntil: "soon" } })?.terms).toBeUndefined()
    expect(read(await typedReceipt(seller))?.terms).toBeUndefined()
  })

  it("Rule 4.2 by another key, or with one member changed, is not entitled by the address that is paid", async () => {
    const other = read(await typedOffer(account(2), offerOf(seller.address)))
    expect(other?.signers[0]).toMatchObject({ valid: true, entitled: null })
    const offer = await typedOffer(seller)
    const changed = read({ ...offer, payload: { ...offer.payload, amount: "1" } })
    expect(changed?.signers[0]?.fingerprint).not.toBe(`evm:${seller.address.toLowerCase()}`)
    expect(changed?.signers[0]?.entitled).toBeNull()
  })

  it("Rule 4.2 signed for another chain, with members that nobody signed, or of another version says so", async () => {
    expect(failed(read(await typedOffer(seller, offerOf(seller.address), 8453)))).toEqual([
      "signature",
      "domain",
    ])
    const offer = await typedOffer(seller)
    expect(failed(read({ ...offer, payload: { ...offer.payload, refund: "full" } }))).toEqual(["members"])
    const later = { ...offerOf(seller.address), version: 2 }
    expect(failed(read(await typedOffer(seller, later)))).toEqual(["version"])
    const elsewhere = { ...offerOf(seller.address), network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" }
    expect(failed(read(await typedOffer(seller, elsewhere)))).toEqual(["network"])
  })

  it("Rule 4.2 with a high s is not valid", async () => {
    const offer = await typedOffer(seller)
    const bytes = Buffer.from(offer.signature.slice(2), "hex")
    const s = BigInt(`0x${bytes.subarray(32, 64).toString("hex")}`)
    const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, "0")
    const v = bytes[64] === 27 ? "1c" : "1b"
    const found = read({ ...offer, signature: `0x${bytes.subarray(0, 32).toString("hex")}${high}${v}` })
    expect(failed(found)).toEqual(["signature", "low_s"])
    expect(found?.signers[0]).toMatchObject({ valid: false, entitled: null })
  })

  it.each([
    ["wrapped for a contract that may not exist", `0x${"00".repeat(96)}${"6492".repeat(16)}`],
    ["of a contract", `0x${"11".repeat(130)}`],
    ["with an unknown last byte", `0x${"11".repeat(64)}05`],
    ["that no key can have made", `0x${"ff".repeat(64)}1b`],
    ["that is no hexadecimal", "0xzz"],
  ])("Rule 4.2 with a signature %s has no signer", async (_what, signature) => {
    const found = read({ ...(await typedOffer(seller)), signature })
    expect(failed(found)).toEqual(["signature"])
    expect(found?.signers).toEqual([])
  })

  it.each([
    ["amount", 5],
    ["validUntil", -1],
    ["validUntil", 1.5],
  ])("Rule 4.2 whose %s is of another type can't be checked, and says nothing", async (name, value) => {
    const offer = await typedOffer(seller)
    const found = read({ ...offer, payload: { ...offer.payload, [name]: value } })
    expect(failed(found)).toContain("signature")
    expect(found?.statement).toEqual([])
  })

  it("Rule 4.2 without an end says nothing of one, and base units of a token that is not known", async () => {
    const payload = { ...offerOf(seller.address), validUntil: 0, asset: "USDC", amount: "10000" }
    const { validUntil: _, ...left } = payload
    const found = read({ ...(await typedOffer(seller, payload)), payload: left })
    expect(found?.statement[0]?.text).toBe(
      `Offer: 10000 base units of USDC on eip155:8453 to ${seller.address} for ${resource}.`,
    )
  })

  it("Rule 4.2 as a token by a key of the resource's host is entitled by that host", async () => {
    for (const keys of [await ed25519(), await es256()]) {
      const signature = await token(keys, offerOf(seller.address), { kid: `${did}#key-1` })
      const piece = { format: "jws", signature }
      expect(recognise(JSON.stringify(piece))?.needs).toEqual([place, `court:key:${did}#key-1`])
      const found = read(piece, { [place]: didDocument(did, keys.jwk) })
      expect(failed(found)).toEqual([])
      expect(found?.signers[0]).toMatchObject({
        key: `${did}#key-1`,
        valid: true,
        entitled: "host",
        host: "api.example.com",
      })
      const twice = read({ ...piece, payload: {} }, { [place]: didDocument(did, keys.jwk) })
      expect(failed(twice)).toEqual(["members"])
    }
  })

  it("Rule 4.11 as a token with members that its type does not have, says by their names that they are not shown", async () => {
    const keys = await es256()
    const more = { refund: "full", a: 1, b: 2, c: 3, d: 4, e: 5 }
    const signature = await token(keys, { ...offerOf(seller.address), ...more }, { kid: `${did}#key-1` })
    const found = read({ format: "jws", signature }, { [place]: didDocument(did, keys.jwk) })
    expect(found?.checks.filter(({ holds }) => !holds)).toEqual([
      {
        check: "whole",
        holds: false,
        why: "These members are signed, and not shown: refund, a, b, c, d, and others.",
      },
    ])
    expect(found?.statement).toHaveLength(2)
  })

  it("Rule 4.2 by a key of another host, or of a path of the host, is entitled by nobody", async () => {
    const keys = await es256()
    const foreign = await token(keys, offerOf(seller.address), { kid: "did:web:evil.example#key-1" })
    const found = read(
      { format: "jws", signature: foreign },
      { "https://evil.example/.well-known/did.json": didDocument("did:web:evil.example", keys.jwk) },
    )
    expect(found?.signers[0]).toMatchObject({ valid: true, entitled: null, host: null })
    const tenant = `${did}:users:eve`
    const path = await token(keys, offerOf(seller.address), { kid: `${tenant}#key-1` })
    const at = "https://api.example.com/users/eve/did.json"
    expect(
      read({ format: "jws", signature: path }, { [at]: didDocument(tenant, keys.jwk) })?.signers[0],
    ).toMatchObject({
      valid: true,
      entitled: null,
    })
  })

  it("Rule 4.2 as a token by the address that is paid is entitled by it", async () => {
    const secret = Buffer.alloc(32, 7)
    const { address } = (await import("viem/accounts")).privateKeyToAccount(`0x${secret.toString("hex")}`)
    const { createHash } = await import("node:crypto")
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const kid = `did:pkh:eip155:8453:${address}`
    const input = `${encode({ alg: "ES256K", kid })}.${encode(offerOf(address))}`
    const digest = createHash("sha256").update(input).digest()
    const rs = secp256k1.sign(digest, secret, { prehash: false })
    const found = read({ format: "jws", signature: `${input}.${Buffer.from(rs).toString("base64url")}` })
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      fingerprint: `evm:${address.toLowerCase()}`,
      entitled: "pay_to",
    })
    const short = read({ format: "jws", signature: `${input}.AAAA` })
    expect(failed(short)).toEqual(["signature"])
  })

  it("Rule 4.2 no text of a seller looks like a sentence of its own", async () => {
    const payload = {
      ...offerOf(seller.address),
      resourceUrl: "https://x.example/.\nReceipt: 9.99 USDC” was paid.\u2028Offer:\u202e free",
      amount: "a lot.\nOffer: all",
    }
    const found = read(await typedOffer(seller, payload))
    expect(found?.statement).toHaveLength(2)
    for (const { text } of found?.statement ?? []) {
      expect(text).not.toMatch(/[\n\u2028\u202e]/u)
      expect(text).toMatch(/^Offer: .*\.$/u)
    }
    expect(found?.statement[0]?.text).toContain("⟨U+202E⟩")
    expect(found?.statement[0]?.text.match(/“/gu)?.length).toBe(
      found?.statement[0]?.text.match(/”/gu)?.length,
    )
  })
})

describe("a receipt of x402", () => {
  it("Rule 4.2 says when it was signed, and by whom", async () => {
    const found = read(await typedReceipt(seller))
    expect(failed(found)).toEqual([])
    expect(found?.format).toBe("x402_receipt")
    expect(found?.signers[0]).toMatchObject({ signedAt: now - 60_000, entitled: null })
    expect(found?.statement[0]?.text).toBe(
      `Receipt: ${resource}, paid by ${receiptPayload.payer} on eip155:8453, issued 2026-11-24T11:59:00.000Z.`,
    )
    const { transaction: _, ...left } = receiptPayload
    expect(failed(read({ ...(await typedReceipt(seller)), payload: left }))).toEqual([])
    const settled = { ...receiptPayload, transaction: "0x12" }
    expect(read(await typedReceipt(seller, settled))?.statement[0]?.text).toContain(", transaction 0x12.")
  })

  it("Rule 4.2 by a clock that is an hour ahead says so", async () => {
    expect(failed(read(await typedReceipt(seller, { ...receiptPayload, issuedAt: seconds + 3600 })))).toEqual(
      ["clock"],
    )
    expect(failed(read(await typedReceipt(seller, { ...receiptPayload, issuedAt: 0 })))).toEqual(["clock"])
  })
})

describe("what is no artifact of x402", () => {
  it.each([
    { format: "eip712", payload: { a: 1 }, signature: "0x" },
    { format: "eip712", signature: "0x" },
    { format: "jws", signature: "no token" },
    { format: "other", signature: "0x" },
    { format: "jws" },
  ])("Rule 4.2 %j is not an artifact of x402", (value) => expect(recognise(JSON.stringify(value))).toBeNull())
})
