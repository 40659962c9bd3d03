import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import { days, format } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import type { Entry } from "./Entry.ts"
import type { EntryAct } from "./Moves.ts"
import { entries, noticesOf, texts } from "./Record.ts"
import {
  address,
  alone,
  attest,
  bound,
  confirm,
  decide,
  dispute,
  favoured,
  having,
  meet,
  moves,
  open,
  openedAs,
  pass,
  passedAt,
  prove,
  resume,
  supersede,
  suspend,
  terms,
  threeDays,
} from "./testing/Given.ts"

describe("the notices to the parties", () => {
  const late = start + threeDays
  const later = late + threeDays
  const order = "Order 1 of [2026] MC 1"
  const at = format(start + 1 + threeDays)
  const inTwoWeeks = format(start + 1 + days(14))
  const attested = () => having(open, [attest(start), start + 1])
  const notified = () => passedAt(open, late)
  const disputed = () => having(open, [dispute(), start + 1])
  const suspended = () => having(open, [suspend, start + 1])
  const told = (entry: Entry, act: EntryAct, now: number) => {
    const made = [Either.getOrThrow(entries.transition(entry, act, now, terms))]
    return putsOf(Notice.Notices, noticesOf(made, { fresh: (_, k) => `n-${k}`, now })).map(
      ({ agentId, type, text }) => [agentId, type, text],
    )
  }
  /** The moves of entries, each with whom it is served on, its kind and its words. */
  const moved: { readonly [what: string]: readonly [() => Entry, EntryAct, number] } = {
    attested: [() => open, attest(start), start + 1],
    confirmed: [() => open, confirm, start + 1],
    proved: [() => open, prove(start), start + 1],
    addressed: [() => open, address, start + 1],
    notified: [() => open, pass, late],
    satisfied: [attested, pass, later],
    unsatisfied: [notified, pass, later],
    "disputed by the party favoured": [() => open, dispute(), start + 1],
    "disputed by the party bound": [() => open, dispute("bound"), start + 1],
    "undecided after an attestation": [
      () => having(attested(), [dispute(), start + 1]),
      pass,
      start + 1 + days(14),
    ],
    "undecided after it was found pending": [
      () => having(open, [decide("pending"), start], [dispute(), start + 1]),
      pass,
      start + 1 + days(14),
    ],
    decided: [disputed, decide("unsatisfied"), start + 2],
    suspended: [() => open, suspend, start + 1],
    resumed: [suspended, resume, start + 1],
    "resumed, if no time ran": [
      () => having(open, [decide("pending"), start + 1], [suspend, start + 2]),
      resume,
      start + 3,
    ],
    superseded: [() => open, supersede, start + 1],
    met: [() => open, meet, start + 1],
  }
  const served = `
attested | favoured | attested | ${order}: debtor attests performance. Confirm it, or dispute it before ${at}; undisputed, the entry is then satisfied (PD11 §3).
confirmed | bound | confirmed | ${order}: creditor confirms performance. The entry is satisfied.
proved | both | proved | ${order}: transfers that reach the sum are confirmed. The entry is satisfied.
addressed | bound | addressed | ${order}: creditor has registered an address for payment; read it in the entry.
notified | bound | notified | Notice of non-compliance. ${order}: the time fixed has passed and no performance is recorded. Attest or dispute before ${format(later)}; otherwise the entry becomes unsatisfied (PD11 §4).
satisfied | both | satisfied | ${order}: the attestation was not disputed in time. The entry is satisfied.
unsatisfied | both | unsatisfied | ${order}: the window of the notice of non-compliance has passed. The entry is unsatisfied; a dispute puts it before the Registrar (PD11 §5).
disputed by the party favoured | bound | disputed | ${order}: creditor disputes the entry (not_performed). The Registrar decides on the papers before ${inTwoWeeks}; otherwise the dispute ends by itself (PD11 §5).
disputed by the party bound | favoured | disputed | ${order}: debtor disputes the entry (not_performed). The Registrar decides on the papers before ${inTwoWeeks}; otherwise the dispute ends by itself (PD11 §5).
undecided after an attestation | both | undecided | ${order}: nobody decided the dispute in time, so it has ended. The entry is notified, and time runs until ${format(start + 1 + days(17))}; next of the entry says what may be done (PD11 §5).
undecided after it was found pending | both | undecided | ${order}: nobody decided the dispute in time, so it has ended. The entry is pending; next of the entry says what may be done (PD11 §5).
decided | both | decided | ${order}: the Registrar finds the entry unsatisfied. The reasons stand in the entry.
suspended | both | suspended | ${order} is open: no time runs while the judgment is under appeal (PD11 §7).
resumed | both | resumed | ${order}: the judgment stands, and time runs until ${at}.
resumed, if no time ran | both | resumed | ${order}: the judgment stands.
superseded | both | superseded | ${order}: the judgment no longer stands; what the entry gave or took is reversed.
met | both | met | ${order}: met in full from the hold. The entry is satisfied.`

  it.each(Object.entries(moved))(
    "PD11 §3 the notices are these when an entry is %s",
    (what, [entry, act, now]) => {
      const line = served.split("\n").find((one) => one.startsWith(`${what} | `)) ?? ""
      const [, whom, kind, text] = line.split(" | ")
      const parties = { bound: [bound.id], favoured: [favoured.id], both: [bound.id, favoured.id] }
      const expected = parties[whom as keyof typeof parties].map((id) => [id, `compliance.${kind}`, text])
      expect(told(entry(), act, now)).toEqual(expected)
    },
  )

  it("PD11 §3 a notice has the entry, its order, its status and when its window closes", () => {
    const [notice] = putsOf(
      Notice.Notices,
      noticesOf(Either.getOrThrow(moves(open, attest(start), start + 1)), {
        fresh: (_, k) => `n-${k}`,
        now: start + 1,
      }),
    )
    expect(notice).toMatchObject({
      id: "n-0",
      subject: "entry/entry-1",
      at: start + 1,
      data: { entry: "entry-1", citation: "[2026] MC 1", n: 1, status: "attested", closesAt: at },
    })
  })

  it("PD11 §7 each party has one notice if several entries of a judgment move at once", () => {
    const made = [open, openedAs("entry-2")].flatMap((entry) =>
      Either.getOrThrow(moves(entry, suspend, start + 1)),
    )
    const notices = putsOf(Notice.Notices, noticesOf(made, { fresh: (_, k) => `n-${k}`, now: start + 1 }))
    expect(notices.map(({ id, agentId, subject }) => [id, agentId, subject])).toEqual([
      ["n-0", bound.id, "judgment/[2026] MC 1"],
      ["n-1", favoured.id, "judgment/[2026] MC 1"],
    ])
    const line = `${order} is open: no time runs while the judgment is under appeal (PD11 §7).`
    expect(notices[0]?.text).toBe(`${line}\n${line}`)
    expect(notices[0]?.data).toMatchObject({ entry: null, n: null, status: "open", closesAt: format(late) })
  })

  it("PD11 §5 it is a defect if an entry does not have what its notice states", () => {
    expect(() => texts.disputed(open)).toThrow("entry-1")
    expect(() => texts.attested({ ...open, window: null })).toThrow("is missing")
  })

  it("Rule 2.7 a party that is not enrolled has no notice", () => {
    const outside: Entry = { ...open, favoured: { ...favoured, id: null } }
    expect(told(outside, attest(start), start + 1)).toEqual([])
    expect(told(outside, suspend, start + 1)).toHaveLength(1)
  })

  it("PD11 §8 when the judgment moves an entry right after a passing, then notices tell only the last move", () => {
    const context = contextFor({ role: "registrar" }, late)
    const passed = Either.getOrThrow(moves(open, supersede, late))
    expect(passed).toHaveLength(2)
    const notices = putsOf(Notice.Notices, entries.record([passed], alone, context))
    expect(notices.map(({ type }) => type)).toEqual(["compliance.superseded", "compliance.superseded"])
    expect(notices.map(({ id }) => id)).toEqual([0, 1].map((k) => context.fresh("entry-notice", k)))
    expect(putsOf(Notice.Notices, entries.written([passed], alone, context))).toEqual([])
    const attestedLate = Either.getOrThrow(moves(open, attest(start), late))
    expect(putsOf(Notice.Notices, entries.record([attestedLate], alone, context))).toHaveLength(2)
  })
})
