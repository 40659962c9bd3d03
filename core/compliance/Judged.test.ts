/** The effects of a judgment on the Register, and their size. */
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import type { Judgment } from "../judgments/index.ts"
import { make, published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { deadlineKind } from "./Entry.ts"
import { boundAgents, type JudgmentFacts, moveEntries, openEntries } from "./Judged.ts"
import { bound, favoured, fresh, threeDays } from "./testing/Given.ts"

const order = (
  n: number,
  kind: Judgment.OrderKind,
  changes: Partial<Judgment.Order> = {},
): Judgment.Order => ({
  n,
  kind,
  text: "as ordered",
  amountCents: kind === "pay" ? 5000 : null,
  against: bound,
  inFavourOf: favoured,
  hours: 24,
  ...changes,
})
const judgment = (...orders: ReadonlyArray<Judgment.Order>): JudgmentFacts => ({
  citation: "[2026] MC 7",
  matterId: "matter-7",
  filedAt: start - hours(200),
  deliveredAt: start,
  currency: "USD",
  finality: { status: "open to appeal", until: start + hours(72) },
  orders,
})
const id = (k: number) => `entry-${k}`

describe("the opening of entries", () => {
  it("PD11 §2 orders to pay, perform and refrain open one entry each, in the order of the judgment", () => {
    const orders = [order(1, "declaration"), order(2, "pay"), order(3, "perform"), order(4, "refrain")]
    const { entries } = openEntries(judgment(...orders), published, id, [])
    expect(entries.map(({ id, n, type, status }) => [id, n, type, status])).toEqual([
      ["entry-0", 2, "pay", "open"],
      ["entry-1", 3, "perform", "open"],
      ["entry-2", 4, "refrain", "open"],
    ])
    expect(entries[0]?.dueAt).toBe(start + hours(24))
    // Nothing was stated, found or left to silence yet.
    expect(entries[0]).toMatchObject({
      silent: false,
      boundDisputed: false,
      corrected: false,
      addressChanges: 0,
      attestation: null,
      dispute: null,
      decision: null,
    })
  })

  it.each(["declaration", "costs", "dismiss", "remit", "other"] as const)(
    "PD11 §2 an order of the kind %s opens no entry",
    (kind) => {
      const opened = openEntries(judgment(order(1, kind)), published, id, [])
      expect([opened.entries, opened.changes]).toEqual([[], []])
    },
  )

  it("Rule 2.4 an order against somebody who is not enrolled, or without one of its parties, opens no entry", () => {
    const unbound = order(1, "pay", { against: { id: null, handle: "nobody", operatorId: null } })
    const orders = [unbound, order(2, "pay", { against: null }), order(3, "pay", { inFavourOf: null })]
    expect(openEntries(judgment(...orders), published, id, [fresh])).toEqual({
      entries: [],
      standings: [fresh],
      changes: [],
    })
    expect(boundAgents([unbound, order(2, "pay")])).toEqual([{ id: bound.id, handle: bound.handle }])
  })

  it("PD11 §1 the orders of a matter that was filed before the Register is in force open no entry", () => {
    const later = make([
      { name: "registerInForce", from: 0, value: 0 },
      { name: "registerInForce", from: start, value: 1 },
    ])
    expect(openEntries(judgment(order(1, "pay")), later, id, []).entries).toEqual([])
    const filedLater = { ...judgment(order(1, "pay")), filedAt: start }
    expect(openEntries(filedLater, later, id, []).entries).toHaveLength(1)
  })

  it("PD11 §2 the standing counts the entries, the deadlines are set, and the journal has the event", () => {
    const before = { ...fresh, reputation: 4 }
    const { standings, changes } = openEntries(
      judgment(order(1, "pay"), order(2, "perform")),
      published,
      id,
      [before],
    )
    expect(standings).toEqual([{ ...before, counts: { ...before.counts, open: 2 } }])
    expect(changes.map(({ _tag }) => _tag)).toEqual(["Put", "Task", "Put", "Task", "Event", "Put"])
    expect(tasksOf(changes).map(({ id, dueAt }) => [id, dueAt])).toEqual([
      ["entry-deadline/entry-0", start + hours(24)],
      ["entry-deadline/entry-1", start + hours(24)],
    ])
  })
})

const underAppeal = { status: "under appeal", until: null } as const
const vacated = { status: "vacated", until: null } as const
/** The entries of a judgment that makes as many orders as it may, against each party in turn. */
const twelve = openEntries(
  judgment(
    ...Array.from({ length: 12 }, (_, i) =>
      order(i + 1, "pay", i % 2 === 0 ? {} : { against: favoured, inFavourOf: bound }),
    ),
  ),
  published,
  id,
  [],
)
const registrar = contextFor({ role: "registrar" }, start + hours(1))

describe("the entries of a judgment", () => {
  it("PD11 §7 an appeal suspends every entry of the judgment, cancels their deadlines and serves each party once", () => {
    const { entries, changes } = moveEntries("suspend", underAppeal, twelve, registrar)
    expect(new Set(entries.map(({ suspendedSince }) => suspendedSince))).toEqual(new Set([registrar.now]))
    expect(new Set(entries.map(({ finality }) => finality.status))).toEqual(new Set(["under appeal"]))
    expect(changes.filter(({ _tag }) => _tag === "Cancel")).toHaveLength(12)
    expect(putsOf(Notice.Notices, changes)).toHaveLength(2)
  })

  it("PD11 §8 given an act that tells the parties itself, then the moves are recorded in the same way and serve nobody", () => {
    const told = moveEntries("supersede", vacated, twelve, registrar)
    const alone = moveEntries("supersede", vacated, twelve, registrar, "nobody")
    expect(putsOf(Notice.Notices, told.changes)).toHaveLength(2)
    expect(putsOf(Notice.Notices, alone.changes)).toEqual([])
    expect(alone.entries).toEqual(told.entries)
    expect(eventsOf(alone.changes)).toEqual(eventsOf(told.changes))
  })

  it("PD11 §7 when the judgment stands after the appeal, then every deadline is set again", () => {
    const suspended = moveEntries("suspend", underAppeal, twelve, registrar)
    const later = contextFor({ role: "registrar" }, start + hours(900))
    const final = { status: "final", until: null } as const
    const { entries, changes } = moveEntries("resume", final, suspended, later)
    expect(new Set(entries.map(({ dueAt }) => dueAt))).toEqual(new Set([later.now + threeDays]))
    const deadlines = tasksOf(changes).filter(({ kind }) => kind === deadlineKind)
    expect(deadlines.map(({ dueAt }) => dueAt)).toEqual(Array(12).fill(later.now + threeDays))
  })

  it("PD11 §8 supersession counts every entry among the superseded, and a second one changes nothing", () => {
    const { standings, entries } = moveEntries("supersede", vacated, twelve, registrar)
    expect(standings.map(({ counts }) => [counts.open, counts.superseded])).toEqual([
      [0, 6],
      [0, 6],
    ])
    const again = moveEntries("supersede", vacated, { entries, standings }, registrar)
    expect(again.changes).toEqual([])
  })

  it("PD11 §7 the largest judgment fits one commit, even if every window has passed without being recorded", () => {
    const late = contextFor({ role: "registrar" }, start + hours(100))
    for (const act of ["suspend", "supersede"] as const) {
      const { changes } = moveEntries(act, underAppeal, twelve, late)
      expect(changes.length).toBeLessThanOrEqual(45)
      // Each passing has an event at its own instant; the move of all entries by the judgment has one.
      expect(eventsOf(changes)).toHaveLength(13)
      expect(putsOf(Notice.Notices, changes)).toHaveLength(2)
    }
  })
})
