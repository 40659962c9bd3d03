/** The events of moves in the journal, and the history that is read back from the journal. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import { format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf } from "../testing/Decisions.ts"
import type { Entry } from "./Entry.ts"
import { historyOf, openedEvent } from "./Journal.ts"
import type { EntryAct } from "./Moves.ts"
import { entries } from "./Record.ts"
import {
  address,
  alone,
  attest,
  confirm,
  creditor,
  debtor,
  decide,
  dispute,
  having,
  moves,
  open,
  openedAs,
  supersede,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const item = (at: number, act: string, data: Json) => ({
  at,
  type: `compliance.${act}`,
  rules: ["PD11 §3"],
  data,
})
const own = (at: number, act: string, from: string, status: string) =>
  item(at, act, { entry: "e", by: "creditor", act, from, status, delta: 0 })
const shared = (at: number, act: string, from: string | null, status: string, entry = "e") =>
  item(at, act, { by: "court", act, entries: [{ entry, from, status, delta: 0 }] })
const acts = (...args: Parameters<typeof historyOf>) => historyOf(...args).map(({ act }) => act)

describe("the history of an entry", () => {
  it("PD11 §1 the moves that the judgment made and the entry's own are merged by time", () => {
    const through = [
      shared(start, "open", null, "open"),
      shared(start + 2, "suspend", "attested", "attested"),
    ]
    const attested = own(start + 1, "attest", "open", "attested")
    expect(acts("e", [attested], through)).toEqual(["open", "attest", "suspend"])
    expect(acts("other", [], through)).toEqual([])
  })

  it("PD11 §1 moves of one instant are ordered so that each leaves the status that the one before it reached", () => {
    const opened = shared(start, "open", null, "open")
    const suspended = (from: string) => shared(start, "suspend", from, from)
    const attested = own(start, "attest", "open", "attested")
    expect(acts("e", [attested], [opened, suspended("attested")])).toEqual(["open", "attest", "suspend"])
    expect(acts("e", [attested], [opened])).toEqual(["open", "attest"])
  })
})

const late = start + threeDays
const h = hours(1)

describe("the event of a move", () => {
  const eventsAfter = (entry: Entry, act: EntryAct, now: number, by: Actor = creditor) =>
    eventsOf(entries.record([Either.getOrThrow(moves(entry, act, now))], alone, contextFor(by, now)))
  const state = {
    entry: "entry-1",
    citation: "[2026] MC 1",
    n: 1,
    bound: "debtor",
    favoured: "creditor",
    suspendedSince: null,
  }
  const ordered = {
    type: "pay",
    amountCents: 5000,
    currency: "USD",
    hours: 72,
    sameOperator: false,
    deliveredAt: format(start),
  }
  const running = {
    dueAt: format(late),
    window: { kind: "performance", opensAt: format(start), closesAt: format(late) },
  }
  const none = { given: [], reversed: [], performedAt: null, delta: 0 }

  it("PD17 §1 the event of a move has the state of the entry, what the move gave, and who made it", () => {
    expect(eventsAfter(open, confirm, start + h)).toEqual([
      {
        _tag: "Event",
        type: "compliance.confirmed",
        subject: "entry/entry-1",
        rules: ["PD11 §3", "PD11 §10"],
        at: start + h,
        numbered: null,
        data: {
          ...state,
          ...ordered,
          status: "satisfied",
          dueAt: format(late),
          window: null,
          from: "open",
          delta: 1,
          given: [{ delta: 1, reason: "order honoured in full within the time fixed", rule: "PD11 §10" }],
          reversed: [],
          performedAt: format(start + h),
          act: "confirm",
          by: "creditor",
        },
      },
    ])
    expect(eventsAfter(open, address, start + h)[0]?.data).toEqual({
      ...state,
      ...ordered,
      ...running,
      ...none,
      status: "open",
      from: "open",
      act: "address",
      by: "creditor",
      network: "eip155:8453",
      asset: "usdc",
      proven: false,
      address: "0x1",
    })
  })

  it("PD17 §1 the event of a move has the adjustments that it reversed, and no adjustment that was reversed before", () => {
    const honoured = having(open, [confirm, start + h])
    expect(eventsAfter(honoured, dispute(), start + 2 * h)[0]?.data).toMatchObject({
      given: [],
      reversed: [],
    })
    const [event] = eventsAfter(honoured, supersede, start + 2 * h, { role: "registrar" })
    expect(event).toMatchObject({
      type: "compliance.superseded",
      subject: "judgment/[2026] MC 1",
      rules: ["PD11 §8", "PD11 §10"],
    })
    const given = { delta: 1, reason: "order honoured in full within the time fixed", rule: "PD11 §10" }
    expect(event?.data).toMatchObject({
      act: "supersede",
      by: "registrar",
      citation: "[2026] MC 1",
      finality: "vacated",
      until: null,
      entries: [
        {
          entry: "entry-1",
          from: "satisfied",
          status: "superseded",
          delta: -1,
          given: [],
          reversed: [given],
        },
      ],
    })
    const reversed = having(honoured, [dispute(), start + 2 * h], [decide("pending"), start + 3 * h])
    expect(
      eventsAfter(reversed, decide("unsatisfied"), start + 4 * h, { role: "registrar" })[0]?.data,
    ).toMatchObject({
      given: [{ delta: -3 }],
      reversed: [],
    })
  })

  it("PD17 §1 the event of an opening has the entry and what was ordered", () => {
    expect(openedEvent([open])).toEqual({
      _tag: "Event",
      type: "compliance.opened",
      subject: "judgment/[2026] MC 1",
      rules: ["PD11 §2"],
      at: null,
      numbered: null,
      data: {
        act: "open",
        by: "court",
        citation: "[2026] MC 1",
        matterId: "matter-1",
        currency: "USD",
        deliveredAt: format(start),
        finality: "open to appeal",
        until: format(late),
        entries: [
          {
            ...state,
            ...running,
            status: "open",
            from: null,
            delta: 0,
            given: [],
            reversed: [],
            type: "pay",
            amountCents: 5000,
            hours: 72,
            sameOperator: false,
          },
        ],
      },
    })
  })

  it("PD17 §1 the event of a passing names the scheduler, even if another act brought it", () => {
    const [passed, attested] = eventsAfter(open, attest(start), late, debtor)
    expect(passed).toMatchObject({
      type: "compliance.notified",
      at: late,
      data: { act: "pass", by: "scheduler" },
    })
    expect(attested).toMatchObject({
      type: "compliance.attested",
      data: { act: "attest", by: "debtor", from: "notified" },
    })
  })

  it("PD11 §5A the event of a dispute names whoever disputes, even if the attestation of the other party brought it", () => {
    const [attested] = Either.getOrThrow(moves(open, attest(start), start + h))
    const answered = Either.getOrThrow(moves(needPresent(attested, "the move").after, dispute(), start + h))
    const made = [needPresent(attested, "the move"), ...answered]
    const events = eventsOf(entries.record([made], alone, contextFor(debtor, start + h)))
    expect(events.map(({ data }) => data)).toMatchObject([
      { act: "attest", by: "debtor" },
      { act: "dispute", by: "creditor", ground: "not_performed" },
    ])
  })

  it("PD11 §7 the entries that move at once have one event for each judgment, and no moves have no event", () => {
    const another: Entry = { ...openedAs("entry-3"), citation: "[2026] MC 2" }
    const lists = [open, openedAs("entry-2"), another].map((entry) =>
      Either.getOrThrow(moves(entry, suspend, start + h)),
    )
    const events = eventsOf(entries.record(lists, alone, contextFor({ role: "registrar" }, start + h)))
    expect(events.map(({ type, subject, rules }) => [type, subject, rules])).toEqual([
      ["compliance.suspended", "judgment/[2026] MC 1", ["PD11 §7"]],
      ["compliance.suspended", "judgment/[2026] MC 2", ["PD11 §7"]],
    ])
    expect(events[0]?.data).toMatchObject({ entries: [{ entry: "entry-1" }, { entry: "entry-2" }] })
    expect(entries.record([[]], alone, contextFor(creditor, start))).toEqual([])
  })
})

describe("a history read from incomplete items", () => {
  const item = (type: string, data: Parameters<typeof historyOf>[1][number]["data"]) => ({
    at: start,
    type,
    rules: ["PD11 §3" as const],
    data,
  })
  const bare = { entry: "e", act: "confirm", status: "satisfied" }

  it("PD11 §1 given an item without an actor, an earlier status or a delta, then the history has the court, null and 0 for them", () => {
    const told = {
      at: format(start),
      actor: "court",
      act: "confirm",
      from: null,
      to: "satisfied",
      rule: "PD11 §3",
      rules: ["PD11 §3"],
      delta: 0,
    }
    expect(historyOf("e", [item("compliance.x", { ...bare, delta: "no" })], [])).toEqual([told])
    expect(historyOf("e", [item("compliance.x", { ...bare, by: 7, from: 7 })], [])).toEqual([told])
  })

  it.each([
    ["act", { entry: "e", status: "satisfied" }],
    ["act", { ...bare, act: 7 }],
    ["status", { entry: "e", act: "confirm" }],
    ["status", { ...bare, status: 7 }],
  ])("PD11 §1 an item without its %s is a defect: %j", (what, data) => {
    expect(() => historyOf("e", [item("compliance.x", data)], [])).toThrow(`the ${what}`)
  })

  it("PD11 §1 an item without a provision is a defect", () => {
    expect(() => historyOf("e", [{ ...item("compliance.x", bare), rules: [] }], [])).toThrow("the rule")
  })

  it("PD11 §1 the history is in the order of time, even if every item leaves the same status", () => {
    const told = (at: number, act: string) => ({
      ...item("compliance.x", { entry: "e", act, from: "open", status: "open" }),
      at,
    })
    const read = historyOf("e", [told(start + 5, "later")], [told(start, "first"), told(start + 2, "second")])
    expect(read.map(({ act }) => act)).toEqual(["first", "second", "later"])
  })

  it("PD11 §1 a history passes over items of other entries, of other registers and of no known shape", () => {
    const all = [
      item("compliance.x", { entry: "other" }),
      item("judgment.x", { entry: "e" }),
      item("compliance.x", null),
      item("compliance.x", { entries: null }),
      item("compliance.x", { entries: [null, 7, { entry: "other" }] }),
    ]
    expect(historyOf("e", all, all)).toEqual([])
  })
})
