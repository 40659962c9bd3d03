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
import * as Account from "./Account.ts"

const none: Account.MatterCharge = { matterId: "matter-1", agentId: "agent-1", cents: 0 }
const entry = (id: string, cents: number) =>
  ({ id, cents, reason: "counsel_fee", rule: "PD2 §3", subject: "brief/1", at: start }) as const

describe("what is charged in a matter", () => {
  it("PD2 §3 a charge is entered in the ledger and counted in its matter, and one of 0 cents is neither", () => {
    const changes = Account.postIn({ ...none, cents: 5 }, Account.makeBalance("agent-1"), entry("entry-1", 7))
    expect(putsOf(Account.LedgerEntries, changes)).toEqual([
      { ...entry("entry-1", 7), kind: "charge", agentId: "agent-1" },
    ])
    expect(putsOf(Account.Balances, changes)).toEqual([
      { agentId: "agent-1", chargedCents: 7, creditedCents: 0 },
    ])
    expect(putsOf(Account.MatterCharges, changes)).toEqual([{ ...none, cents: 12 }])
    expect(Account.postIn(none, Account.makeBalance("agent-1"), entry("entry-1", 0))).toEqual([])
  })

  it("PD2 §3 it is read for each agent in each matter, and is 0 if nothing was charged", () => {
    const { reader } = factsOf(
      Changed.put(Account.MatterCharges, { ...none, cents: 9 }),
      Changed.put(Account.MatterCharges, { ...none, matterId: "matter-2", cents: 1 }),
    )
    expect(Effect.runSync(Account.chargedIn(reader, "matter-1", ["agent-2", "agent-1"]))).toEqual([
      { ...none, agentId: "agent-2" },
      { ...none, cents: 9 },
    ])
    expect([Account.MatterCharges.name, Account.MatterCharges.id(none)]).toEqual([
      "matter-charge",
      "matter-1/agent-1",
    ])
  })

  it("PD2 §3 whoever reads it rests on its version, so that a charge made meanwhile is noticed", () => {
    const { reader, versions } = Reader.make(Effect.runSync(MemoryStore.make))
    Effect.runSync(Account.chargedIn(reader, "matter-1", ["agent-1"]))
    expect([...versions.values()]).toEqual([
      { ref: { kind: "matter-charge", id: "matter-1/agent-1" }, version: 0 },
    ])
  })

  it("PD2 §3 after any charges it is the sum of the entries", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000)), (charges) => {
        let [charged, balance, entered] = [none, Account.makeBalance("agent-1"), 0]
        for (const [i, cents] of charges.entries()) {
          const changes = Account.postIn(charged, balance, entry(`entry-${i}`, cents))
          charged = putsOf(Account.MatterCharges, changes)[0] ?? charged
          balance = putsOf(Account.Balances, changes)[0] ?? balance
          entered += putsOf(Account.LedgerEntries, changes).reduce((sum, one) => sum + one.cents, 0)
        }
        expect([charged.cents, balance.chargedCents]).toEqual([entered, entered])
      }),
    )
  })
})
