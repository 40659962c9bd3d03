/** A dispute that the Registrar doesn't decide: it ends by itself, and the party bound has one. */
import { describe, expect, it } from "vitest"
import { published } from "../kernel/Schedule.ts"
import { days, format, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import { entryView } from "./Queries.ts"
import { entries, nextOf } from "./Record.ts"
import { beganAfter } from "./Reputation.ts"
import {
  attest,
  confirm,
  creditor,
  debtor,
  decide,
  dispute,
  having,
  inForce,
  meet,
  open,
  passedAt,
  prove,
  refusedWith,
  resume,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const h = hours(1)
const attested = having(open, [attest(start), start + h])
const silent = passedAt(attested, start + h + threeDays)
const notified = passedAt(open, start + threeDays)
const unsatisfied = passedAt(notified, start + 2 * threeDays)
const late = start + days(10)
const long: Entry = {
  ...open,
  dueAt: start + h + days(20),
  window: { kind: "performance", opensAt: start, closesAt: start + h + days(20) },
}

/** Who disputes what, what becomes of it undecided, the window that then runs, in days from there, and what the entry gives. */
const ends: ReadonlyArray<
  readonly [what: string, Entry, "bound" | "favoured", string, [string, number] | null, ReadonlyArray<number>]
> = [
  ["an order whose time has passed meanwhile", open, "favoured", "notified", ["notice", 3], []],
  ["an order whose time runs on", long, "bound", "open", ["performance", 6], []],
  ["its own attestation", attested, "bound", "attested", ["dispute", 3], []],
  ["an attestation by words", attested, "favoured", "notified", ["notice", 3], []],
  ["what silence satisfied", silent, "favoured", "notified", ["notice", 3], []],
  ["what silence satisfied in its own favour", silent, "bound", "satisfied", null, [1]],
  ["a notice", notified, "bound", "notified", ["notice", 3], []],
  ["what it confirmed", having(open, [confirm, start + h]), "favoured", "satisfied", null, [1]],
  ["what the chain shows", having(open, [prove(start + h), start + h]), "favoured", "satisfied", null, [1]],
  ["a default", unsatisfied, "bound", "unsatisfied", null, [-3]],
  [
    "what the Registrar left pending",
    having(open, [decide("pending"), start]),
    "favoured",
    "pending",
    null,
    [],
  ],
]

describe("a dispute that nobody decides", () => {
  it("PD11 §5 given a dispute from before its beginning was kept, then an act that leaves it running keeps no beginning", () => {
    const { began: _, ...older } = having(open, [dispute("favoured"), start])
    expect(beganAfter(older, resume, "disputed")).toBeNull()
  })

  it.each(ends)(
    "PD11 §5 given %s, disputed and undecided for 14 days, then the entry is as it began, or without the words",
    (_, entry, who, status, window, adjustments) => {
      const at = entry.window === null ? late : entry.window.opensAt + h
      const disputed = having(entry, [dispute(who), at])
      const until = at + days(14)
      expect(passedAt(disputed, until - 1)).toBe(disputed)
      const after = passedAt(disputed, until)
      expect(after.status).toBe(status)
      expect(after.window && [after.window.kind, (after.window.closesAt - until) / days(1)]).toEqual(window)
      expect(inForce(after)).toEqual(adjustments)
      expect(after.began).toBeNull()
      expect(after.silent).toBe(status === "satisfied" && entry.silent === true)
    },
  )

  it("PD11 §5 given an attestation that fell, then performance is attested anew, and the old date counts no more", () => {
    const fell = passedAt(having(attested, [dispute(), start + 2 * h]), start + 2 * h + days(14))
    expect(fell.performedAt).toBeNull()
    const now = start + days(15)
    expect(inForce(having(fell, [confirm, now]))).toEqual([])
    expect(having(fell, [attest(now), now]).status).toBe("attested")
    expect(passedAt(fell, start + 2 * h + days(17)).status).toBe("unsatisfied")
  })

  it("PD11 §5 given the party bound has disputed once, then it disputes no more, and the party favoured may", () => {
    const again = passedAt(having(notified, [dispute("bound"), late]), late + days(14))
    const now = late + days(15)
    expect(refusedWith(again, dispute("bound"), now)).toBe("disputed_before")
    expect(refusedWith(again, dispute("favoured"), now)).toBeNull()
    const decided = having(open, [dispute("bound"), start + h], [decide("unsatisfied"), start + 2 * h])
    expect(refusedWith(decided, dispute("bound"), now)).toBe("disputed_before")
    // `next` asks the same rule: it names the dispute of the party favoured alone
    const disputers = nextOf(decided, now, published.at(now)).filter(({ act }) => act === "dispute")
    expect(disputers.map(({ who }) => who)).toEqual([decided.favoured.handle])
    // An entry from before the count was kept has its last dispute alone.
    const { boundDisputed: _, ...old } = decided
    expect(refusedWith(old, dispute("bound"), now)).toBe("disputed_before")
    expect(having(old, [dispute(), now]).boundDisputed).toBe(true)
  })

  it("PD11 §12 given a dispute by the party bound, then a payment from a hold still meets the order", () => {
    const disputed = having(notified, [dispute("bound"), late])
    expect(having(disputed, [meet, late + h]).status).toBe("satisfied")
    expect(refusedWith(having(notified, [dispute(), late]), meet, late + h)).toBe("entry_state")
  })

  it("PD11 §7 given an appeal, then no time of the dispute runs, and after it the Registrar has the whole time again", () => {
    const disputed = having(open, [dispute(), start + h], [suspend, start + 2 * h])
    expect(passedAt(disputed, start + days(90)).status).toBe("disputed")
    const resumed = having(disputed, [resume, start + days(90)])
    expect(resumed.window).toMatchObject({ kind: "decision", closesAt: start + days(104) })
    expect(passedAt(resumed, start + days(104) - 1).status).toBe("disputed")
    expect(passedAt(resumed, start + days(104)).status).toBe("notified")
  })

  it("PD11 §5 `next` names the Registrar until the dispute ends, and `dispute` says when", () => {
    const disputed = having(open, [dispute(), start + h])
    const until = start + h + days(14)
    const shown = (now: number, entry = disputed) => entryView(entry, creditor, now, published)
    const decides = { who: "registrar", act: "decide", dueBy: format(until) }
    expect(shown(until - 1).next).toContainEqual(decides)
    expect(shown(until - 1).dispute?.dueAt).toBe(format(until))
    expect(shown(until).next.map(({ act }) => act)).toContain("attest")
    expect(entryView(passedAt(disputed, until), debtor, until, published).dispute?.dueAt).toBeNull()
    expect(shown(until, having(disputed, [suspend, start + 2 * h])).dispute?.dueAt).toBeNull()
  })

  it("PD11 §5 no act but a passing or the Registrar's ends a dispute at its instant", () => {
    const disputed = having(attested, [dispute(), start + 2 * h])
    const until = start + 2 * h + days(14)
    expect(entries.passed(disputed, until, published.at(start)).map(({ act, at }) => [act, at])).toEqual([
      ["pass", until],
    ])
    // An act that comes then finds the entry notified.
    expect(having(disputed, [attest(until), until]).status).toBe("attested")
  })
})
