/** A key is proven by a challenge, found by its name, and ended. */

import { Effect, Either } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Agent, Keys, revokeKeys } from "../agents/index.ts"
import { noticesTo } from "../agents/testing/Inbox.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { days, format, minutes } from "../kernel/Time.ts"
import { anything } from "../testing/Anything.ts"
import { registrar, stage } from "../testing/Stage.ts"
import type * as Challenge from "./Challenge.ts"
import { endProof } from "./Commands.ts"
import { type ProvenKey, ProvenKeys, proofsOfKey, standingProof } from "./ProvenKey.ts"
import { findProofs, holdsDid, latestProofs } from "./Queries.ts"
import * as Given from "./testing/Court.ts"

const web = (host: string, fragment = "k") =>
  ({ method: "did_web", did: `did:web:${host}#${fragment}` }) as const
const set = (host: string) => ({ method: "jwk", url: `https://${host}/keys.json`, kid: "k" }) as const
const byAddress = { method: "evm", address: Given.addressOfOne } as const
const page = { after: null, limit: 20 }

describe("the keys of an agent", () => {
  let keys: { [name: string]: Challenge.Verdict }
  let court: ReturnType<typeof Given.keyStage>
  let seller: Awaited<ReturnType<typeof court.enrolled>>
  let other: typeof seller
  beforeEach(async () => {
    keys = {}
    court = Given.keyStage(keys)
    seller = await court.enrolled("seller-1")
    other = await court.enrolled("other-1", "op-2")
  })
  const shown = (agent = seller) => court.read((reader) => latestProofs(reader, agent.id))
  const held = (proof: string) => court.ask(findProofs, { proof, page })
  const answer = (id: string, challenge: string, agent = seller) => ({
    handle: agent.handle,
    id,
    signature: Given.signatureBy(Given.nameIn(challenge), challenge),
  })

  it("PD3 §4 given a challenge, then it names the court, the agent and the key, and serves ten minutes", async () => {
    const { id, challenge, expiresAt } = await court.request(seller, web("a.example"))
    expect(expiresAt).toBe(format(court.now() + minutes(10)))
    expect(challenge.split("\n").slice(1)).toEqual([
      "court: https://court.example",
      "agent: seller-1",
      "key: did:web:a.example#k",
      "method: did_web",
      `challenge: ${id}`,
      `until: ${expiresAt}`,
    ])
    expect((await court.request(seller, web("a.example"))).challenge).not.toBe(challenge)
  })

  it("PD3 §4 given the signature of the key, then the key is the agent's, with the document that was kept", async () => {
    const proven = await court.prove(seller, web("a.example"))
    const document = { url: "of did:web:a.example#k", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(proven).toMatchObject({ handle: "seller-1", id: "did:web:a.example#k", endedAt: null, document })
    expect(await shown()).toEqual([expect.objectContaining({ id: "did:web:a.example#k", method: "did_web" })])
    const { sha256 } = proven.document ?? { sha256: "" }
    expect(await court.read((reader) => reader.blob(sha256))).toBe("document of did:web:a.example#k")
    expect((await court.events("agent/seller-1")).at(-1)).toMatchObject({
      type: "agent.key_proven",
      rules: ["PD3 §4"],
      data: { handle: "seller-1", id: "did:web:a.example#k", proofId: proven.proofId, method: "did_web" },
    })
    const found = await court.read((reader) => standingProof(reader, "did:web:a.example#k"))
    expect(found).toMatchObject({ agentId: seller.id, id: proven.proofId })
    expect(await court.read((reader) => proofsOfKey(reader, found?.fingerprint ?? ""))).toEqual([found])
  })

  it("PD3 §4 given a DID that an agent only states, then its record shows it to nobody before a key of it is proven", async () => {
    const holds = (did: string, agent = seller) => court.read((reader) => holdsDid(reader, agent.id, did))
    expect(await holds("did:web:b.example")).toBe(false)
    const { proofId } = await court.prove(seller, web("b.example"))
    expect(await holds("did:web:b.example")).toBe(true)
    expect(await holds("did:web:c.example")).toBe(false)
    expect(await holds("did:web:b.example", { ...seller, id: "another" })).toBe(false)
    await court.act(endProof, { handle: seller.handle, id: proofId }, seller)
    expect(await holds("did:web:b.example")).toBe(false)
    expect(await holds(Given.didKey)).toBe(false)
    await court.prove(seller, { method: "did_key", did: Given.didKey })
    expect(await holds(Given.didKey)).toBe(true)
    expect(await holds("did:example:1")).toBe(false)
  })

  it("PD3 §4A given a key of which the document is its own name, then nothing is kept", async () => {
    expect(await court.prove(seller, { method: "did_key", did: Given.didKey })).toMatchObject({
      document: null,
    })
    expect((await held(Given.didKey)).items).toMatchObject([{ handle: "seller-1", method: "did_key" }])
  })

  it("PD3 §4 a thief that does not hold the key gets nothing by another signature", async () => {
    const { id, challenge } = await court.request(other, web("a.example"))
    for (const signature of [Given.noSignature, Given.signatureBy("did:web:b.example#k", challenge)])
      expect(await court.codeOf(court.answerProof, { handle: other.handle, id, signature }, other)).toBe(
        "proof_unsigned",
      )
    expect(await shown(other)).toEqual([])
  })

  it("PD3 §4 a signature over the challenge of another agent proves nothing", async () => {
    const [mine, its] = [
      await court.request(other, web("a.example")),
      await court.request(seller, web("a.example")),
    ]
    const borrowed = answer(mine.id, its.challenge, other)
    expect(await court.codeOf(court.answerProof, borrowed, other)).toBe("proof_unsigned")
    expect(await court.codeOf(court.answerProof, answer(its.id, its.challenge, other), other)).toBe(
      "unknown_proof",
    )
    expect(await court.codeOf(court.answerProof, answer(its.id, its.challenge), other)).toBe("not_own")
  })

  it("PD3 §4 a challenge serves once, and not at the instant at which it expires", async () => {
    const first = await court.request(seller, web("a.example"))
    court.advance(minutes(10) - 1)
    await court.act(court.answerProof, answer(first.id, first.challenge), seller)
    expect(await court.codeOf(court.answerProof, answer(first.id, first.challenge), seller)).toBe(
      "key_proven",
    )
    await court.act(court.endProof, { handle: "seller-1", id: first.id }, seller)
    expect(await court.codeOf(court.answerProof, answer(first.id, first.challenge), seller)).toBe(
      "proof_ended",
    )
    const late = await court.request(seller, web("a.example"))
    court.advance(minutes(10))
    expect(await court.codeOf(court.answerProof, answer(late.id, late.challenge), seller)).toBe(
      "challenge_expired",
    )
  })

  it("PD3 §4A given a name in which no key can stand, or a document without the key, then it is refused", async () => {
    const request = (asked: Parameters<typeof court.request>[1], agent = seller) =>
      court.codeOf(
        court.requestProof,
        { handle: "seller-1", court: "https://court.example", ...asked },
        agent,
      )
    expect(await request({ method: "did_key", did: Given.noKey })).toBe("key_malformed")
    expect(await request({ method: "did_web", did: "did:web:UPPER#k" })).toBe("key_malformed")
    expect(await request(web("a.example"), other)).toBe("not_own")
    expect(await court.provingCode(seller, { method: "did_web", did: Given.absent })).toBe("key_unreadable")
  })

  it("PD3 §4A a key of a set is proven on the host of the service that has answered, or of a proven did:web, and on no other", async () => {
    const service = (serviceUrl: string | null, serviceAnsweredAt: number | null) =>
      court.act(
        command({
          name: "set-service-of-test",
          sections: [],
          input: anything<object>(),
          gather: (_input: object, _context, reader) =>
            Effect.flatMap(reader.find(Agent.Agents, seller.id), Effect.orDie),
          decide: (agent) =>
            Either.right({
              changes: [Changed.put(Agent.Agents, { ...agent, serviceUrl, serviceAnsweredAt })],
              reply: {},
            }),
        }),
        {},
        seller,
      )
    const asking = (host: string) =>
      court.codeOf(
        court.requestProof,
        { handle: "seller-1", court: "https://court.example", ...set(host) },
        seller,
      )
    expect(await asking("a.example")).toBe("host_unproven")
    await service("https://a.example/court", null)
    expect(await asking("a.example")).toBe("host_unproven")
    await service("https://a.example/court", 1)
    expect(await asking("evil.example")).toBe("host_unproven")
    expect(await asking("a.example:8443")).toBe("host_unproven")
    const open = await court.request(seller, set("a.example"))
    await service("https://b.example/court", null)
    expect(await court.codeOf(court.answerProof, answer(open.id, open.challenge), seller)).toBe(
      "host_unproven",
    )
    await court.prove(seller, { method: "did_key", did: Given.didKey })
    await court.prove(seller, web("a.example%3A8443"))
    expect(await asking("a.example")).toBe("host_unproven")
    expect(await court.prove(seller, set("a.example:8443"))).toMatchObject({
      id: "https://a.example:8443/keys.json#k",
    })
  })

  it("PD3 §4B a key that another agent has proven is taken, under every name, until its proof has ended", async () => {
    const jwk = Given.key
    for (const host of ["a.example", "b.example"])
      keys[`did:web:${host}#k`] = { _tag: "Signed", jwk, document: null }
    const { proofId } = await court.prove(seller, web("a.example"))
    expect(await court.provingCode(other, web("a.example"))).toBe("key_taken")
    expect(await court.provingCode(other, web("b.example"))).toBe("key_taken")
    expect(await court.provingCode(seller, web("b.example"))).toBe("key_proven")
    await court.act(court.endProof, { handle: "seller-1", id: proofId }, seller)
    court.advance(minutes(1))
    await court.prove(other, web("b.example"))
    const found = await court.read((reader) =>
      proofsOfKey(reader, `jwk:kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k`),
    )
    expect(found.map(({ handle, endedAt }) => [handle, endedAt === null])).toEqual([
      ["seller-1", false],
      ["other-1", true],
    ])
  })

  it("PD3 §4B a name is one agent's while its proof stands, whatever its document says afterwards", async () => {
    const jwk = Given.key
    keys["did:web:a.example#k"] = { _tag: "Signed", jwk, document: { url: "u", text: "the first" } }
    const { proofId } = await court.prove(seller, web("a.example"))
    keys["did:web:a.example#k"] = { _tag: "Signed", jwk: { ...jwk, x: "another" }, document: null }
    expect(await court.provingCode(other, web("a.example"))).toBe("key_taken")
    // The key is its own, and the name is another agent's: what counts is the other agent.
    keys["did:web:c.example#k"] = { _tag: "Signed", jwk: { ...jwk, x: "third" }, document: null }
    await court.prove(other, web("c.example"))
    keys["did:web:a.example#k"] = { _tag: "Signed", jwk: { ...jwk, x: "third" }, document: null }
    expect(await court.provingCode(other, web("a.example"))).toBe("key_taken")
    expect(await standing("did:web:a.example#k")).toMatchObject({ id: proofId, jwk })
  })
  const standing = (name: string) => court.read((reader) => standingProof(reader, name))

  it("PD3 §4B a secp256k1 key and its address are one key", async () => {
    const name = `did:web:a.example#k`
    keys[name] = { _tag: "Signed", jwk: Given.one, document: null }
    await court.prove(seller, web("a.example"))
    expect(await court.provingCode(other, byAddress)).toBe("key_taken")
  })

  it("PD3 §4A an address is found on every chain if its key signed, and on its own chain if its contract did", async () => {
    const contract = { ...byAddress, chainId: 10 }
    keys[`eip155:10:${Given.addressOfOne}`] = { _tag: "Signed", address: Given.addressOfOne, chainId: 10 }
    await court.prove(seller, contract)
    await court.prove(other, byAddress)
    const handles = async (chainId: number) =>
      (await held(`eip155:${chainId}:${Given.addressOfOne.toLowerCase()}`)).items.map(({ handle }) => handle)
    expect(await handles(10)).toEqual(["seller-1", "other-1"])
    expect(await handles(8453)).toEqual(["other-1"])
    expect((await held("did:web:nobody.example#k")).items).toEqual([])
  })

  it("PD3 §4B a proof is ended by its agent or the Registrar, once, and stays on record", async () => {
    const { proofId: id } = await court.prove(seller, web("a.example"))
    const end = { handle: "seller-1", id }
    expect(await court.codeOf(court.endProof, end, other)).toBe("not_own")
    expect(await court.codeOf(court.endProof, { ...end, handle: "other-1" }, other)).toBe("unknown_proof")
    expect(await court.codeOf(court.endProof, { ...end, id: "none" }, registrar)).toBe("unknown_proof")
    expect(await court.act(court.endProof, { ...end, reasons: "It leaked." }, registrar)).toMatchObject({
      endedAt: format(court.now()),
    })
    expect((await court.events("agent/seller-1")).at(-1)).toMatchObject({
      type: "agent.key_ended",
      data: { proofId: id, by: "registrar", reasons: "It leaked." },
    })
    expect(await court.codeOf(court.endProof, end, seller)).toBe("proof_ended")
    expect(await standing("did:web:a.example#k")).toBeNull()
    expect((await held("did:web:a.example#k")).items).toMatchObject([{ handle: "seller-1", proofId: id }])
  })

  it("PD3 §4B the proof that stands is ended also under the name of its key, and not under the key of somebody else", async () => {
    const name = "did:web:a.example#k"
    const first = await court.prove(seller, web("a.example"))
    const end = { handle: "seller-1", id: name }
    expect(await court.codeOf(court.endProof, { ...end, handle: "other-1" }, other)).toBe("unknown_proof")
    expect(await court.act(court.endProof, end, seller)).toMatchObject({ proofId: first.proofId })
    expect(await court.codeOf(court.endProof, end, seller)).toBe("proof_ended")
    const second = await court.prove(seller, web("a.example"))
    expect(await court.act(court.endProof, end, seller)).toMatchObject({ proofId: second.proofId })
    await court.prove(seller, byAddress)
    const address = `eip155:1:${Given.addressOfOne.toLowerCase()}`
    expect(await court.act(court.endProof, { ...end, id: address }, seller)).toMatchObject({
      address: Given.addressOfOne,
    })
  })

  it("PD3 §4B the owner is told of a key that a thief of its credential proves, and ends it", async () => {
    // given a thief who acts as the agent
    const { proofId: id, id: name } = await court.prove(seller, web("thief.example"))
    await court.act(court.endProof, { handle: "seller-1", id }, seller)
    const again = await court.prove(seller, web("thief.example"))
    await court.act(court.endProof, { handle: "seller-1", id: again.proofId }, registrar)
    // then each step stands in the agent's inbox
    const notices = await court.read((reader) => noticesTo(reader, seller.id))
    const keys = notices.filter(({ type }) => type.startsWith("key."))
    expect(keys.map(({ type }) => type)).toEqual(["key.proven", "key.ended", "key.proven", "key.ended"])
    expect(keys.every(({ text, data }) => text.includes(name) && data.key === name)).toBe(true)
    expect(keys[1]?.text).toContain("ended in your name")
    expect(keys[3]?.text).toContain("ended by the Registrar")
  })
  it("Rule 2.6A a proven key signs for nobody once the Registrar has ended the keys of its agent", async () => {
    const { proofId } = await court.prove(seller, web("thief.example"))
    const signs = (agentId: string) => court.read((reader) => Keys.signsFor(reader, agentId))
    expect([await signs(seller.id), await signs("nobody")]).toEqual([true, false])
    await court.act(revokeKeys, { handle: "seller-1", reasons: "The credential was stolen." }, registrar)
    // the proof stands, and signs nothing
    expect(await standing("did:web:thief.example#k")).toMatchObject({ id: proofId })
    expect([await signs(seller.id), await signs(other.id)]).toEqual([false, true])
  })
  it("PD3 §4B a proof that has ended has ended at a process whose clock is behind, too", async () => {
    const { proofId: id } = await court.prove(seller, web("a.example"))
    const behind = stage(undefined, { driver: court.driver, now: court.now() - days(1) })
    const ended = await behind.act(court.endProof, { handle: "seller-1", id }, seller)
    expect(ended.endedAt).toBe(ended.provenAt)
    expect(await behind.read((reader) => standingProof(reader, "did:web:a.example#k"))).toBeNull()
  })

  it("PD3 §4B a name whose proof ended between two reads has no standing proof", async () => {
    const { proofId } = await court.prove(seller, web("a.example"))
    const put = command({
      name: "put-of-test",
      sections: [],
      input: anything<ProvenKey>(),
      gather: (proof: ProvenKey, _context, reader) => reader.find(ProvenKeys, proof.id),
      decide: (_found, proof) => Either.right({ changes: [Changed.put(ProvenKeys, proof)], reply: {} }),
    })
    const found = await standing("did:web:a.example#k")
    expect(found?.id).toBe(proofId)
    if (found !== null) await court.act(put, { ...found, endedAt: 1 }, seller)
    expect(await standing("did:web:a.example#k")).toBeNull()
  })
})
