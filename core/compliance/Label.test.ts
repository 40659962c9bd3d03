import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import type { Entry } from "./Entry.ts"
import { readLabel } from "./Queries.ts"
import { labelOf } from "./Reputation.ts"
import {
  attest,
  decide,
  dispute,
  fresh,
  having,
  open,
  openedAs,
  passedAt,
  put,
  run,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const counts = (...statuses: ReadonlyArray<Standing.EntryStatus>) => {
  const sum = { ...fresh.counts }
  for (const status of statuses) sum[status] += 1
  return sum
}
const label = (...statuses: ReadonlyArray<Standing.EntryStatus>) =>
  labelOf(counts(...statuses), { open: false, notified: false, attested: false })
/** The label of an agent with these entries at an instant. */
const labelWith = (now: number, ...entries: ReadonlyArray<Entry>) =>
  run(
    readLabel(
      factsOf(...entries.map(put)).reader,
      { ...fresh, counts: counts(...entries.map(({ status }) => status)) },
      now,
    ),
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
      fc.property(
        fc.array(fc.constantFrom(...Standing.EntryStatus.literals), { minLength: 1 }),
        (statuses) => {
          const each = statuses.map((status) => grave.indexOf(label(status)))
          expect(grave.indexOf(label(...statuses))).toBe(Math.min(...each))
        },
      ),
    )
  })

  it("PD11 §9 an entry past its time without a record is qualified, even if no scheduler has run", () => {
    expect(labelWith(due - 1, open)).toBe("good")
    expect(labelWith(due, open)).toBe("qualified")
  })

  it("PD11 §9 the windows of notice and dispute count as passed at their closing instant", () => {
    const notified = passedAt(open, due)
    expect(labelWith(due + threeDays - 1, notified)).toBe("qualified")
    expect(labelWith(due + threeDays, notified)).toBe("in default")
    const attested = having(open, [attest(start), start + 1])
    expect(labelWith(start + threeDays, attested)).toBe("qualified")
    expect(labelWith(start + 1 + threeDays, attested)).toBe("good")
  })

  it("PD11 §9 while one attested entry may still be disputed, or an appeal suspends it, the label is qualified", () => {
    const early = having(open, [attest(start), start + 1])
    const later = having(openedAs("entry-2"), [attest(start), start + 9])
    const passed = start + 5 + threeDays
    expect(labelWith(passed, early, later)).toBe("qualified")
    expect(labelWith(start + 9 + threeDays, early, later)).toBe("good")
    const suspended = having(later, [suspend, start + 10])
    expect(labelWith(start + 9 * threeDays, early, suspended)).toBe("qualified")
  })

  it("PD11 §9 one notice whose window has closed puts an agent in default, however many others run", () => {
    const notified = passedAt(open, due)
    const later = passedAt(openedAs("entry-2"), due + hours(1))
    expect(labelWith(due + threeDays, later, notified)).toBe("in default")
    expect(labelWith(due + threeDays - 1, later, notified)).toBe("qualified")
  })

  it("PD11 §7 an open entry under appeal is not past its time", () => {
    expect(labelWith(due + hours(1000), having(open, [suspend, start + hours(1)]))).toBe("good")
  })

  it("PD11 §6 a correction takes an agent out of default", () => {
    const unsatisfied = passedAt(passedAt(open, due), due + threeDays)
    expect(labelWith(due + threeDays, unsatisfied)).toBe("in default")
    const corrected = having(
      unsatisfied,
      [dispute("bound"), due + threeDays],
      [decide("satisfied", due - 1, true), due + threeDays],
    )
    expect(labelWith(due + threeDays, corrected)).toBe("good")
  })
})
