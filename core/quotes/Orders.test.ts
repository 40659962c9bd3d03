/** Any acts on a quote, by anybody, in any order and at any instants: what holds of the record, whenever the scheduler runs. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { moveFrom, nextOf } from "../kernel/Moves.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { type ActName, reading } from "./Moves.ts"
import { quoteView } from "./Queries.ts"
import { deadlineOf, isClosedByBoth, type Quote } from "./Quote.ts"
import { quotes } from "./Record.ts"
import {
  type Act,
  acts,
  buyer,
  buyers,
  dueBy,
  following,
  offered,
  seller,
  stranger,
} from "./testing/Given.ts"

const actors = [seller, buyer, stranger] as const
const anAct = fc.constantFrom<Act>(...Object.values(acts), {
  act: "accept",
  acceptance: "dealing-1",
  criteriaSha256: null,
})
// The waits end around the deadlines. With `onTheDot` a step takes place at the very instant of the next deadline.
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

/** Plays a history. If `scheduled` is false, the scheduler never runs, whatever the steps say. */
const play = (from: Quote, steps: ReadonlyArray<Step>, scheduled: boolean) => {
  let quote = from
  let now = start
  const done: Array<string | null> = []
  for (const { act, actor, wait, onTheDot, scheduler } of steps) {
    const due = deadlineOf(quotes.current(quote, now))
    now = onTheDot && due !== null && due > now ? due : now + wait
    if (scheduled && scheduler) quote = quotes.current(quote, now)
    const after = following(quote, act, actor, now)
    done.push(typeof after === "string" ? after : null)
    if (typeof after !== "string") quote = after
  }
  return { quote: quotes.current(quote, now), now, done }
}

describe("acts on a quote in any order", () => {
  it("PD14 §6A the record, the refusals and the answers are the same whether the scheduler runs in time or not at all", () => {
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

  it("PD14 §4 the members of the record agree with its status after any acts", () => {
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
          expect(quote.countersign.at).toBeLessThan(needPresent(quote.inspection, "the inspection").closesAt)
        // a settled quote was closed by both sides alike, or nobody objected until the inspection closed
        if (status === "settled" && !isClosedByBoth(quote))
          expect(quote.endedAt).toBe(quote.inspection?.closesAt)
        if (isClosedByBoth(quote))
          expect(quote.countersign).toMatchObject({
            priceChargedCents: quote.close?.priceChargedCents,
            dispute: null,
          })
        // no deadline has passed without its move
        expect(deadlineOf(quote) ?? now + 1).toBeGreaterThan(now)
        // every act in `next`, which names acts as plain texts, is a legal move
        for (const { act } of nextOf(reading, quote))
          expect(moveFrom(quotes.acts[act as ActName], status)).toBeDefined()
        // nobody but a party ever moves the quote
        steps.forEach(({ actor }, i) => {
          if (actor === stranger) expect(done[i]).toBe("not_a_party")
        })
      }),
      { numRuns: 500 },
    )
  })
})
