/** One move of an entry: every part of the record after it, and its refusals. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { format, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { Attesting } from "./Commands.ts"
import type { Entry } from "./Entry.ts"
import { isKept, register } from "./Judged.ts"
import { barAct, disputeByAsking, isDisputedByAsking } from "./Law.ts"
import type { EntryAct } from "./Moves.ts"
import { entries } from "./Record.ts"
import { isByWordsAlone, statusAt, undecidedStatus } from "./Reputation.ts"
import {
  address,
  attest,
  confirm,
  decide,
  dispute,
  having,
  inForce,
  meet,
  open,
  pass,
  passedAt,
  prove,
  resume,
  supersede,
  suspend,
  terms,
  threeDays,
} from "./testing/Given.ts"

const late = start + threeDays
const h = hours(1)
const moved = (entry: Entry, act: EntryAct, now: number) =>
  Either.getOrThrow(entries.transition(entry, act, now, terms))

describe("the time of an entry", () => {
  it("PD11 §3 each window has its own length, and the time fixed is the time that was ordered", () => {
    const figures = { ...terms, attestationDisputeHours: 10, noticeHours: 20, resumedHours: 30 }
    const left = (entry: Entry, act: EntryAct, now: number) =>
      Either.getOrThrow(entries.transition(entry, act, now, figures)).after
    const attested = left(open, attest(start), start + h)
    expect(attested.window).toEqual({ kind: "dispute", opensAt: start + h, closesAt: start + 11 * h })
    const notified = left(open, pass, late)
    expect(notified.window).toEqual({ kind: "notice", opensAt: late, closesAt: late + 20 * h })
    const resumed = left(having(open, [suspend, start + h]), resume, start + 2 * h)
    expect([resumed.window?.closesAt, resumed.dueAt]).toEqual([start + 32 * h, start + 32 * h])
  })

  it("PD11 §7 an appeal does not suspend a time that had passed before it, and fresh time runs only after it", () => {
    const passed = having(passedAt(open, late), [suspend, late + h], [resume, late + 2 * h])
    expect([passed.tolled, passed.dueAt]).toEqual([[], late])
    const once = having(open, [suspend, start + h], [resume, start + 2 * h])
    const again = having(passedAt(once, once.dueAt), [suspend, once.dueAt + h], [resume, once.dueAt + 2 * h])
    expect([again.dueAt, again.tolled]).toEqual([once.dueAt, once.tolled])
    const suspended = having(open, [suspend, start + h])
    expect(having(suspended, [confirm, start + 2 * h]).dueAt).toBe(late)
    const attested = having(suspended, [attest(start), start + 2 * h], [resume, start + 3 * h])
    expect(attested.dueAt).toBe(late)
  })

  it("PD11 §9 the status at an instant counts a window that has passed without being recorded", () => {
    expect([statusAt(open, late - 1), statusAt(open, late)]).toEqual(["open", "notified"])
    const notified = passedAt(open, late)
    expect([statusAt(notified, late), statusAt(notified, late + threeDays)]).toEqual([
      "notified",
      "unsatisfied",
    ])
    expect(statusAt(having(open, [attest(start), start + h]), late + h)).toBe("satisfied")
    expect(statusAt(having(open, [suspend, start + h]), late + 9 * threeDays)).toBe("open")
    expect(statusAt({ ...open, status: "disputed" }, late)).toBe("disputed")
    expect(statusAt({ ...open, status: "superseded" }, late)).toBe("superseded")
    expect(statusAt({ ...open, window: null }, late)).toBe("open")
  })

  it("PD11 §5 an open entry whose dispute ends undecided is notified from the instant at which its time has passed", () => {
    const endedAt = (at: number) => undecidedStatus({ began: "open", dueAt: late }, at)
    expect([endedAt(late - 1), endedAt(late)]).toEqual(["open", "notified"])
    expect(undecidedStatus({ began: "attested", dueAt: late }, late)).toBe("attested")
  })
})

describe("spans in which an appeal suspended the time fixed", () => {
  it("PD11 §7 the spans in which an appeal suspended the time fixed are kept, and the last one ends when the judgment stands", () => {
    const twice = having(
      open,
      [suspend, start + h],
      [resume, start + 2 * h],
      [suspend, start + 3 * h],
      [resume, start + 4 * h],
    )
    expect(twice.tolled).toEqual([
      { from: start + h, to: start + 2 * h },
      { from: start + 3 * h, to: start + 4 * h },
    ])
    expect(having(open, [suspend, start + h]).tolled).toEqual([{ from: start + h, to: null }])
    expect(having(open, [confirm, start + h]).tolled).toBe(open.tolled)
    const past = passedAt(open, late)
    expect(having(past, [suspend, late + h]).tolled).toEqual([])
  })

  it("PD11 §7 the entry takes the finality that the act states", () => {
    const statuses = [suspend, resume, supersede].map((act) => {
      const from = act === resume ? having(open, [suspend, start + h]) : open
      return moved(from, act, start + 2 * h).after.finality.status
    })
    expect(statuses).toEqual(["under appeal", "final", "vacated"])
    expect(moved(open, confirm, start + h).after.finality).toBe(open.finality)
  })
})

describe("what is stated and found", () => {
  it("PD11 §3 the instant of performance is what the act states, or else the instant of a confirmation, and a hold leaves no instant", () => {
    const performed = (entry: Entry, act: EntryAct, now: number) => moved(entry, act, now).after.performedAt
    expect(performed(open, attest(start + 1), start + h)).toBe(start + 1)
    expect(performed(open, prove(start + 2), start + h)).toBe(start + 2)
    const attested = having(open, [attest(start + 1), start + h])
    expect([performed(open, confirm, start + h), performed(attested, confirm, start + 2 * h)]).toEqual([
      start + h,
      start + 1,
    ])
    expect([
      performed(attested, decide("satisfied", start + 3), start + 2 * h),
      performed(attested, decide("satisfied"), start + 2 * h),
    ]).toEqual([start + 3, start + 1])
    expect(performed(attested, dispute(), start + 2 * h)).toBe(start + 1)
    expect(performed(attested, meet, start + 2 * h)).toBeNull()
  })

  it("PD11 §11 an address stays on the entry, with the instant at which it was registered", () => {
    expect(having(open, [address, start + h]).address).toMatchObject({ address: "0x1", at: start + h })
    const confirmed = having(open, [address, start + h], [confirm, start + 2 * h])
    expect([confirmed.address?.at, confirmed.addressChanges]).toEqual([start + h, 1])
  })

  it("PD11 §10 an adjustment says why it was given", () => {
    const honoured = having(open, [confirm, start + h])
    expect(honoured.adjustments).toEqual([
      {
        delta: 1,
        reason: "order honoured in full within the time fixed",
        rule: "PD11 §10",
        at: start + h,
        reversedAt: null,
      },
    ])
    const missed = passedAt(passedAt(open, late), late + threeDays)
    expect(missed.adjustments).toEqual([
      {
        delta: -3,
        reason: "order unsatisfied after notice",
        rule: "PD11 §10",
        at: late + threeDays,
        reversedAt: null,
      },
    ])
  })
})

describe("the refusal of an act", () => {
  const refusedAs = (entry: Entry, act: EntryAct, now: number): Refusal =>
    Either.getOrThrow(Either.flip(entries.transition(entry, act, now, terms)))

  it("PD11 §3 a refusal has the status of the entry and the act that was asked for, or its own reason", () => {
    const superseded = having(open, [supersede, start + h])
    expect(refusedAs(superseded, confirm, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "superseded", act: "confirm" }),
    )
    const disputed = having(open, [dispute(), start + h])
    expect(refusedAs(disputed, dispute(), start + 2 * h)).toEqual(refusal("already_disputed", {}))
    expect(refusedAs(disputed, confirm, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "disputed", act: "confirm" }),
    )
    const suspended = having(open, [suspend, start + h])
    expect(refusedAs(suspended, suspend, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "suspended", act: "suspend" }),
    )
    expect(refusedAs(open, resume, start + h)).toEqual(
      refusal("entry_state", { status: "open", act: "resume" }),
    )
    expect(refusedAs(superseded, suspend, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "superseded", act: "suspend" }),
    )
    const both: Entry = { ...superseded, suspendedSince: start }
    expect(refusedAs(both, suspend, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "superseded", act: "suspend" }),
    )
    expect(refusedAs({ ...disputed, suspendedSince: start }, confirm, start + 2 * h)).toEqual(
      refusal("entry_state", { status: "disputed", act: "confirm" }),
    )
    expect(refusedAs(open, pass, late - 1)).toEqual(refusal("entry_state", { status: "open", act: "pass" }))
    expect(refusedAs(open, attest(start + 2 * h), start + h)).toEqual(refusal("future_date", {}))
    expect(
      refusedAs(open, { act: "address", who: "favoured", address: null, proven: false }, start + h),
    ).toEqual(refusal("address_unreadable", {}))
  })

  it("PD11 §5 given an entry from before the dispute of the party bound was kept, then its last dispute says whether it had one", () => {
    const kept = (entry: Entry): Entry => {
      const { boundDisputed: _, ...old } = entry
      return old
    }
    const decided = (who: "bound" | "favoured") =>
      having(open, [dispute(who), start + 1], [decide("pending"), start + 2])
    const barred = (entry: Entry) => barAct(entry, "dispute", "bound", terms)?.code ?? null
    expect([open, decided("favoured"), decided("bound")].map((entry) => barred(kept(entry)))).toEqual([
      null,
      null,
      "disputed_before",
    ])
    expect(barAct(kept(decided("bound")), "dispute", "favoured", terms)).toBeNull()
  })

  it("PD11 §5A given the very words of a request for a payout, then they are its dispute only by the party favoured, and while it runs", () => {
    const asked = having(open, [disputeByAsking(open), start + 1])
    const said = needPresent(asked.dispute, "the dispute")
    expect(said.statement).toBe("The party favoured asked for a payout on this judgment (PD2 §6E).")
    const byBound: Entry = { ...asked, dispute: { ...said, by: open.bound.handle } }
    const decided = having(asked, [decide("pending"), start + 2])
    expect([asked, byBound, decided, open].map(isDisputedByAsking)).toEqual([true, false, false, false])
  })

  it("PD11 §12 a hold may meet what silence satisfied and what the party bound disputes, and reverses what silence credited", () => {
    const attested = having(open, [attest(start), start + 1])
    const silent = passedAt(attested, start + 1 + threeDays)
    const met = having(silent, [meet, start + 2 + threeDays])
    expect([inForce(silent), met.status, inForce(met)]).toEqual([[1], "satisfied", []])
    expect(having(open, [dispute("bound"), start + 1], [meet, start + 2]).status).toBe("satisfied")
    const confirmed = having(attested, [confirm, start + 2])
    const suspended = [silent, confirmed].map((entry) => having(entry, [suspend, start + 2 + threeDays]))
    expect(suspended.map((entry) => entry.silent)).toEqual([true, false])
    expect(isByWordsAlone({ status: "disputed", silent: true })).toBe(false)
    const refused = refusal("entry_state", { status: "satisfied", act: "meet" })
    expect(refusedAs(confirmed, meet, start + 3)).toEqual(refused)
    const disputed = having(open, [dispute(), start + 1])
    expect(refusedAs(disputed, meet, start + 2).code).toBe("entry_state")
  })

  it("PD11 §11 given an entry that has had its changes of address, then every other act is still open", () => {
    const spent: Entry = { ...open, addressChanges: terms.entryAddressesMax }
    expect(barAct(spent, "address", "favoured", terms)?.code).toBe("daily_figure")
    for (const [act, who] of [
      ["attest", "bound"],
      ["confirm", "favoured"],
    ] as const)
      expect(barAct(spent, act, who, terms)).toBeNull()
  })

  it("PD11 §1 the Register says for which matters it is kept", () => {
    const words = (registerInForce: number) => register.text({ ...terms, registerInForce })
    expect(words(1)).toContain("It is kept for matters filed while this Direction is in force.")
    expect(words(0)).toContain("It is not kept for matters filed now.")
  })

  it("PD11 §1 the Register is kept if its figure is 1, and not if it is 0", () => {
    expect(isKept({ ...terms, registerInForce: 1 })).toBe(true)
    expect(isKept({ ...terms, registerInForce: 0 })).toBe(false)
  })

  it("PD11 §3 a hash of evidence without 64 hexadecimal digits is refused, with that reason", () => {
    const sent = (sha256: string) =>
      Schema.decodeUnknownEither(Attesting)({ date: format(start), evidence: "e", sha256 })
    expect(sent("aF".repeat(32))._tag).toBe("Right")
    for (const wrong of ["a".repeat(63), "a".repeat(65), "g".repeat(64), `x${"a".repeat(64)}`]) {
      expect(sent(wrong)._tag).toBe("Left")
      expect(String(sent(wrong))).toContain("must be a SHA-256 in 64 hexadecimal characters")
    }
  })
})
