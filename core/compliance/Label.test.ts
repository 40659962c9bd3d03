/** The label of an agent. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { EntryStatus } from "../agents/Standing.ts"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import { labelOf } from "./Reputation.ts"
import {
  attest,
  decide,
  dispute,
  fresh,
  having,
  open,
  passedAt,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const counts = (...statuses: ReadonlyArray<EntryStatus>) => {
  const sum = { ...fresh.counts }
  for (const status of statuses) sum[status] += 1
  return sum
}
const label = (...statuses: ReadonlyArray<EntryStatus>) => labelOf(counts(...statuses), [], start)
/** The label of an agent with this one entry at an instant, with the windows that have passed by then. */
const labelWith = (entry: Entry, now: number) =>
  labelOf(
    counts(entry.status),
    entry.window !== null && entry.suspendedSince === null && entry.window.closesAt <= now ? [entry] : [],
    now,
  )
const due = start + threeDays

describe("the label", () => {
  it.each([
    [[], "no record"],
    [["superseded"], "no record"],
    [["open"], "good"],
    [["satisfied"], "good"],
    [["satisfied", "superseded"], "good"],
    [["attested"], "qualified"],
    [["notified"], "qualified"],
    [["disputed"], "qualified"],
    [["pending"], "qualified"],
    [["satisfied", "pending"], "qualified"],
    [["unsatisfied"], "in default"],
    [["unsatisfied", "satisfied", "disputed"], "in default"],
  ] as const)("PD11 §9 entries %j give the label %s", (statuses, expected) => {
    expect(label(...statuses)).toBe(expected)
  })

  it("PD11 §9 the gravest entry decides, whatever the other entries are", () => {
    const grave: ReadonlyArray<string> = ["in default", "qualified", "good", "no record"]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EntryStatus.literals), { minLength: 1 }), (statuses) => {
        const each = statuses.map((status) => grave.indexOf(label(status)))
        expect(grave.indexOf(label(...statuses))).toBe(Math.min(...each))
      }),
    )
  })

  it("PD11 §9 an entry past its time without a record is qualified, even if no scheduler has run", () => {
    expect(labelWith(open, due - 1)).toBe("good")
    expect(labelWith(open, due)).toBe("qualified")
  })

  it("PD11 §9 the windows of notice and dispute count as passed at their closing instant", () => {
    const notified = passedAt(open, due)
    expect(labelWith(notified, due + threeDays - 1)).toBe("qualified")
    expect(labelWith(notified, due + threeDays)).toBe("in default")
    const attested = having(open, [attest(start), start + 1])
    expect(labelWith(attested, start + threeDays)).toBe("qualified")
    expect(labelWith(attested, start + 1 + threeDays)).toBe("good")
  })

  it("PD11 §7 an open entry under appeal is not past its time", () => {
    expect(labelWith(having(open, [suspend, start + hours(1)]), due + hours(1000))).toBe("good")
  })

  it("PD11 §6 a correction takes an agent out of default", () => {
    const unsatisfied = passedAt(passedAt(open, due), due + threeDays)
    expect(labelWith(unsatisfied, due + threeDays)).toBe("in default")
    const corrected = having(
      unsatisfied,
      [dispute("bound"), due + threeDays],
      [decide("satisfied", due - 1, true), due + threeDays],
    )
    expect(labelWith(corrected, due + threeDays)).toBe("good")
  })
})
