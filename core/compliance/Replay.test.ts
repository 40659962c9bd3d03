/** The Register of Compliance computed again from the journal, of which it names every place that was tampered with. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import type { PublicItem } from "../kernel/Journal.ts"
import type { Json } from "../kernel/Json.ts"
import { published } from "../kernel/Schedule.ts"
import { format, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { none, registersAt, replay } from "./Replay.ts"
import {
  attest,
  bound,
  confirm,
  creditor,
  debtor,
  dispute,
  favoured,
  fresh,
  open,
  openedAs,
  suspend,
} from "./testing/Given.ts"
import {
  asOpened,
  course,
  courses,
  enrolled,
  filedAt,
  h,
  item,
  late,
  publicPart,
  registrar,
} from "./testing/Journal.ts"

describe("the Register of Compliance computed again from the journal", () => {
  it.each(courses)(
    "PD17 §1 after %s, the Register computed again equals the stored one",
    (_what, acts, reputation) => {
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
    },
  )

  it("PD17 §1 a journal that is replayed in two parts gives the same as the whole journal at once", () => {
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

  it("PD17 §1 items that do not concern the Register change nothing", () => {
    const { items } = course([confirm, creditor, start + h])
    const others = [
      item("agent.compliance", "agent/x", start, {}),
      item("judgment.final", "judgment/y", start, {}),
    ]
    expect(replay([...others, ...items, ...others])).toEqual(replay(items))
  })

  it("Rule 8.1 the figures are those of the instant at which the matter was filed, or at which its judgment was delivered if the journal has no filing", () => {
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
      course([confirm, creditor, start + h]).items.filter(({ type }) => type !== "matter.filed"),
      none,
      schedule,
    )
    expect(new Set(asked)).toEqual(new Set([start]))
  })

  it("PD11 §9 every agent has its label, its reputation and its numbers of entries as of an instant", () => {
    const made = replay(asOpened())
    const at = (now: number) => Object.fromEntries(registersAt(made, now))
    expect(at(start)).toEqual({
      debtor: { label: "good", reputation: 0, counts: { ...fresh.counts, open: 1 } },
      creditor: { label: "no record", reputation: 0, counts: fresh.counts },
    })
    expect(at(late).debtor).toEqual({
      label: "qualified",
      reputation: 0,
      counts: { ...fresh.counts, open: 1 },
    })
    const two = {
      entries: new Map([open, openedAs("entry-2")].map((one) => [one.id, one])),
      reputation: made.reputation,
    }
    expect(registersAt(two, start).get("debtor")?.counts.open).toBe(2)
  })
})

describe("a journal that differs from the rules", () => {
  const faultsOf = (items: ReadonlyArray<PublicItem>) => replay(items).faults
  /** The path of every place in a value that holds no object. */
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

  it.each(courses.slice(1))(
    "PD17 §1 after %s, every change of what the rules compute is a fault",
    (_what, acts) => {
      const items = JSON.parse(JSON.stringify(course(...acts).items)) as ReadonlyArray<PublicItem>
      const missed = items.flatMap((one, n) =>
        one.type.startsWith("compliance.")
          ? leaves(one.data).filter((path) => {
              const other = { ...one, data: changed(one.data, path) as Json }
              return faultsOf(items.map((given, i) => (i === n ? other : given))).length === 0
            })
          : [],
      )
      // The rules do not compute these: who acted, what was stated or proven, the kind and the sum of an order, and whose operator is
      // whose.
      const stated: ReadonlyArray<string | undefined> = [
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
        "type",
        "amountCents",
        "currency",
        "matterId",
        "proven",
        "sameOperator",
      ]
      const computed = missed.filter((path) => !stated.includes(path.at(-1)))
      expect(computed.map((path) => path.join("."))).toEqual([])
    },
  )

  const lastOf = (items: ReadonlyArray<PublicItem>) => needPresent(items.at(-1), "the last item of a journal")
  const confirmed = () => course([confirm, creditor, start + h]).items
  const when = format(start + h)

  it("PD17 §1 an event of an earlier version, which left out what the opening of its entry says, is not a fault, and an event that says it otherwise is", () => {
    const last = lastOf(confirmed())
    const said = ["type", "amountCents", "currency", "hours", "sameOperator", "deliveredAt"]
    const members = Object.entries(last.data as object)
    const data = Object.fromEntries(members.filter(([name]) => !said.includes(name)))
    expect(members.length - Object.keys(data).length).toBe(said.length)
    expect(faultsOf([...asOpened(), { ...last, data }])).toEqual([])
    expect(faultsOf([...asOpened(), { ...last, data: { ...data, amountCents: 7 } }])).toHaveLength(1)
    const { status: _, ...without } = data
    expect(faultsOf([...asOpened(), { ...last, data: without }])).toHaveLength(1)
  })

  it("PD17 §1 an event of an earlier version that moved the entries of a judgment may leave the same out of each line", () => {
    const last = lastOf(course([suspend, registrar, start + h]).items)
    const data: { readonly entries: ReadonlyArray<object> } = Object(last.data)
    const old = data.entries.map((line) =>
      Object.fromEntries(Object.entries(line).filter(([name]) => !["hours", "currency"].includes(name))),
    )
    expect(faultsOf([...asOpened(), { ...last, data: { ...Object(data), entries: old } }])).toEqual([])
  })

  it("PD17 §1 a fault names the place, the value by the rules and the value in the journal, and the value by the rules counts", () => {
    const last = lastOf(confirmed())
    const data = { ...(last.data as object), delta: 5 }
    expect(faultsOf([...asOpened(), { ...last, data }])).toEqual([
      `compliance.confirmed of entry/entry-1 at ${when}: data.delta is 1 by the rules and 5 in the journal`,
    ])
    expect(replay([...asOpened(), { ...last, data }]).reputation.get("debtor")).toBe(1)
    expect(faultsOf([...asOpened(), { ...last, rules: ["PD11 §3"] }])).toHaveLength(1)
    expect(faultsOf([...asOpened(), { ...last, subject: "entry/other" }])).toHaveLength(1)
    expect(faultsOf([...asOpened(), { ...last, type: "compliance.attested" }])).toHaveLength(1)
  })

  it("PD17 §1 an act that the rules refuse is a fault, and its status and delta still count as it states them", () => {
    const items = confirmed()
    const again = { ...lastOf(items), at: start + 2 * h }
    const made = replay([...items, again])
    expect(made.faults).toEqual([
      `compliance.confirmed of entry/entry-1 at ${format(start + 2 * h)}: entry entry-1 was satisfied, and the rules refuse "confirm" (entry_state)`,
    ])
    expect(made.entries.get("entry-1")?.status).toBe("satisfied")
    expect(made.reputation.get("debtor")).toBe(2)
  })

  it("PD17 §1 after a refused act the entry has what the event states, and keeps what the event does not state", () => {
    const attested = lastOf(course([attest(start), debtor, start + 2 * h]).items)
    const made = replay([...confirmed(), attested])
    expect(made.faults).toHaveLength(1)
    expect([...made.entries.keys()]).toEqual(["entry-1"])
    expect(made.entries.get("entry-1")).toMatchObject({
      id: "entry-1",
      citation: "[2026] MC 1",
      status: "attested",
      window: { kind: "dispute", opensAt: start + 2 * h },
      dueAt: start + hours(72),
      adjustments: [{ delta: 1 }],
    })
  })

  it("PD17 §1 an act by somebody who may not do it is a fault", () => {
    const last = lastOf(confirmed())
    const by = (name: string) =>
      faultsOf([...asOpened(), { ...last, data: { ...(last.data as object), by: name } }])
    expect([by("creditor").length, by("somebody").length, by("debtor").length]).toEqual([0, 1, 1])
    expect(by("somebody")[0]).toContain('the rules refuse "confirm" (not_favoured)')
  })

  it("PD17 §1 when an entry is suspended twice, then the second act is refused, and later replays keep the fault", () => {
    const suspended = lastOf(course([suspend, registrar, start + h]).items)
    const once = replay([...asOpened(), suspended])
    expect(once.faults).toEqual([])
    const twice = replay([suspended], once)
    expect(twice.faults).toEqual([expect.stringContaining('the rules refuse "suspend" (entry_state)')])
    expect(twice.entries.get("entry-1")).toMatchObject({
      suspendedSince: start + h,
      window: null,
      dueAt: start + hours(72),
    })
    expect(replay([suspended], twice).faults).toEqual([...twice.faults, ...twice.faults])
  })

  it("PD17 §1 an act on an entry that was never opened is a fault, and so is a second opening", () => {
    const made = replay([...enrolled, lastOf(confirmed())])
    expect(made.faults).toEqual([
      `compliance.confirmed of entry/entry-1 at ${when}: the journal never opened entry entry-1`,
    ])
    expect(made.reputation.get("debtor")).toBe(1)
    expect(made.entries.size).toBe(0)
    expect(faultsOf([...asOpened(), lastOf(asOpened())])).toEqual([
      `compliance.opened of judgment/[2026] MC 1 at ${format(start)}: entry entry-1 was opened before`,
    ])
  })

  it("PD17 §1 an event of another shape is a fault that names a wrong place, and it changes nothing", () => {
    expect(faultsOf([item("compliance.confirmed", "entry/e", start, {})])[0]).toMatch(
      /^compliance.confirmed of entry\/e at 2026-11-20T09:00:00.000Z: it does not have the shape of such an event \(.*: .*\)$/,
    )
    expect(replay([item("compliance.confirmed", "entry/e", start, {})])).toMatchObject({
      entries: new Map(),
      reputation: new Map(),
    })
  })

  it("PD4 §2 findings of conduct move reputations, and are a fault unless they name their own judgment", () => {
    const data = { citation: "[2026] MC 1", adjustments: [{ agent: "debtor", delta: -3 }] }
    const made = replay([...asOpened(), item("compliance.adjusted", "judgment/[2026] MC 1", start, data)])
    expect([made.faults, made.reputation.get("debtor")]).toEqual([[], -3])
    expect([...made.entries.keys()]).toEqual(["entry-1"])
    expect(replay([item("compliance.adjusted", "judgment/x", start, {})])).toMatchObject({
      entries: new Map(),
      reputation: new Map(),
    })
    const fault = (subject: string, told: Json) =>
      faultsOf([item("compliance.adjusted", subject, start, told)])
    const names = (subject: string) => [
      `compliance.adjusted of ${subject} at ${format(start)}: it names no adjustments of that judgment`,
    ]
    expect(fault("judgment/[2026] MC 2", data)).toEqual(names("judgment/[2026] MC 2"))
    expect(fault("judgment/[2026] MC 1", {})).toEqual(names("judgment/[2026] MC 1"))
  })

  it("PD17 §1 an agent without an enrolment in the journal is identified by its handle", () => {
    const made = replay(asOpened().filter(({ type }) => type !== "agent.enrolled"))
    expect(made.faults).toEqual([])
    expect(made.entries.get("entry-1")).toMatchObject({
      bound: { id: "debtor", handle: "debtor" },
      favoured: { id: null, handle: "creditor" },
    })
    expect([...made.reputation]).toEqual([["debtor", 0]])
  })

  it("PD17 §1 an agent whose enrolment states no id has an empty one", () => {
    const nameless = replay([item("agent.enrolled", "agent/debtor", start, { id: 7 })])
    expect(nameless.agents.get("debtor")).toBe("")
  })
})
