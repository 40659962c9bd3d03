/** Findings of conduct in a draft, their tariff, and their reversal. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { newStanding } from "../agents/Standing.ts"
import { bounds } from "../Schedule.ts"
import { start } from "../testing/Context.ts"
import { eventsOf } from "../testing/Decisions.ts"
import { findings, giveConduct, reverseConduct, tariffOf, unreversedConduct } from "./Conduct.ts"
import { Draft } from "./Draft.ts"
import { Finding } from "./Judgment.ts"
import { claimant, delivered, draft, respondent, stranger } from "./testing/Cases.ts"

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

  it("PD4 §1 the tariff does not apply to a party that is not bound", () => {
    const parties = { claimant, respondent: stranger }
    expect(tariffOf(finding("stranger", "unlodged_quote"), parties, bounds)).toEqual([])
    expect(tariffOf(undefined, parties, bounds)).toEqual([])
  })

  it.each([
    ["unlodged_quote", -1],
    ["unenrolled_helper", -1],
    ["engagement_not_lodged", -1],
    ["dishonest_authority", -5],
  ] as const)("PD4 §2 a finding of %s moves the reputation by %d", (found, delta) => {
    expect(tariffOf(finding("seller", found), { claimant, respondent }, bounds)).toEqual([
      { agentId: "agent-seller", handle: "seller", finding: found, delta, reversedAt: null },
    ])
  })
})

const parties = { claimant, respondent }

describe("the tariff of findings", () => {
  const conduct = [
    { agent: "seller", finding: "unlodged_quote", reasons: "So." },
    { agent: "buyer", finding: "dishonest_authority", reasons: "So." },
    { agent: "other", finding: "dishonest_authority", reasons: "So." },
  ] as const

  it("PD4 §2 each finding against a party that is bound has its tariff", () => {
    expect(findings).toMatchObject({
      unlodged_quote: { title: "a quote was not lodged" },
      unenrolled_helper: { title: "a helper that is not enrolled was engaged" },
      engagement_not_lodged: { title: "an engagement was not lodged before the helper began" },
      dishonest_authority: { title: "an authority was tendered dishonestly" },
    })
    const found = tariffOf([...conduct], parties, bounds)
    expect(found).toEqual([
      {
        agentId: respondent.id,
        handle: "seller",
        finding: "unlodged_quote",
        delta: bounds.unlodgedQuoteReputation,
        reversedAt: null,
      },
      {
        agentId: claimant.id,
        handle: "buyer",
        finding: "dishonest_authority",
        delta: bounds.dishonestAuthorityReputation,
        reversedAt: null,
      },
    ])
    expect(tariffOf(undefined, parties, bounds)).toEqual([])
    expect(
      tariffOf(
        [{ agent: "stranger", finding: "unlodged_quote", reasons: "x" }],
        { claimant, respondent: stranger },
        bounds,
      ),
    ).toEqual([])
    for (const [finding, figure] of [
      ["unenrolled_helper", bounds.unenrolledHelperReputation],
      ["engagement_not_lodged", bounds.engagementNotLodgedReputation],
    ] as const)
      expect(tariffOf([{ agent: "seller", finding, reasons: "x" }], parties, bounds)[0]?.delta).toBe(figure)
  })

  it("PD11 §8 when a judgment falls, its findings are reversed once and marked", () => {
    const standings = [newStanding(respondent.id ?? "", "seller")]
    const found = { ...delivered(), conduct: tariffOf([conduct[0]], parties, bounds) }
    const given = giveConduct(found, standings)
    expect(given.standings[0]?.reputation).toBe(bounds.unlodgedQuoteReputation)
    const [event] = eventsOf(given.changes)
    expect(event?.data).toMatchObject({
      act: "find",
      citation: found.citation,
      adjustments: [{ agent: "seller", finding: "unlodged_quote", reason: "a quote was not lodged" }],
    })
    const back = reverseConduct([found], given.standings, start + 1)
    expect(back.standings[0]?.reputation).toBe(0)
    expect(back.judgments[0]?.conduct).toMatchObject([{ reversedAt: start + 1 }])
    expect(eventsOf(back.changes)).toMatchObject([{ data: { act: "reverse" } }])
    const twice = reverseConduct(back.judgments, back.standings, start + 2)
    expect([twice.standings, twice.changes, twice.judgments]).toEqual([back.standings, [], back.judgments])
    expect([
      unreversedConduct(found).length,
      unreversedConduct({ conduct: back.judgments[0]?.conduct ?? [] }),
    ]).toEqual([1, []])
  })
})
