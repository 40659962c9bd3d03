/** Signed artifacts as evidence: what is kept of them at filing, who is shown it, and what the screen reads of them. */

import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Agent } from "../agents/index.ts"
import { readMatter } from "../docket/index.ts"
import type { Verified } from "../evidence/index.ts"
import { artifact, fetched, reading, sentence, signer } from "../evidence/testing/Artifacts.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { records as proofRecords } from "../proofs/index.ts"
import { proofOf } from "../proofs/testing/Proofs.ts"
import { limits } from "../store/Store.ts"
import { answering, claim } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { judge, person, registrar } from "../testing/Stage.ts"
import { callForJudgment } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { Matters } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { answerQuestions, putQuestions } from "./Questions.ts"
import { type Dealt, dealt, quotes } from "./testing/Dealt.ts"

const address = `0x${"aB".repeat(20)}`
const evm = `evm:${address.toLowerCase()}`

const prove = (court: Dealt, of: "buyer" | "seller", fingerprint: string) => {
  const key = { agentId: court.agents[of].id, handle: of, name: "did:key:z6Mk1", fingerprint }
  const proof = proofOf({ ...key, id: `proof-${of}-${fingerprint}`, provenAt: court.now() })
  return court.act(put, [Changed.put(proofRecords.ProvenKeys, proof)], registrar)
}

const piece = (label: string, content: string) => ({ label, kind: "document" as const, content })
const evidenceOf = (...contents: ReadonlyArray<string>) =>
  contents.map((content, i) => piece(`e${i}`, content))
const claimed = (...contents: ReadonlyArray<string>) => ({
  claim: claim({
    facts: [{ n: 1, text: sentence, evidence: contents.map((_, i) => `e${i}`) }],
    evidence: evidenceOf(...contents),
    orders: [{ kind: "declaration", text: "So.", against: "seller", inFavourOf: "buyer", restsOn: [1] }],
  }),
})

