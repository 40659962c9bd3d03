/** The names of keys, and the fingerprints by which one key is one key. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { hostOf, hostOfDid, nameOf, type ProofRequest, spellName } from "./KeyName.ts"
import { addressOf, fingerprintOf, thumbprintOf } from "./ProvenKey.ts"
import { addressOfOne, didKey, key, one } from "./testing/Court.ts"

const named = (request: ProofRequest): string | null => {
  const read = nameOf(request)
  return Either.isRight(read) ? read.right : read.left.code === "key_malformed" ? null : "another refusal"
}
const did = didKey.slice("did:key:".length)

describe("the name of a key", () => {
  it.each<[string, ProofRequest, string]>([
    ["a did:key", { method: "did_key", did: didKey }, `${didKey}#${did}`],
    ["a did:key with its fragment", { method: "did_key", did: `${didKey}#${did}` }, `${didKey}#${did}`],
    ["a did:web", { method: "did_web", did: "did:web:a.example#k" }, "did:web:a.example#k"],
    [
      "a did:web with a port and a path",
      { method: "did_web", did: "did:web:a.example%3A8443:agents:seller-1#key/1" },
      "did:web:a.example%3A8443:agents:seller-1#key/1",
    ],
    ["an address", { method: "evm", address: addressOfOne.toLowerCase() }, `eip155:1:${addressOfOne}`],
    [
      "an address of a chain",
      { method: "evm", address: addressOfOne, chainId: 8453 },
      `eip155:8453:${addressOfOne}`,
    ],
    [
      "a key of a set, in one spelling",
      { method: "jwk", url: "https://A.Example:443/keys.json", kid: "k-1" },
      "https://a.example/keys.json#k-1",
    ],
  ])("PD3 §4 given %s, it has one spelling", (_what, request, name) => {
    expect(named(request)).toBe(name)
  })

  it.each<[string, ProofRequest]>([
    ["a did:key without its did", { method: "did_key" }],
    ["a did:key with the fragment of another key", { method: "did_key", did: `${didKey}#z6Mk` }],
    ["a did:web as a did:key", { method: "did_key", did: "did:web:a.example#k" }],
    ["a did:web without its did", { method: "did_web" }],
    ["a did:web without a key", { method: "did_web", did: "did:web:a.example" }],
    ["a did:web with capitals in its host", { method: "did_web", did: "did:web:A.example#k" }],
    ["a did:web with a step upwards", { method: "did_web", did: "did:web:a.example:..#k" }],
    ["a did:web with a slash in disguise", { method: "did_web", did: "did:web:a.example:x%2Fy#k" }],
    ["a did:web with a line end", { method: "did_web", did: "did:web:a.example#k\nagent: other" }],
    ["an address without its address", { method: "evm", chainId: 1 }],
    ["an address with a wrong checksum", { method: "evm", address: addressOfOne.replace("E5", "e5") }],
    ["the address of nobody", { method: "evm", address: `0x${"0".repeat(40)}` }],
    ["a set without its url", { method: "jwk", kid: "k" }],
    ["a set without its kid", { method: "jwk", url: "https://a.example/k" }],
    ["a set whose kid has a blank", { method: "jwk", url: "https://a.example/k", kid: "a b" }],
    ["a set whose url has a fragment", { method: "jwk", url: "https://a.example/k#x", kid: "k" }],
    ["a set with a user", { method: "jwk", url: "https://me@a.example/k", kid: "k" }],
    ["a set with a password", { method: "jwk", url: "https://:secret@a.example/k", kid: "k" }],
    ["a set in a file", { method: "jwk", url: "file:///etc/passwd", kid: "k" }],
    ["no address at all", { method: "jwk", url: "keys", kid: "k" }],
    ["a member of another method", { method: "did_key", did: didKey, kid: "k" }],
    ["a name that is too long", { method: "jwk", url: `https://a.example/${"x".repeat(400)}`, kid: "k" }],
  ])("PD3 §4 given %s, it names no key", (_what, request) => {
    expect(named(request)).toBeNull()
  })

  it("PD3 §4A given a name in another spelling, it is found in the one of the record", () => {
    expect(spellName(didKey)).toBe(`${didKey}#${did}`)
    expect(spellName(`eip155:1:${addressOfOne.toLowerCase()}`)).toBe(`eip155:1:${addressOfOne}`)
    const wrong = `eip155:1:${addressOfOne.replace("E5", "e5")}`
    expect(spellName(wrong)).toBe(wrong)
    expect(spellName("anything")).toBe("anything")
  })

  it("PD3 §4A the host of a name has its port", () => {
    expect(hostOf("https://a.example:8443/k#x")).toBe("a.example:8443")
    expect(hostOf("https://[")).toBeNull()
    expect(hostOfDid("did:web:a.example%3A8443:agents#k")).toBe("a.example:8443")
  })
})

describe("the fingerprint of a key", () => {
  it("PD3 §4A is its thumbprint (the example of RFC 8037), whatever else stands beside the key", () => {
    expect(thumbprintOf(key)).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    expect(fingerprintOf({ jwk: { ...key, ...{ use: "sig" } } })).toBe(`jwk:${thumbprintOf(key)}`)
    expect(thumbprintOf(one)).not.toBe(thumbprintOf({ ...one, y: one.x }))
  })

  it("PD3 §4A is an address, with its chain if a contract signed", () => {
    expect(addressOf(one)).toBe(addressOfOne)
    expect(fingerprintOf({ address: addressOfOne })).toBe(`evm:${addressOfOne.toLowerCase()}`)
    expect(fingerprintOf({ address: addressOfOne, chainId: 10 })).toBe(`evm:10:${addressOfOne.toLowerCase()}`)
  })
})
