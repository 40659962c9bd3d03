/** The time that runs for an entry, at, before and after the end of every window. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import type { Entry } from "./Entry.ts"
import type { EntryAct } from "./Moves.ts"
import { entries } from "./Record.ts"
import {
  attest,
  confirm,
  decide,
  dispute,
  having,
  inForce,
  meet,
  moves,
  open,
  pass,
  passedAt,
  prove,
  refusedWith,
  terms,
  threeDays,
} from "./testing/Given.ts"

const due = start + threeDays
const attestedAt = start + hours(10)
const attested = having(open, [attest(attestedAt), attestedAt])
const notified = passedAt(open, due)
/** The statuses that an act brings, in order: that of the passing which is due, then that of the act. */
const statusesAfter = (entry: Entry, act: EntryAct, at: number) =>
  Either.getOrThrow(moves(entry, act, at)).map(({ after }) => after.status)

describe("the time fixed", () => {
  it("PD11 §2 an order to comply within 72 hours opens a window that closes 72 hours after delivery", () => {
    expect(open.dueAt).toBe(due)
    expect(open.window).toEqual({ kind: "performance", opensAt: start, closesAt: due })
  })

  it.each([
    [-1, "open"],
    [0, "notified"],
    [1, "notified"],
  ])(
    "PD11 §4 given no record, then %i ms after the end of the time fixed the entry is %s",
    (offset, status) => {
      expect(passedAt(open, due + offset).status).toBe(status)
    },
  )

  it.each([
    [-1, [1]],
    [0, []],
    [1, []],
  ])(
    "PD11 §10 performance %i ms after the end of the time fixed earns %j once the window for a dispute passes",
    (offset, earned) => {
      const entry = having(open, [attest(due + offset), due + hours(1)])
      const { closesAt } = needPresent(entry.window, "the window for a dispute")
      expect(inForce(passedAt(entry, closesAt))).toEqual(earned)
    },
  )

  it("PD11 §4 a notice served late gives its full 72 hours from the commit that serves it", () => {
    const late = due + hours(500)
    const entry = passedAt(open, late)
    expect(entry.window).toEqual({ kind: "notice", opensAt: late, closesAt: late + threeDays })
    expect(passedAt(entry, late + threeDays - 1).status).toBe("notified")
    expect(passedAt(entry, late + threeDays).status).toBe("unsatisfied")
  })

  it("PD11 §4 an act after the time fixed first serves the notice, in the same commit", () => {
    expect(statusesAfter(open, attest(start + 1), due)).toEqual(["notified", "attested"])
    expect(refusedWith(open, prove(due), due)).toBe("entry_state")
  })
})

describe("a chain reading", () => {
  const notifiedAt = due + hours(5)
  const late = passedAt(open, notifiedAt)

  it.each([
    ["the last millisecond of the time fixed", due - 1],
    ["the first millisecond after delivery", start + 1],
  ])("PD11 §11 the reading of a block in %s satisfies an entry that was notified meanwhile", (_when, at) => {
    const entry = having(late, [prove(at), notifiedAt + hours(1)])
    expect([entry.status, entry.performedAt, inForce(entry)]).toEqual(["satisfied", at, [1]])
  })

  it("PD11 §11 the reading of a block at the end of the time fixed or later does not count once the notice is served", () => {
    for (const at of [due, due + 1, notifiedAt, notifiedAt + 1])
      expect(refusedWith(late, prove(at), notifiedAt + hours(1))).toBe("entry_state")
  })

  it("PD11 §11 the reading of a block before the attestation satisfies an attested entry, and that of a block at that instant or later does not", () => {
    const entry = having(attested, [prove(attestedAt - 1), attestedAt + hours(1)])
    expect([entry.status, inForce(entry)]).toEqual(["satisfied", [1]])
    for (const at of [attestedAt, attestedAt + 1])
      expect(refusedWith(attested, prove(at), attestedAt + hours(1))).toBe("entry_state")
  })

  it("PD11 §11 the reading of a block in time satisfies an entry whose notice is due and not yet served, in the same commit", () => {
    expect(statusesAfter(open, prove(due - 1), due + 1)).toEqual(["notified", "satisfied"])
  })
})

describe("the window for a dispute", () => {
  const closes = attestedAt + threeDays

  it.each([
    [-1, "attested"],
    [0, "satisfied"],
    [1, "satisfied"],
  ])(
    "PD11 §3 given an attestation, then %i ms after the end of the window for a dispute the entry is %s",
    (offset, status) => {
      expect(passedAt(attested, closes + offset).status).toBe(status)
    },
  )

  it("PD11 §3 a confirmation earns by the date attested, or else by its own instant", () => {
    expect(inForce(having(attested, [confirm, closes - 1]))).toEqual([1])
    // Without an attestation, the instant of the confirmation counts as that of the performance.
    expect(inForce(having(notified, [confirm, due + 1]))).toEqual([])
    expect(inForce(having(open, [confirm, due - 1]))).toEqual([1])
  })

  it("PD11 §3 a dispute at the closing instant disputes an entry that is already satisfied", () => {
    expect(statusesAfter(attested, dispute(), closes)).toEqual(["satisfied", "disputed"])
  })

  it("PD11 §10 satisfaction counts from the instant at which the window closed, however late the scheduler is", () => {
    expect(passedAt(attested, closes + hours(1000))).toEqual(passedAt(attested, closes))
    expect(passedAt(attested, closes).adjustments[0]?.at).toBe(closes)
  })
})

