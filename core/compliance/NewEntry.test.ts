import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { UnfitValues } from "../kernel/Given.ts"
import { hours } from "../kernel/Time.ts"
import { Entry } from "./Entry.ts"
import { entry } from "./NewEntry.ts"
import { statusAt } from "./Reputation.ts"

const at = Date.parse("2026-11-28T12:00:00Z")
const given = { citation: "[2026] MC 1", bound: "buyer", favoured: "seller", deliveredAt: at }
const isEntry = Schema.is(Entry)

describe("an entry that a program makes", () => {
  it("PD11 §2 is a record as the delivery of a judgment opens it", () => {
    const made = entry({ ...given, amountCents: 20_000, hours: 48 })
    expect(isEntry(made)).toBe(true)
    expect(made).toMatchObject({ type: "pay", status: "open", n: 1, currency: "USD", sameOperator: false })
    expect(made.id).toBe("[2026] MC 1 1")
    expect(made.finality).toEqual({ status: "open to appeal", until: at + hours(72) })
    expect(made.dueAt).toBe(at + hours(48))
    expect(statusAt(made, made.dueAt)).toBe("notified")
  })

  it("PD11 §2 is an order to perform if it has no sum, and what is given stands in place of what follows", () => {
    expect(entry(given).type).toBe("perform")
    const refraining = entry({ ...given, type: "refrain", n: 2, status: "satisfied", window: null })
    expect(refraining).toMatchObject({ type: "refrain", n: 2, status: "satisfied", window: null })
    expect(isEntry(refraining)).toBe(true)
  })

  it("PD11 §10 knows by the records of its parties that they have one operator", () => {
    const of = (handle: string) => ({ id: handle, handle, operatorId: "operator-1" })
    expect(entry({ ...given, bound: of("buyer"), favoured: of("seller") }).sameOperator).toBe(true)
    expect(entry({ ...given, bound: of("buyer") }).sameOperator).toBe(false)
  })

  it("PD11 §2 values that do not fit are all named", () => {
    // given what no compiler has seen
    const wrong = JSON.parse(
      JSON.stringify({ ...given, bound: "", favoured: 6, deliveredAt: 0.5, status: "openn" }),
    )
    const make = () => entry(wrong)
    expect(make).toThrow(UnfitValues)
    expect(make).toThrow(/^entry: /)
    expect(() => entry(JSON.parse("{}"))).toThrow(
      /citation is missing.*deliveredAt is missing.*bound is missing.*favoured is missing/,
    )
    expect(make).toThrow(/bound must.*favoured must.*deliveredAt must.*status must be one of open, attested/)
  })
})
