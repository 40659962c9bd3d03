/** The Register computed again from the journal: every act as it was recorded, and every tampering named. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../Actor.ts"
import type { Change } from "../Change.ts"
import type { Json } from "../Json.ts"
import { published } from "../Schedule.ts"
import { format, hours } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf } from "../testing/Decisions.ts"
import type { EntryAct } from "./Act.ts"
import type { Entry } from "./Entry.ts"
import { passing, perform } from "./Passing.ts"
import { recordMoves } from "./Record.ts"
import { openedEvent } from "./Recorded.ts"
import { none, type PublicItem, registersAt, replay } from "./Replay.ts"
import {
  actorOf,
  address,
  attest,
  bound,
  confirm,
  decide,
  dispute,
  favoured,
  meet,
  open,
  openedAs,
  pass,
  prove,
  resume,
  supersede,
  suspend,
  terms,
  threeDays,
} from "./testing/Given.ts"

const debtor = actorOf(bound)
const creditor = actorOf(favoured)
const registrar: Actor = { role: "registrar" }
const clock: Actor = { role: "scheduler" }
const chain: Actor = { role: "chain" }

const filedAt = open.order.filedAt
const item = (
  type: string,
  subject: string,
  at: number,
  data: Json,
  rules: ReadonlyArray<string> = [],
): PublicItem => ({
  at,
  type,
  subject,
  rules,
  data,
})
const itemsOf = (changes: ReadonlyArray<Change>, now: number) =>
  eventsOf(changes).map(({ at, type, subject, rules, data }) => ({
    at: at ?? now,
    type,
    subject,
    rules,
    data,
  }))
const enrolled = [
  item("agent.enrolled", "agent/debtor", filedAt - 1, { id: bound.id ?? "" }),
  item("agent.enrolled", "agent/creditor", filedAt - 1, { id: favoured.id ?? "" }),
  item("matter.filed", "matter/matter-1", filedAt, {}),
]
const asOpened = () => [...enrolled, ...itemsOf([openedEvent([open])], start)]

type Acted = readonly [EntryAct, Actor, number]
const movesOf = (entry: Entry, act: EntryAct, now: number) => {
  if (act.act !== "pass") return Either.getOrThrow(perform(entry, act, now, terms))
  const passed = passing(entry, now, terms)
  return passed === null ? [] : [passed]
}
/** An entry after acts, and the journal of them. */
const course = (...acts: ReadonlyArray<Acted>) => {
  let entry = open
  const items = asOpened()
  for (const [act, actor, now] of acts) {
    const made = movesOf(entry, act, now)
    items.push(...itemsOf(recordMoves([made], [], contextFor(actor, now)).changes, now))
    entry = made.at(-1)?.entry ?? entry
  }
  return { entry, items }
}
/** An entry without what the journal keeps from the public: words of parties, and their operators. */
const publicPart = (entry: Entry): Entry => ({
  ...entry,
  order: {
    ...entry.order,
    bound: { ...entry.order.bound, operatorId: null },
    favoured: { ...entry.order.favoured, operatorId: null },
  },
  attestation: entry.attestation === null ? null : { ...entry.attestation, evidence: "" },
  dispute: entry.dispute === null ? null : { ...entry.dispute, statement: "" },
})

const h = hours(1)
const late = start + threeDays
const courses: ReadonlyArray<readonly [string, ReadonlyArray<Acted>, number]> = [
  ["nothing", [], 0],
  [
    "an address, an attestation, a dispute by the party bound and a decision",
    [
      [address, creditor, start + h],
      [attest(start + h), debtor, start + 2 * h],
      [dispute("bound"), debtor, start + 3 * h],
      [decide("satisfied", start + h, true), registrar, start + 4 * h],
    ],
    1,
  ],
  [
    "a dispute by the party favoured and two decisions",
    [
      [dispute(), creditor, start + h],
      [decide("unsatisfied"), registrar, start + 2 * h],
      [decide("pending"), registrar, start + 3 * h],
    ],
    0,
  ],
  [
    "a notice and a confirmation",
    [
      [pass, clock, late],
      [confirm, creditor, late + h],
    ],
    0,
  ],
  [
    "two windows that passed",
    [
      [pass, clock, late + h],
      [pass, clock, late + h + threeDays],
    ],
    -3,
  ],
  ["a proof", [[prove(start + h), chain, start + 2 * h]], 1],
  [
    "an appeal that ended",
    [
      [suspend, registrar, start + h],
      [resume, registrar, start + 9 * threeDays],
      [confirm, creditor, start + 9 * threeDays + h],
    ],
    1,
  ],
  [
    "a judgment that fell",
    [
      [confirm, creditor, start + h],
      [supersede, registrar, start + 2 * h],
    ],
    0,
  ],
  ["a hold that paid", [[meet, chain, start + h]], 0],
]