describe("the window of the notice", () => {
  const closes = due + threeDays

  it.each([
    [-1, "notified", []],
    [0, "unsatisfied", [-3]],
    [1, "unsatisfied", [-3]],
  ])(
    "PD11 §4 %i ms after the end of the window of the notice, a notified entry is %s with the adjustments %j",
    (offset, status, given) => {
      const entry = passedAt(notified, closes + offset)
      expect([entry.status, inForce(entry)]).toEqual([status, given])
    },
  )

  it.each([
    [-1, null],
    [0, "entry_state"],
    [1, "entry_state"],
  ])(
    "PD11 §4 %i ms after the end of the window of the notice, the refusal of an attestation or a confirmation is %s",
    (offset, code) => {
      expect(refusedWith(notified, attest(start), closes + offset)).toBe(code)
      expect(refusedWith(notified, confirm, closes + offset)).toBe(code)
    },
  )

  it("PD11 §4 a dispute within the window closes the window", () => {
    const entry = having(notified, [dispute("bound"), closes - 1])
    expect(entry.window?.kind).toBe("decision")
    expect(passedAt(entry, closes + days(14) - 2)).toBe(entry)
  })
})

describe("a dispute", () => {
  it("PD11 §5 no act of performance moves an entry that is disputed", () => {
    const disputed = having(attested, [dispute(), attestedAt + 1])
    for (const act of [attest(start), confirm, prove(start), meet]) {
      expect(refusedWith(disputed, act, attestedAt + 2)).toBe("entry_state")
    }
    expect(codeOf(entries.transition(disputed, pass, attestedAt + days(14), terms))).toBe("entry_state")
    expect(inForce(disputed)).toEqual([])
  })

  it("PD11 §5 an adjustment given before stays until the decision", () => {
    const satisfied = having(attested, [confirm, attestedAt + 1])
    const disputed = having(satisfied, [dispute(), attestedAt + 2])
    expect(inForce(disputed)).toEqual([1])
    expect(inForce(having(disputed, [decide("unsatisfied"), attestedAt + 3]))).toEqual([-3])
  })

  it("PD11 §5 an entry may be disputed again once it is decided", () => {
    const decided = having(open, [dispute(), start + 1], [decide("pending"), start + 2])
    expect(refusedWith(decided, dispute("bound"), start + 3)).toBeNull()
  })
})

describe("the Registrar's decision", () => {
  const unsatisfied = passedAt(notified, due + threeDays)
  const later = due + hours(200)

  it("PD11 §6 the finding `satisfied` gives +1 if the performance found is in time, and reverses the −3", () => {
    const entry = having(unsatisfied, [decide("satisfied", due - 1), later])
    expect(inForce(entry)).toEqual([1])
    expect(entry.adjustments[0]?.reversedAt).toBe(later)
  })

  it("PD11 §6 the finding `satisfied` gives nothing if the performance found is late, or no performance is found", () => {
    expect(inForce(having(unsatisfied, [decide("satisfied", due), later]))).toEqual([])
    expect(inForce(having(unsatisfied, [decide("satisfied"), later]))).toEqual([])
  })

  it("PD11 §6 the finding `satisfied` without a date upholds the date attested", () => {
    const entry = having(attested, [dispute(), attestedAt + 1], [decide("satisfied"), later])
    expect(inForce(entry)).toEqual([1])
  })

  it("PD11 §6 the finding `unsatisfied` gives −3 once, and `pending` gives nothing", () => {
    const again = having(unsatisfied, [dispute("bound"), later], [decide("unsatisfied"), later + 1])
    expect(again.adjustments).toEqual(unsatisfied.adjustments)
    expect(inForce(having(unsatisfied, [decide("pending"), later]))).toEqual([])
  })

  it("PD11 §6 a correction replaces the adverse status, reverses its adjustment and marks the entry for good", () => {
    const corrected = having(unsatisfied, [decide("satisfied", null, true), later])
    expect([corrected.status, inForce(corrected), corrected.corrected]).toEqual(["satisfied", [], true])
    expect(having(corrected, [decide("pending"), later + 1]).corrected).toBe(true)
  })

  it("PD11 §6 a decision ends the window that was running", () => {
    const entry = having(open, [decide("pending"), start + 1])
    expect(passedAt(entry, due + hours(1000))).toBe(entry)
  })
})