describe("signed artifacts at filing", () => {
  it("Rule 4.11 given an artifact in a claim, then both parties, the Registrar and the judge are shown what was found of it", async () => {
    const court = await dealt(reading)
    await prove(court, "seller", "jwk:one")
    const id = await court.file(
      "buyer",
      claimed("We accept.", artifact({ signers: [signer({ signedAt: null })] })),
    )
    for (const reader of [court.agents.buyer, court.agents.seller, registrar, judge]) {
      const { evidence } = (await court.ask(readMatter, { id }, reader)).pleadings.claim
      expect(evidence[0]?.verified).toBeNull()
      expect(evidence[1]?.verified).toMatchObject({
        format: "x402_offer",
        signers: [{ role: "seller", key: "did:key:z6Mk1", agent: "seller" }],
        checks: [
          { check: "signature", holds: true },
          { check: "authority", holds: true },
        ],
        statement: [sentence],
      })
    }
    const bundle = await court.read((reader) => Bundle.collect(reader, id))
    expect(bundle.claim.evidence[1]?.verified?.statement).toEqual([{ by: "seller", text: sentence }])
  })

  it("Rule 4.11A given an address that the seller proved in a hold, then what it signed is the seller's", async () => {
    const court = await dealt(reading)
    const held = { agentId: court.agents.seller.id, handle: "seller", fingerprint: evm, since: court.now() }
    await court.act(put, [Changed.put(proofRecords.HeldAddresses, held)], registrar)
    const signers = [signer({ signedAt: null, fingerprint: evm })]
    const id = await court.file("buyer", claimed(artifact({ signers })))
    const { evidence } = (await court.ask(readMatter, { id }, judge)).pleadings.claim
    expect(evidence[0]?.verified?.signers[0]?.agent).toBe("seller")
  })

  it("Rule 4.11 the journal has the hash of what was found and nothing else of it, and an answer to a filing has no more", async () => {
    const court = await dealt(reading)
    const id = await court.file("buyer", claimed(artifact()))
    const events = JSON.stringify(await court.events(`matter/${id}`))
    const { claim: filed } = Option.getOrThrow(await court.read((reader) => reader.find(Matters, id)))
    expect(events).toContain(needPresent(filed.verifiedSha256, "the hash of what was found"))
    expect(events).not.toContain("did:key")
  })

  it("Rule 4.11 given artifacts in a defence, a reply and answers, then each is found in its place", async () => {
    const court = await dealt(reading)
    const { act, agents } = court
    await prove(court, "seller", "jwk:one")
    const matterId = await court.file("buyer")
    const plain = artifact({
      statement: [{ by: "seller", text: "One." }],
      signers: [signer({ signedAt: null })],
    })
    await act(fileDefence, { id: matterId, ...answering({ evidence: evidenceOf(plain) }) }, agents.seller)
    await act(
      fileReply,
      { id: matterId, ...answering({ responses: [], evidence: evidenceOf(plain) }) },
      agents.buyer,
    )
    await act(callForJudgment, { id: matterId }, agents.buyer)
    const questions = [1, 2, 3].map((n) => ({ n, to: "seller", text: "Why?" }))
    await act(putQuestions, { id: matterId, questions }, judge)
    const answers = [
      { n: 1, text: "So.", evidence: [piece("a", "plain")] },
      { n: 2, text: "So." },
      { n: 3, text: "So.", evidence: [piece("b", plain)] },
    ]
    await act(answerQuestions, { id: matterId, answers }, agents.seller)
    const read = await court.ask(readMatter, { id: matterId }, agents.buyer)
    const found = [
      read.pleadings.defence?.evidence[0],
      read.pleadings.reply?.evidence[0],
      read.questions[0]?.answer?.evidence[0],
      read.questions[2]?.answer?.evidence[0],
    ].map((one) => one?.verified?.statement ?? null)
    expect(found).toEqual([["One."], ["One."], null, ["One."]])
    expect(read.questions[1]?.answer?.evidence).toEqual([])
  })

  it("Rule 4.11 answers that are refused are not examined", async () => {
    let calls = 0
    const counting: typeof Verified.Verifiers.Service = {
      examine: (contents, examining) => {
        calls++
        return reading.examine(contents, examining)
      },
    }
    const court = await dealt(counting)
    const matterId = await court.file("buyer")
    const answers = [{ n: 1, text: "So.", evidence: [piece("a", artifact())] }]
    expect(await court.codeOf(answerQuestions, { id: matterId, answers }, court.agents.seller)).not.toBeNull()
    expect(calls).toBe(0)
  })

  it("Rule 4.11A given the address of the rail of the quote, then the supplier signed, whichever paper it is in", async () => {
    const court = await dealt(reading)
    const rail = { network: "eip155:8453", asset: "eip155:8453/erc20:0x0", address, at: court.now() }
    await court.quoted(quotes.other, { rail })
    const content = artifact({ signers: [signer({ fingerprint: evm, signedAt: court.now() })] })
    const id = await court.file("buyer", { quoteId: quotes.other, ...claimed(content) })
    const pleading = answering({ responses: [{ n: 1, plea: "deny" }], evidence: evidenceOf(content) })
    await court.act(fileDefence, { id: id, ...pleading }, court.agents.seller)
    const { pleadings } = await court.ask(readMatter, { id }, judge)
    for (const paper of [pleadings.claim, pleadings.defence])
      expect(paper?.evidence[0]?.verified?.signers[0]?.agent).toBe("seller")
    // The supplier states another rail, which takes nothing from what the earlier one signed.
    const later = { ...rail, address: `0x${"cd".repeat(20)}`, at: court.now() + 1 }
    await court.quoted(quotes.other, { rail: later, pastRails: [rail] })
    const moved = await court.act(
      fileReply,
      { id, ...answering({ responses: [], evidence: evidenceOf(content) }) },
      court.agents.buyer,
    )
    expect(moved.status).toBe("closed")
    const { reply } = (await court.ask(readMatter, { id }, judge)).pleadings
    expect(reply?.evidence[0]?.verified?.signers[0]?.agent).toBe("seller")
    const without = await court.file("buyer", { quoteId: quotes.q, ...claimed(content) })
    const other = await court.ask(readMatter, { id: without }, judge)
    expect(other.pleadings.claim.evidence[0]?.verified?.signers[0]?.agent).toBeNull()
  })

  it("Rule 4.11A given the host of a service that answered the Court's challenge, then its party signed; an address that never answered is nobody's", async () => {
    const court = await dealt(reading)
    const content = artifact({
      signers: [signer({ entitled: "host", host: "seller.example:8443", signedAt: court.now() })],
    })
    const serve = async (changes: { serviceUrl: string; serviceAnsweredAt: number | null }) => {
      const seller = Option.getOrThrow(
        await court.read((reader) => reader.find(Agent.Agents, court.agents.seller.id)),
      )
      await court.act(put, [Changed.put(Agent.Agents, { ...seller, ...changes })], registrar)
    }
    const signed = async () => {
      const id = await court.file("buyer", claimed(content))
      const { pleadings } = await court.ask(readMatter, { id }, judge)
      return pleadings.claim.evidence[0]?.verified?.signers[0]?.agent
    }
    const serviceUrl = "https://Seller.example:8443/"
    await serve({ serviceUrl, serviceAnsweredAt: null })
    expect(await signed()).toBeNull()
    await serve({ serviceUrl, serviceAnsweredAt: court.now() })
    expect(await signed()).toBe("seller")
  })

  it("Rule 4.11 a claim against a handle that nobody holds is examined too", async () => {
    const court = await dealt(reading)
    const sought = {
      kind: "declaration",
      text: "So.",
      against: "nobody-yet",
      inFavourOf: "buyer",
      restsOn: [1],
    } as const
    const content = { ...claimed(artifact()).claim, orders: [sought] }
    const id = await court.file("buyer", { respondent: "nobody-yet", claim: content })
    const { pleadings } = await court.ask(readMatter, { id }, judge)
    expect(pleadings.claim.evidence[0]?.verified?.signers[0]?.agent).toBeNull()
  })

  it("Rule 4.11 a paper that was filed before artifacts were examined is read as before", async () => {
    const court = await dealt(reading)
    const id = await court.file("buyer", claimed("We accept."))
    const stored = Option.getOrThrow(await court.read((reader) => reader.find(Matters, id)))
    expect(stored.claim).not.toHaveProperty("verifiedSha256")
    const older = { ...stored, claim: { ...stored.claim, verifiedSha256: null } }
    expect(Matters.decode(Matters.encode(older))).toEqual(older)
    const { pleadings } = await court.ask(readMatter, { id }, judge)
    expect(pleadings.claim.evidence[0]?.verified).toBeNull()
  })

  it("Rule 4.11D given the largest paper with the most artifacts and documents, then the filing fits a store", async () => {
    const text = (n: number) => "x".repeat(n)
    const half = bounds.keptDocumentsBytesMax / bounds.keptDocumentsMax
    const documents = Array.from({ length: 8 }, (_, i) => fetched(`d${i}`, text(half - 100)))
    const statement = [{ by: "seller", text: text(bounds.findingsBytesMax / 2) }]
    const generous: typeof Verified.Verifiers.Service = {
      examine: (contents, examining) =>
        Effect.map(reading.examine(contents, examining), (found) =>
          found.map((one) => (one === null ? null : { ...one, documents, statement })),
        ),
    }
    const court = await dealt(generous)
    const contents = Array.from({ length: bounds.examinedPiecesMax }, () => artifact())
    const { claim: paper } = claimed(...contents)
    const size = JSON.stringify(paper).length
    const filler = piece("long", text(bounds.pleadingBytesMax - size - 200))
    const authorities = Array.from({ length: bounds.tendersMax }, (_, i) => ({
      citation: `Example v Example [2020] ${i}`,
      proposition: "A signer states what it signs.",
      attested: true,
      text: text(5_800),
    }))
    const largest = { ...paper, evidence: [...paper.evidence, filler], authorities }
    const id = await court.file("buyer", { claim: largest })
    const { pleadings } = await court.ask(readMatter, { id }, judge)
    expect(pleadings.claim.evidence[0]?.verified?.checks.every(({ check }) => check !== "documents")).toBe(
      true,
    )
    expect(limits.changeSetBytes).toBeGreaterThan(
      bounds.pleadingBytesMax +
        3 * bounds.tendersBytesMax +
        bounds.findingsBytesMax +
        bounds.keptDocumentsBytesMax,
    )
    expect(
      await court.read((reader) => reader.blob(needPresent(documents[0], "a document").sha256)),
    ).not.toBeNull()
  })
})

