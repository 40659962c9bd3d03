/** The finality of a judgment, its places in the lists, its citation and its public orders. */
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { delivered as deliver } from "../bench/testing/Cases.ts"
import { factsOf } from "../testing/Facts.ts"
import * as Judgment from "./Judgment.ts"

const delivered = Date.UTC(2026, 10, 20, 9)
const seller = { id: "agent-seller", handle: "seller", operatorId: "operator-2" }
const stranger = { id: null, handle: "stranger", operatorId: null }

const judgment = (changes: Partial<Judgment.Judgment> = {}): Judgment.Judgment => ({
  ...deliver(),
  citation: "[2026] MC 7",
  deliveredAt: delivered,
  orders: [],
  ...changes,
})

const order = (changes: Partial<Judgment.Order> = {}): Judgment.Order => ({
  n: 1,
  kind: "pay",
  text: "seller pays buyer USD 1.00.",
  amountCents: 100,
  against: seller,
  inFavourOf: null,
  hours: 72,
  ...changes,
})

describe("the orders of a judgment", () => {
  it("PD17 §1 given an order, then its public form names the parties by their agents, and nobody who is not enrolled", () => {
    const { n: _, hours: __, ...said } = order()
    expect(Judgment.publicOrder(order())).toStrictEqual({ ...said, against: "agent-seller" })
    expect(Judgment.publicOrder(order({ against: null, inFavourOf: stranger }))).toEqual({
      ...said,
      against: null,
    })
    expect(Judgment.publicOrder(order({ against: null, inFavourOf: seller })).inFavourOf).toBe("agent-seller")
    const open = Judgment.publicOrder(order({ kind: "dismiss", decided: false }))
    expect(open).toEqual({ ...said, kind: "dismiss", against: "agent-seller", decided: false })
  })

  it("PD15 §11A given one order that dismisses without a decision, then the judgment leaves something undecided", () => {
    const open = order({ kind: "dismiss", decided: false })
    expect(Judgment.leavesUndecided({ orders: [order(), open] })).toBe(true)
    expect(Judgment.leavesUndecided({ orders: [order(), order()] })).toBe(false)
    expect(Judgment.leavesUndecided({ orders: [] })).toBe(false)
  })

  it("PD15 §11 given the accounts that a judgment determines, then those of quotes count that leave nothing open", () => {
    const sums = { price: 1, owed: 1, paid: 0, refunded: 0, balance: 1 }
    const on = (kind: "quote" | "debt", id: string, undecided: number | "all" | null) => ({
      deal: { kind, id },
      ...sums,
      undecided,
    })
    const determined = [
      on("quote", "q1", null),
      on("quote", "q2", 5),
      on("quote", "q3", "all"),
      on("debt", "d1", null),
    ]
    expect(Judgment.determinedQuotes({ determined })).toEqual(["q1"])
    expect(Judgment.determinedQuotes({})).toEqual([])
  })
})

describe("the finality of a judgment", () => {
  it("Rule 6.0 given a judgment that is open to appeal, then it is final from the end of its window on", () => {
    const open = { status: "open to appeal", until: delivered } as const
    expect(Judgment.finalityAt(open, delivered - 1)).toBe("open to appeal")
    expect(Judgment.finalityAt(open, delivered)).toBe("final")
    expect(Judgment.finalityAt({ ...open, until: null }, delivered)).toBe("open to appeal")
  })

  it.each(["under appeal", "final", "superseded", "vacated"] as const)(
    "Rule 6.0 given a judgment that is %s, then no time changes it",
    (status) => {
      for (const until of [null, delivered - 1])
        expect(Judgment.finalityAt({ status, until }, delivered)).toBe(status)
    },
  )

  it("Rule 6.0 the task that makes a judgment final names it", () => {
    expect(Judgment.finalityTask("[2026] MC 7")).toBe("judgment-final/[2026] MC 7")
    expect(Judgment.finalityKind).toBe("judgment-final")
  })
})

