import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { factsOf, run } from "../testing/Facts.ts"
import { agentCalled, placeNamed } from "./Called.ts"
import { HeldAddresses } from "./HeldAddress.ts"
import { fingerprintOf, nameClaim, type ProvenKey, ProvenKeys } from "./ProvenKey.ts"
import { addressOfOne, didKey } from "./testing/Court.ts"
import { proofOf } from "./testing/Proofs.ts"

const other = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF"
const evm = (changes: Partial<ProvenKey> = {}, address = addressOfOne) =>
  proofOf({
    method: "evm",
    name: `eip155:1:${address}`,
    address,
    fingerprint: fingerprintOf({ address }),
    ...changes,
  })
const web = (agentId: string, name: string, changes: Partial<ProvenKey> = {}) =>
  proofOf({
    id: `proof of ${name}`,
    agentId,
    method: "did_web",
    name,
    fingerprint: `jwk:${name}`,
    ...changes,
  })
const held = (agentId: string, fingerprint: string) =>
  Changed.put(HeldAddresses, { agentId, handle: agentId, fingerprint, since: 0 })

const called = (text: string, ...given: ReadonlyArray<ProvenKey | Changed.Change>) => {
  const changes = given.flatMap((one) =>
    "_tag" in one
      ? [one]
      : [
          Changed.put(ProvenKeys, one),
          ...(one.endedAt === null ? [Changed.claim(nameClaim(one.name), one.id)] : []),
        ],
  )
  return run(agentCalled(factsOf(...changes).reader, text))
}

describe("the agent that is called so", () => {
  const own = didKey.slice("did:key:".length)
  it.each([didKey, `${didKey}#${own}`])(
    "PD3 §4 given the standing proof of %s, then it is its agent's",
    (text) => {
      const proof = proofOf({ name: `${didKey}#${own}` })
      expect(called(text, proof)).toBe("agent")
      expect(called(text, { ...proof, endedAt: 5 })).toBeNull()
      expect(called(text)).toBeNull()
    },
  )

  it("PD3 §4 given a proven address, then it names the agent on every chain, in any case, until the proof ends", () => {
    for (const text of [`eip155:1:${addressOfOne}`, `eip155:8453:${addressOfOne.toLowerCase()}`])
      expect(called(text, evm())).toBe("agent")
    expect(called(addressOfOne, evm({ name: `eip155:8453:${addressOfOne}` }))).toBe("agent")
    expect(called(addressOfOne.toLowerCase(), evm())).toBe("agent")
    expect(called(`eip155:1:${addressOfOne}`, evm({ endedAt: 1 }))).toBeNull()
    expect(called(`eip155:1:${other}`, evm())).toBeNull()
    expect(called(`eip155:1:${addressOfOne.replace("E5", "e5")}`, evm())).toBeNull()
  })

  it("PD3 §4 given an address of a confirmed hold, then it names the agent, and nobody once two agents share it", () => {
    const text = `eip155:8453:${other}`
    const fingerprint = fingerprintOf({ address: other })
    expect(called(text, held("ann", fingerprint))).toBe("ann")
    expect(called(text, held("ann", fingerprintOf({ address: other, chainId: 8453 })))).toBe("ann")
    expect(called(text, held("ann", fingerprint), held("ben", fingerprint))).toBeNull()
    // A contract needs its chain.
    expect(called(other, held("ann", fingerprint))).toBe("ann")
    expect(called(other, held("ann", fingerprintOf({ address: other, chainId: 1 })))).toBeNull()
  })

  it.each([
    ["did:web:a.example", "ann"],
    ["a.example", "ann"],
    ["https://a.example/.well-known/agent-card.json", "ann"],
    ["did:web:a.example#k", "ann"],
    ["did:web:a.example:bob", "bob"],
    ["https://a.example/bob/agent-card.json", "bob"],
    ["https://a.example/bob/", "bob"],
    ["https://a.example/carol/agent-card.json", null],
    ["a.example:8443", null],
    ["b.example", null],
    ["did:web:", null],
    ["did:other:x", null],
    ["not a host", null],
  ])("PD3 §4 given a host and its tenant, then %s is that of %s", (text, agentId) => {
    expect(called(text, web("ann", "did:web:a.example#k"), web("bob", "did:web:a.example:bob#k"))).toBe(
      agentId,
    )
  })

  it("PD3 §4 given a document with the keys of two agents, or an ended key, then its host names neither", () => {
    const ann = web("ann", "did:web:a.example#1")
    expect(called("a.example", ann, web("ann", "did:web:a.example#2"))).toBe("ann")
    expect(called("a.example", ann, web("bob", "did:web:a.example#2"))).toBeNull()
    expect(called("a.example", { ...ann, endedAt: 9 })).toBeNull()
  })

  it.each([
    ["https://a.example:8443/x/y/card.json", "did:web:a.example%3A8443:x:y"],
    ["http://A.example", "did:web:a.example"],
    ["https://me@a.example/", null],
    ["https://:secret@a.example/", null],
    ["https://a.example/x%2Fy/", null],
    ["https://[::1]/", null],
  ])("PD3 §4 %s names the place %s", (text, place) => {
    expect(placeNamed(text)).toBe(place)
  })
})