describe("the Register computed again", () => {
  it.each(courses)("PD17 §1 after %s is as it was kept", (_what, acts, reputation) => {
    const { entry, items } = course(...acts)
    const made = replay(JSON.parse(JSON.stringify(items)))
    expect(made.faults).toEqual([])
    expect([...made.entries]).toEqual([["entry-1", publicPart(entry)]])
    expect([...made.reputation]).toEqual([
      ["debtor", reputation],
      ["creditor", 0],
    ])
    expect([...made.agents]).toEqual([
      ["debtor", bound.id],
      ["creditor", favoured.id],
    ])
    expect([...made.filed]).toEqual([["matter-1", filedAt]])
  })

  it("PD17 §1 goes on from what was computed before, as if all had come at once", () => {
    const { items } = course([attest(start), debtor, start + h], [dispute(), creditor, start + 2 * h])
    const whole = replay(items)
    for (let n = 0; n <= items.length; n++)
      expect(replay(items.slice(n), replay(items.slice(0, n)))).toEqual(whole)
    expect(replay([])).toEqual(none)
    expect(none).toEqual({
      entries: new Map(),
      reputation: new Map(),
      faults: [],
      agents: new Map(),
      filed: new Map(),
    })
  })

  it("PD17 §1 passes over what the Register does not rest on", () => {
    const { items } = course([confirm, creditor, start + h])
    const others = [
      item("agent.compliance", "agent/x", start, {}),
      item("judgment.final", "judgment/y", start, {}),
    ]
    expect(replay([...others, ...items, ...others])).toEqual(replay(items))
  })

  it("Rule 8.1 takes the figures of the day on which the matter was filed", () => {
    const asked: Array<number> = []
    const schedule = {
      ...published,
      at: (at: number) => {
        asked.push(at)
        return published.at(at)
      },
    }
    replay(course([confirm, creditor, start + h]).items, none, schedule)
    expect(new Set(asked)).toEqual(new Set([filedAt]))
    asked.length = 0
    replay(
      course().items.filter(({ type }) => type !== "matter.filed"),
      none,
      schedule,
    )
    expect(new Set(asked)).toEqual(new Set([start]))
  })

  it("PD11 §9 gives the label, the reputation and the numbers of every agent at an instant", () => {
    const made = replay(asOpened())
    const at = (now: number) => Object.fromEntries(registersAt(made, now))
    const zero = {
      open: 0,
      attested: 0,
      notified: 0,
      satisfied: 0,
      unsatisfied: 0,
      disputed: 0,
      pending: 0,
      superseded: 0,
    }
    expect(at(start)).toEqual({
      debtor: { label: "good", reputation: 0, counts: { ...zero, open: 1 } },
      creditor: { label: "no record", reputation: 0, counts: zero },
    })
    expect(at(late).debtor).toEqual({ label: "qualified", reputation: 0, counts: { ...zero, open: 1 } })
    const two = {
      entries: new Map([open, openedAs("entry-2")].map((one) => [one.id, one])),
      reputation: made.reputation,
    }
    expect(registersAt(two, start).get("debtor")?.counts.open).toBe(2)
  })
})

