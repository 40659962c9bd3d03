/** Thieves before the judge on the papers: an attester that belongs to a party, is bribed, or says nothing. */
import { describe, expect, it } from "vitest"
import { discloseArtifact } from "../../core/deliveries/index.ts"
import { auditorIn, signed, verifiers, wordOn } from "../../core/deliveries/testing/Audited.ts"
import { base64, hashOf } from "../../core/deliveries/testing/Delivered.ts"
import { hours } from "../../core/kernel/Time.ts"
import { dismissed, type Of, ordersOf, paid, payTo, played } from "./testing/Played.ts"

const bytes = "a translation"

type Word = "met" | "unmet"
interface Said {
  readonly by: Of
  readonly outcome: Word
  readonly code: string | null
}

/**
 * The orders on the buyer's claim on a quote that is paid and delivered, a fifth of whose price is for the word of an auditor. `otherwise`
 * holds if nobody's word counts within 48 hours. Each word is handed in with the bytes by a side, in turn.
 */
const judgedOn = async (operatorId: string, otherwise: Word, words: ReadonlyArray<Said>) => {
  const court = await played(undefined, undefined, verifiers)
  const { act, agents, codeOf, closes, files, answers, lodges, confirms } = court
  await auditorIn(court, operatorId)
  court.advance(1_000)
  const check = { id: "fluent", kind: "attested", by: "auditor", within: 48, otherwise, share: 200_000 }
  const id = await court.quoted({
    criteria: { version: "court.criteria/1", artifact: { bytesMax: 1_000 }, checks: [check] },
  })
  await confirms("seller", await lodges("buyer", "payment", { ref: id }))
  await closes("seller", { delivered: hashOf(bytes) }, id)
  await act(discloseArtifact, { id, content: base64(bytes) }, agents.seller)
  for (const { by, outcome, code } of words) {
    const attestations = [signed(wordOn(id, bytes, { outcome }))]
    const handedIn = { id, content: base64(bytes), attestations }
    expect(await codeOf(discloseArtifact, handedIn, agents[by])).toBe(code)
  }
  court.advance(hours(73))
  const matter = await files("buyer", [payTo("buyer", { cause: "account" })], { quoteId: id })
  await answers("seller", matter)
  return ordersOf(await court.judged("buyer", matter))
}

const refused = "attestation_refused"
const aFifth = [paid("seller", 1_000), dismissed]
const nothing = [dismissed]

describe("the attester that both sides name", () => {
  it("PD14 §12 given an attester of the seller's operator that praises the delivery, then its word is refused, and the share comes back", async () => {
    expect(await judgedOn("op-seller", "unmet", [{ by: "seller", outcome: "met", code: refused }])).toEqual(
      aFifth,
    )
  })

  it("PD14 §12 given an attester of the buyer's operator that blames the delivery, then its word is refused, and nothing comes back", async () => {
    expect(await judgedOn("op-buyer", "met", [{ by: "buyer", outcome: "unmet", code: refused }])).toEqual(
      nothing,
    )
  })

  it("PD14 §12 given an attester of neither that is bribed after its first word, then the first word decides", async () => {
    const [praise, blame] = [
      { by: "seller", outcome: "met", code: null },
      { by: "buyer", outcome: "unmet", code: null },
    ] as const
    expect(await judgedOn("op-auditor", "unmet", [praise, blame])).toEqual(nothing)
    expect(await judgedOn("op-auditor", "met", [blame, praise])).toEqual(aFifth)
  })

  it("PD14 §12 given an attester of neither that is paid to say nothing, then what both agreed for its silence decides", async () => {
    expect(await judgedOn("op-auditor", "unmet", [])).toEqual(aFifth)
    expect(await judgedOn("op-auditor", "met", [])).toEqual(nothing)
  })
})
