import { describe, expect, it } from "vitest"
import { didDocument, didOf } from "./DidDocument.ts"
import { jwkOf } from "./SigningKey.ts"

const [seal, calls, old, log] = ["11", "22", "33", "44"].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
  string,
]
// The generator of secp256k1.
const publicKey = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
const payout = { address: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", publicKey }
const retiredAt = "2026-01-01T00:00:00.000Z"

describe("the court as a did:web", () => {
  it.each([
    ["https://court.example", "did:web:court.example"],
    ["http://127.0.0.1:8080", "did:web:127.0.0.1%3A8080"],
    ["https://court.example:8443/a/b", "did:web:court.example%3A8443:a:b"],
  ])("%s is %s", (baseUrl, did) => {
    expect(didOf(baseUrl)).toBe(did)
  })

  it("Rule 5.4 lists the keys in force and the retired ones, and signs by the first alone", () => {
    const document = didDocument("https://court.example", {
      notary: { algorithm: "ed25519", publicKey: seal, retiredKeys: [{ publicKey: old, retiredAt }] },
      jwks: { keys: [calls, old].map(jwkOf) },
      log: { publicKey: log },
      payout: { ...payout, retiredKeys: [{ ...payout, retiredAt }] },
    })
    expect(document.verificationMethod).toHaveLength(7)
    expect(document.assertionMethod).toHaveLength(4)
    expect(document.authentication).toEqual([`did:web:court.example#${jwkOf(calls).kid}`])
    const [, , checkpoints, key] = document.verificationMethod
    expect(checkpoints?.publicKeyJwk).toEqual(jwkOf(log))
    expect(key?.publicKeyJwk).toMatchObject({
      kty: "EC",
      crv: "secp256k1",
      x: "eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g",
      y: "SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg",
    })
  })
})
