/** The fee statement, and until when a withdrawal is free. */
import { Either, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import { delivered, facts as deliveryFacts, draft, reserved } from "../bench/testing/Cases.ts"
import { records as judgmentRecords } from "../judgments/index.ts"
import { published } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { Account, records as ledgerRecords } from "../ledger/index.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import * as Appeal from "./Appeal.ts"
import { deliverOnAppeal } from "./Delivery.ts"
import { priceAppeal, statementOf } from "./Price.ts"
import { appeals } from "./Record.ts"
import { appealIn } from "./testing/Given.ts"

const judgment = delivered()
const terms = published.at(start)
const scheduler = contextFor({ role: "scheduler" }, start)

const factsOf = (stored: Appeal.Appeal, now: number) => {
  const matter = reserved({ status: "decided", endedAt: start })
  return {
    on: deliveryFacts(matter),
    matter,
    stored,
    appeal: appeals.current(stored, now),
    judgments: [judgment],
    entries: { entries: [], standings: [] },
    terms,
  }
}

/** Runs the pricing task of an appeal in a status, with the answer of the estimator. */
const priced = (
  status: Appeal.Status,
  estimateCents: number | null,
  changes: Partial<Appeal.Appeal> = {},
) => {
  const stored = appealIn(status, changes)
  const costs = { below: judgment, firstInstance: judgment, entered: false }
  const facts = { ...factsOf(stored, start), costs, estimateCents }
  return Either.getOrThrow(priceAppeal.decide(facts, { appealId: stored.id }, scheduler))
}

const cents = fc.integer({ min: 0, max: 1_000_000 })

describe("the fee statement", () => {
  it("PD2 §5 the statement has both costs and a margin rounded up, and a fee entered before is not charged again", () => {
    fc.assert(
      fc.property(fc.option(cents), cents, fc.boolean(), (firstInstance, estimate, entered) => {
        const first = { ...judgment, costCents: firstInstance }
        const costs = { below: first, firstInstance: first, entered }
        const statement = statementOf(costs, estimate, "s", start, terms)
        expect(statement.costCents).toBe(estimate + (entered ? 0 : (firstInstance ?? 0)))
        expect(statement.marginCents * 10 - statement.costCents * 3).toBeGreaterThanOrEqual(0)
        expect(statement.marginCents * 10 - statement.costCents * 3).toBeLessThan(10)
        expect(statement.totalCents).toBe(statement.costCents + statement.marginCents)
      }),
    )
  })

  it("PD2 §5A the statement names the end of the window, and the hearing begins then", () => {
    const { changes } = priced("noticed", 100)
    const [appeal] = putsOf(Appeal.Appeals, changes)
    expect(appeal).toMatchObject({ status: "stated", statement: { withdrawBy: start + hours(2) } })
    expect(tasksOf(changes).find(({ kind }) => kind === "appeal-deadline")?.dueAt).toBe(start + hours(2))
  })

  it("PD2 §5 if the hearing can't be priced, the estimate is asked for again, no fee is stated, and the Registrar is told once", () => {
    const { changes } = priced("noticed", null)
    expect(putsOf(Appeal.Appeals, changes)).toMatchObject([{ status: "noticed", registrarToldAt: start }])
    expect(eventsOf(changes)).toEqual([])
    expect(tasksOf(changes)).toMatchObject([{ kind: "appeal-price", dueAt: start + hours(24) }])
    const [told] = putsOf(Notice.Notices, changes)
    expect(told).toMatchObject({
      agentId: Notice.registrarInbox,
      type: "appeal.unpriced",
      subject: "appeal/appeal-1",
    })
    expect(told?.text).toContain("State the estimate before 2026-12-04T09:00:00.000Z")
    expect(told?.asks).toEqual([{ act: "state-estimate", on: "appeal-1" }])
    const again = priced("noticed", null, { registrarToldAt: start })
    expect([putsOf(Appeal.Appeals, again.changes), putsOf(Notice.Notices, again.changes)]).toEqual([[], []])
  })

  it("PD2 §5 an appeal that nobody priced in 14 days is heard, and the party that loses it bears no fee", () => {
    // given that the 14 days are over and nothing has recorded it
    const now = start + days(14)
    const stored = appealIn("noticed")
    const facts = {
      ...factsOf(stored, now),
      counter: Option.none(),
      stakes: new Map(),
      standings: [],
      sought: [],
    }
    const context = contextFor({ role: "judge" }, now)
    const ruling = { ...draft({ orders: [{ kind: "dismiss", text: "No." }] }), outcome: "affirmed" } as const
    const charged = ["agent-buyer", "agent-seller"].map((agentId) => ({
      matterId: "matter-1",
      agentId,
      cents: 0,
    }))
    const delivery = {
      ...facts,
      charged,
      fee: null,
      by: null,
      balance: Account.makeBalance("agent-seller"),
      filer: null,
      suits: null,
      accountOf: null,
      kept: { id: "lately", cents: [] },
    }
    // when the bench decides
    const decided = deliverOnAppeal(ruling, "Before the bench", delivery, facts.appeal, context)
    const { changes } = Either.getOrThrow(decided)
    // then the hearing began at its own instant, and nothing is charged
    expect(putsOf(Appeal.Appeals, changes).at(-1)).toMatchObject({
      status: "decided",
      hearingAt: now,
      feeBorneBy: null,
    })
    expect(eventsOf(changes).find(({ type }) => type === "appeal.hearing")).toMatchObject({
      at: now,
      rules: ["Rule 6.2", "PD2 §5"],
    })
    expect(putsOf(ledgerRecords.LedgerEntries, changes)).toEqual([])
    // and it counts as an appeal that cost nothing
    expect(putsOf(judgmentRecords.AppealFeesKept, changes)).toEqual([{ id: "lately", cents: [0] }])
  })

  it("Rule 6.2 an appeal that has moved on is not priced any more", () => {
    for (const status of ["stated", "hearing", "decided", "withdrawn", "abated"] as const)
      expect(priced(status, 100).changes).toEqual([])
  })
})
