import { exportJWK, importJWK } from "jose"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { ofMultibase } from "../../keys/public/DidKey.ts"
import { didWebPlace, findListedKey, keySetPlace, read as readName } from "../Did.ts"
import { examine, recognise } from "../Formats.ts"
import * as Jws from "../Jws.ts"
import { fingerprintOf, jwkOf } from "../Key.ts"
import { didDocument, documents, ed25519, encode, es256, now, seconds, token } from "../testing/Artifacts.ts"
import rfc from "../testing/Rfc.json" with { type: "json" }

const read = (text: string, texts = {}) => examine(text, documents(texts), now)
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)
const did = "did:web:seller.example"
const place = "https://seller.example/.well-known/did.json"

const bare = (text: string) => read(text)
/** Whether a token of an RFC, whose header names no key, is by a key. */
const isSignedBy = (text: string, key: object) => {
  const [jws, jwk] = [Jws.parse(text), jwkOf(key)]
  if (jws === null || jwk === null) return null
  return Jws.examine(jws, documents(), { role: "signer", signedAt: null, host: null, key: jwk }).signer.valid
}

describe("a signed token", () => {
  it("Rule 4.2 says what its members say, by the key that the document of its kid lists", async () => {
    const keys = await es256()
    const text = await token(
      keys,
      { order: "A-1", late: true, iat: seconds, exp: seconds + 60 },
      { kid: `${did}#key-1` },
    )
    const found = read(text, { [place]: didDocument(did, keys.jwk) })
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      role: "signer",
      key: `${did}#key-1`,
      valid: true,
      signedAt: now,
    })
    expect(found?.statement.map(({ text }) => text)).toEqual([
      "Token: “order” is A-1.",
      "Token: “late” is true.",
      `Token: “iat” is ${seconds}.`,
      `Token: “exp” is ${seconds + 60}.`,
    ])
  })

  it("Rule 4.2 the vectors of RFC 7515 and RFC 8037 verify by their keys, and do not name them", async () => {
    const { rfc7515, rfc8037 } = rfc
    expect(failed(bare(rfc7515.token))).toEqual(["signature", "key_published", "not_expired"])
    expect(failed(bare(rfc7515.unsecured))).toEqual([
      "signature",
      "algorithm",
      "key_published",
      "not_expired",
    ])
    expect(isSignedBy(rfc7515.token, { kty: "EC", crv: "P-256", x: rfc7515.x, y: rfc7515.y })).toBe(true)
    expect(isSignedBy(rfc8037.token, { kty: "OKP", crv: "Ed25519", x: rfc8037.x })).toBe(true)
    expect(isSignedBy(rfc7515.token, (await es256()).jwk)).toBe(false)
    // A value off the curve is not a key.
    expect(isSignedBy(rfc7515.token, { kty: "EC", crv: "P-256", x: rfc7515.y, y: rfc7515.x })).toBeNull()
    expect(isSignedBy(rfc8037.token, { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) })).toBeNull()
    expect(isSignedBy(rfc8037.token, { kty: "OKP", crv: "Ed25519", x: "A".repeat(500) })).toBeNull()
    const jwk = jwkOf({ kty: "OKP", crv: "Ed25519", x: rfc8037.x })
    expect(jwk === null ? null : fingerprintOf(jwk)).toBe(`jwk:${rfc8037.thumbprint}`)
    expect(bare(rfc8037.token)?.statement).toEqual([
      { by: "signer", text: "Token: “Example of Ed25519 signing”." },
    ])
  })

  it("Rule 4.2 a key in its header shows possession, and a key that disagrees with kid fails", async () => {
    const [keys, others] = [await es256(), await ed25519()]
    const alone = read(await token(keys, { a: 1 }, { jwk: keys.jwk }))
    expect(failed(alone)).toEqual(["key_published"])
    expect(alone?.signers[0]).toMatchObject({ valid: true, entitled: null })
    expect(alone?.signers[0]?.key).toBe(alone?.signers[0]?.fingerprint)
    const kid = `${did}#key-1`
    const agreeing = read(await token(keys, { a: 1 }, { kid, jwk: keys.jwk }), {
      [place]: didDocument(did, keys.jwk),
    })
    expect(failed(agreeing)).toEqual([])
    const text = await token(keys, { a: 1 }, { kid, jwk: keys.jwk })
    expect(failed(read(text, { [place]: didDocument(did, (await es256()).jwk) }))).toEqual([
      "signature",
      "key_matches",
    ])
    expect(failed(read(text, { [place]: didDocument(did, others.jwk) }))).toContain("algorithm")
    expect(failed(read(text, { [place]: "{}" }))).toEqual(["key_published"])
    expect(failed(read(text))).toEqual(["key_published"])
    expect(failed(read(await token(keys, { a: 1 }, { kid })))).toEqual(["signature", "key_published"])
  })

  it("Rule 4.2 by did:key, did:jwk or a key set is by that key", async () => {
    const keys = await ed25519()
    const multibase = rfc.didKey.ed25519.slice("did:key:".length)
    expect(ofMultibase(multibase)).toMatchObject({ crv: "Ed25519" })
    expect(readName(rfc.didKey.ed25519)).toMatchObject({
      kind: "key",
      name: `${rfc.didKey.ed25519}#${multibase}`,
    })
    const jwk = `did:jwk:${encode(keys.jwk)}`
    expect(failed(read(await token(keys, "text", { kid: `${jwk}#0` })))).toEqual([])
    const matched = await token(keys, "text", { kid: `${jwk}#0`, jwk: (await ed25519()).jwk })
    expect(failed(read(matched))).toEqual(["key_matches"])
    const jku = "https://seller.example/jwks.json"
    const set = JSON.stringify({ keys: [{ ...keys.jwk, kid: "k1" }] })
    const listedText = await token(keys, "text", { jku, kid: "k1" })
    expect(recognise(listedText)?.needs).toEqual([jku, expect.stringMatching(/^court:key:/)])
    expect(read(listedText, { [jku]: set })?.signers[0]).toMatchObject({ key: `${jku}#k1`, valid: true })
  })

  it("Rule 4.2 with crit, an algorithm that is not read, another token inside, or certificates says so", async () => {
    const keys = await es256()
    const header = (more: object) =>
      `${encode({ alg: "ES256", jwk: keys.jwk, ...more })}.e30.${"A".repeat(86)}`
    expect(failed(read(header({ crit: ["b64"], b64: false })))).toContain("algorithm")
    expect(failed(read(header({ alg: "RS256" })))).toContain("algorithm")
    expect(failed(read(header({ alg: "HS256" })))).toContain("algorithm")
    const x5c = Array.from({ length: 900 }, () => "MIIB")
    const certificates = read(`${encode({ alg: "ES256", x5c })}.e30.${"A".repeat(86)}`)
    expect(certificates?.checks.find(({ check }) => check === "key_published")?.why).toContain(
      "Certificates are not read",
    )
    const nested = await token(keys, await token(keys, { a: 1 }), { jwk: keys.jwk })
    expect(failed(read(nested))).toContain("not_nested")
    expect(read(nested)?.statement).toEqual([])
  })

  it("Rule 4.2 whose payload is not text says nothing, and a payload that names a member twice says it as text", async () => {
    const binary = `${encode({ alg: "EdDSA" })}._w.AAAA`
    expect(failed(read(binary))).toEqual(["signature", "key_published", "payload"])
    const twice = `${encode({ alg: "EdDSA" })}.${Buffer.from('{"a":1,"a":2}').toString("base64url")}.AAAA`
    expect(read(twice)?.statement[0]?.text).toBe("Token: “{'a':1,'a':2}”.")
  })

  it.each([
    "plain words",
    "a.b.c",
    "e30.e30.e30",
    "AAAAAAAA.e30.e30",
    `${encode({ alg: "EdDSA" })}.A.AAAA`,
    "[1]",
    "{}",
    '{"a":1,"a":1}',
  ])("%s has no format", (text) => expect(recognise(text)).toBeNull())

  it("Rule 4.2 a megabyte of nested tokens, and text that is too deep, has no format", () => {
    expect(recognise("A".repeat(1_000_000))).toBeNull()
    expect(recognise(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`)).toBeNull()
  })
})

describe("a token signed on secp256k1", () => {
  it("Rule 4.11 is by its key in both halves of s, as JOSE has it", async () => {
    const { secp256k1 } = await import("@noble/curves/secp256k1.js")
    const { createHash } = await import("node:crypto")
    const secret = Buffer.alloc(32, 9)
    const point = Buffer.from(secp256k1.getPublicKey(secret, false))
    const half = (from: number) => point.subarray(from, from + 32).toString("base64url")
    const jwk = { kty: "EC", crv: "secp256k1", x: half(1), y: half(33) }
    const input = `${encode({ alg: "ES256K", jwk })}.${encode({ a: 1 })}`
    const digest = createHash("sha256").update(input).digest()
    const rs = Buffer.from(secp256k1.sign(digest, secret, { prehash: false }))
    const by = (signature: Uint8Array) => read(`${input}.${Buffer.from(signature).toString("base64url")}`)
    expect(failed(by(rs))).toEqual(["key_published"])
    const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${rs.subarray(32).toString("hex")}`)
    const high = Buffer.concat([rs.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")])
    expect(failed(by(high))).toEqual(["key_published"])
    expect(by(high)?.signers[0]?.valid).toBe(true)
    const { address } = privateKeyToAccount(`0x${secret.toString("hex")}`)
    const paid = `${encode({ alg: "ES256K", kid: `did:pkh:eip155:1:${address}` })}.${encode({ a: 1 })}`
    const paidBytes = Buffer.from(
      secp256k1.sign(createHash("sha256").update(paid).digest(), secret, { prehash: false, lowS: false }),
    )
    const turned = secp256k1.Point.Fn.ORDER - BigInt(`0x${paidBytes.subarray(32).toString("hex")}`)
    const other = Buffer.from(turned.toString(16).padStart(64, "0"), "hex")
    for (const half of [paidBytes.subarray(32), other]) {
      const both = Buffer.concat([paidBytes.subarray(0, 32), half])
      expect(failed(read(`${paid}.${both.toString("base64url")}`))).toEqual([])
    }
    expect(failed(by(Buffer.alloc(64)))).toEqual(["signature", "key_published"])
    expect(failed(by(Buffer.alloc(5)))).toEqual(["signature", "key_published"])
    const nowhere = { ...jwk, x: jwk.y, y: jwk.x }
    const off = `${encode({ alg: "ES256K", jwk: nowhere })}.e30.${rs.toString("base64url")}`
    expect(failed(read(off))).toEqual(["signature", "key_published"])
  })
})

describe("what keys are called", () => {
  it.each([
    ["did:web:example.com", "https://example.com/.well-known/did.json", "example.com"],
    ["did:web:example.com%3A8443", "https://example.com:8443/.well-known/did.json", "example.com:8443"],
    ["did:web:example.com:user:alice", "https://example.com/user/alice/did.json", null],
    ["did:web:example.com%3A3000:user:alice", "https://example.com:3000/user/alice/did.json", null],
  ])("Rule 4.2 %s is at %s", (name, url, host) => expect(didWebPlace(name)).toEqual({ url, host }))

  it.each([
    "did:web:",
    "did:web:example.com%2Fpath",
    "did:web:example.com:..",
    "did:web:example.com:%2e%2e",
    "did:web:example.com:a%2Fb",
    "did:web:user%40example.com",
    "did:web:example.com%zz",
    "did:web:example.com:%ff",
    "did:key:z1",
    "did:web:example.com%3A99999999",
    "did:web:example.com%3A99999",
  ])("Rule 4.2 %s is nowhere", (name) => expect(didWebPlace(name)).toBeNull())

  it("Rule 4.2 a key set answers for its host under /.well-known alone", () => {
    expect(keySetPlace("https://a.example/.well-known/jwks.json")?.host).toBe("a.example")
    for (const path of [
      "/bob.json",
      "/jwks.json#k",
      "/users/eve/jwks.json",
      "/jwks.json?user=eve",
      "/.well-known/a/b",
    ])
      expect(keySetPlace(`https://a.example${path}`)?.host).toBeNull()
    for (const url of ["http://a.example/jwks.json", "https://u:p@a.example/jwks.json", "nothing"])
      expect(keySetPlace(url)).toBeNull()
  })

  it("Rule 4.2 a name that does not name a key, or is too long, is unknown", () => {
    for (const name of [
      "",
      "key-1",
      "did:key:zzz#zzz",
      "did:key:xabc",
      "did:jwk:e30",
      "did:web:a.example",
      "https://a.example/j",
      `did:web:${"a".repeat(3000)}#k`,
    ])
      expect(readName(name).kind, name).toBe("unknown")
    expect(readName(`${rfc.didKey.ed25519}#other`).kind).toBe("unknown")
    expect(readName(`did:pkh:eip155:1:0x${"a".repeat(40)}`)).toMatchObject({ kind: "address" })
  })

  it("Rule 4.2 a document lists a key by its whole id, a relative one, or in multibase, and only for itself", async () => {
    const { jwk } = await ed25519()
    const method = (id: string, more: object) =>
      JSON.stringify({ id: did, assertionMethod: ["#x", { id, ...more }] })
    expect(findListedKey(method("#k", { publicKeyJwk: jwk }), `${did}#k`)).toMatchObject({ x: jwk.x })
    const multibase = rfc.didKey.ed25519.slice("did:key:".length)
    expect(findListedKey(method(`${did}#k`, { publicKeyMultibase: multibase }), `${did}#k`)).toMatchObject({
      crv: "Ed25519",
    })
    expect(findListedKey(method("#k", {}), `${did}#k`)).toBeNull()
    expect(findListedKey(method("#other", {}), `${did}#k`)).toBeNull()
    expect(findListedKey(method("#k", { publicKeyJwk: jwk }), "did:web:other.example#k")).toBeNull()
    expect(findListedKey("no document", `${did}#k`)).toBeNull()
    expect(
      findListedKey(JSON.stringify({ keys: [1, { ...jwk, kid: "k" }] }), "https://a.example/jwks#k"),
    ).toMatchObject({ x: jwk.x })
  })

  it("Rule 4.2 multibase keys of P-256 and secp256k1 are read as jose reads them, and others are not", async () => {
    const { base58 } = await import("@scure/base")
    const { p256 } = await import("@noble/curves/nist.js")
    const { secp256k1 } = await import("@noble/curves/secp256k1.js")
    const multibase = (prefix: ReadonlyArray<number>, point: Uint8Array) =>
      `z${base58.encode(Uint8Array.of(...prefix, ...point))}`
    const nist = ofMultibase(multibase([0x80, 0x24], p256.getPublicKey(Buffer.alloc(32, 1))))
    expect(await exportJWK(await importJWK(JSON.parse(JSON.stringify(nist)), "ES256"))).toEqual(nist)
    expect(ofMultibase(multibase([0xe7, 0x01], secp256k1.getPublicKey(Buffer.alloc(32, 1))))).toMatchObject({
      crv: "secp256k1",
    })
    expect(ofMultibase(multibase([0x80, 0x24], new Uint8Array(33)))).toBeNull()
    expect(ofMultibase(multibase([1, 2], new Uint8Array(32)))).toBeNull()
    expect(ofMultibase("z0")).toBeNull()
    expect(jwkOf({ kty: "EC", crv: "P-256", x: "AA", y: "AA" })).toBeNull()
    expect(jwkOf({ kty: "RSA", x: nist?.x })).toBeNull()
  })
})
