import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import type { EntryAct, Moved } from "./Moves.ts"
import { entries } from "./Record.ts"
import { reputationOf } from "./Reputation.ts"
import {
  address,
  attest,
  confirm,
  decide,
  deltaOf,
  dispute,
  having,
  meet,
  moves,
  open,
  passedAt,
  prove,
  resume,
  supersede,
  suspend,
  terms,
} from "./testing/Given.ts"

type Step = { readonly wait: number; readonly act: (now: Instant) => EntryAct | "scheduler" }

/** Any act at any time: the waits end at, before and after the ends of windows. */
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.oneof(
    fc.constantFrom(0, 1, hours(72) - 1, hours(72), hours(72) + 1, hours(36)),
    fc.integer({ min: 0, max: hours(200) }),
  ),
  act: fc.oneof(
    fc.constantFrom<Step["act"]>(
      () => "scheduler",
      () => confirm,
      () => dispute("bound"),
      () => dispute("favoured"),
      () => decide("pending"),
      () => decide("unsatisfied"),
      () => decide("satisfied", null, true),
      () => suspend,
      () => resume,
      () => meet,
      () => address,
    ),
    fc.constantFrom<Step["act"]>(
      () => "scheduler",
      () => supersede,
    ),
    fc.integer({ min: 0, max: hours(100) }).chain((ago) =>
      fc.constantFrom<Step["act"]>(
        (now) => attest(now - ago),
        (now) => prove(now - ago),
        (now) => decide("satisfied", now - ago),
      ),
    ),
  ),
})

interface Run {
  readonly entry: Entry
  readonly made: ReadonlyArray<Moved>
}

/** All moves that a list of steps makes. A step that is refused makes no move. */
const run = (steps: ReadonlyArray<Step>, see: (moved: Moved, now: Instant) => void = () => {}): Run => {
  let entry = open
  let now = start
  const made: Array<Moved> = []
  for (const { wait, act } of steps) {
    now += wait
    const wanted = act(now)
    const received = wanted === "scheduler" ? null : moves(entry, wanted, now)
    const done =
      received === null ? entries.passed(entry, now, terms) : received._tag === "Right" ? received.right : []
    for (const moved of done) {
      see(moved, now)
      made.push(moved)
      entry = moved.after
    }
  }
  return { entry, made }
}

const steps = fc.array(step, { maxLength: 25 })
const always = (holds: (given: ReadonlyArray<Step>) => void) =>
  fc.assert(fc.property(steps, holds), { numRuns: 1000 })

describe("any order of acts on an entry", () => {
  it("PD11 §10 the changes of reputation add up to the adjustments that were not reversed", () => {
    always((given) => {
      const { entry, made } = run(given)
      expect(made.reduce((sum, moved) => sum + deltaOf(moved), 0)).toBe(reputationOf(entry.adjustments))
    })
  })

  it("PD11 §10 at most one adjustment is in force, and it is +1 or −3", () => {
    always((given) => {
      run(given, ({ after: entry }) => {
        const standing = entry.adjustments.filter(({ reversedAt }) => reversedAt === null)
        expect(standing.length).toBeLessThanOrEqual(1)
        for (const { delta } of standing) expect([1, -3]).toContain(delta)
      })
    })
  })

  it("PD11 §10 an adjustment is never removed or changed, only reversed", () => {
    always((given) => {
      run(given, ({ before, after: entry }) => {
        before.adjustments.forEach((was, i) => {
          const is = entry.adjustments[i]
          expect({ ...is, reversedAt: null }).toEqual({ ...was, reversedAt: null })
          if (was.reversedAt !== null) expect(is?.reversedAt).toBe(was.reversedAt)
        })
      })
    })
  })

  it("PD11 §5 only the Registrar, the end of the judgment, a hold or the end of its time moves a disputed entry", () => {
    always((given) => {
      run(given, (moved) => {
        const { before, after: entry, act } = moved
        if (before.status !== "disputed" || act === "decide" || act === "supersede" || act === "meet") return
        if (act !== "pass")
          expect([entry.status, deltaOf(moved), entry.window?.kind]).toEqual(["disputed", 0, "decision"])
        else expect([entry.status, deltaOf(moved) <= 0]).not.toContain("disputed")
      })
    })
  })

  it("PD11 §7 no window passes while it is suspended, nor before it closes", () => {
    always((given) => {
      run(given, ({ before, act }, now) => {
        if (act !== "pass") return
        expect(before.suspendedSince).toBeNull()
        expect(needPresent(before.window, "the window that passes").closesAt).toBeLessThanOrEqual(now)
      })
    })
  })

  it("PD11 §6 a decision leaves −3 if it is `unsatisfied`, 0 if it is `pending`, and 0 or +1 if it is `satisfied`", () => {
    always((given) => {
      run(given, ({ after: entry, act }) => {
        if (act !== "decide") return
        const sum = reputationOf(entry.adjustments)
        if (entry.status === "unsatisfied") expect(sum).toBe(-3)
        if (entry.status === "pending") expect(sum).toBe(0)
        if (entry.status === "satisfied") expect([0, 1]).toContain(sum)
      })
    })
  })

  it("PD11 §8 a superseded entry has no adjustment in force", () => {
    fc.assert(
      fc.property(steps, fc.nat(), (given, wait) => {
        const { entry } = run([...given, { wait, act: () => supersede }])
        expect([entry.status, reputationOf(entry.adjustments), entry.window]).toEqual(["superseded", 0, null])
      }),
    )
  })

  it("PD11 §3 given an attested entry, then time leaves it the same whether or not the scheduler ran in between", () => {
    const waits = fc.integer({ min: 0, max: hours(400) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: hours(71) }), waits, waits, (attestedAfter, wait, between) => {
        const attestedAt = start + attestedAfter
        const entry = having(open, [attest(attestedAt), attestedAt])
        const now = attestedAt + wait + between
        expect(passedAt(passedAt(entry, attestedAt + wait), now)).toEqual(passedAt(entry, now))
      }),
    )
  })
})