describe("the screen and artifacts", () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64url")

  it("PD1 §4 a natural person in what a signature is over is found, and the artifact is refused", async () => {
    const court = await dealt(reading)
    const jws = `${encoded('{"alg":"ES256"}')}.${encoded(`{"buyer":"${person}"}`)}.c2lnbmF0dXJl`
    const code = (content: string) => court.fileCode("buyer", claimed(content))
    expect(await code(jws)).toBe("natural_person")
    expect(await code(JSON.stringify({ payload: { buyer: person } }))).toBe("natural_person")
    expect(await code(artifact())).toBeNull()
  })

  it("PD1 §4 what the screen of a defence reads is that of a claim", async () => {
    const court = await dealt(reading)
    const matterId = await court.file("buyer")
    const jws = `${encoded("{}")}.${encoded(`{"buyer":"${person}"}`)}.c2ln`
    const pleading = answering({ evidence: evidenceOf(jws) })
    expect(await court.codeOf(fileDefence, { id: matterId, ...pleading }, court.agents.seller)).toBe(
      "natural_person",
    )
  })

  it("Rule 4.11D given a document that was fetched for an artifact, then the parties read it as it was, each once, and nobody else does", async () => {
    const court = await dealt(reading)
    const documents = [fetched("a", "the key of the seller"), fetched("a", "the key of the seller")].map(
      (one) => ({
        ...one,
        sha256: sha256Hex(one.text),
      }),
    )
    const content = artifact({ documents })
    const id = await court.file("buyer", claimed(content))
    const pleading = answering({ responses: [{ n: 1, plea: "deny" }], evidence: evidenceOf(content) })
    await court.act(fileDefence, { id, ...pleading }, court.agents.seller)
    for (const actor of [court.agents.buyer, court.agents.seller, judge]) {
      const read = await court.ask(readMatter, { id }, actor)
      expect(read.documents).toHaveLength(1)
      expect(read.documents[0]).toMatchObject({
        url: "https://seller.example/a",
        sha256: sha256Hex("the key of the seller"),
      })
      expect(atob(read.documents[0]?.bytes ?? "")).toBe("the key of the seller")
    }
    expect(await court.askCodeOf(readMatter, { id }, { role: "public" })).not.toBeNull()
  })
})
