import { describe, expect, it } from "vitest"
import { evaluate } from "./Constraints.ts"

describe("a constraint of an open mandate", () => {
  const items = (...list: ReadonlyArray<readonly [string, number]>) =>
    list.map(([id, quantity]) => ({ item: { id }, quantity }))
  const wanted = (...list: ReadonlyArray<readonly [ReadonlyArray<string>, number]>) => ({
    type: "checkout.line_items",
    items: list.map(([ids, quantity]) => ({ acceptable_items: ids.map((id) => ({ id })), quantity })),
  })
  const met = (
    constraint: object,
    { checkout = null, paid = null }: { checkout?: object | null; paid?: object | null } = {},
  ) =>
    evaluate(
      { constraints: [constraint] },
      {
        checkout: checkout === null ? null : { ...checkout },
        payment: paid === null ? null : { ...paid },
        openCheckout: null,
      },
    )[0]?.holds

  it("AP2 line items are shared out exactly, also if that takes a second thought", () => {
    const one = wanted([["a", "b"], 1], [["a"], 1])
    expect(met(one, { checkout: { line_items: items(["a", 1], ["b", 1]) } })).toBe(true)
    expect(met(one, { checkout: { line_items: items(["a", 2]) } })).toBe(true)
    expect(met(one, { checkout: { line_items: items(["b", 2]) } })).toBe(false)
    expect(met(one, { checkout: { line_items: items(["a", 1]) } })).toBe(false)
    expect(met(one, { checkout: { line_items: items(["a", 1_000_000]) } })).toBe(false)
    expect(met(one, { checkout: { line_items: items(["a", 0.5]) } })).toBe(false)
    expect(met(one, { checkout: { line_items: [] } })).toBe(false)
    expect(met(one)).toBe(false)
    expect(met({ type: "checkout.line_items", items: [{}] }, { checkout: { line_items: [{}] } })).toBe(false)
  })

  const paying = (amount: number, currency = "USD") => ({ paid: { payment_amount: { amount, currency } } })
  const on = (execution_date: string) => ({ paid: { execution_date } })
  it.each([
    [
      "checkout.allowed_merchants",
      { allowed: [{ name: "Shop", website: "w" }] },
      { checkout: { merchant: { name: "Shop", website: "w" } } },
      true,
    ],
    [
      "checkout.allowed_merchants",
      { allowed: [{ name: "Shop" }] },
      { checkout: { merchant: { name: "Shop" } } },
      false,
    ],
    ["checkout.allowed_merchants", { allowed: [] }, { checkout: { merchant: { id: "m" } } }, false],
    ["checkout.allowed_merchants", { allowed: [{ id: "m" }] }, {}, false],
    ["payment.allowed_payees", { allowed: [{ id: "m" }] }, { paid: { payee: { id: "m" } } }, true],
    ["payment.allowed_payees", { allowed: [{ id: "m" }] }, {}, false],
    [
      "payment.allowed_payment_instruments",
      { allowed: [{ id: "c" }] },
      { paid: { payment_instrument: { id: "c" } } },
      true,
    ],
    ["payment.allowed_payment_instruments", { allowed: [{}] }, { paid: { payment_instrument: {} } }, false],
    ["payment.allowed_payment_instruments", {}, {}, false],
    [
      "payment.allowed_pisps",
      { allowed: [{ domain_name: "d" }] },
      { paid: { pisp: { domain_name: "d" } } },
      true,
    ],
    ["payment.allowed_pisps", { allowed: [{ domain_name: "d" }] }, {}, false],
    ["payment.amount_range", { currency: "USD", max: 5 }, paying(5), true],
    ["payment.amount_range", { currency: "USD", max: 5 }, paying(6), false],
    ["payment.amount_range", { currency: "USD", max: 5 }, paying(5, "EUR"), false],
    ["payment.amount_range", { currency: "USD", max: 5 }, {}, false],
    ["payment.execution_date", { not_after: "2026-04-30" }, on("2026-04-01"), true],
    ["payment.execution_date", { not_before: "2026-04-30" }, on("2026-04-01"), false],
    ["payment.execution_date", { not_before: "2026-04-30" }, on("soon"), false],
    ["payment.execution_date", { not_before: 1, not_after: "2026-04-30" }, on("2026-04-01"), false],
    ["payment.execution_date", { not_after: "after 2026" }, on("2026-04-01"), false],
    ["payment.execution_date", { not_after: "2026-04-30T10:00:00" }, on("2026-04-01"), false],
    [
      "payment.execution_date",
      { not_before: "2026-04-01T00:00:00+02:00", not_after: "2026-04-01T10:00Z" },
      on("2026-04-01T10:00:00.000Z"),
      true,
    ],
    ["payment.amount_range", { currency: "USD", max: 5, min: "3" }, paying(5), false],
    ["payment.execution_date", {}, {}, false],
    ["payment.execution_date", {}, on("2026-04-01"), false],
    ["payment.execution_date", { not_after: "2026-04-30" }, {}, false],
    ["payment.reference", { conditional_transaction_id: "x" }, {}, false],
    ["payment.budget", { max: 5 }, {}, false],
  ])("Rule 4.11 AP2: %s %j against %j: %j", (type, limits, contents, holds) => {
    expect(met({ type, ...limits }, contents)).toBe(holds)
  })

  const over = "The amount of this payment alone is over the budget."
  const untold = "It depends on earlier payments, which the artifact does not show."
  it.each([
    ["payment.budget", { max: 20, currency: "USD" }, 2000, untold],
    ["payment.budget", { max: 19.99, currency: "USD" }, 2000, over],
    ["payment.budget", { max: 19.99, currency: "USD" }, 1999, untold],
    ["payment.budget", { max: 2000, currency: "JPY" }, 2001, over],
    ["payment.budget", { max: 20, currency: "EUR" }, 1, "The currency is another one."],
    ["payment.budget", { currency: "USD" }, 1, over],
    ["payment.agent_recurrence", { frequency: "MONTHLY", max_occurrences: 12 }, 1, untold],
    ["payment.agent_recurrence", { frequency: "ON_DEMAND" }, 1, untold],
    [
      "payment.agent_recurrence",
      { frequency: "DAILY", max_occurrences: 0 },
      1,
      "It allows not even one payment.",
    ],
  ])(
    "AP2 %s %j is never met by one payment of %d, which can only show that it breaks it: %s",
    (type, limits, amount, why) => {
      const currency = "currency" in limits && limits.currency === "JPY" ? "JPY" : "USD"
      const payment = { payment_amount: { amount, currency } }
      const [check] = evaluate(
        { constraints: [{ type, ...limits }] },
        { checkout: null, payment, openCheckout: null },
      )
      expect(check).toEqual({ check: `constraint ${type}`, holds: false, why })
    },
  )

  it("AP2 so many constraints are evaluated, and more are said to be more", () => {
    const constraints = Array.from({ length: 30 }, () => ({ type: "payment.execution_date" }))
    const checks = evaluate({ constraints }, { checkout: null, payment: null, openCheckout: null })
    expect(checks).toHaveLength(21)
    expect(checks.at(-1)?.holds).toBe(false)
  })
})
