/** What the Magistrate's fee rests on, and who bears it. */
import { describe, expect, it } from "vitest"
import * as Changed from "../Change.ts"
import { Balances, LedgerEntries } from "../ledger/Account.ts"
import { JudgmentDays } from "../ledger/Law.ts"
import { bounds } from "../Schedule.ts"
import { start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import type { Judgment } from "./Judgment.ts"
import { bearerOf, chargeFee, gatherFee } from "./MagistrateFee.ts"
import { claimant, delivered, reserved, respondent } from "./testing/Cases.ts"
import { run } from "./testing/Kept.ts"

describe("the Magistrate's fee", () => {
  const day = (count: number) => Changed.put(JudgmentDays, { day: "2026-11-20", delivered: count })
  const free = bounds.freeJudgmentsPerDay
  const balance = { agentId: "agent-buyer", chargedCents: 5, creditedCents: 0 }

  it("PD2 §4 rests on balances only past the free list", () => {
    const known = factsOf(day(free), Changed.put(Balances, balance))
    const ids = ["agent-seller", "agent-buyer"]
    expect(run(gatherFee(known.reader, ids, start, bounds))).toEqual({
      day: { day: "2026-11-20", delivered: free },
      balances: [{ agentId: "agent-seller", chargedCents: 0, creditedCents: 0 }, balance],
    })
    expect(run(gatherFee(factsOf(day(free - 1)).reader, ids, start, bounds)).balances).toEqual([])
    expect(run(gatherFee(factsOf().reader, ids, start, bounds)).day).toEqual({
      day: "2026-11-20",
      delivered: 0,
    })
  })

  it("PD2 §4 is entered with the judgment, on the party that bears it", () => {
    const judgment = { ...delivered(), costCents: 10 }
    const charge = (delivered: number, of: Judgment = judgment, matter = reserved()) =>
      chargeFee(
        { day: { day: "2026-11-20", delivered }, balances: [balance] },
        of,
        matter,
        bounds,
        () => "fee-1",
      )
    expect(charge(free - 1)).toEqual([day(free)])
    expect(charge(free)[0]).toEqual(day(free + 1))
    expect(putsOf(LedgerEntries, charge(free))).toEqual([
      {
        id: "fee-1",
        agentId: "agent-buyer",
        kind: "charge",
        cents: 11,
        reason: "magistrate_fee",
        rule: "PD2 §4",
        subject: `judgment/${judgment.citation}`,
        at: start,
      },
    ])
    expect(charge(free, judgment, reserved({ call: null }))).toEqual([day(free + 1)])
    expect(charge(free, { ...judgment, costCents: null })).toEqual([day(free + 1)])
  })

  it("PD2 §4 is borne by the one party that is ordered to pay costs, else by the one that called", () => {
    const [order] = delivered().orders
    if (order === undefined) throw new Error("something is ordered")
    const costs = (against: typeof claimant | null, amountCents: number | null = 5) => ({
      ...order,
      kind: "costs" as const,
      against,
      amountCents,
    })
    const bearer = (...orders: Judgment["orders"]) => bearerOf({ orders }, reserved())
    expect([bearer(), bearer(order), bearer(costs(respondent)), bearer(costs(respondent, null))]).toEqual([
      "agent-buyer",
      "agent-buyer",
      "agent-seller",
      "agent-seller",
    ])
    expect([
      bearer(costs(respondent, 0)),
      bearer(costs(null)),
      bearer(costs({ ...respondent, id: null })),
    ]).toEqual(["agent-buyer", "agent-buyer", "agent-buyer"])
    expect(bearer(costs(respondent), costs(claimant))).toBe("agent-buyer")
    expect(bearer(costs(respondent), costs(respondent))).toBe("agent-seller")
    expect(bearerOf({ orders: [] }, reserved({ call: null }))).toBeNull()
    expect(bearerOf({ orders: [] }, reserved({ call: { by: "respondent", at: 0, default: false } }))).toBe(
      "agent-seller",
    )
  })
})