describe("a journal that says something else than the rules", () => {
  const faultsOf = (items: ReadonlyArray<PublicItem>) => replay(items).faults
  /** Every place in a value that holds no object, as a path. */
  const leaves = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
      : [path]
  const changed = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
    if (key === undefined)
      return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : "x"
    if (Array.isArray(value)) return value.map((one, i) => (String(i) === key ? changed(one, rest) : one))
    const of = value as Readonly<Record<string, unknown>>
    return { ...of, [key]: changed(of[key], rest) }
  }

  it.each(courses.slice(1))("PD17 §1 after %s, whatever is changed is noticed", (_what, acts) => {
    const items = JSON.parse(JSON.stringify(course(...acts).items)) as ReadonlyArray<PublicItem>
    const missed = items.flatMap((one, n) =>
      one.type.startsWith("compliance.")
        ? leaves(one.data).filter((path) => {
            const other = { ...one, data: changed(one.data, path) as Json }
            return faultsOf(items.map((given, i) => (i === n ? other : given))).length === 0
          })
        : [],
    )
    // Nothing else in the journal says who acted and what was stated, or of which kind and sum an order is.
    const unseen = [
      "by",
      "correction",
      "date",
      "evidenceSha256",
      "sha256",
      "statementSha256",
      "ground",
      "reasons",
      "address",
      "network",
      "asset",
    ]
    const amounts = ["type", "amountCents", "currency", "matterId"]
    const free = missed.filter((path) => ![...unseen, ...amounts].includes(path.at(-1) ?? ""))
    expect(free.map((path) => path.join("."))).toEqual([])
  })

  const confirmed = () => course([confirm, creditor, start + h]).items
  const when = format(start + h)

  it("PD17 §1 where it differs is said, with what the rules make and what the journal has", () => {
    const [last] = confirmed().slice(-1)
    if (last === undefined) throw new Error("an act was recorded")
    const data = { ...(last.data as object), delta: 5 }
    expect(faultsOf([...asOpened(), { ...last, data }])).toEqual([
      `compliance.confirmed of entry/entry-1 at ${when}: data.delta is 1 by the rules and 5 in the journal`,
    ])
    expect(replay([...asOpened(), { ...last, data }]).reputation.get("debtor")).toBe(1)
    expect(faultsOf([...asOpened(), { ...last, rules: ["PD11 §3"] }])).toHaveLength(1)
    expect(faultsOf([...asOpened(), { ...last, subject: "entry/other" }])).toHaveLength(1)
    expect(faultsOf([...asOpened(), { ...last, type: "compliance.attested" }])).toHaveLength(1)
  })

  it("PD17 §1 an act that the rules refuse is named, and what it states is gone on from", () => {
    const items = confirmed()
    const [last] = items.slice(-1)
    if (last === undefined) throw new Error("an act was recorded")
    const again = { ...last, at: start + 2 * h }
    const made = replay([...items, again])
    expect(made.faults).toEqual([
      `compliance.confirmed of entry/entry-1 at ${format(start + 2 * h)}: entry entry-1 was satisfied, and the rules refuse "confirm" (entry_state)`,
    ])
    expect(made.entries.get("entry-1")?.status).toBe("satisfied")
    expect(made.reputation.get("debtor")).toBe(2)
    const suspended = course([suspend, registrar, start + h]).items.slice(-1)
    const twice = replay([...items, ...suspended, ...suspended])
    expect(twice.faults.some((fault) => fault.includes("entry_state"))).toBe(true)
    expect(twice.entries.get("entry-1")).toMatchObject({ suspendedSince: start + h, window: null })
  })

  it("PD17 §1 an entry that was never opened, or was opened before, is named", () => {
    const [last] = confirmed().slice(-1)
    if (last === undefined) throw new Error("an act was recorded")
    const made = replay([...enrolled, last])
    expect(made.faults).toEqual([
      `compliance.confirmed of entry/entry-1 at ${when}: the journal never opened entry entry-1`,
    ])
    expect(made.reputation.get("debtor")).toBe(1)
    expect(made.entries.size).toBe(0)
    const [opened] = asOpened().slice(-1)
    if (opened === undefined) throw new Error("an entry was opened")
    expect(faultsOf([...asOpened(), opened])).toEqual([
      `compliance.opened of judgment/[2026] MC 1 at ${format(start)}: entry entry-1 was opened before`,
    ])
  })

  it("PD17 §1 an event of another shape is named, with the first place that is wrong", () => {
    expect(faultsOf([item("compliance.confirmed", "entry/e", start, {})])[0]).toMatch(
      /^compliance.confirmed of entry\/e at 2026-11-20T09:00:00.000Z: it has not the shape of such an event \(.*: .*\)$/,
    )
    expect(replay([item("compliance.confirmed", "entry/e", start, {})])).toMatchObject({
      entries: new Map(),
      reputation: new Map(),
    })
  })

  it("PD4 §2 findings of conduct move reputations, where they name their own judgment", () => {
    const data = { citation: "[2026] MC 1", adjustments: [{ agent: "debtor", delta: -3 }] }
    const made = replay([...asOpened(), item("compliance.adjusted", "judgment/[2026] MC 1", start, data)])
    expect([made.faults, made.reputation.get("debtor")]).toEqual([[], -3])
    const fault = (subject: string, told: Json) =>
      faultsOf([item("compliance.adjusted", subject, start, told)])
    const names = (subject: string) => [
      `compliance.adjusted of ${subject} at ${format(start)}: it names no adjustments of that judgment`,
    ]
    expect(fault("judgment/[2026] MC 2", data)).toEqual(names("judgment/[2026] MC 2"))
    expect(fault("judgment/[2026] MC 1", {})).toEqual(names("judgment/[2026] MC 1"))
  })

  it("PD17 §1 an agent whose enrolment the journal has not is taken by its handle", () => {
    const made = replay(asOpened().filter(({ type }) => type !== "agent.enrolled"))
    expect(made.faults).toEqual([])
    expect(made.entries.get("entry-1")?.order).toMatchObject({
      bound: { id: "debtor", handle: "debtor" },
      favoured: { id: null, handle: "creditor" },
    })
    expect([...made.reputation]).toEqual([["debtor", 0]])
    const nameless = replay([item("agent.enrolled", "agent/debtor", start, { id: 7 })])
    expect(nameless.agents.get("debtor")).toBe("")
  })
})
