/** The sums that the payee of a hold had before: what comes off a judgment's part in the hold. */
import { describe, expect, it } from "vitest"
import { findPaidBefore, type OtherOrder, type Payment } from "./PaidBefore.ts"

const [here, other, fallen] = ["[2026] MC 1", "[2026] MC 2", "[2026] MC 3"]
const called = 1_000
const paid = (citation: string | null, cents: number, at: number): Payment => ({ citation, cents, at })
const order = (cents: number, performedAt: number | null): OtherOrder => ({
  citation: other,
  cents,
  performedAt,
})
const found = (
  payments: ReadonlyArray<Payment>,
  others: ReadonlyArray<OtherOrder> = [],
  calledAt: number | null = called,
) => findPaidBefore(here, calledAt, payments, others, new Set([fallen]))

describe("what a payee had before", () => {
  it("PD2 §6F given payments by this judgment, then all of them count, before the call and after it", () => {
    expect(found([paid(here, 5, 900), paid(here, 7, 1_100)])).toEqual({
      byThis: 12,
      byOthers: 0,
      ordered: 0,
    })
  })

  it("PD2 §6F given payments by a judgment that fell, then those from the call on count, and all of them without an account", () => {
    const payments = [paid(fallen, 5, 999), paid(fallen, 7, called)]
    expect(found(payments).byOthers).toBe(7)
    expect(found(payments, [], null).byOthers).toBe(12)
  })

  it("PD2 §6F given a hold that the parties settled themselves, then it counts from the call on, and only if the judgment has an account", () => {
    const payments = [paid(null, 5, 999), paid(null, 7, called)]
    expect(found(payments)).toEqual({ byThis: 0, byOthers: 7, ordered: 0 })
    expect(found(payments, [], null).byOthers).toBe(0)
  })

  it.each<readonly [string, number | null, number]>([
    ["open", null, 100],
    ["performed at the call", called, 100],
    ["performed before the call, so that the account counted it", called - 1, 0],
  ])(
    "PD2 §6F given an order of another judgment that is %s, then it comes off so far",
    (_, performedAt, cents) => {
      expect(found([], [order(100, performedAt)]).ordered).toBe(cents)
    },
  )

  it("PD2 §6F given an order of another judgment of which holds paid a part, then the account counted what was paid before the call", () => {
    const payments = [paid(other, 30, 900), paid(other, 20, 1_100)]
    expect(found(payments, [order(100, null)]).ordered).toBe(70)
    // and never less than nothing
    expect(found([paid(other, 300, 900)], [order(100, null)]).ordered).toBe(0)
  })
})
