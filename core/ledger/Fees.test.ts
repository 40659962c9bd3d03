/** The computation of fees and of the credit for work. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import {
  appealFee,
  type CreditableFee,
  counselFee,
  magistrateFee,
  withinCredit,
  workCredit,
  workValue,
} from "./Law.ts"

const cents = fc.integer({ min: 0, max: bounds.dealingValueCentsMax })
const kinds = fc.constantFrom<CreditableFee>("magistrate_fee", "appeal_fee")

/** Whether `n` is `numerator / denominator` rounded up, in whole numbers only. */
const isCeil = (n: number, numerator: bigint, denominator: bigint): boolean =>
  BigInt(n) * denominator >= numerator && (BigInt(n) - 1n) * denominator < numerator

describe("fees", () => {
  it.each([
    [0, 0],
    [1, 2],
    [10, 11],
    [11, 13],
    [44, 49],
    [45, 50],
    [46, 50],
    [100_000, 50],
  ])("PD2 §4 a judgment that cost %i cents bears %i", (cost, fee) => {
    expect(magistrateFee(cost, bounds)).toBe(fee)
  })

  it("PD2 §4 a judgment bears its cost and a tenth rounded up, never more than the ceiling, and nothing without a price", () => {
    expect(magistrateFee(null, bounds)).toBe(0)
    fc.assert(
      fc.property(cents, (cost) => {
        const fee = magistrateFee(cost, bounds)
        expect(fee).toBeLessThanOrEqual(50)
        expect(fee === 50 || isCeil(fee, BigInt(cost) * 110n, 100n)).toBe(true)
        expect(magistrateFee(cost + 1, bounds)).toBeGreaterThanOrEqual(fee)
      }),
    )
  })

  it("PD2 §3 counsel's draft bears its cost and a fifth, rounded up once", () => {
    const costs = [0, 1, 8_333, 8_334, 10_000, 50_000, 60_000]
    expect(costs.map((micros) => counselFee(micros, bounds))).toEqual([0, 1, 1, 2, 2, 6, 8])
    expect(counselFee(null, bounds)).toBe(0)
    fc.assert(
      fc.property(cents, (micros) => {
        expect(isCeil(counselFee(micros, bounds), BigInt(micros) * 120n, 1_000_000n)).toBe(true)
      }),
    )
  })

  it("PD2 §5 an appeal bears both costs and three tenths of their sum, rounded up once", () => {
    fc.assert(
      fc.property(cents, cents, (below, estimate) => {
        const costs = {
          firstInstanceCents: below,
          firstInstanceEntered: false,
          estimatedAppealCostCents: estimate,
        }
        const fee = appealFee(costs, bounds)
        expect(fee.costCents).toBe(below + estimate)
        expect(isCeil(fee.marginCents, BigInt(below + estimate) * 30n, 100n)).toBe(true)
        expect(fee.totalCents).toBe(fee.costCents + fee.marginCents)
      }),
    )
  })

  it("PD2 §5 a first instance that was charged before, or has no price, is not charged", () => {
    const estimated = { estimatedAppealCostCents: 11 }
    const only = { costCents: 11, marginCents: 4, totalCents: 15 }
    expect(appealFee({ ...estimated, firstInstanceCents: 7, firstInstanceEntered: true }, bounds)).toEqual(
      only,
    )
    expect(
      appealFee({ ...estimated, firstInstanceCents: null, firstInstanceEntered: false }, bounds),
    ).toEqual(only)
  })

  it("PD2 §6 five dollars of work pay one of an appeal fee, and two pay one of a Magistrate's fee, rounded down", () => {
    expect([4, 5, 9, 10].map((work) => workValue("appeal_fee", work, bounds))).toEqual([0, 1, 1, 2])
    expect([1, 2, 3, 4].map((work) => workValue("magistrate_fee", work, bounds))).toEqual([0, 1, 1, 2])
  })

  it("PD2 §6 work never credits more than is left of the fee, nor more than it is worth", () => {
    fc.assert(
      fc.property(kinds, cents, cents, (fee, work, left) => {
        const credit = workCredit(fee, work, left, bounds)
        const per = fee === "appeal_fee" ? 5 : 2
        expect(credit).toBe(Math.min(left, (work - (work % per)) / per))
      }),
    )
  })

  it("PD2 §7 an agent may owe what its credit allows, and is refused with both sums if it owes more", () => {
    expect(withinCredit(bounds.creditCentsMax, bounds)).toBeNull()
    expect(withinCredit(bounds.creditCentsMax + 1, bounds)).toMatchObject({
      code: "over_credit_limit",
      detail: "2001 cents are owed, and at most 2000 may be owed; pay at POST /api/v1/account/pay.",
    })
  })

  it("PD2 §6 work in parts is worth no more than the same work at once", () => {
    fc.assert(
      fc.property(kinds, cents, cents, (fee, one, other) => {
        const parts = workValue(fee, one, bounds) + workValue(fee, other, bounds)
        const whole = workValue(fee, one + other, bounds)
        expect(parts).toBeLessThanOrEqual(whole)
        expect(whole - parts).toBeLessThanOrEqual(1)
      }),
    )
  })
})
