/** Public keys of others, and what passes for one. Keys and signatures are made by Node's own cryptography. */
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto"
import { base58, base64urlnopad } from "@scure/base"
import { describe, expect, it } from "vitest"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import * as DidKey from "./DidKey.ts"
import * as DidWeb from "./DidWeb.ts"
import * as Jwk from "./Jwk.ts"
import * as KeySet from "./KeySet.ts"

const message = Buffer.from("a text to sign")
const ed = generateKeyPairSync("ed25519")
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
const k1 = generateKeyPairSync("ec", { namedCurve: "secp256k1" })
const pairs = { ed, p256, k1 }
const jwkOf = (pair: typeof ed) => pair.publicKey.export({ format: "jwk" })
const rawSign = (pair: typeof ed, text: Uint8Array): string =>
  (pair === ed
    ? sign(null, text, pair.privateKey)
    : sign("sha256", text, { key: pair.privateKey, dsaEncoding: "ieee-p1363" })
  ).toString("base64url")
const read = (pair: typeof ed): ProvenKey.PublicJwk => {
  const found = Jwk.read(jwkOf(pair))
  if (found === null) throw new Error("not read")
  return found
}
const didOf = (codec: ReadonlyArray<number>, key: Uint8Array) =>
  `did:key:z${base58.encode(Uint8Array.of(...codec, ...key))}`
const x = (pair: typeof ed) => base64urlnopad.decode(read(pair).x)
const compressed = (pair: typeof ed) => {
  const y = base64urlnopad.decode(read(pair).y ?? "")
  return Uint8Array.of(2 + ((y.at(-1) ?? 0) & 1), ...x(pair))
}

