import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { examine, recognise } from "../Formats.ts"
import { didDocument, documents, ed25519, now, token } from "../testing/Artifacts.ts"

const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

describe("a token of a key that was proven under its name", () => {
  it("Rule 4.11 is by that key, whether its document is gone, or lists another key now", async () => {
    const [own, other] = [await ed25519(), await ed25519()]
    const url = "https://seller.example/.well-known/did.json"
    const kid = "did:web:seller.example#key-1"
    const jku = "https://seller.example/.well-known/jwks.json"
    const proven = (...names: ReadonlyArray<string>) =>
      Object.fromEntries(names.map((name) => [`court:key:${name}`, JSON.stringify([own.jwk])]))
    const changed = { [url]: didDocument("did:web:seller.example", other.jwk) }
    const signed = await token(own, { a: 1 }, { kid })
    expect(recognise(signed)?.needs).toEqual([url, `court:key:${kid}`])
    for (const texts of [proven(kid), { ...proven(kid), ...changed }]) {
      const found = examine(signed, documents(texts), now)
      expect(failed(found)).toEqual([])
      expect(found?.signers[0]).toMatchObject({ key: kid, valid: true })
    }
    // The key that the document lists now signs as well, and the name of another key gives nothing.
    const later = await token(other, { a: 1 }, { kid })
    expect(failed(examine(later, documents({ ...proven(kid), ...changed }), now))).toEqual([])
    expect(failed(examine(later, documents(proven(kid)), now))).toEqual(["signature"])
    expect(failed(examine(signed, documents(proven("did:web:other.example#key-1")), now))).toContain(
      "key_published",
    )
    const bySet = await token(own, { a: 1 }, { kid: "k", jku })
    expect(failed(examine(bySet, documents(proven(`${jku}#k`)), now))).toEqual([])
  })

  it("Rule 4.11 given a key that its document lists under keyAgreement alone, then the check says so and names the right place", async () => {
    const own = await ed25519()
    const kid = "did:web:seller.example#key-1"
    const url = "https://seller.example/.well-known/did.json"
    const method = {
      id: kid,
      type: "JsonWebKey2020",
      controller: "did:web:seller.example",
      publicKeyJwk: own.jwk,
    }
    const document = JSON.stringify({ id: "did:web:seller.example", keyAgreement: [method] })
    const found = examine(await token(own, { a: 1 }, { kid }), documents({ [url]: document }), now)
    expect(found?.checks.find(({ check }) => check === "key_published")).toMatchObject({
      holds: false,
      why: expect.stringMatching(/lists it under keyAgreement alone.*assertionMethod or authentication\.$/),
    })
  })
})
