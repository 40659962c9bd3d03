/** The facts on which the Magistrate's fee depends, and how it is charged. */
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { factsOf, run } from "../testing/Facts.ts"
import { Balances, LedgerEntries, MatterCharges } from "./Account.ts"
import { JudgmentDays } from "./Law.ts"
import * as MagistrateFee from "./MagistrateFee.ts"

describe("the Magistrate's fee, as it is read and charged", () => {
  const day = (count: number) => Changed.put(JudgmentDays, { day: "2026-11-20", delivered: count })
  const free = bounds.freeJudgmentsPerDay
  const balance = { agentId: "agent-buyer", chargedCents: 5, creditedCents: 0 }

  it("PD2 §4 balances are read only once the free judgments of the day are used up", () => {
    const known = factsOf(day(free), Changed.put(Balances, balance))
    const ids = ["agent-seller", "agent-buyer"]
    expect(run(MagistrateFee.gather(known.reader, ids, start, bounds))).toEqual({
      day: { day: "2026-11-20", delivered: free },
      balances: [{ agentId: "agent-seller", chargedCents: 0, creditedCents: 0 }, balance],
    })
    expect(run(MagistrateFee.gather(factsOf(day(free - 1)).reader, ids, start, bounds)).balances).toEqual([])
    expect(run(MagistrateFee.gather(factsOf().reader, ids, start, bounds)).day).toEqual({
      day: "2026-11-20",
      delivered: 0,
    })
  })

  it("PD2 §4 the fee is charged to the party that bears it, and the judgment counts among those of the day", () => {
    const judged = { id: "fee-1", costCents: 10, bearer: "agent-buyer", subject: "judgment/x", at: start }
    const charge = (count: number, changes: { costCents?: null; bearer?: null } = {}) =>
      MagistrateFee.charge(
        { day: { day: "2026-11-20", delivered: count }, balances: [balance] },
        [
          { matterId: "matter-1", agentId: "agent-seller", cents: 7 },
          { matterId: "matter-1", agentId: "agent-buyer", cents: 5 },
        ],
        { ...judged, ...changes },
        bounds,
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
        subject: "judgment/x",
        at: start,
      },
    ])
    expect(putsOf(MatterCharges, charge(free))).toEqual([
      { matterId: "matter-1", agentId: "agent-buyer", cents: 16 },
    ])
    expect(charge(free, { bearer: null })).toEqual([day(free + 1)])
    expect(charge(free, { costCents: null })).toEqual([day(free + 1)])
  })
})
