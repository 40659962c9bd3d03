/** Any order of acts at any instants: what the record is after it, whoever acts and whenever the scheduler comes round. */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { moveFrom, nextOf } from "../Moves.ts"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { type ActName, current, machine, partsOf, perform, type QuoteAct } from "./Moves.ts"
import { quoteView } from "./Queries.ts"
import { deadlineOf, isClosedByBoth, type Quote } from "./Quote.ts"
import { type Act, acts, buyer, buyers, dueBy, offered, seller, stranger } from "./testing/Given.ts"

const actors = [seller, buyer, stranger] as const
const anAct = fc.constantFrom<Act>(...Object.values(acts), { act: "accept", acceptance: "dealing-1" })
// Steps of hours around the deadlines, and now and then to the very instant of one.
const step = fc.record({
  act: anAct,
  actor: fc.constantFrom(...actors),
  wait: fc.oneof(
    fc.constantFrom(0, 1, hours(1), hours(24) - 1, hours(24)),
    fc.integer({ min: 0, max: hours(60) }),
  ),
  onTheDot: fc.boolean(),
  scheduler: fc.boolean(),
})
const history = fc.array(step, { maxLength: 12 })
const kind = fc.constantFrom("agent", "person", "operator", "invite" as const)

type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** Plays a history; `scheduled` says whether the scheduler comes round when a step says so. */
const play = (from: Quote, steps: ReadonlyArray<Step>, scheduled: boolean) => {
  let quote = from
  let now = start
  const done: Array<string | null> = []
  for (const { act, actor, wait, onTheDot, scheduler } of steps) {
    const due = deadlineOf(current(quote, now))
    now = onTheDot && due !== null && due > now ? due : now + wait
    if (scheduled && scheduler) quote = current(quote, now)
    const moves = perform(quote, { ...act, who: partsOf(quote, actor) } as QuoteAct, now)
    done.push(Either.isLeft(moves) ? moves.left.code : null)
    if (Either.isRight(moves)) quote = moves.right.at(-1)?.after ?? quote
  }
  return { quote: current(quote, now), now, done }
}

describe("orders of acts on a quote", () => {
  it("PD14 §6 whether the scheduler came in time or not at all: the same record, the same refusals, the same reading", () => {
    fc.assert(
      fc.property(kind, history, (buyerKind, steps) => {
        const from = offered({ buyer: buyers[buyerKind] })
        const [prompt, late] = [play(from, steps, true), play(from, steps, false)]
        expect(late).toEqual(prompt)
        expect(quoteView(late.quote, late.now)).toEqual(quoteView(prompt.quote, prompt.now))
      }),
      { numRuns: 500 },
    )
  })

  it("PD14 §4 and whatever happens the record hangs together", () => {
    fc.assert(
      fc.property(kind, history, (buyerKind, steps) => {
        const { quote, now, done } = play(offered({ buyer: buyers[buyerKind] }), steps, false)
        const { status } = quote
        const bound = ["accepted", "closed_by_supplier", "settled", "disputed"].includes(status)
        expect(quote.acceptedAt !== null).toBe(bound)
        expect(quote.close !== null).toBe(["closed_by_supplier", "settled", "disputed"].includes(status))
        expect(quote.inspection !== null).toBe(quote.close !== null)
        expect(quote.endedAt !== null).toBe(!["offered", "accepted", "closed_by_supplier"].includes(status))
        if (status === "disputed") expect(quote.countersign).not.toBeNull()
        if (quote.acceptedAt !== null) expect(quote.acceptedAt).toBeLessThan(dueBy)
        if (quote.countersign !== null)
          expect(quote.countersign.at).toBeLessThan(quote.inspection?.closesAt ?? 0)
        // both sides agree, or nobody objected until the inspection closed
        if (status === "settled" && !isClosedByBoth(quote))
          expect(quote.endedAt).toBe(quote.inspection?.closesAt)
        if (isClosedByBoth(quote))
          expect(quote.countersign).toMatchObject({
            priceChargedCents: quote.close?.priceChargedCents,
            dispute: null,
          })
        // nothing is due that has not been applied, and what is said to be next is a legal move
        expect(deadlineOf(quote) ?? now + 1).toBeGreaterThan(now)
        for (const { act } of nextOf(machine, quote))
          expect(moveFrom(machine.acts[act as ActName], status)).toBeDefined()
        // who is no party never moves anything
        steps.forEach(({ actor }, i) => {
          if (actor === stranger) expect(done[i]).toBe("not_a_party")
        })
      }),
      { numRuns: 500 },
    )
  })
})
