/** A panel of judges: its majority, its dissents, and the members that would carry it alone. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { closed, matter, payment, quote, rail, start, transaction } from "../account/testing/Given.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { findingsWanted, type JudgeFinding } from "./Findings.ts"
import { Draft } from "./Judge.ts"
import type { JudgedBundle } from "./Judged.ts"
import { checkDraft } from "./Law.ts"
import { draftOfPanel, tallyOf, type Vote } from "./Panel.ts"
import { bundle, claim, defence, evidence } from "./testing/Bundles.ts"
import { judgedOn, onAccount } from "./testing/Deals.ts"

const filed = (deals = judgedOn()): JudgedBundle =>
  bundle({
    deals,
    claim: claim({ orders: [onAccount(10_000)] }),
    defence: defence([], { evidence: [evidence("receipt", { confirmedBy: ["buyer"] })] }),
  })
const finding = (held: boolean, changes: Partial<JudgeFinding> = {}): JudgeFinding => ({
  line: "delivered",
  held,
  by: held ? ["defence/1"] : [],
  reasons: held ? "The buyer confirmed it." : "Nothing shows it.",
  ...changes,
})
const vote = (member: string, ...findings: ReadonlyArray<JudgeFinding>): Vote => ({ member, findings })
const silent = (member: string): Vote => ({ member, findings: null })
const draftOf = (votes: ReadonlyArray<Vote>, given = filed()) => {
  const draft = draftOfPanel(given, needPresent(findingsWanted(given), "an open line"), votes)
  Schema.validateSync(Draft)(draft)
  expect(Either.isRight(checkDraft(draft, given.matter))).toBe(true)
  return draft
}
const made = ({ orders }: Draft) =>
  orders.map(({ kind, amountCents, decided }) => [kind, amountCents, decided])
const left = ["dismiss", undefined, false]

describe("a panel", () => {
  it("PD15 §11D given two of three members that agree, then their finding decides, and the dissent stands in the reasons", () => {
    const draft = draftOf([
      vote("1 (a)", finding(false)),
      vote("2 (b)", finding(true)),
      vote("3 (c)", finding(false)),
    ])
    expect(made(draft)).toEqual([["pay", 10_000, undefined]])
    expect(draft.issues[0]).toMatchObject({ answer: "Not held: no record shows it.", for: "claimant" })
    expect(draft.issues[0]?.reasoning).toBe(
      "1 (a) finds it not held: Nothing shows it.\n\n2 (b) finds it held: The buyer confirmed it.\n\n3 (c) finds it not held: Nothing shows it.",
    )
    expect(draft.circumstances).toContain("put to a panel apart: 1 (a), 2 (b), 3 (c).")
  })

  it("PD15 §11D given members that are divided, then the line stays open for the bench, with the reasons of each", () => {
    const draft = draftOf([vote("1 (a)", finding(false)), vote("2 (b)", finding(true)), silent("3 (c)")])
    expect(made(draft)).toEqual([left])
    expect(draft.determinations).toMatchObject([{ undecided: 10_000 }])
    expect(draft.issues[0]).toMatchObject({
      question: "Was the delivery made?",
      answer: expect.stringContaining("the bench decides it"),
      reasoning: expect.stringContaining("3 (c) gave no answer."),
    })
  })

  it("PD15 §11D the records of a finding are those of the members that agree", () => {
    const draft = draftOf([
      vote("1 (a)", finding(true, { by: ["defence/1", "close-s"] })),
      vote("2 (b)", finding(true, { by: ["close-b"] })),
      vote("3 (c)", finding(false, { by: ["claim/1"] })),
    ])
    expect(draft.issues[0]?.answer).toBe("Held, by defence/1, close-s, close-b.")
  })

  it("PD15 §11D a record that several members name stands once, and a finding has as many records as it may", () => {
    const { deal } = needPresent(findingsWanted(filed()), "an open line")
    const tally = (...by: ReadonlyArray<string>) =>
      tallyOf(
        { lines: ["delivered"], deal },
        [vote("1 (a)", finding(true, { by })), vote("2 (b)", finding(true, { by: [...by].reverse() }))],
        new Set(["p1"]),
      ).findings[0]?.by
    expect(tally("defence/1", "p1", "defence/1")).toEqual(["p1", "defence/1"])
    const many = Array.from({ length: bounds.findingRecordsMax + 1 }, (_, i) => `claim/${i + 1}`)
    expect(tally(...many)).toEqual(many.slice(0, bounds.findingRecordsMax))
  })

  it("PD15 §11D an entry counts against a line that is not held if one member that agrees names it", () => {
    const { deal } = needPresent(findingsWanted(filed()), "an open line")
    const votes = ["p1", "p2"].map((by, i) => vote(`${i}`, finding(false, { line: "refunded", by: [by] })))
    const { findings } = tallyOf({ lines: ["refunded"], deal }, votes, new Set(["p1", "p2"]))
    expect(findings[0]).toMatchObject({ held: false, by: ["p1", "p2"] })
  })

  it("PD15 §11D given two open lines, then the votes on each are counted apart", () => {
    const { deal } = needPresent(findingsWanted(filed()), "an open line")
    const both = (member: string, paid: boolean) =>
      vote(member, finding(paid, { line: "paid" }), finding(false, { line: "refunded" }))
    const tally = tallyOf(
      { lines: ["paid", "refunded"], deal },
      [both("a", true), both("b", false)],
      new Set(),
    )
    expect(tally.findings).toMatchObject([{ line: "refunded", held: false }])
    expect(tally.divided).toMatchObject([{ line: "paid" }])
  })

  it.each(["paid", "refunded"] as const)(
    "PD15 §11D given members that hold %s by exhibits alone, then nothing counts, and the line stays open",
    (line) => {
      const { deal } = needPresent(findingsWanted(filed()), "an open line")
      const votes = ["1 (a)", "2 (b)"].map((member) => vote(member, finding(true, { line })))
      expect(tallyOf({ lines: [line], deal }, votes, new Set(["p1"]))).toMatchObject({
        findings: [],
        divided: [{ line }],
      })
    },
  )

  it("PD15 §11D nine members with the longest reasons fit a draft", () => {
    const reasons = "界".repeat(4_000)
    const votes = Array.from({ length: 9 }, (_, i) =>
      vote(`${i + 1} (${"m".repeat(100)})`, finding(true, { reasons })),
    )
    expect(made(draftOf(votes))).toEqual([["dismiss", undefined, undefined]])
  })
})

describe("a member that would carry a panel alone", () => {
  it("PD15 §11D given one bribed member, a silent one and an honest one, then the bribed one decides nothing", () => {
    const bribed = vote("1 (a)", finding(false))
    expect(made(draftOf([bribed, silent("2 (b)"), vote("3 (c)", finding(true))]))).toEqual([left])
    expect(made(draftOf([bribed, silent("2 (b)"), silent("3 (c)")]))).toEqual([left])
    expect(made(draftOf([bribed, vote("2 (b)", finding(true)), vote("3 (c)", finding(true))]))).toEqual([
      ["dismiss", undefined, undefined],
    ])
  })

  it("PD15 §11D given two of four members against two, then neither half is enough", () => {
    const half = (held: boolean) => [vote("a", finding(held)), vote("b", finding(held))]
    expect(made(draftOf([...half(true), ...half(false)]))).toEqual([left])
  })

  it("PD15 §11D of payments those entries count that enough members name, and if no entry is, then the line stays open", () => {
    const unread = quote({
      ...closed({}, { received: true }),
      rails: [{ from: start, network: "base", address: rail, saidUnread: true }],
      stated: [payment({ txid: "t1", cents: 4_000 }), payment({ id: "p2", txid: "t2", cents: 15_000 })],
      transactions: ["t1", "t2"].map((txid) => transaction({ txid, reading: { status: "unread" } })),
      matter: matter(),
    })
    const given = filed(judgedOn(unread))
    const paid = (...by: ReadonlyArray<string>) => finding(true, { line: "paid", by })
    const greedy = vote("1 (a)", paid("p1", "p2"))
    const draft = draftOf([greedy, vote("2 (b)", paid("p1", "defence/1")), vote("3 (c)", paid("p1"))], given)
    expect(draft.determinations).toMatchObject([{ paid: 4_000, balance: 6_000, undecided: null }])
    expect(made(draft)).toEqual([
      ["pay", 6_000, undefined],
      ["dismiss", undefined, undefined],
    ])
    const apart = draftOf([vote("1 (a)", paid("p2")), vote("2 (b)", paid("p1")), silent("3 (c)")], given)
    expect(apart.determinations).toMatchObject([{ undecided: 19_000 }])
    expect(apart.issues[0]?.answer).toContain("Too few members")
  })
})