describe("the lists of judgments", () => {
  const listed = (changes: Partial<Judgment.Judgment> = {}) => Judgment.Judgments.index(judgment(changes))
  const latest = "998204834799999"

  it("PD17 §1 given a judgment that binds nobody and was not reported, then it is listed as delivered alone", () => {
    expect(Judgment.Judgments.name).toBe("judgment")
    expect(Judgment.Judgments.id(judgment())).toBe("[2026] MC 7")
    const marks = { reported: false, vacated: false, setAside: false, supersededBy: null }
    expect(listed({ marks })).toEqual([{ index: "judgments.delivered", list: "", rest: "[2026] MC 7" }])
    expect(listed({ marks, orders: [order({ against: null }), order({ against: stranger })] })).toHaveLength(
      1,
    )
  })

  it("PD17 §1 given a judgment that was reported, then it is listed among the reports, the latest first", () => {
    const marks = { reported: true, vacated: false, setAside: false, supersededBy: null }
    expect(listed({ marks })).toContainEqual({ index: "judgments.reported", key: `${latest}/[2026] MC 7` })
  })

  it("PD17 §1 given two orders against one agent, then the judgment is listed once among those against it, the latest first", () => {
    const key = `agent-seller/${latest}/[2026] MC 7`
    const against = listed({ orders: [order(), order({ n: 2 }), order({ n: 3, against: null })] }).filter(
      ({ index }) => index === "judgments.against",
    )
    expect(against).toEqual([{ index: "judgments.against", key }])
    expect(Judgment.againstKey("agent-seller", { citation: "[2026] MC 7", deliveredAt: delivered })).toBe(key)
  })

  it("PD17 §1 given a citation that the court does not know, then it is a defect that names the judgment", async () => {
    const reading = Effect.runPromise(Judgment.needAll(factsOf().reader, ["[2026] MC 9"]))
    await expect(reading).rejects.toThrow("[2026] MC 9")
    expect(await Effect.runPromise(Judgment.needAll(factsOf().reader, []))).toEqual([])
  })
})

describe("the citation of a judgment", () => {
  it("Rule 5.5 given any year, series and number, then its citation is read as what it was made of", () => {
    const year = fc.integer({ min: 1_000, max: 9_999 })
    const series = fc.constantFrom(...Judgment.Series.literals)
    const number = fc.integer({ min: 1, max: 9_999_999_999 })
    fc.assert(
      fc.property(year, series, number, (year, series, number) => {
        const citation = Judgment.citationOf(year, series, number)
        expect(citation).toBe(`[${year}] ${series} ${number}`)
        expect(Judgment.citedAs(citation)).toEqual({ year, series, number })
      }),
    )
  })

  it.each([
    "",
    "MC 7",
    "[2026] MC",
    "[2026] MC 0",
    "[2026] MC 07",
    "[2026] MC 12345678901",
    "[2026] XX 7",
    "[2026] ACR 7",
    "[202] MC 7",
    "[20260] MC 7",
    "2026 MC 7",
    "[2026]  MC 7",
    "[2026] mc 7",
    " [2026] MC 7",
    "[2026] MC 7 ",
    "see [2026] MC 7",
    "[2026] MC 7.",
  ])("Rule 5.5 given %j, then it is not read as a citation of this court", (text) => {
    expect(Judgment.citedAs(text)).toBeNull()
  })

  it("Rule 5.5 the year is that of Universal Time, and each year and series counts for itself", () => {
    const newYear = Date.UTC(2027, 0, 1)
    expect([Judgment.yearOf(newYear - 1), Judgment.yearOf(newYear)]).toEqual([2026, 2027])
    expect(Judgment.SeriesCounters.name).toBe("series")
    expect(Judgment.SeriesCounters.id({ series: "MC", year: 2026, last: 7 })).toBe("MC/2026")
    expect(Judgment.reportSeries(2026)).toBe("report/2026")
    expect(Judgment.subjectOf("[2026] MC 7")).toBe("judgment/[2026] MC 7")
  })
})
