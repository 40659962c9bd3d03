/** The cost of appeals of late, as it is kept and as it is said. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { factsOf, run } from "../testing/Facts.ts"
import { AppealFeesKept, addFee, appealsInWords, keptFees, readFees, sumUpFees } from "./AppealFees.ts"

const cents = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: bounds.appealFeesKept })

describe("what appeals have cost of late", () => {
  it("PD2 §5 given no appeal, or so few that their fees would show what one party was charged, then no cost is said", () => {
    expect([appealsInWords([]), sumUpFees([])]).toEqual([
      "No appeal has been decided yet.",
      { decided: 0, cost: null },
    ])
    expect([appealsInWords([700, 900]), sumUpFees([700, 900])]).toEqual([
      "Fewer than 3 appeals have been decided, too few to say what an appeal costs.",
      { decided: 2, cost: null },
    ])
  })

  it("PD2 §5 given three appeals, then the least, the median and the most are said, whatever their order", () => {
    expect(appealsInWords([900, 100, 300])).toBe(
      "The last 3 appeals cost USD 1.00 to USD 9.00, and USD 3.00 at the median.",
    )
  })

  it("PD2 §5 the median is a fee that was charged, with no more than half of the fees below it or above it", () => {
    fc.assert(
      fc.property(cents, (fees) => {
        const { decided, cost } = sumUpFees(fees)
        expect(decided).toBe(fees.length)
        expect(cost === null).toBe(fees.length < bounds.appealFeesShown)
        if (cost === null) return
        const { leastCents, medianCents, mostCents } = cost
        expect([leastCents, mostCents]).toEqual([Math.min(...fees), Math.max(...fees)])
        expect(fees).toContain(medianCents)
        expect(2 * fees.filter((fee) => fee < medianCents).length).toBeLessThanOrEqual(fees.length)
        expect(2 * fees.filter((fee) => fee > medianCents).length).toBeLessThanOrEqual(fees.length)
      }),
    )
  })

  it("PD2 §5 the fees are one record, which a list finds without a version to rest on", () => {
    const kept = { id: "lately", cents: [5] }
    expect(AppealFeesKept.name).toBe("appeal-fees")
    expect([AppealFeesKept.id(kept), AppealFeesKept.index(kept)]).toEqual([
      "lately",
      [{ index: "appeal-fees", key: "lately" }],
    ])
    expect(run(keptFees(factsOf().reader))).toEqual({ id: "lately", cents: [] })
  })

  it("PD2 §5 the court keeps the fees of the last appeals and no older ones", () => {
    const court = factsOf()
    expect([run(keptFees(court.reader)).cents, run(readFees(court.reader))]).toEqual([[], []])
    const charged = Array.from({ length: bounds.appealFeesKept + 5 }, (_, i) => i)
    for (const fee of charged) court.take([addFee(run(keptFees(court.reader)), fee)])
    expect(run(readFees(court.reader))).toEqual(charged.slice(5))
  })
})
