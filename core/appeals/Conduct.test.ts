/** Findings of conduct stand and fall with their judgment, in one commit. */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import type { Judge } from "../bench/index.ts"
import { delivered, facts as deliveryFacts, draft, reserved } from "../bench/testing/Cases.ts"
import { replay } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf } from "../testing/Decisions.ts"
import { deliverOnAppeal } from "./Delivery.ts"
import type { AppealDelivery } from "./Outcome.ts"
import { appealIn } from "./testing/Given.ts"
import { vacateJudgment } from "./Vacate.ts"

type Finding = NonNullable<Judge.Draft["conduct"]>[number]["finding"]
const dishonest: Finding = "dishonest_authority"
const unlodged: Finding = "unlodged_quote"
const conductOf = (found: ReadonlyArray<Finding>) =>
  found.map((finding) => ({ agent: "seller", finding, reasons: "The record shows it." }))
const cost = (found: ReadonlyArray<Finding>): number =>
  found.reduce(
    (sum, finding) =>
      sum + (finding === dishonest ? bounds.dishonestAuthorityReputation : bounds.unlodgedQuoteReputation),
    0,
  )

/** `[2026] MC 1` with the findings `found`, and `[2026] UC 1`, which affirms it, with the findings `affirming`. */
const chain = (found: ReadonlyArray<Finding>, affirming: ReadonlyArray<Finding>) => {
  const first = delivered(draft({ conduct: conductOf(found), orders: [{ kind: "dismiss", text: "No." }] }))
  const again: ReadonlyArray<Judgment.ConductFound> = delivered(
    draft({ conduct: conductOf(affirming) }),
  ).conduct
  const second: Judgment.Judgment = { ...first, citation: "[2026] UC 1", series: "UC", conduct: again }
  return [first, second]
}

const now = start + hours(200)
const given = (judgments: ReadonlyArray<Judgment.Judgment>, sum: number): AppealDelivery => {
  const inForce = judgments.map(({ citation }) => citation)
  const review = { inForce, openUntil: null, appealed: [], appealId: "appeal-1", reheard: [] }
  const matter = reserved({ status: "decided", endedAt: start, citation: "[2026] UC 1", review })
  const on = deliveryFacts(matter)
  const stored = appealIn("hearing", { court: "HC", below: "[2026] UC 1" })
  const seller = { ...Standing.make("agent-seller", "seller"), reputation: sum }
  return {
    on,
    matter,
    stored,
    appeal: stored,
    judgments,
    entries: { entries: [], standings: [] },
    terms: on.terms,
    counter: on.counter,
    stakes: on.stakes,
    sought: on.sought,
    charged: on.charged,
    fee: null,
    by: null,
    standings: [Standing.make("agent-buyer", "buyer"), seller],
    balance: null,
    filer: null,
    suits: null,
    accountOf: null,
    kept: { id: "lately", cents: [] },
  }
}

const orders = {
  affirmed: { kind: "dismiss", text: "The appeal is dismissed." },
  varied: { kind: "declaration", text: "It was late." },
  set_aside: { kind: "dismiss", text: "The claim is dismissed." },
  remitted: { kind: "remit", text: "The matter goes back." },
} as const satisfies { readonly [O in Judge.Outcome]: Judge.Draft["orders"][number] }

const decidedOn = (facts: AppealDelivery, outcome: Judge.Outcome, found: ReadonlyArray<Finding>) => {
  const ruling = { ...draft({ orders: [orders[outcome]], conduct: conductOf(found) }), outcome }
  const context = contextFor({ role: "judge" }, now)
  const stored = facts.stored ?? appealIn("hearing")
  return Either.getOrThrow(deliverOnAppeal(ruling, "Before the bench", facts, stored, context)).changes
}
const vacated = (facts: AppealDelivery) => {
  const [named] = facts.judgments
  if (named === undefined) throw new Error("nothing to vacate")
  const context = contextFor({ role: "registrar" }, now)
  const input = { citation: named.citation, ground: "fraud", reasons: "Forged." } as const
  return Either.getOrThrow(vacateJudgment.decide({ ...facts, named }, input, context)).changes
}

