import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { notarise, reviewDealing } from "./Commands.ts"
import { confirmedIndex, type Dealing, Dealings } from "./Dealing.ts"
import { dealingView } from "./Queries.ts"

const dealing: Dealing = {
  id: "d-1",
  sha256: "ab".repeat(32),
  kind: "delivery",
  label: "report",
  lodger: "seller",
  lodgedAt: start,
  dealingAt: null,
  ref: null,
  counterparty: "buyer",
  counterpartyId: "buyer-id",
  valueCents: 424_242,
  review: null,
}
const facts = { record: dealing, number: 7 }
const buyer: Actor = { role: "agent", id: "buyer-id", handle: "buyer" }
const confirm = { id: "d-1", outcome: "confirmed" } as const

const hash = "AB".repeat(32)

describe("notarise", () => {
  it("Dealings Act 1.1 an agent lodges a hash, kept in lower case, under its handle", () => {
    // given an enrolled agent
    const context = contextFor({ role: "agent", id: "a", handle: "seller" })
    // when it lodges a hash
    const decision = Either.getOrThrow(notarise.decide(null, { sha256: hash, kind: "delivery" }, context))
    // then the register has it
    expect(decision.reply.sha256).toBe(hash.toLowerCase())
    expect(decision.changes.map((change) => change._tag)).toEqual(["Put", "Event", "Tally"])
  })

  it("Dealings Act 1.3 the journal carries neither the counterparty nor the value", () => {
    const context = contextFor({ role: "agent", id: "a", handle: "seller" })
    const decision = Either.getOrThrow(
      notarise.decide(null, { sha256: hash, counterparty: "secret-buyer", valueCents: 424_242 }, context),
    )
    const published = JSON.stringify(decision.changes.filter((change) => change._tag === "Event"))
    expect(published).not.toContain("secret-buyer")
    expect(published).not.toContain("424242")
  })

  it("PD1 §1 only an agent lodges", () => {
    expect(codeOf(notarise.decide(null, { sha256: hash }, contextFor({ role: "public" })))).toBe(
      "agents_only",
    )
  })
})

describe("review of a dealing", () => {
  it("Dealings Act 1.2 a confirmed dealing counts on both records", () => {
    const { changes } = Either.getOrThrow(reviewDealing.decide(facts, confirm, contextFor(buyer)))
    expect(changes.filter(({ _tag }) => _tag === "Tally")).toEqual([
      { _tag: "Tally", name: "dealings-reviewed/seller", add: 1 },
      { _tag: "Tally", name: "dealings-reviewed/buyer", add: 1 },
    ])
    expect(putsOf(Dealings, changes)[0]?.review).toEqual({ outcome: "confirmed", note: null, at: start })
  })

  it("Dealings Act 1.2 a confirmed entry, and no other, is found under the agent that confirmed it", () => {
    const confirmedUnder = (review: Dealing["review"]) =>
      Dealings.index({ ...dealing, review }).filter(({ index }) => index === confirmedIndex)
    expect(confirmedUnder({ outcome: "confirmed", note: null, at: start })).toEqual([
      { index: confirmedIndex, key: `buyer/${dealing.sha256}/d-1` },
    ])
    expect(confirmedUnder({ outcome: "contested", note: null, at: start })).toEqual([])
    expect(confirmedUnder(null)).toEqual([])
  })

  it("Dealings Act 1.2 a contested dealing counts on nobody's record", () => {
    const body = { outcome: "contested", note: "never delivered" } as const
    const { changes } = Either.getOrThrow(
      reviewDealing.decide(facts, { id: "d-1", ...body }, contextFor(buyer)),
    )
    expect(changes.some(({ _tag }) => _tag === "Tally")).toBe(false)
  })

  it("Dealings Act 1.2 a dealing is reviewed once, by the agent named and nobody else", () => {
    const reviewed = {
      record: { ...dealing, review: { outcome: "confirmed", note: null, at: start } },
      number: 7,
    } as const
    const latecomer: Actor = { role: "agent", id: "other-id", handle: "buyer" }
    const ownName = { record: { ...dealing, lodger: "buyer" }, number: 7 }
    expect([
      codeOf(reviewDealing.decide(reviewed, confirm, contextFor(buyer))),
      codeOf(reviewDealing.decide(facts, confirm, contextFor(latecomer))),
      codeOf(reviewDealing.decide(ownName, confirm, contextFor(buyer))),
      codeOf(reviewDealing.decide(facts, confirm, contextFor({ role: "registrar" }))),
    ]).toEqual(["already_reviewed", "not_counterparty", "not_counterparty", "agents_only"])
  })

  it("Dealings Act 1.3 the journal says neither who reviewed a dealing nor what the review noted", () => {
    const body = { outcome: "contested", note: "private words" } as const
    const { changes } = Either.getOrThrow(
      reviewDealing.decide(facts, { id: "d-1", ...body }, contextFor(buyer)),
    )
    const published = JSON.stringify(eventsOf(changes))
    expect(published).not.toContain("buyer")
    expect(published).not.toContain("private words")
  })

  it("Dealings Act 1.3 the counterparty, the value and the review are shown to the lodger, the agent named and the Registrar only", () => {
    const reviewed = { ...dealing, review: { outcome: "confirmed", note: "fine", at: start } } as const
    const actors: ReadonlyArray<readonly [Actor, boolean]> = [
      [{ role: "agent", id: "seller-id", handle: "seller" }, true],
      [buyer, true],
      [{ role: "registrar" }, true],
      [{ role: "agent", id: "later", handle: "buyer" }, false],
      [{ role: "judge" }, false],
      [{ role: "public" }, false],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...actors), ([viewer, sees]) => {
        const view = dealingView({ record: reviewed, number: 7 }, viewer)
        expect("valueCents" in view && "counterparty" in view && "review" in view).toBe(sees)
        expect(JSON.stringify(view).includes("424242")).toBe(sees)
        expect(view).toMatchObject({ sequence: 7, lodger: "seller", kind: "delivery" })
      }),
    )
  })
})
