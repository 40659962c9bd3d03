/** A price by a meter: who gains from a false reading, a late one, an early one or silence. */
import { describe, expect, it } from "vitest"
import { days } from "../kernel/Time.ts"
import { drawUp } from "./Account.ts"
import { carriedBy, checkDeal, isOfQuote } from "./Causes.ts"
import type { Meter, MeterReading, QuoteDeal } from "./Deal.ts"
import { openLines } from "./Findings.ts"
import { readingUntil } from "./Meter.ts"
import { receivedBy } from "./Received.ts"
import { callWaits } from "./Ripeness.ts"
import {
  accountOf,
  close,
  closed,
  disclosure,
  inWords,
  later,
  lineOf,
  matter,
  quote,
  terms,
} from "./testing/Given.ts"

/** A cent for each 10 units, 1 % of tolerance; the deal is due after a day, so that both answer until hour 96. */
const metered = (
  readings: ReadonlyArray<MeterReading>,
  over: Partial<Meter> = {},
  more: Partial<QuoteDeal> = {},
) =>
  quote({
    meter: { cents: 1, per: 10, toleranceMillionths: 10_000, attester: "auditor", readings, ...over },
    ...more,
  })
const read = (
  by: MeterReading["by"],
  units: number,
  at = 30,
  over: Partial<MeterReading> = {},
): MeterReading => ({
  id: `${by}-${units}-${at}`,
  by,
  at: later(at),
  units,
  confirmedAt: null,
  ...over,
})
const owed = (deal: QuoteDeal, asOf = 200) => accountOf(deal, later(asOf)).owed
const line = (deal: QuoteDeal, asOf = 200) => lineOf(accountOf(deal, later(asOf)), "metered")

