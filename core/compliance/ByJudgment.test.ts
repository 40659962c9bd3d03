import { describe, expect, it } from "vitest"
import type { Order } from "../judgments/Judgment.ts"
import { published } from "../Schedule.ts"
import { hours } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { moveEntries } from "./ByJudgment.ts"
import { openEntries } from "./Opening.ts"
import { bound, favoured, open, threeDays } from "./testing/Given.ts"

const underAppeal = { status: "under appeal", until: null } as const
const vacated = { status: "vacated", until: null } as const
const order = (n: number): Order => ({
  n,
  kind: "pay",
  text: "as ordered",
  amountCents: 100,
  against: n % 2 === 0 ? bound : favoured,
  inFavourOf: n % 2 === 0 ? favoured : bound,
  hours: 72,
})
/** As many orders as a judgment may make, against both parties. */
const twelve = Array.from({ length: 12 }, (_, i) => order(i + 1))
const opened = openEntries(
  {
    citation: open.order.citation,
    matterId: open.order.matterId,
    filedAt: open.order.filedAt,
    deliveredAt: start,
    currency: "USD",
    finality: open.finality,
    orders: twelve,
  },
  published,
  (k) => `entry-${k}`,
  [],
)
const registrar = contextFor({ role: "registrar" }, start + hours(1))

describe("the entries of a judgment", () => {
  it("PD11 §7 an appeal suspends them all, drops their deadlines and tells each party once", () => {
    const { entries, changes } = moveEntries("suspend", underAppeal, opened, registrar)
    expect(new Set(entries.map(({ suspendedSince }) => suspendedSince))).toEqual(new Set([registrar.now]))
    expect(new Set(entries.map(({ finality }) => finality.status))).toEqual(new Set(["under appeal"]))
    expect(changes.filter(({ _tag }) => _tag === "Cancel")).toHaveLength(12)
    expect(changes.filter((change) => change._tag === "Put" && change.kind === "notice")).toHaveLength(2)
  })

  it("PD11 §7 the judgment stands: every deadline is set anew", () => {
    const suspended = moveEntries("suspend", underAppeal, opened, registrar)
    const later = contextFor({ role: "registrar" }, start + hours(900))
    const final = { status: "final", until: null } as const
    const { entries, changes } = moveEntries("resume", final, suspended, later)
    expect(new Set(entries.map(({ dueAt }) => dueAt))).toEqual(new Set([later.now + threeDays]))
    const tasks = changes.filter((change) => change._tag === "Task" && change.kind === "entry-deadline")
    expect(tasks.map((task) => task._tag === "Task" && task.dueAt)).toEqual(
      Array(12).fill(later.now + threeDays),
    )
  })

  it("PD11 §8 supersession counts every entry among the superseded", () => {
    const { standings, entries } = moveEntries("supersede", vacated, opened, registrar)
    expect(standings.map(({ counts }) => [counts.open, counts.superseded])).toEqual([
      [0, 6],
      [0, 6],
    ])
    const again = moveEntries("supersede", vacated, { entries, standings }, registrar)
    expect(again.changes).toEqual([])
  })

  it("PD11 §7 the largest judgment, every window passed and unrecorded, still fits one commit", () => {
    const late = contextFor({ role: "registrar" }, start + hours(100))
    for (const act of ["suspend", "supersede"] as const) {
      const { changes } = moveEntries(act, underAppeal, opened, late)
      expect(changes.length).toBeLessThanOrEqual(45)
      // Each passing is told at its own instant; what the judgment does to all of them is told once.
      expect(changes.filter((change) => change._tag === "Event")).toHaveLength(13)
      expect(changes.filter((change) => change._tag === "Put" && change.kind === "notice")).toHaveLength(2)
    }
  })
})
