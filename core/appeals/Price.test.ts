import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { delivered, facts as deliveryFacts, reserved } from "../judgments/testing/Cases.ts"
import { published } from "../Schedule.ts"
import { hours } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { Appeals } from "./Appeal.ts"
import { passAppeal } from "./Passing.ts"
import { priceAppeal, statementOf } from "./Price.ts"
import { appealIn } from "./testing/Given.ts"

const judgment = delivered()
const terms = published.at(start)
const scheduler = contextFor({ role: "scheduler" }, start)

/** The task of an appeal in a status, with what the estimator said. */
const priced = (status: Parameters<typeof appealIn>[0], estimateCents: number | null) => {
  const matter = reserved({ status: "decided", endedAt: start })
  const stored = appealIn(status)
  const facts = {
    on: deliveryFacts(matter),
    matter,
    stored,
    passed: passAppeal(stored, start),
    judgments: [judgment],
    entries: { entries: [], standings: [] },
    terms,
    costs: { below: judgment, firstInstance: judgment, entered: false },
    estimateCents,
  }
  return Either.getOrThrow(priceAppeal.decide(facts, { appealId: stored.id }, scheduler))
}

const cents = fc.integer({ min: 0, max: 1_000_000 })

describe("the fee statement", () => {
  it("PD2 §5 is the sum of both costs and a margin rounded up, and what was entered is not charged again", () => {
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

  it("PD2 §5A carries the end of the window, and the hearing waits for it", () => {
    const { changes } = priced("noticed", 100)
    const [appeal] = putsOf(Appeals, changes)
    expect(appeal).toMatchObject({ status: "stated", statement: { withdrawBy: start + hours(2) } })
    expect(tasksOf(changes).find(({ kind }) => kind === "appeal-deadline")?.dueAt).toBe(start + hours(2))
  })

  it("PD2 §5 what can't be priced is asked for again, and no fee is stated meanwhile", () => {
    const { changes } = priced("noticed", null)
    expect(putsOf(Appeals, changes)).toEqual([])
    expect(eventsOf(changes)).toEqual([])
    expect(tasksOf(changes)).toMatchObject([{ kind: "appeal-price", dueAt: start + hours(24) }])
  })

  it("Rule 6.2 an appeal that has moved on is not priced any more", () => {
    for (const status of ["stated", "hearing", "decided", "withdrawn", "abated"] as const)
      expect(priced(status, 100).changes).toEqual([])
  })
})