describe("a metered price", () => {
  it("PD15 §4C given two readings within the tolerance, then the lower counts, at the millionth and no further", () => {
    expect(owed(metered([read("supplier", 50_000), read("buyer", 49_500)]))).toBe(4_950)
    expect(owed(metered([read("supplier", 50_000), read("buyer", 49_499)]))).toEqual({
      min: 4_949,
      max: 5_000,
    })
  })

  it("PD15 §4C given a supplier that reads less than the buyer, then its own reading counts", () => {
    expect(owed(metered([read("supplier", 10_000), read("buyer", 90_000)]))).toBe(1_000)
  })

  it("PD15 §4A the price is the most that is owed, and readings above it do not differ", () => {
    const deal = metered([read("supplier", 900_000), read("buyer", 200_000)])
    expect(owed(deal)).toBe(10_000)
    expect(line(deal)).toMatchObject({ finding: "found", wanted: null })
  })

  it("PD15 §4A the supplier's own charge is the most as well", () => {
    const charged = closed({ ...inWords, cents: 3_000 })
    expect(owed(metered([read("supplier", 50_000), read("buyer", 50_000)], {}, charged))).toBe(3_000)
  })

  it("PD15 §4C sums are rounded down to the cent", () => {
    expect(owed(metered([read("supplier", 19), read("buyer", 19)]))).toBe(1)
  })

  it("PD15 §4B given no reading, then nothing is owed, whatever was closed in words and let pass", () => {
    const deal = metered([], {}, closed(inWords))
    expect(owed(deal)).toBe(0)
    expect(line(deal)).toMatchObject({ finding: "not_found", wanted: { who: "supplier", dueBy: null } })
    expect(readingUntil({ deal: metered([]) as never, asOf: later(90), terms })).toBeNull()
  })

  it("PD15 §4B given a supplier that overstates, then silence binds the buyer only after its time", () => {
    const deal = metered([read("supplier", 50_000)])
    expect(owed(deal, 95)).toEqual({ min: 0, max: 5_000 })
    expect(line(deal, 95)).toMatchObject({
      finding: "undetermined",
      wanted: { who: "buyer", dueBy: later(102) },
    })
    expect(owed(deal, 102)).toBe(5_000)
  })

  it("PD15 §4B a reading on the first day binds nobody before the deal has ended", () => {
    const supplier = metered([read("supplier", 50_000, 1)])
    expect(owed(supplier, 95)).toEqual({ min: 0, max: 5_000 })
    expect(owed(supplier, 96)).toBe(5_000)
    // A buyer that reads nothing at the acceptance does not shut the supplier out.
    const buyer = metered([read("buyer", 0, 0), read("supplier", 50_000, 95)])
    expect(owed(buyer)).toEqual({ min: 0, max: 5_000 })
    // A close ends the deal before it is due.
    const early = metered([read("supplier", 50_000, 1)], {}, closed({ ...inWords, at: later(2) }))
    expect(owed(early, 74)).toBe(5_000)
  })

  it("PD15 §4B given a buyer that reads alone, then its reading stands, and the supplier's silence binds it", () => {
    const deal = metered([read("buyer", 20_000)])
    expect(owed(deal, 95)).toEqual({ min: 2_000, max: 10_000 })
    expect(line(deal, 95)).toMatchObject({ wanted: { who: "supplier", dueBy: later(102) } })
    expect(owed(deal, 102)).toBe(2_000)
  })

  it("PD15 §4B an answer after its time does not count, for either side", () => {
    expect(owed(metered([read("supplier", 50_000), read("buyer", 0, 103)]))).toBe(5_000)
    expect(owed(metered([read("buyer", 20_000), read("supplier", 50_000, 103)]))).toBe(2_000)
    expect(owed(metered([read("supplier", 50_000), read("buyer", 0, 102)]))).toEqual({ min: 0, max: 5_000 })
  })

  it("PD15 §4B of several readings of a side the worst for it counts", () => {
    const many = [read("supplier", 50_000), read("supplier", 90_000, 31), read("supplier", 40_000, 32)]
    expect(owed(metered([...many, read("buyer", 0), read("buyer", 40_000, 33)]))).toBe(4_000)
    expect(owed(metered([...many, read("buyer", 30_000), read("buyer", 0, 33)]))).toEqual({
      min: 3_000,
      max: 4_000,
    })
  })

  it("PD15 §4A a reading that the other side confirms is a reading of both, and a contest answers nothing", () => {
    const confirmed = metered([read("supplier", 50_000, 30, { confirmedAt: later(31) })])
    expect(owed(confirmed, 40)).toBe(5_000)
    expect(line(confirmed, 40)).toMatchObject({
      by: [{ record: "dealing", id: "supplier-50000-30" }],
      wanted: null,
    })
    expect(owed(confirmed, 30)).toEqual({ min: 0, max: 5_000 })
    expect(owed(metered([read("buyer", 5_000, 30, { confirmedAt: later(31) })]), 40)).toBe(500)
  })

  it("PD15 §4C beyond the tolerance the first word of the attester counts, never outside of the two readings", () => {
    const two = [read("supplier", 50_000), read("buyer", 20_000)]
    const by = (units: number) =>
      owed(metered([...two, read("attester", 9_000_000, 60), read("attester", units, 50)]))
    expect(by(30_000)).toBe(3_000)
    expect(by(1)).toBe(2_000)
    expect(by(80_000)).toBe(5_000)
    // Within the tolerance, or with one reading alone, nobody asks the attester.
    expect(owed(metered([read("supplier", 50_000), read("buyer", 49_900), read("attester", 50_000)]))).toBe(
      4_990,
    )
    expect(owed(metered([read("supplier", 50_000), read("attester", 1)]))).toBe(5_000)
  })

  it("PD15 §4C given two readings that differ, then the lower is owed at once and the rest is open", () => {
    const deal = metered([read("supplier", 50_000), read("buyer", 20_000)], {}, { matter: matter() })
    const account = accountOf(deal)
    expect(account.balance).toEqual({ min: 2_000, max: 5_000 })
    expect(carriedBy(account, { deal, asOf: later(200), terms })).toEqual({ against: "buyer", cents: 2_000 })
    expect(openLines(account)).toEqual(["metered"])
  })

  it("PD15 §11B a judge finds the higher reading or the lower, and nothing between", () => {
    const deal = metered([read("supplier", 50_000), read("buyer", 20_000)])
    const found = (held: boolean) =>
      drawUp(deal, later(200), terms, [{ line: "metered", held, by: [{ record: "exhibit", id: "x" }] }])
    expect(found(true).owed).toBe(5_000)
    expect(found(false).owed).toBe(2_000)
    expect(lineOf(found(true), "metered")?.by).toContainEqual({ record: "exhibit", id: "x" })
  })

  it("PD15 §4C no call while a side or the attester may read", () => {
    const waits = (deal: QuoteDeal, asOf: number) => {
      const found = callWaits(deal, later(asOf), terms)
      return found === null ? null : [found.refusal.code, found.opensAt]
    }
    expect(waits(metered([read("supplier", 50_000)]), 101)).toEqual(["reading_running", later(102)])
    expect(waits(metered([read("supplier", 50_000)]), 102)).toBeNull()
    const two = [read("supplier", 50_000), read("buyer", 20_000, 90)]
    expect(waits(metered(two), 161)).toEqual(["reading_running", later(162)])
    expect(waits(metered(two), 162)).toBeNull()
    expect(waits(metered(two, { attester: null }), 161)).toBeNull()
    expect(waits(metered([...two, read("attester", 30_000, 100)]), 161)).toBeNull()
    expect(waits(metered([]), 100)).toBeNull()
  })

  it("PD15 §4C a price that both signed is the measure, and no meter is read", () => {
    const signed = closed(inWords, { cents: 10_000 })
    const account = accountOf(metered([read("supplier", 50), read("buyer", 10)], {}, signed))
    expect(account.owed).toBe(10_000)
    expect(lineOf(account, "metered")).toBeUndefined()
  })

  it("PD15 §4C bytes, lateness and disputes change nothing, since the units decide", () => {
    const more: Partial<QuoteDeal> = {
      closes: { supplier: close({ at: later(90) }), buyer: close({ id: "b", at: later(91), dispute: true }) },
      remedies: { lateMillionthsPerHour: 10_000, lateMillionthsMax: null, otherwiseMillionths: 1 },
      disclosures: [disclosure({ at: later(92) })],
      inspection: days(1),
    }
    const account = accountOf(metered([read("supplier", 50_000), read("buyer", 50_000)], {}, more))
    expect(account.owed).toBe(5_000)
    expect(account.lines.map((one) => one.line)).toEqual(["price", "due", "metered", "paid", "refunded"])
  })

  it("PD15 §3 readings and confirmations count once the court has received them", () => {
    const deal = metered([read("supplier", 5, 30, { confirmedAt: later(50) }), read("buyer", 3, 40)])
    const received = receivedBy(deal, later(39))
    expect(received).toMatchObject({ meter: { readings: [{ units: 5, confirmedAt: null }] } })
  })
})

describe("the cause of a metered price", () => {
  it("PD15 §10 rests on the account of a quote", () => {
    expect(checkDeal("metered_price", "debt")?.code).toBe("deal_wanted")
    expect(checkDeal("metered_price", "quote")).toBeNull()
    expect(["account", "metered_price", "debt", undefined].map(isOfQuote)).toEqual([true, true, false, false])
  })
})
