/** The charges that are counted in a matter, and that a command that reads their sum notices a charge made meanwhile. */
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import * as Reader from "../kernel/Reader.ts"
import { MemoryStore } from "../store/index.ts"
import { start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { factsOf } from "../testing/Facts.ts"
import {
  Balances,
  chargedIn,
  LedgerEntries,
  type MatterCharge,
  MatterCharges,
  newBalance,
  postIn,
} from "./Account.ts"

const none: MatterCharge = { matterId: "matter-1", agentId: "agent-1", cents: 0 }
const entry = (id: string, cents: number) =>
  ({ id, cents, reason: "counsel_fee", rule: "PD2 §3", subject: "brief/1", at: start }) as const

describe("what is charged in a matter", () => {
  it("PD2 §3 a charge is entered in the ledger and counted in its matter, and one of 0 cents is neither", () => {
    const changes = postIn({ ...none, cents: 5 }, newBalance("agent-1"), entry("entry-1", 7))
    expect(putsOf(LedgerEntries, changes)).toEqual([
      { ...entry("entry-1", 7), kind: "charge", agentId: "agent-1" },
    ])
    expect(putsOf(Balances, changes)).toEqual([{ agentId: "agent-1", chargedCents: 7, creditedCents: 0 }])
    expect(putsOf(MatterCharges, changes)).toEqual([{ ...none, cents: 12 }])
    expect(postIn(none, newBalance("agent-1"), entry("entry-1", 0))).toEqual([])
  })

  it("PD2 §3 it is read for each agent in each matter, and is 0 if nothing was charged", () => {
    const { reader } = factsOf(
      Changed.put(MatterCharges, { ...none, cents: 9 }),
      Changed.put(MatterCharges, { ...none, matterId: "matter-2", cents: 1 }),
    )
    expect(Effect.runSync(chargedIn(reader, "matter-1", ["agent-2", "agent-1"]))).toEqual([
      { ...none, agentId: "agent-2" },
      { ...none, cents: 9 },
    ])
    expect([MatterCharges.name, MatterCharges.id(none)]).toEqual(["matter-charge", "matter-1/agent-1"])
  })

  it("PD2 §3 whoever reads it rests on its version, so that a charge made meanwhile is noticed", () => {
    const { reader, versions } = Reader.make(Effect.runSync(MemoryStore.make))
    Effect.runSync(chargedIn(reader, "matter-1", ["agent-1"]))
    expect([...versions.values()]).toEqual([
      { ref: { kind: "matter-charge", id: "matter-1/agent-1" }, version: 0 },
    ])
  })

  it("PD2 §3 after any charges it is the sum of the entries", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000)), (charges) => {
        let [charged, balance, entered] = [none, newBalance("agent-1"), 0]
        for (const [i, cents] of charges.entries()) {
          const changes = postIn(charged, balance, entry(`entry-${i}`, cents))
          charged = putsOf(MatterCharges, changes)[0] ?? charged
          balance = putsOf(Balances, changes)[0] ?? balance
          entered += putsOf(LedgerEntries, changes).reduce((sum, one) => sum + one.cents, 0)
        }
        expect([charged.cents, balance.chargedCents]).toEqual([entered, entered])
      }),
    )
  })
})
