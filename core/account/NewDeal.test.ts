import { describe, expect, it } from "vitest"
import { UnfitValues } from "../kernel/Given.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { drawUp } from "./Account.ts"
import { dueOf } from "./Measure.ts"
import { debtDeal, quoteDeal } from "./NewDeal.ts"

const at = Date.parse("2026-11-28T12:00:00Z")
const parties = { supplier: "seller", buyer: "buyer" }
const quote = { id: "q", parties, cents: 1_500, offeredAt: at, acceptedAt: at, dueBy: at + hours(1) }

describe("a deal that a program makes", () => {
  it("PD15 §4 is a quote on which nothing is recorded: it is due as offered, and nothing was delivered or paid", () => {
    const deal = quoteDeal(quote)
    expect(dueOf(deal)).toBe(quote.dueBy)
    expect(drawUp(deal, at + hours(100), bounds)).toMatchObject({
      price: 1_500,
      owed: 0,
      paid: 0,
      balance: 0,
    })
  })

  it("PD15 §1 is a debt whose whole sum is owed, from the instant that made it", () => {
    const deal = debtDeal({ id: "d", parties, cents: 700, from: "invoice", madeAt: at })
    expect(dueOf(deal)).toBe(at)
    expect(drawUp(deal, at, bounds)).toMatchObject({ owed: 700, balance: 700 })
  })

  it("PD15 §1 values that do not fit are all named", () => {
    const { dueBy: _, ...undue } = quote
    const make = () => quoteDeal(Object.assign({}, quote, undue, { cents: -1, price: 1, dueBy: "noon" }))
    expect(make).toThrow(UnfitValues)
    expect(make).toThrow(/cents must.*dueBy must.*price is not a member/)
  })
})
