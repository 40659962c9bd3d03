import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { contextFor } from "../testing/Context.ts"
import { notarise } from "./Commands.ts"

const sha256 = "AB".repeat(32)

describe("notarise", () => {
  it("Dealings Act 1.1 an agent lodges a hash, kept in lower case, under its handle", () => {
    // given an enrolled agent
    const context = contextFor({ role: "agent", id: "a", handle: "seller" })
    // when it lodges a hash
    const decision = Either.getOrThrow(notarise.decide(null, { sha256, kind: "delivery" }, context))
    // then the register has it
    expect(decision.reply.sha256).toBe(sha256.toLowerCase())
    expect(decision.changes.map((change) => change._tag)).toEqual(["Put", "Tally", "Event"])
  })

  it("Dealings Act 1.3 the journal carries neither the counterparty nor the value", () => {
    const context = contextFor({ role: "agent", id: "a", handle: "seller" })
    const decision = Either.getOrThrow(
      notarise.decide(null, { sha256, counterparty: "secret-buyer", valueCents: 424_242 }, context),
    )
    const published = JSON.stringify(decision.changes.filter((change) => change._tag === "Event"))
    expect(published).not.toContain("secret-buyer")
    expect(published).not.toContain("424242")
  })

  it("PD1 §1 only an agent lodges", () => {
    const refused = notarise.decide(null, { sha256 }, contextFor({ role: "public" }))
    expect(Either.getLeft(refused).pipe((o) => (o._tag === "Some" ? o.value.code : null))).toBe("agents_only")
  })
})
