/** Who bears the fee of a judgment, and when there is one. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Balances, LedgerEntries, newBalance } from "../ledger/Account.ts"
import { dayOf, JudgmentDays } from "../ledger/Law.ts"
import type { Matter } from "../matters/Matter.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf } from "../testing/Decisions.ts"
import { deliver } from "./Delivery.ts"
import type { Draft } from "./Draft.ts"
import { draft, facts, pay, reserved } from "./testing/Cases.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const

/** What the delivery of a draft changes, where so many were delivered before it that day. */
const delivering = (delivered: number, given: Draft, matter: Matter = reserved()) => {
  const fee = {
    day: { day: "2026-11-20", delivered },
    balances: delivered < 100 ? [] : [newBalance("agent-buyer"), newBalance("agent-seller")],
  }
  const decided = deliver(given, manner, facts(matter, { fee }), contextFor({ role: "judge" }))
  return Either.getOrThrow(decided).changes
}
const priced = (changes: Partial<Draft> = {}) => draft({ costCents: 20, ...changes })
const costs = (against: string, inFavourOf: string, amountCents = 500) =>
  pay(amountCents, { kind: "costs", text: "Pay the costs.", against, inFavourOf })
/** Who was charged, in the order of the entries. */
const chargedOf = (changes: ReturnType<typeof delivering>) =>
  putsOf(LedgerEntries, changes).map(({ agentId, cents }) => [agentId, cents])

describe("the Magistrate's fee", () => {
  it("PD2 §4 the hundredth judgment of a day is free, the next one is charged", () => {
    expect(chargedOf(delivering(99, priced()))).toEqual([])
    expect(chargedOf(delivering(100, priced()))).toEqual([["agent-buyer", 22]])
    expect(putsOf(JudgmentDays, delivering(100, priced()))).toEqual([{ day: "2026-11-20", delivered: 101 }])
  })

  it("PD2 §4 the entry says what it is for, and the balance moves with it", () => {
    const changes = delivering(100, priced())
    expect(putsOf(LedgerEntries, changes)).toMatchObject([
      {
        agentId: "agent-buyer",
        kind: "charge",
        cents: 22,
        reason: "magistrate_fee",
        rule: "PD2 §4",
        subject: "judgment/[2026] MC 1",
        at: start,
      },
    ])
    expect(putsOf(Balances, changes)).toEqual([
      { agentId: "agent-buyer", chargedCents: 22, creditedCents: 0 },
    ])
  })

  it("PD2 §4 a judgment that has no price, or cost nothing, takes its place and is not charged", () => {
    for (const costCents of [null, 0])
      for (const delivered of [99, 100]) {
        const changes = delivering(delivered, draft({ costCents }))
        expect(putsOf(JudgmentDays, changes)).toMatchObject([{ delivered: delivered + 1 }])
        expect([chargedOf(changes), putsOf(Balances, changes)]).toEqual([[], []])
      }
  })

  it("PD2 §4 the party that called bears it", () => {
    const called = reserved({ call: { by: "respondent", at: start - 1, default: false } })
    expect(chargedOf(delivering(100, priced(), called))).toEqual([["agent-seller", 22]])
  })

  it("PD2 §4 the party ordered to pay costs bears it instead, where one party alone is", () => {
    const seller = costs("seller", "buyer")
    const buyer = costs("buyer", "seller")
    expect(chargedOf(delivering(100, priced({ orders: [pay(100), seller] })))).toEqual([["agent-seller", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [seller, seller] })))).toEqual([["agent-seller", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [seller, buyer] })))).toEqual([["agent-buyer", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [costs("seller", "buyer", 0)] })))).toEqual([
      ["agent-buyer", 22],
    ])
  })

  it("PD17 §1 the journal learns nothing of a fee", () => {
    const told = (changes: ReturnType<typeof delivering>) => eventsOf(changes).map(({ type }) => type)
    expect(told(delivering(100, priced()))).toEqual(told(delivering(0, priced())))
    expect(JSON.stringify(eventsOf(delivering(100, priced())))).not.toMatch(/fee|cents":22|charge/)
  })

  it("PD2 §4 the day is that of Universal Time", () => {
    const midnight = Date.UTC(2026, 10, 21)
    expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(["2026-11-20", "2026-11-21"])
  })
})
