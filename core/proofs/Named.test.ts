import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Reader from "../kernel/Reader.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import { ProvenKey } from "./index.ts"
import { addressOfOne, key, one } from "./testing/Court.ts"
import { proofOf, putProof } from "./testing/Proofs.ts"

const begun = () => Effect.runSync(MemoryStore.make)
const document = { url: "https://shop.example/.well-known/jwks.json", sha256: "ab" }
const at = { thumbprint: "thumbprint", host: "shop.example" }

describe("a key by its name", () => {
  it("Rule 2.6 stands until it has ended, and was proven ever after", async () => {
    const driver = begun()
    const { reader, versions } = Reader.make(driver)
    const proof = proofOf()
    const asked = async () => [
      await Effect.runPromise(ProvenKey.standingProof(reader, proof.name)),
      await Effect.runPromise(ProvenKey.wasProven(reader, proof.name)),
    ]
    expect(await asked()).toEqual([null, false])
    await Effect.runPromise(putProof(driver, proof))
    expect(await asked()).toEqual([proof, true])
    expect([...versions.keys()]).toEqual(["proven_key/proof"])
    await Effect.runPromise(putProof(driver, { ...proof, endedAt: 1 }))
    expect(await asked()).toEqual([null, true])
  })
})

describe("the keys that were proven under a name", () => {
  it("Rule 4.11A given keys of one name, then those alone are given, the latest first, and ended ones too", async () => {
    const driver = begun()
    const name = "https://shop.example/keys.json#k"
    const under = () => Effect.runPromise(ProvenKey.keysUnder(Reader.make(driver).reader, name))
    expect(await under()).toEqual([])
    const [first, second] = [key, { ...key, x: one.x }]
    const proofs = [
      proofOf({ id: "1", name, jwk: first, fingerprint: "jwk:1", endedAt: 1 }),
      proofOf({ id: "2", name, jwk: second, fingerprint: "jwk:2" }),
      proofOf({ id: "3", name: "https://shop.example/keys.json#other", jwk: key, fingerprint: "jwk:3" }),
    ]
    for (const proof of proofs) await Effect.runPromise(putProof(driver, proof))
    expect(await under()).toEqual([second, first])
  })

  it("Rule 4.11A given an address, then it has no key, and one on another chain is another name", async () => {
    const driver = begun()
    const [base, mainnet] = [8453, 1].map((chain) => `eip155:${chain}:${addressOfOne}`)
    const proven = { address: addressOfOne, method: "evm" as const }
    await Effect.runPromise(
      putProof(driver, proofOf({ ...proven, id: "1", name: String(base), jwk: null, fingerprint: "evm:1" })),
    )
    for (const name of [base, mainnet])
      expect(await Effect.runPromise(ProvenKey.keysUnder(Reader.make(driver).reader, String(name)))).toEqual(
        [],
      )
  })
})

describe("a key by its thumbprint and the host of its directory", () => {
  const ask = async (...proofs: ReadonlyArray<ReturnType<typeof proofOf>>) => {
    const driver = begun()
    for (const proof of proofs) await Effect.runPromise(putProof(driver, proof))
    return Effect.runPromise(ProvenKey.proofOfHost(Reader.make(driver).reader, at))
  }

  it("Rule 2.6 is found if a document of that host named it", async () => {
    const proof = proofOf({ method: "jwk", document })
    expect(await ask(proof)).toEqual(proof)
  })

  it("Rule 2.6 is not found without a proof, after its end, without a document, or by another host", async () => {
    const claims = { method: "jwk", document } as const
    const other = { ...document, url: "https://shop.example.evil.test/jwks.json" }
    expect(await ask()).toBeNull()
    expect(await ask(proofOf(claims), proofOf({ ...claims, endedAt: 1 }))).toBeNull()
    expect(await ask(proofOf({ document: null }))).toBeNull()
    expect(await ask(proofOf({ ...claims, document: other }))).toBeNull()
  })

  it("Rule 2.6 is not found while the record of its holder says that it has ended", async () => {
    const driver = begun()
    await Effect.runPromise(putProof(driver, proofOf({ document })))
    const ended = Reader.make({
      ...driver,
      read: (refs) =>
        Effect.map(driver.read(refs), (found) =>
          found.map((stored) => stored && { ...stored, body: { ...Object(stored.body), endedAt: 1 } }),
        ),
    }).reader
    expect(await Effect.runPromise(ProvenKey.proofOfHost(ended, at))).toBeNull()
    expect(await Effect.runPromise(ProvenKey.standingProof(ended, proofOf().name))).toBeNull()
  })
})
