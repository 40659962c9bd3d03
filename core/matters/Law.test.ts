/** The requirements that a pleading must satisfy in itself (Rules 4.1 to 4.4, 4.10). */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { firstOf } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { answering, claim } from "../testing/Matters.ts"
import { answerChecks, claimChecks } from "./Law.ts"
import { paperOf } from "./Paper.ts"
import type { OrderSought, Pleading } from "./Pleading.ts"

const refusalIn = (found: ReturnType<typeof claimChecks>) => {
  const first = firstOf(found)
  return Either.isLeft(first) ? { code: first.left.code, path: first.left.errors[0]?.path ?? null } : null
}
const claimed = (changes: Partial<Pleading>) => {
  const pleading = claim(changes)
  return refusalIn(claimChecks(pleading, paperOf(pleading), ["buyer", "seller"], bounds))
}
const answered = (changes: Partial<Pleading>) => {
  const pleading = answering(changes)
  return refusalIn(answerChecks(pleading, paperOf(pleading), 2, bounds))
}
const order = (changes: Partial<OrderSought>): OrderSought => ({
  kind: "perform",
  text: "Deliver.",
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1],
  ...changes,
})
const tender = { citation: "[2026] MC 1", proposition: "A thing paid for is delivered." }

describe("a claim", () => {
  it("Rule 4.1 an ordinary claim is not refused", () => {
    expect(claimed({})).toBeNull()
  })

  it("Rule 4.1 a claim seeks at least one order", () => {
    expect(claimed({ orders: [] })?.code).toBe("orders_wanted")
  })

  it.each([
    [[1, 3], "claim.facts[1].n"],
    [[2], "claim.facts[0].n"],
    [[1, 1], "claim.facts[1].n"],
  ])("Rule 4.2 facts numbered %j leave a gap", (numbers, path) => {
    const facts = numbers.map((n) => ({ n, text: "A fact." }))
    expect(claimed({ facts, evidence: [] })).toEqual({ code: "fact_numbers", path })
  })

  it("Rule 4.2 a label that names nothing, or that two pieces have, makes the claim malformed", () => {
    expect(claimed({ evidence: [] })).toEqual({
      code: "unknown_evidence_label",
      path: "claim.facts[0].evidence[0]",
    })
    const piece = { label: "order", kind: "log", content: "x" } as const
    expect(claimed({ evidence: [piece, piece] })).toEqual({
      code: "duplicate_evidence_label",
      path: "claim.evidence[1].label",
    })
  })

  it("Rule 4.2 an order rests only on facts of the claim", () => {
    expect(claimed({ orders: [order({ restsOn: [2, 3] })] })).toEqual({
      code: "unknown_fact",
      path: "claim.orders[0].restsOn[1]",
    })
  })

  it("Rule 2.3 an order runs between the two parties", () => {
    expect(claimed({ orders: [order({ against: "operator-x" })] })).toEqual({
      code: "not_a_party_named",
      path: "claim.orders[0].against",
    })
  })

  it("Rule 5.3 an order to pay has a sum, and no order runs from a party to itself", () => {
    expect(claimed({ orders: [order({ kind: "pay" })] })?.code).toBe("amount_wanted")
    expect(claimed({ orders: [order({ inFavourOf: "seller" })] })?.code).toBe("not_corrective")
  })

  it("Rule 5.3D a claim whose order states a sum in words is refused with the path; the words of an order to pay may", () => {
    const text = "Refrain until USD 75,000.00 is paid."
    expect(claimed({ orders: [order({ kind: "refrain", text })] })).toEqual({
      code: "sum_in_words",
      path: "claim.orders[0].text",
    })
    expect(claimed({ orders: [order({ kind: "pay", amountCents: 1, text })] })).toBeNull()
  })

  it("PD1 §3 a claim of 200 kB is taken and a byte more is refused", () => {
    const bytes = paperOf(claim({ argument: "" })).bodyBytes
    const fill = "x".repeat(bounds.pleadingBytesMax - bytes)
    expect(claimed({ argument: fill })).toBeNull()
    expect(claimed({ argument: `${fill}x` })?.code).toBe("pleading_too_large")
  })

  it("PD1 §3 size is counted in UTF-8, and authorities are measured apart", () => {
    const bytes = paperOf(claim({ argument: "" })).bodyBytes
    const left = bounds.pleadingBytesMax - bytes
    expect(claimed({ argument: "é".repeat(Math.floor(left / 2) + 1) })?.code).toBe("pleading_too_large")
    const authorities = [{ ...tender, text: "x".repeat(6000), attested: true }]
    expect(claimed({ argument: "x".repeat(left), authorities })).toBeNull()
  })

  it("Rule 4.10 ten tenders of 60 kB together are taken, more are not", () => {
    expect(claimed({ authorities: Array.from({ length: 10 }, () => tender) })).toBeNull()
    expect(claimed({ authorities: Array.from({ length: 11 }, () => tender) })?.code).toBe("too_many_tenders")
    const long = { ...tender, text: "é".repeat(6000), attested: true }
    expect(claimed({ authorities: Array.from({ length: 6 }, () => long) })?.code).toBe("tenders_too_large")
  })

  it("Rule 4.10 text that is not attested can't be filed", () => {
    expect(claimed({ authorities: [tender, { ...tender, text: "words" }] })).toEqual({
      code: "unattested_text",
      path: "claim.authorities[1].attested",
    })
    expect(claimed({ authorities: [{ ...tender, text: "words", attested: false }] })?.code).toBe(
      "unattested_text",
    )
  })
})

describe("a defence", () => {
  it("Rule 4.3 a defence answers facts of the claim by their numbers, once each", () => {
    expect(answered({})).toBeNull()
    expect(answered({ responses: [] })).toBeNull()
    expect(answered({ responses: [{ n: 3, plea: "deny" }] })).toEqual({
      code: "facts_unanswered",
      path: "responses[0].n",
    })
    const twice = [
      { n: 1, plea: "deny" },
      { n: 1, plea: "admit" },
    ] as const
    expect(answered({ responses: twice })?.path).toBe("responses[1].n")
  })

  it("Rule 4.4 a defence or reply seeks no orders", () => {
    expect(answered({ orders: [order({})] })?.code).toBe("orders_not_wanted")
  })
})
