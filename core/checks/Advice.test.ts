/** The table of the advice, against a second model of the same words. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Advice, adviceOn, check, type Known, theAdvice } from "./Advice.ts"
import { adviceBy, type Order } from "./testing/Oracle.ts"

const nobodyElse = { parties: 0, proven: 0, sumCents: 0 }
const newcomer: Known = {
  counts: Standing.make("", "").counts,
  behind: nobodyElse,
  reputation: 0,
  overdueCents: 0,
  capCents: 0,
  priceCents: null,
}
const counts = (some: Partial<Known["counts"]>) => ({ ...newcomer.counts, ...some })
const honest: Known = {
  ...newcomer,
  counts: counts({ satisfied: 3 }),
  behind: { parties: 2, proven: 1, sumCents: 50_000 },
  reputation: 3,
  capCents: 20_000,
}

const orders = fc.array(
  fc.record({
    status: fc.constantFrom(...Standing.EntryStatus.literals),
    cents: fc.integer({ min: 0, max: 300 }),
    favoured: fc.constantFrom("ann", "ben", "cat"),
    sameOperator: fc.boolean(),
  }),
  { maxLength: 4 },
)
const proven = new Set(["ann"])

/** The facts about an agent with these orders, counted here and not by the court. */
const knownOf = (list: ReadonlyArray<Order>, rest: Pick<Known, "reputation" | "capCents" | "priceCents">) => {
  const honoured = list.filter(({ status, sameOperator }) => status === "satisfied" && !sameOperator)
  const parties = new Set(honoured.map(({ favoured }) => favoured))
  const tally = { ...newcomer.counts }
  for (const { status } of list) tally[status] += 1
  return {
    ...rest,
    counts: tally,
    overdueCents: 0,
    behind: {
      parties: parties.size,
      proven: [...parties].filter((one) => proven.has(one)).length,
      sumCents: honoured.reduce((sum, { cents }) => sum + cents, 0),
    },
  }
}

describe("the advice before a deal", () => {
  it.each<[string, Known | null, string, number]>([
    ["nobody", null, "unknown", 1],
    ["a new agent", newcomer, "unknown", 1],
    ["a new agent without a stake, at a price", { ...newcomer, priceCents: 5 }, "unknown", 2],
    ["orders that still run", { ...newcomer, counts: counts({ open: 2 }) }, "unknown", 1],
    [
      "an attestation that awaits its confirmation",
      { ...newcomer, counts: counts({ attested: 1 }) },
      "unknown",
      1,
    ],
    ["orders honoured", honest, "trust", 1],
    [
      "orders honoured, and others that still run",
      { ...honest, counts: counts({ satisfied: 1, open: 4 }) },
      "trust",
      1,
    ],
    ["a price within the stake and what is behind", { ...honest, priceCents: 20_000 }, "trust", 1],
    ["a price above the stake", { ...honest, priceCents: 20_001 }, "caution", 2],
    ["a price above what is behind", { ...honest, capCents: 90_000, priceCents: 50_001 }, "unknown", 2],
    ["a label between friends", { ...honest, behind: { parties: 3, proven: 0, sumCents: 3 } }, "unknown", 2],
    ["a reputation below zero", { ...honest, reputation: -1 }, "caution", 2],
    ["a time that passed", { ...honest, counts: counts({ satisfied: 3, notified: 1 }) }, "caution", 2],
    ["a dispute", { ...honest, counts: counts({ satisfied: 3, disputed: 1 }) }, "caution", 2],
    ["an entry left pending", { ...honest, counts: counts({ satisfied: 3, pending: 1 }) }, "caution", 2],
    ["a default", { ...honest, counts: counts({ satisfied: 30, unsatisfied: 1 }) }, "avoid", 2],
    ["a default alone", { ...newcomer, counts: counts({ unsatisfied: 1 }) }, "avoid", 2],
  ])(
    "PD11 §14 given %s, then the advice follows from the first row that is so, and each row has a sentence",
    (_, known, advice, n) => {
      const given = adviceOn(known)
      expect([given.advice, given.why.length]).toEqual([advice, n])
    },
  )

  it("PD11 §14A given any facts, then a second model of the same words gives the same advice", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: 0, max: 300 }),
        fc.option(fc.integer({ min: 0, max: 600 })),
        (list, reputation, stakeCents, priceCents) => {
          const { advice } = adviceOn(knownOf(list, { reputation, capCents: stakeCents, priceCents }))
          seen.add(advice)
          expect(advice).toBe(
            adviceBy({ orders: list, reputation, stakeCents }, (handle) => proven.has(handle), priceCents),
          )
        },
      ),
      { numRuns: 3_000 },
    )
    expect([...seen].sort()).toEqual([...Advice.literals].sort())
  })

  it("PD11 §14A given a new agent, then no stake, no price and no reputation makes it worse than unknown", () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), (capCents, priceCents) => {
        expect(adviceOn({ ...newcomer, capCents, priceCents }).advice).toBe("unknown")
      }),
    )
  })

  it("PD11 §14A the law has the rows of the table in their order, and the figures in force", () => {
    const text = theAdvice.text(bounds)
    expect([...text.matchAll(/^- (\w+): /gm)].map(([, advice]) => advice)).toEqual([
      ...[
        "avoid",
        "caution",
        "caution",
        "caution",
        "unknown",
        "unknown",
        "caution",
        "unknown",
        "unknown",
        "trust",
      ],
    ])
    expect(check.text(bounds)).toContain("newness is a fault")
  })
})
