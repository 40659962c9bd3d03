import { describe, expect, it } from "vitest"
import type { Order } from "../judgments/Judgment.ts"
import type { OrderKind } from "../matters/Pleading.ts"
import { make, published } from "../Schedule.ts"
import { hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { newStanding } from "./Entry.ts"
import { boundBy, type JudgmentFacts, openEntries } from "./Opening.ts"
import { bound, favoured } from "./testing/Given.ts"

const order = (n: number, kind: OrderKind, changes: Partial<Order> = {}): Order => ({
  n,
  kind,
  text: "as ordered",
  amountCents: kind === "pay" ? 5000 : null,
  against: bound,
  inFavourOf: favoured,
  hours: 24,
  ...changes,
})
const judgment = (...orders: ReadonlyArray<Order>): JudgmentFacts => ({
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
  it("PD11 §2 orders to pay, perform and refrain open one entry each, in their place in the judgment", () => {
    const orders = [order(1, "declaration"), order(2, "pay"), order(3, "perform"), order(4, "refrain")]
    const { entries } = openEntries(judgment(...orders), published, id, [])
    expect(entries.map(({ id, order, status }) => [id, order.n, order.type, status])).toEqual([
      ["entry-0", 2, "pay", "open"],
      ["entry-1", 3, "perform", "open"],
      ["entry-2", 4, "refrain", "open"],
    ])
    expect(entries[0]?.dueAt).toBe(start + hours(24))
  })

  it.each(["declaration", "costs", "dismiss", "remit", "other"] as const)(
    "PD11 §2 %s opens no entry",
    (kind) => {
      const opened = openEntries(judgment(order(1, kind)), published, id, [])
      expect([opened.entries, opened.changes]).toEqual([[], []])
    },
  )

  it("Rule 2.4 an order against somebody not enrolled opens no entry", () => {
    const unbound = order(1, "pay", { against: { id: null, handle: "nobody", operatorId: null } })
    expect(openEntries(judgment(unbound), published, id, []).entries).toEqual([])
    expect(boundBy([unbound, order(2, "pay")])).toEqual([{ id: bound.id, handle: bound.handle }])
  })

  it("PD11 §1 a matter filed before the Register is in force shows no record", () => {
    const later = make([
      { name: "registerInForce", from: 0, value: 0 },
      { name: "registerInForce", from: start, value: 1 },
    ])
    expect(openEntries(judgment(order(1, "pay")), later, id, []).entries).toEqual([])
    const filedLater = { ...judgment(order(1, "pay")), filedAt: start }
    expect(openEntries(filedLater, later, id, []).entries).toHaveLength(1)
  })

  it("PD11 §2 the standing counts the entries, the deadline is set, and the journal tells it", () => {
    const before = { ...newStanding("id-of-debtor", "debtor"), reputation: 4 }
    const { standings, changes } = openEntries(
      judgment(order(1, "pay"), order(2, "perform")),
      published,
      id,
      [before],
    )
    expect(standings).toEqual([{ ...before, counts: { ...before.counts, open: 2 } }])
    expect(changes.map(({ _tag }) => _tag)).toEqual(["Put", "Task", "Put", "Task", "Event", "Put"])
    const task = changes.find((change) => change._tag === "Task")
    expect(task).toMatchObject({ id: "entry-deadline/entry-0", dueAt: start + hours(24) })
  })
})
