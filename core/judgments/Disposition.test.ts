import { describe, expect, it } from "vitest"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { disposition, isSigned } from "./Disposition.ts"
import { delivered, draft, pay } from "./testing/Cases.ts"

describe("disposition", () => {
  it("PD17 §1 is cp.disposition/1 with the orders as made", () => {
    const judgment = delivered(draft({ orders: [pay(70_000)] }))
    expect(disposition(judgment, start)).toEqual({
      schema: "cp.disposition/1",
      citation: "[2026] MC 1",
      matterId: "matter-1",
      orders: [
        {
          n: 1,
          kind: "pay",
          text: expect.stringContaining("Of USD 700.00, USD 500.00 is ordered"),
          amountCents: 50_000,
          against: "agent-seller",
          inFavourOf: "agent-buyer",
          currency: "USD",
          hours: 72,
        },
      ],
      finality: "open to appeal",
      asOf: "2026-11-20T09:00:00.000Z",
      payloadSha256: judgment.payloadSha256,
    })
  })

  it("Rule 5.6 is signed once the judgment is final, and not before, nor where it was vacated", () => {
    const signedAt = (now: number, judgment = delivered()) => isSigned(disposition(judgment, now))
    expect(signedAt(start + hours(72) - 1)).toBe(false)
    expect(signedAt(start + hours(72))).toBe(true)
    const vacated = { ...delivered(), finality: { status: "vacated", until: null } } as const
    expect(signedAt(start + hours(100), vacated)).toBe(false)
  })
})
