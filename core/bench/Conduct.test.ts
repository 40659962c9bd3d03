/** Findings of conduct in a draft, their tariff, and their reversal. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { start } from "../testing/Context.ts"
import { eventsOf } from "../testing/Decisions.ts"
import {
  adjustStandings,
  findings,
  giveConduct,
  reverseConduct,
  tariffOf,
  unreversedConduct,
} from "./Conduct.ts"
import { Draft } from "./Judge.ts"
import { claimant, delivered, draft, respondent, stranger } from "./testing/Cases.ts"

const finding = (agent: string, found: Judgment.Finding) => [{ agent, finding: found, reasons: "It was so." }]

const parties = { claimant, respondent }

describe("findings of conduct", () => {
  it("PD4 §1 a finding has one of the grounds and its reasons, and there are no other grounds", () => {
    expect(findings).toMatchObject({
      unlodged_quote: { title: "a quote was not lodged" },
      unenrolled_helper: { title: "a helper that is not enrolled was engaged" },
      engagement_not_lodged: { title: "an engagement was not lodged before the helper began" },
      dishonest_authority: { title: "an authority was tendered dishonestly" },
    })
    expect(Object.keys(findings).sort()).toEqual([...Judgment.Finding.literals].sort())
    const decode = Schema.decodeUnknownEither(Draft)
    for (const found of Judgment.Finding.literals)
      expect(Either.isRight(decode({ ...draft(), conduct: finding("seller", found) }))).toBe(true)
    const unknown = [{ agent: "seller", finding: "rudeness", reasons: "It was so." }]
    expect(Either.isLeft(decode({ ...draft(), conduct: unknown }))).toBe(true)
    const unreasoned = [{ agent: "seller", finding: "unlodged_quote", reasons: "" }]
    expect(Either.isLeft(decode({ ...draft(), conduct: unreasoned }))).toBe(true)
  })

  it.each([
    ["unlodged_quote", -1],
    ["unenrolled_helper", -1],
    ["engagement_not_lodged", -1],
    ["dishonest_authority", -5],
  ] as const)("PD4 §2 a finding of %s moves the reputation by %d", (found, delta) => {
    expect(tariffOf(finding("seller", found), parties, bounds)).toEqual([
      { agentId: "agent-seller", handle: "seller", finding: found, delta, reversedAt: null },
    ])
  })

  it("PD4 §2 each finding has its own tariff, unless its agent is not bound or not a party", () => {
    const conduct = [
      ...finding("seller", "unlodged_quote"),
      ...finding("buyer", "dishonest_authority"),
      ...finding("other", "dishonest_authority"),
    ]
    expect(tariffOf(conduct, parties, bounds).map(({ handle, delta }) => [handle, delta])).toEqual([
      ["seller", -1],
      ["buyer", -5],
    ])
    const unbound = { claimant, respondent: stranger }
    expect(tariffOf(finding("stranger", "unlodged_quote"), unbound, bounds)).toEqual([])
    expect(tariffOf(undefined, parties, bounds)).toEqual([])
  })

  it("PD11 §8 when a judgment falls, its findings are reversed once and marked", () => {
    const conduct = tariffOf(finding("seller", "unlodged_quote"), parties, bounds)
    const found = { ...delivered(), conduct }
    const given = giveConduct(found, [Standing.make("agent-seller", "seller")])
    expect(given.standings[0]?.reputation).toBe(-1)
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
    expect([found, ...back.judgments].map(unreversedConduct)).toEqual([conduct, []])
  })
})

describe("the standings after findings of conduct", () => {
  const citation = "[2026] MC 1"
  const fresh = Standing.make("agent-seller", "seller")
  const other = Standing.make("agent-buyer", "buyer")
  const found = (delta: number, agentId = fresh.agentId) => ({
    agentId,
    handle: "seller",
    finding: "unlodged_quote",
    reason: "a quote was not lodged",
    delta,
  })

  it("PD4 §2 findings of conduct move the reputation of agents whose standing is given, with one event for all", () => {
    const given = [{ ...fresh, reputation: 1 }, other]
    const all = [found(-3), found(-1), found(-9, "agent-stranger")]
    const made = adjustStandings(given, all, { act: "find", citation })
    expect(made.standings).toEqual([{ ...fresh, reputation: -3 }, other])
    const line = (delta: number) => ({
      agent: "seller",
      finding: "unlodged_quote",
      reason: "a quote was not lodged",
      delta,
    })
    expect(made.changes).toEqual([
      Changed.putLatest(Standing.Standings, { ...fresh, reputation: -3 }),
      Changed.event("compliance.adjusted", "judgment/[2026] MC 1", ["PD4 §2", "PD11 §10"], {
        act: "find",
        citation,
        adjustments: [line(-3), line(-1)],
      }),
    ])
  })

  it("PD4 §2 a finding against an agent whose standing is not given changes nothing", () => {
    const made = adjustStandings([fresh], [found(3, "agent-stranger")], { act: "find", citation })
    expect(made).toEqual({ standings: [fresh], changes: [] })
  })

  it("PD11 §8 the event of a reversal cites the provision of reversals", () => {
    const [, event] = adjustStandings([fresh], [found(3)], { act: "reverse", citation }).changes
    expect(event).toMatchObject({ rules: ["PD11 §8", "PD4 §2"], data: { act: "reverse" } })
  })
})