describe("a public key as JSON", () => {
  it.each(Object.entries(pairs))(
    "PD3 §4 of %s verifies what the key signed, and nothing else",
    (_name, pair) => {
      const key = read(pair)
      const signature = rawSign(pair, message)
      expect(Jwk.verifies(key, message, signature)).toBe(true)
      expect(Jwk.verifies(key, Buffer.from("another text"), signature)).toBe(false)
      expect(Jwk.verifies(key, message, "A".repeat(86))).toBe(false)
      for (const other of Object.values(pairs))
        if (other !== pair) expect(Jwk.verifies(read(other), message, signature)).toBe(false)
      expect(createPublicKey({ key, format: "jwk" }).equals(pair.publicKey)).toBe(true)
    },
  )

  it.each<[string, unknown]>([
    ["a private key", ed.privateKey.export({ format: "jwk" })],
    ["a key for encryption", { ...jwkOf(ed), use: "enc" }],
    ["a key of another curve", generateKeyPairSync("ed448").publicKey.export({ format: "jwk" })],
    ["a key of RSA", generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" })],
    ["a point that is not on the curve", { ...jwkOf(p256), y: jwkOf(p256).x }],
    ["a point without its other half", { ...jwkOf(p256), y: undefined }],
    ["half of a point that is too long", { ...jwkOf(p256), y: `${jwkOf(p256).y}A` }],
    ["an Ed25519 key with another half", { ...jwkOf(ed), y: jwkOf(ed).x }],
    ["an Ed25519 key of another type", { ...jwkOf(ed), kty: "EC" }],
    ["a point of another type", { ...jwkOf(p256), kty: "OKP" }],
    ["padded base64", { ...jwkOf(ed), x: `${jwkOf(ed).x}=` }],
    ["characters of no base64url", { ...jwkOf(ed), x: "+".repeat(43) }],
    ["bits left over", { ...jwkOf(ed), x: `${"A".repeat(42)}B` }],
    [
      "a point of low order: the neutral one",
      { ...jwkOf(ed), x: base64urlnopad.encode(Uint8Array.of(1, ...new Uint8Array(31))) },
    ],
    ["a point of low order: zero", { ...jwkOf(ed), x: base64urlnopad.encode(new Uint8Array(32)) }],
    ["nothing", undefined],
    ["a text", "key"],
  ])("PD3 §4 %s is not a key", (_what, value) => {
    expect(Jwk.read(value)).toBeNull()
  })

  it("PD3 §4 a key that was not read verifies nothing", () => {
    const signature = rawSign(p256, message)
    expect(Jwk.verifies({ kty: "EC", crv: "P-256", x: read(p256).x }, message, signature)).toBe(false)
    expect(Jwk.verifies({ kty: "EC", crv: "P-256", x: "?" }, message, signature)).toBe(false)
  })
})

describe("a did:key", () => {
  it("PD3 §4 holds its key: the example of its specification, and keys of three curves", () => {
    const known = "did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH"
    expect(DidKey.keyOf(known)).toMatchObject({ kty: "OKP", crv: "Ed25519" })
    expect(DidKey.keyOf(didOf([0xed, 1], x(ed)))).toEqual(read(ed))
    const did = didOf([0x80, 0x24], compressed(p256))
    expect(DidKey.keyOf(`${did}#${did.slice("did:key:".length)}`)).toEqual(read(p256))
    expect(DidKey.keyOf(didOf([0xe7, 1], compressed(k1)))).toEqual(read(k1))
  })

  it.each<[string, string]>([
    ["another method", "did:web:a.example"],
    ["the fragment of another key", `${didOf([0xed, 1], new Uint8Array(32))}#z6Mk`],
    ["another base", `did:key:u${base64urlnopad.encode(new Uint8Array(34))}`],
    ["another codec", didOf([0x12, 0x20], new Uint8Array(32))],
    ["a key of low order", didOf([0xed, 1], new Uint8Array(32))],
    ["a key that is too short", didOf([0xed, 1], new Uint8Array(31))],
    ["a whole point in place of a compressed one", didOf([0x80, 0x24], Uint8Array.of(4, ...x(p256)))],
    ["a point that is on no curve", didOf([0x80, 0x24], Uint8Array.of(2, ...new Uint8Array(32).fill(255)))],
    ["characters that base58 does not have", "did:key:z0OIl"],
    ["a megabyte", `did:key:z${"1".repeat(1_000_000)}`],
  ])("PD3 §4 with %s holds no key", (_what, did) => {
    expect(DidKey.keyOf(did)).toBeNull()
  })
})

describe("a did:web", () => {
  it.each([
    ["did:web:a.example#k", "https://a.example/.well-known/did.json"],
    ["did:web:a.example%3A8443", "https://a.example:8443/.well-known/did.json"],
    ["did:web:a.example:agents:seller-1#k", "https://a.example/agents/seller-1/did.json"],
    ["did:web:a.example:%7Eseller:v1.2", "https://a.example/%7Eseller/v1.2/did.json"],
  ])("PD3 §4 %s has its document at %s", (did, url) => {
    expect(DidWeb.documentUrl(did)).toBe(url)
  })

  it.each([
    "did:key:z6Mk",
    "did:web:",
    "did:web:a.example:..#k",
    "did:web:a.example:%2e%2e#k",
    "did:web:a.example:x%2Fy",
    "did:web:a.example:x%20y",
    "did:web:a.example:%41",
    "did:web:a.example:%ff",
    "did:web:a.example:...",
    "did:web:..",
    "did:web:a.example.",
    "did:web:me@a.example",
    "did:web:a.example%3A99999",
    "did:web:a.example/x",
  ])("PD3 §4 %s has no key", (did) => {
    expect(DidWeb.documentUrl(did)).toBeNull()
  })

  const id = "did:web:a.example"
  const method = (changes: object = {}) => ({
    id: `${id}#k`,
    type: "JsonWebKey2020",
    publicKeyJwk: jwkOf(ed),
    ...changes,
  })
  const multibase = didOf([0xed, 1], x(ed)).slice("did:key:".length)

  it("PD3 §4 lists keys as JSON or in multibase, by their whole name or their fragment", () => {
    for (const one of [method(), method({ id: "#k" }), { id: "#k", publicKeyMultibase: multibase }])
      for (const list of ["verificationMethod", "assertionMethod", "authentication"])
        expect(
          DidWeb.keyIn({ id, [list]: ["other", { id: 5 }, method({ id: "#x" }), one] }, `${id}#k`),
        ).toEqual(read(ed))
  })

  it("PD3 §4 given a key that is listed for other purposes alone, then it proves nothing, and the reason names where a key that signs stands", () => {
    const name = `${id}#k`
    for (const list of ["keyAgreement", "capabilityInvocation", "capabilityDelegation"])
      for (const document of [
        { id, [list]: [method({ id: "#k" })] },
        { id, verificationMethod: [method()], [list]: ["#k"] },
        { id, verificationMethod: [method()], [list]: [name], assertionMethod: ["#other"] },
      ]) {
        expect(DidWeb.keyIn(document, name)).toBeNull()
        expect(DidWeb.whyNotSigning(document, name)).toBe(
          `lists it under ${list} alone, where no key signs; a key that signs stands under assertionMethod or authentication`,
        )
        for (const signing of ["assertionMethod", "authentication"]) {
          const both = { ...document, verificationMethod: [method()], [list]: [name], [signing]: ["#k"] }
          expect(DidWeb.keyIn(both, name)).toEqual(read(ed))
          expect(DidWeb.whyNotSigning(both, name)).toBeNull()
        }
      }
    // A document that states no purpose of a key lets it sign.
    expect(DidWeb.keyIn({ id, verificationMethod: [method()], keyAgreement: ["#x"] }, name)).toEqual(read(ed))
    expect(DidWeb.whyNotSigning(null, name)).toBeNull()
  })

  it.each<[string, unknown]>([
    ["is the document of another", { id: "did:web:b.example", verificationMethod: [method()] }],
    ["has no list", { id }],
    ["is no document", null],
    ["lists another key", { id, verificationMethod: [method({ id: "#other" })] }],
    [
      "lists two keys under the name",
      { id, verificationMethod: [method(), method({ publicKeyJwk: jwkOf(p256) })] },
    ],
    [
      "lists two keys under the name in two lists",
      { id, verificationMethod: [method()], assertionMethod: [method()] },
    ],
    ["has no list but a text", { id, verificationMethod: "k" }],
    ["lists a name without a key", { id, verificationMethod: [{ id: "#k" }] }],
    ["lists a name with two keys", { id, verificationMethod: [method({ publicKeyMultibase: multibase })] }],
  ])("PD3 §4 a document that %s has no key of the name", (_what, document) => {
    expect(DidWeb.keyIn(document, `${id}#k`)).toBeNull()
  })
})

describe("a key set", () => {
  const keys = [{ ...jwkOf(p256), kid: "other" }, { ...jwkOf(ed), kid: "k", alg: "EdDSA" }, "text", {}]
  it("PD3 §4 has a key under its kid", () => {
    expect(KeySet.keyIn({ keys }, "k")).toEqual(read(ed))
  })
  it("PD3 §4 has no key under a kid that is absent or stands twice, and no key if it is not a set", () => {
    expect(KeySet.keyIn({ keys }, "absent")).toBeNull()
    expect(KeySet.keyIn({ keys: [...keys, { ...jwkOf(k1), kid: "k" }] }, "k")).toBeNull()
    expect(KeySet.keyIn({ keys: "k" }, "k")).toBeNull()
  })
})
