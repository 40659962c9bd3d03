/** Findings of conduct in a draft, and their tariff. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { bounds } from "../Schedule.ts"
import { findings, tariffOf } from "./Conduct.ts"
import { Draft } from "./Draft.ts"
import { Finding } from "./Judgment.ts"
import { claimant, draft, respondent, stranger } from "./testing/Cases.ts"

const finding = (agent: string, found: Finding) => [{ agent, finding: found, reasons: "It was so." }]

describe("findings of conduct", () => {
  it("PD4 §1 a finding has one of the grounds and its reasons; there are no others", () => {
    const decode = Schema.decodeUnknownEither(Draft)
    for (const found of Finding.literals)
      expect(Either.isRight(decode({ ...draft(), conduct: finding("seller", found) }))).toBe(true)
    const unknown = [{ agent: "seller", finding: "rudeness", reasons: "It was so." }]
    expect(Either.isLeft(decode({ ...draft(), conduct: unknown }))).toBe(true)
    const unreasoned = [{ agent: "seller", finding: "unlodged_quote", reasons: "" }]
    expect(Either.isLeft(decode({ ...draft(), conduct: unreasoned }))).toBe(true)
    expect(Object.keys(findings).sort()).toEqual([...Finding.literals].sort())
  })

  it("PD4 §1 conduct of a party that is not bound is found and draws nothing", () => {
    const parties = { claimant, respondent: stranger }
    expect(tariffOf(finding("stranger", "unlodged_quote"), parties, bounds)).toEqual([])
    expect(tariffOf(undefined, parties, bounds)).toEqual([])
  })

  it.each([
    ["unlodged_quote", -1],
    ["unenrolled_helper", -1],
    ["engagement_not_lodged", -1],
    ["dishonest_authority", -5],
  ] as const)("PD4 §2 %s takes %d", (found, delta) => {
    expect(tariffOf(finding("seller", found), { claimant, respondent }, bounds)).toEqual([
      { agentId: "agent-seller", handle: "seller", finding: found, delta, reversedAt: null },
    ])
  })
})
