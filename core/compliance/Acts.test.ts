/** Who may act on an entry, which versions an act rests on, and what moves the standing of the party bound. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { newStanding, Standings, standingsOf } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { refusal } from "../kernel/Refusal.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { attestEntry, confirmEntry, decideEntry, disputeEntry, passEntry } from "./Commands.ts"
import { Entries, type Entry } from "./Entry.ts"
import { gatherEntries } from "./Judged.ts"
import { type EntryAct, partOf } from "./Moves.ts"
import { entries } from "./Record.ts"
import {
  agentId,
  confirm,
  creditor,
  debtor,
  decide,
  fresh,
  having,
  moves,
  open,
  openedAs,
  passedAt,
  put,
  run,
  threeDays,
} from "./testing/Given.ts"
import { registering } from "./testing/Wallets.ts"

describe("who acts on an entry", () => {
  it.each<[Actor, string]>([
    [debtor, "bound"],
    [creditor, "favoured"],
    [{ role: "agent", id: "id-of-somebody", handle: "somebody" }, "nobody"],
    [{ role: "registrar" }, "registrar"],
    [{ role: "scheduler" }, "clock"],
    [{ role: "chain" }, "court"],
    [{ role: "judge" }, "nobody"],
    [{ role: "public" }, "nobody"],
  ])("PD11 §3 %j has the part %s", (actor, part) => {
    expect(partOf(open, actor)).toBe(part)
  })

  it("PD11 §3 an act moves the standing of the party bound, and is refused for an unknown entry", () => {
    const standing = { ...fresh, reputation: 4, counts: { ...fresh.counts, open: 3 } }
    const facts = factsOf(put(open), Changed.put(Standings, standing))
    const by = (actor: Actor, now = start + 1) => contextFor(actor, now)
    const confirmed = allowed(facts.decide(confirmEntry, { id: "entry-1" }, by(creditor)))
    expect(putsOf(Standings, confirmed.changes)).toMatchObject([
      { reputation: 5, counts: { open: 2, satisfied: 1 } },
    ])
    const unknown = { id: "none" }
    const codes = [
      facts.decide(attestEntry, { ...unknown, date: start, evidence: "e" }, by(debtor)),
      facts.decide(disputeEntry, { ...unknown, ground: "other", statement: "s" }, by(debtor)),
      facts.decide(registering(), { ...unknown, network: "base", asset: "USDC", address: "x" }, by(creditor)),
      facts.decide(decideEntry, { ...unknown, status: "pending", reasons: "r" }, by({ role: "registrar" })),
      facts.decide(passEntry, { entryId: "none" }, by({ role: "scheduler" })),
    ].map(codeOf)
    expect(new Set(codes)).toEqual(new Set(["unknown_entry"]))
    expect(facts.decide(confirmEntry, unknown, by(creditor))).toEqual(
      Either.left(refusal("unknown_entry", unknown)),
    )
    const passed = factsOf(put(open)).decide(
      passEntry,
      { entryId: "entry-1" },
      by({ role: "scheduler" }, start + threeDays),
    )
    expect(putsOf(Entries, allowed(passed).changes)).toMatchObject([{ status: "notified" }])
    expect(putsOf(Standings, allowed(passed).changes)).toMatchObject([{ agentId, handle: "debtor" }])
  })

  it("PD11 §3 an entry has what an act states, with hashes in lower case", () => {
    const facts = () => factsOf(put(open))
    const sha256 = "AB".repeat(32)
    const attesting = { id: "entry-1", date: start, evidence: "e", sha256 }
    const [attested] = putsOf(
      Entries,
      allowed(facts().decide(attestEntry, attesting, contextFor(debtor, start + 1))).changes,
    )
    expect(attested?.attestation?.sha256).toBe(sha256.toLowerCase())
    const deciding = { id: "entry-1", status: "satisfied", reasons: "r" } as const
    const decided = (more: object) =>
      putsOf(
        Entries,
        allowed(
          facts().decide(decideEntry, { ...deciding, ...more }, contextFor({ role: "registrar" }, start + 5)),
        ).changes,
      )[0]
    expect(decided({})).toMatchObject({
      silent: false,
      corrected: false,
      performedAt: null,
      decision: { status: "satisfied", reasons: "r", performedAt: null, correction: false, at: start + 5 },
    })
    expect(decided({ performedAt: start + 2, correction: true })).toMatchObject({
      corrected: true,
      performedAt: start + 2,
      decision: { performedAt: start + 2, correction: true },
    })
    const disputing = { id: "entry-1", ground: "wrong_amount", statement: "s" } as const
    const [disputed] = putsOf(
      Entries,
      allowed(facts().decide(disputeEntry, disputing, contextFor(debtor, start + 1))).changes,
    )
    expect(disputed?.dispute).toMatchObject({
      by: "debtor",
      ground: "wrong_amount",
      statement: "s",
      at: start + 1,
    })
  })
})

describe("what a move records", () => {
  const record = (entry: Entry, act: EntryAct, now: number, told: "record" | "written" = "record") =>
    entries[told](
      [Either.getOrThrow(moves(entry, act, now))],
      { entries: [entry], standings: [fresh] },
      contextFor({ role: "registrar" }, now),
    )

  it("PD11 §6 a standing takes the reputation of a move even if the status of the entry stays", () => {
    const late = having(passedAt(open, start + threeDays), [confirm, start + threeDays + 1])
    const found = record(late, decide("satisfied", start + 1), start + threeDays + 2)
    expect(putsOf(Standings, found)).toMatchObject([{ reputation: 1, counts: fresh.counts }])
  })

  it("PD11 §6 no deadline is changed if no window ran before or after", () => {
    const pending = having(open, [decide("pending"), start + 1])
    const tags = (told: "record" | "written") =>
      record(pending, decide("unsatisfied"), start + 2, told).map(({ _tag }) => _tag)
    expect(tags("written")).toEqual(["Put", "Event", "Put"])
    expect(tags("record")).toEqual(["Put", "Event", "Put", "Put", "Task", "Put", "Task"])
  })
})

describe("the entries of a judgment, gathered", () => {
  it("PD11 §7 the entries are the judgment's, with the standing of each party bound, once", () => {
    const other: Entry = {
      ...openedAs("entry-2"),
      bound: { id: "x", handle: "x", operatorId: null },
    }
    const { reader } = factsOf(
      put(open),
      put(other),
      put(openedAs("entry-3")),
      Changed.put(Standings, { ...fresh, reputation: 7 }),
    )
    const found = run(gatherEntries(reader, ["entry-1", "entry-2", "entry-3"]))
    expect(found.entries.map(({ id }) => id)).toEqual(["entry-1", "entry-2", "entry-3"])
    expect(() => run(gatherEntries(reader, ["entry-1", "none"]))).toThrow("none")
    expect(found.standings).toEqual([{ ...fresh, reputation: 7 }, newStanding("x", "x")])
  })
})

describe("the standings of agents", () => {
  it("PD11 §10 the standings of agents are read in the order given, and are new if no standing is recorded", () => {
    const { reader } = factsOf(Changed.put(Standings, { ...fresh, reputation: 7 }))
    expect(
      run(
        standingsOf(reader, [
          { id: "x", handle: "x" },
          { id: agentId, handle: "debtor" },
        ]),
      ),
    ).toEqual([newStanding("x", "x"), { ...fresh, reputation: 7 }])
  })
})
