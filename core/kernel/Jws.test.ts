import { ed25519 } from "@noble/curves/ed25519.js"
import { describe, expect, it } from "vitest"
import { canonical, type Json } from "./Json.ts"
import { verifyJws } from "./Notary.ts"

const secret = new Uint8Array(32).fill(7)
const other = new Uint8Array(32).fill(8)
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url")
const jwk = (of: Uint8Array, kid: string) => ({
  kty: "OKP",
  crv: "Ed25519",
  x: base64url(ed25519.getPublicKey(of)),
  kid,
})
const sign = (value: Json, header: object = { alg: "Ed25519", kid: "now" }, key = secret): string => {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(canonical(value))}`
  return `${signed}.${base64url(ed25519.sign(Buffer.from(signed), key))}`
}

const value = { handle: "buyer", label: "good", reputation: 1, words: "é" }
const keys = { keys: [jwk(secret, "now"), jwk(other, "before")] }
const failed = (jws: string, of: Json = value, under = keys) => verifyJws(jws, of, under).failed

describe("a JWS by which the court signs a record", () => {
  it("PD17 §1 is valid under the current key and under a retired one, whatever the order of the members", () => {
    expect(verifyJws(sign(value), value, keys)).toEqual({ valid: true, failed: [] })
    expect(failed(sign(value), { words: "é", reputation: 1, label: "good", handle: "buyer" })).toEqual([])
    expect(failed(sign(value, { alg: "EdDSA", kid: "before" }, other))).toEqual([])
  })

  it("PD17 §1 a verifier of the host decides whether the signature verifies, and nothing else", () => {
    const [jws, wrong] = [sign(value), sign(value, { alg: "Ed25519", kid: "now" }, other)]
    expect(verifyJws(jws, value, keys, () => false).failed).toEqual(["signature"])
    expect(verifyJws(wrong, value, keys, () => true).valid).toBe(true)
    expect(verifyJws(wrong, {}, keys, () => true).failed).toEqual(["content"])
  })

  it("PD17 §1 fails if a member was changed, added or left out", () => {
    for (const changed of [{ ...value, reputation: 2 }, { ...value, more: 1 }, { handle: "buyer" }])
      expect(failed(sign(value), changed)).toEqual(["content"])
  })

  it("PD17 §1 fails under a key that is not the court's, however it is named", () => {
    expect(failed(sign(value, { alg: "Ed25519", kid: "else" }))).toEqual(["key"])
    expect(failed(sign(value, { alg: "Ed25519", kid: "now" }, other))).toEqual(["signature"])
    expect(failed(sign(value), value, { keys: [{ ...jwk(secret, "now"), x: "AA" }] })).toEqual(["signature"])
  })

  it("PD17 §1 fails if the header names another algorithm than Ed25519, or an extension as critical", () => {
    for (const header of [
      { alg: "none", kid: "now" },
      { alg: "HS256", kid: "now" },
      { alg: "Ed25519", kid: "now", crit: ["b64"] },
    ])
      expect(failed(sign(value, header))).toEqual(["algorithm"])
  })

  it("PD17 §1 fails if the header is not a JSON object, or if the key has no public point", () => {
    const headless = `${base64url("null")}.${sign(value).split(".").slice(1).join(".")}`
    expect(failed(headless)).toEqual(["algorithm", "key"])
    const { x: _, ...withoutPoint } = jwk(secret, "now")
    expect(failed(sign(value), value, { keys: [{ ...withoutPoint, x: "" }] })).toEqual(["signature"])
    const document: Parameters<typeof verifyJws>[2] = { keys: [withoutPoint] }
    expect(verifyJws(sign(value), value, document).failed).toEqual(["signature"])
  })

  it.each(["", "a.b", "a.b.c", `${sign(value)}.x`, ` ${sign(value)}`, `${sign(value)}=`])(
    "PD17 §1 fails if the text does not have the form of a JWS: %j",
    (jws) => {
      expect(failed(jws)).toEqual(["form"])
    },
  )

  it("PD17 §1 fails if any of its characters was changed", () => {
    const jws = sign(value)
    for (let i = 0; i < jws.length; i++) {
      const changed = `${jws.slice(0, i)}${jws[i] === "A" ? "B" : "A"}${jws.slice(i + 1)}`
      expect(failed(changed), `at ${i}`).not.toEqual([])
    }
  })
})