/** The reputation of `seller` after changes: as stored, and as the journal gives it. */
const reputationAfter = (changes: ReadonlyArray<Change>, before: number) => {
  const kept = putsOf(Standing.Standings, changes).findLast(({ handle }) => handle === "seller")
  const told =
    replay(eventsOf(changes).map((event) => ({ ...event, at: event.at ?? now }))).reputation.get("seller") ??
    0
  return { kept: kept?.reputation ?? before, told: before + told }
}
const standing = (changes: ReadonlyArray<Change>, citation: string) =>
  putsOf(Judgment.Judgments, changes)
    .filter((judgment) => judgment.citation === citation)
    .flatMap(({ conduct }) => conduct)
    .filter(({ reversedAt }) => reversedAt === null)
    .map(({ finding }) => finding)

const some = fc.array(fc.constantFrom(dishonest, unlodged), { maxLength: bounds.findingsMax })
const outcomes = ["affirmed", "varied", "set_aside", "remitted"] as const

describe("findings of conduct on appeal", () => {
  it("PD11 §8 the findings of a judgment that falls count no more, whatever other judgments found", () => {
    fc.assert(
      fc.property(some, some, some, fc.constantFrom(...outcomes), (first, second, last, outcome) => {
        // given a judgment and the judgment that affirmed it
        const before = cost(first) + cost(second)
        // when the High Court decides
        const changes = decidedOn(given(chain(first, second), before), outcome, last)
        // then the findings of the High Court stand and, if it affirms, the findings of the judgments below too
        const stands = outcome === "affirmed" ? before : 0
        const expected = stands + cost(last)
        expect(reputationAfter(changes, before)).toEqual({ kept: expected, told: expected })
        expect(standing(changes, "[2026] MC 1")).toEqual(outcome === "affirmed" ? first : [])
        expect(standing(changes, "[2026] UC 1")).toEqual(outcome === "affirmed" ? second : [])
        expect(standing(changes, "[2026] HC 1")).toEqual(last)
      }),
    )
  })

  it("PD4 §2 a finding that the new judgment states again costs the agent once", () => {
    const below = chain([dishonest], [])
    const loses = cost([dishonest])
    const again = decidedOn(given(below, loses), "varied", [dishonest])
    expect(reputationAfter(again, loses)).toEqual({ kept: loses, told: loses })
    const dropped = decidedOn(given(below, loses), "varied", [])
    expect(reputationAfter(dropped, loses)).toEqual({ kept: 0, told: 0 })
  })

  it("Rule 7.4 a judgment vacated takes its findings with it, and those of the judgment that affirmed it", () => {
    fc.assert(
      fc.property(some, some, (first, second) => {
        const before = cost(first) + cost(second)
        const changes = vacated(given(chain(first, second), before))
        expect(reputationAfter(changes, before)).toEqual({ kept: 0, told: 0 })
        for (const citation of ["[2026] MC 1", "[2026] UC 1"]) expect(standing(changes, citation)).toEqual([])
      }),
    )
  })

  it("PD11 §8 the journal says which findings were reversed, of which judgment and of whom", () => {
    const changes = vacated(given(chain([dishonest, unlodged], []), cost([dishonest, unlodged])))
    const told = eventsOf(changes).filter(({ type }) => type === "compliance.adjusted")
    expect(told.map(({ subject, data }) => [subject, data])).toEqual([
      [
        "judgment/[2026] MC 1",
        {
          act: "reverse",
          citation: "[2026] MC 1",
          adjustments: [
            { agent: "seller", finding: dishonest, reason: expect.any(String), delta: 5 },
            { agent: "seller", finding: unlodged, reason: expect.any(String), delta: 1 },
          ],
        },
      ],
    ])
  })
})
