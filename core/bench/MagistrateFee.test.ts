import { Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { Account, dayOf, records as ledgerRecords } from "../ledger/index.ts"
import type { Matter } from "../matters/index.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf } from "../testing/Decisions.ts"
import { deliver } from "./Delivery.ts"
import type { Draft } from "./Judge.ts"
import { bearerOf } from "./Law.ts"
import { claimant, delivered, draft, facts, pay, reserved, respondent } from "./testing/Cases.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const

/** The changes of a delivery before which this number of judgments was delivered that day. */
const delivering = (count: number, given: Draft, matter: Matter.Matter = reserved()) => {
  const fee = {
    day: { day: "2026-11-20", delivered: count },
    balances: count < 100 ? [] : [Account.makeBalance("agent-buyer"), Account.makeBalance("agent-seller")],
  }
  const decided = deliver(given, manner, facts(matter, { fee }), contextFor({ role: "judge" }))
  return Either.getOrThrow(decided).changes
}
const priced = (changes: Partial<Draft> = {}) => draft({ costCents: 20, ...changes })
const costs = (against: string, inFavourOf: string, amountCents = 500) =>
  pay(amountCents, { kind: "costs", text: "Pay the costs.", against, inFavourOf })
/** Who was charged how many cents, in the order of the entries. */
const chargedOf = (changes: ReturnType<typeof delivering>) =>
  putsOf(ledgerRecords.LedgerEntries, changes).map(({ agentId, cents }) => [agentId, cents])

describe("the Magistrate's fee", () => {
  it("PD2 §4 the hundredth judgment of a day is free, and the next one is charged", () => {
    expect(chargedOf(delivering(99, priced()))).toEqual([])
    expect(chargedOf(delivering(100, priced()))).toEqual([["agent-buyer", 22]])
    expect(putsOf(ledgerRecords.JudgmentDays, delivering(100, priced()))).toEqual([
      { day: "2026-11-20", delivered: 101 },
    ])
  })

  it("PD2 §4 the ledger entry of the fee names the judgment, and the balance is charged with it", () => {
    const changes = delivering(100, priced())
    expect(putsOf(ledgerRecords.LedgerEntries, changes)).toMatchObject([
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
    expect(putsOf(Account.Balances, changes)).toEqual([
      { agentId: "agent-buyer", chargedCents: 22, creditedCents: 0 },
    ])
  })

  it("PD2 §4 a judgment that cost nothing, or states no cost, counts towards the day and is not charged", () => {
    for (const costCents of [null, 0])
      for (const count of [99, 100]) {
        const changes = delivering(count, draft({ costCents }))
        expect(putsOf(ledgerRecords.JudgmentDays, changes)).toMatchObject([{ delivered: count + 1 }])
        expect([chargedOf(changes), putsOf(Account.Balances, changes)]).toEqual([[], []])
      }
  })

  it("PD2 §4 the party that called for judgment bears the fee", () => {
    const called = reserved({ call: { by: "respondent", at: start - 1, default: false } })
    expect(chargedOf(delivering(100, priced(), called))).toEqual([["agent-seller", 22]])
  })

  it("PD2 §4 given that only one party is ordered to pay costs, then that party bears the fee instead", () => {
    const seller = costs("seller", "buyer")
    const buyer = costs("buyer", "seller")
    expect(chargedOf(delivering(100, priced({ orders: [pay(100), seller] })))).toEqual([["agent-seller", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [seller, seller] })))).toEqual([["agent-seller", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [seller, buyer] })))).toEqual([["agent-buyer", 22]])
    expect(chargedOf(delivering(100, priced({ orders: [costs("seller", "buyer", 0)] })))).toEqual([
      ["agent-buyer", 22],
    ])
  })

  it("PD17 §1 the journal shows nothing of the fee", () => {
    const typesOf = (changes: ReturnType<typeof delivering>) => eventsOf(changes).map(({ type }) => type)
    expect(typesOf(delivering(100, priced()))).toEqual(typesOf(delivering(0, priced())))
    expect(JSON.stringify(eventsOf(delivering(100, priced())))).not.toMatch(/fee|cents":22|charge/)
  })

  it("PD2 §4 days are counted in Universal Time", () => {
    const midnight = Date.UTC(2026, 10, 21)
    expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(["2026-11-20", "2026-11-21"])
  })
})

describe("who bears the Magistrate's fee", () => {
  it("PD2 §4 the one party that is ordered to pay costs bears the fee, or else the party that called for judgment", () => {
    const order = needPresent(delivered().orders[0], "the order of the usual judgment")
    const costs = (against: typeof claimant | null, amountCents: number | null = 5) => ({
      ...order,
      kind: "costs" as const,
      against,
      amountCents,
    })
    const bearer = (...orders: Judgment.Judgment["orders"]) => bearerOf({ orders }, reserved())
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
