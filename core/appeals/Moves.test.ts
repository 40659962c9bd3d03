/** The moves of an appeal by their table: statuses, the passing of time, and the acts that are awaited. */
import { describe, expect, it } from "vitest"
import { rowsOf } from "../kernel/Moves.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { matterIn } from "../testing/Matters.ts"
import * as Appeal from "./Appeal.ts"
import { acts, isPending, moveFrom } from "./Moves.ts"
import { appeals, appealNext as nextOf } from "./Record.ts"
import { appealIn } from "./testing/Given.ts"

/** Milliseconds from the end of the window, and the status of the appeal then. */
const around = [
  [-1, "stated"],
  [0, "hearing"],
  [1, "hearing"],
] as const

const moves = rowsOf(acts)

/** The instants of the moves that time has made by `now`. */
const instantsOf = (appeal: Appeal.Appeal, now: number) => appeals.passed(appeal, now).map(({ at }) => at)

describe("the moves of an appeal", () => {
  it("Rule 6.2 nothing moves an appeal that has ended, and every pending one can end", () => {
    for (const status of Appeal.Status.literals) {
      const out = moves.filter(({ from }) => from.includes(status))
      expect(out.length > 0).toBe(isPending({ status }))
      expect(out.some(({ below }) => below === "stands" || below === "decided")).toBe(isPending({ status }))
    }
  })

  it("Rule 6.2 every status can be reached, and only a notice or an application begins an appeal", () => {
    expect(new Set(moves.map(({ to }) => to))).toEqual(new Set(Appeal.Status.literals))
    expect(moves.filter(({ from }) => from.includes("none")).map(({ act }) => act)).toEqual([
      "appeal",
      "leave",
    ])
  })

  it.each(around)("PD2 §5A %i ms from the end of the window the appeal is %s", (ms, status) => {
    const now = start + hours(2) + ms
    expect(appeals.current(appealIn("stated"), now).status).toBe(status)
    expect(instantsOf(appealIn("stated"), now)).toEqual(status === "hearing" ? [start + hours(2)] : [])
    // The hearing begins at the end of the window, however late anybody looks.
    const late = appeals.current(appealIn("stated"), now + hours(700))
    expect(late.hearingAt).toBe(start + hours(2))
    expect(instantsOf(late, now + hours(701))).toEqual([])
  })

  it.each([
    [-1, "noticed"],
    [0, "hearing"],
    [1, "hearing"],
  ] as const)(
    "PD2 §5 %i ms from the end of 14 days without a price the appeal is %s, without a statement",
    (ms, status) => {
      const until = start + days(14)
      const appeal = appeals.current(appealIn("noticed"), until + ms)
      expect([appeal.status, appeal.statement]).toEqual([status, null])
      expect(instantsOf(appealIn("noticed"), until + ms)).toEqual(status === "hearing" ? [until] : [])
    },
  )

  it.each([
    [-1, "leave_sought"],
    [0, "leave_refused"],
    [1, "leave_refused"],
  ] as const)("Rule 6.1 %i ms from the end of 14 days without an answer the leave is %s", (ms, status) => {
    const until = start + days(14)
    const appeal = appeals.current(appealIn("leave_sought"), until + ms)
    expect([appeal.status, appeal.endedAt]).toEqual([status, status === "leave_refused" ? until : null])
    expect(appeal.leave?.granted).toBe(status === "leave_refused" ? false : undefined)
    const kept = appealIn("leave_sought", { leaveBy: until + 1 })
    expect(appeals.current(kept, until).status).toBe("leave_sought")
  })

  it.each([
    [-1, "hearing"],
    [0, "decided"],
    [1, "decided"],
  ] as const)(
    "Rule 6.3 %i ms from 30 days after its hearing began an undecided appeal is %s",
    (ms, status) => {
      const until = start + hours(2) + days(30)
      const appeal = appeals.current(appealIn("hearing"), until + ms)
      expect([appeal.status, appeal.outcome]).toEqual([status, status === "decided" ? "affirmed" : null])
      expect([appeal.citation, appeal.feeBorneBy]).toEqual([null, null])
      const sooner = appealIn("hearing", { decisionDays: 1 })
      expect(instantsOf(sooner, until)).toEqual([start + hours(2) + days(1)])
    },
  )

  it("Rule 6.2 `next` names who may do what, and until when", () => {
    const next = (status: Appeal.Status, now = start) => nextOf(appealIn(status), matterIn("decided"), now)
    const dueBy = start + hours(2)
    const pricedBy = start + days(14)
    expect(next("noticed")).toEqual([
      { who: "seller", act: "withdraw", dueBy: pricedBy },
      { who: "registrar", act: "estimate", dueBy: pricedBy },
    ])
    expect(next("noticed", start + days(14))).toEqual([
      { who: "judge", act: "judgment", dueBy: pricedBy + days(30) },
    ])
    expect(next("stated")).toEqual([{ who: "seller", act: "withdraw", dueBy }])
    expect(next("stated", start + hours(2))).toEqual([
      { who: "judge", act: "judgment", dueBy: dueBy + days(30) },
    ])
    expect(next("leave_sought")).toEqual([
      { who: "registrar", act: "grant leave", dueBy: pricedBy },
      { who: "registrar", act: "refuse leave", dueBy: pricedBy },
      { who: "seller", act: "withdraw", dueBy: pricedBy },
    ])
    expect(next("decided")).toEqual([])
    expect(moveFrom("withdraw", "decided")).toBeUndefined()
  })
})
