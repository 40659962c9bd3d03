/** Attestations of a delivery elsewhere: whose word counts without bytes, until when, and what the account makes of it. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import { closeQuote, quotes } from "../quotes/index.ts"
import { attestDelivery } from "./Attest.ts"
import { discloseArtifact } from "./Disclose.ts"
import { deliveryFacts } from "./Facts.ts"
import { readDelivery } from "./Queries.ts"
import { audited, signed } from "./testing/Audited.ts"
import { attested, base64, hashOf, whole } from "./testing/Delivered.ts"

const alone = { ...attested, checks: attested.checks.filter(({ kind }) => kind === "attested") }

/** A quote that is delivered elsewhere and closed by the hash of what was delivered. */
const elsewhere = async (operatorId = "op-auditor", proven = true) => {
  const court = await audited(operatorId, proven, { criteria: alone, delivery: "elsewhere" })
  const { id, said } = court
  const handedIn = (...changes: ReadonlyArray<object>) => ({
    id,
    attestations: changes.map((one) => signed(said(one))),
  })
  const facts = async () => {
    const quote = await court.read((reader) => quotes.need(reader, id))
    return court.read((reader) => deliveryFacts(reader, quote, court.now()))
  }
  return { ...court, handedIn, facts }
}

describe("an attestation of a delivery elsewhere", () => {
  it.each(["seller", "buyer"] as const)(
    "PD14 §12 given an attestation without bytes, when the %s hands it in, then it answers its check, and the account reads it",
    async (side) => {
      const { act, ask, handedIn, facts, id, now, ...court } = await elsewhere()
      const taken = await act(attestDelivery, handedIn({ outcome: "unmet" }), court[side])
      expect(taken).toMatchObject({
        quote: id,
        artifact: `sha256:${hashOf(whole)}`,
        attestations: [{ check: "fluent", by: "auditor", outcome: "unmet" }],
        evaluation: { artifact: null, verdict: "partly", reductionMillionths: 100_000 },
      })
      const view = await ask(readDelivery, { id }, court.buyer)
      expect(view.attested).toEqual(taken)
      expect(view.disclosure).toBeNull()
      expect(await facts()).toMatchObject({
        disclosures: [],
        criteria: {
          evaluation: { verdict: "partly" },
          attested: [{ id: "fluent", answered: { id: `${id}/fluent`, at: now() } }],
        },
      })
    },
  )

  it("PD14 §12 given an attester that is bribed to say something else later, then its first word counts, whoever hands it in", async () => {
    const court = await elsewhere()
    await court.act(attestDelivery, court.handedIn({ outcome: "unmet" }), court.buyer)
    const after = await court.act(attestDelivery, court.handedIn({ outcome: "met" }), court.seller)
    expect(after).toMatchObject({ attestations: [{ outcome: "unmet" }], evaluation: { verdict: "partly" } })
  })

  it("PD14 §12A given an attester that is silent about a delivery elsewhere, then its time runs from the close, a later word is late, and what the check says holds", async () => {
    const court = await elsewhere()
    expect((await court.ask(readDelivery, { id: court.id }, court.buyer)).attested).toBeNull()
    court.advance(hours(48) - 1)
    expect(await court.facts()).toMatchObject({ criteria: { evaluation: { verdict: "indeterminate" } } })
    court.advance(1)
    expect(await court.facts()).toMatchObject({ criteria: { evaluation: { verdict: "partly" } } })
    const late = await court.act(attestDelivery, court.handedIn({ outcome: "met" }), court.seller)
    expect(late.evaluation).toMatchObject({ verdict: "partly" })
  })

  it.each([
    ["of the supplier's operator", "op-seller", true],
    ["of the buyer's operator", "op-buyer", true],
    ["whose operator is only stated", "op-auditor", false],
  ] as const)(
    "PD14 §12 given a delivery elsewhere and an attester %s, then its word is refused",
    async (_, operatorId, proven) => {
      const court = await elsewhere(operatorId, proven)
      expect(await court.codeOf(attestDelivery, court.handedIn({}), court.seller)).toBe("attestation_refused")
      expect(await court.facts()).toMatchObject({ criteria: { attested: [{ answered: null }] } })
    },
  )

  it("PD14 §12A given attestations of another hash and of another quote, then each is named, and nothing is taken", async () => {
    const court = await elsewhere()
    const body = court.handedIn({}, { artifact: `sha256:${"0".repeat(64)}` }, { quote: "other" })
    const ended = await Effect.runPromise(Effect.either(court.run(attestDelivery, body, court.seller)))
    expect(ended).toMatchObject({
      left: {
        errors: [
          { path: "attestations[1]", message: "is about other bytes" },
          { path: "attestations[2]", message: "is about another quote" },
        ],
      },
    })
    expect((await court.ask(readDelivery, { id: court.id }, court.buyer)).attested).toBeNull()
  })

  it("PD14 §12A given a stranger, a fifth hand-in of one side, bytes, or a quote that is not closed, then it is refused", async () => {
    const court = await elsewhere()
    const stranger = await court.enrolled("stranger", "op-stranger")
    expect(await court.codeOf(attestDelivery, court.handedIn({}), stranger)).toBe("not_a_party")
    const bytes = { id: court.id, content: base64(whole) }
    expect(await court.codeOf(discloseArtifact, bytes, court.seller)).toBe("delivery_elsewhere")
    for (let i = 0; i < 4; i++) await court.act(attestDelivery, court.handedIn({}), court.seller)
    expect(await court.codeOf(attestDelivery, court.handedIn({}), court.seller)).toBe("disclosures_spent")
    expect(await court.codeOf(attestDelivery, court.handedIn({}), court.buyer)).toBeNull()
    const open = await court.accepted({ criteria: alone, delivery: "elsewhere" })
    const early = { ...court.handedIn({}), id: open }
    expect(await court.codeOf(attestDelivery, early, court.seller)).toBe("quote_state")
  })

  it("PD14 §12A given a delivery to the Court, or a quote without criteria, then attestations alone are refused", async () => {
    const court = await audited()
    const attestations = [signed(court.said())]
    const toCourt = { id: court.id, attestations }
    expect(await court.codeOf(attestDelivery, toCourt, court.seller)).toBe("attestation_unwanted")
    const id = await court.accepted({ criteria: null, delivery: "elsewhere" })
    const closing = { id, priceChargedCents: 5_000, delivered: hashOf(whole) }
    await court.act(closeQuote, closing, court.seller)
    expect(await court.codeOf(attestDelivery, { id, attestations }, court.seller)).toBe(
      "attestation_unwanted",
    )
  })
})
