/** The acts on an entry as commands: who may act, what an act rests on, what it records, whom it tells, and its refusals. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Notice, Standing } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  passEntry,
} from "./Commands.ts"
import { Entries, type Entry } from "./Entry.ts"
import { gatherEntries } from "./Judged.ts"
import { type EntryAct, partOf } from "./Moves.ts"
import { entries } from "./Record.ts"
import {
  agentId,
  bound,
  confirm,
  creditor,
  debtor,
  decide,
  dispute,
  favoured,
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

const facts = (record: Entry) => ({
  record,
  asked: false,
  beside: {
    entries: [record],
    standings: [{ ...fresh, counts: { ...fresh.counts, [record.status]: 1 } }],
  },
})

const evidence = "A private receipt of the payment"
const statement = "A private word about the payment"
const attesting = { id: open.id, date: start, evidence }
const disputing = { id: open.id, ground: "wrong_amount", statement } as const

const tags = (changes: ReadonlyArray<Change>) => changes.map(({ _tag }) => _tag)

describe("acts on an entry", () => {
  it("PD11 §3 an attestation is recorded, with its deadline, the standing and a notice to the other party", () => {
    const context = contextFor(debtor, start + hours(1))
    const decision = Either.getOrThrow(attestCompliance.decide(facts(open), attesting, context))
    expect(tags(decision.changes)).toEqual(["Put", "Task", "Event", "Put", "Put", "Task"])
    expect(decision.changes[1]).toMatchObject({
      id: "entry-deadline/entry-1",
      dueAt: start + hours(1) + threeDays,
      body: { entryId: "entry-1" },
    })
    expect(putsOf(Standing.Standings, decision.changes)).toMatchObject([{ counts: { open: 0, attested: 1 } }])
    expect(putsOf(Notice.Notices, decision.changes)).toMatchObject([
      { agentId: favoured.id, type: "compliance.attested", at: start + hours(1) },
    ])
    expect(decision.reply).toMatchObject({
      status: "attested",
      attestation: { date: format(start), evidence, evidenceSha256: sha256Hex(evidence) },
    })
  })

  it("PD11 §1 the journal has the SHA-256 of what was attested and stated, never the words", () => {
    const attested = attestCompliance.decide(facts(open), attesting, contextFor(debtor, start + 1))
    const disputed = disputeCompliance.decide(facts(open), disputing, contextFor(creditor, start + 1))
    for (const [decided, words] of [
      [attested, evidence],
      [disputed, statement],
    ] as const) {
      const published = JSON.stringify(eventsOf(Either.getOrThrow(decided).changes))
      expect(published).not.toContain(words)
      expect(published).toContain(sha256Hex(words))
    }
  })

  it("PD11 §4 a late attestation first serves the notice of non-compliance, in the same commit", () => {
    const now = start + threeDays
    const decision = Either.getOrThrow(
      attestCompliance.decide(facts(open), attesting, contextFor(debtor, now)),
    )
    expect(eventsOf(decision.changes).map(({ type }) => type)).toEqual([
      "compliance.notified",
      "compliance.attested",
    ])
    expect(putsOf(Notice.Notices, decision.changes)).toMatchObject([
      { agentId: bound.id, type: "compliance.notified" },
      { agentId: favoured.id, type: "compliance.attested" },
    ])
    expect(putsOf(Entries, decision.changes)).toHaveLength(1)
  })

  it("PD11 §10 when a move takes an adjustment, then the standing takes it", () => {
    const notified = passedAt(open, start + threeDays)
    const late = contextFor({ role: "scheduler" }, start + 3 * threeDays)
    const failed = Either.getOrThrow(passEntry.decide(facts(notified), { entryId: open.id }, late))
    expect(putsOf(Standing.Standings, failed.changes)).toMatchObject([
      { reputation: -3, counts: { notified: 0, unsatisfied: 1 } },
    ])
    expect(eventsOf(failed.changes)).toMatchObject([{ at: start + 2 * threeDays, data: { by: "scheduler" } }])
  })

  it("PD11 §4 a deadline that fires with nothing due does nothing", () => {
    const clock = (now: number) => contextFor({ role: "scheduler" }, now)
    const early = passEntry.decide(facts(open), { entryId: open.id }, clock(start + threeDays - 1))
    expect(early).toEqual(Either.right({ changes: [], reply: null }))
    const disputed = having(open, [dispute(), start + 1])
    const frozen = passEntry.decide(facts(disputed), { entryId: open.id }, clock(start + 4 * threeDays))
    expect(Either.getOrThrow(frozen).changes).toEqual([])
  })
})

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
    const facts = factsOf(put(open), Changed.put(Standing.Standings, standing))
    const by = (actor: Actor, now = start + 1) => contextFor(actor, now)
    const confirmed = allowed(facts.decide(confirmCompliance, { id: "entry-1" }, by(creditor)))
    expect(putsOf(Standing.Standings, confirmed.changes)).toMatchObject([
      { reputation: 5, counts: { open: 2, satisfied: 1 } },
    ])
    const unknown = { id: "none" }
    const codes = [
      facts.decide(attestCompliance, { ...unknown, date: start, evidence: "e" }, by(debtor)),
      facts.decide(disputeCompliance, { ...unknown, ground: "other", statement: "s" }, by(debtor)),
      facts.decide(registering(), { ...unknown, network: "base", asset: "USDC", address: "x" }, by(creditor)),
      facts.decide(
        decideCompliance,
        { ...unknown, status: "pending", reasons: "r" },
        by({ role: "registrar" }),
      ),
      facts.decide(passEntry, { entryId: "none" }, by({ role: "scheduler" })),
    ].map(codeOf)
    expect(new Set(codes)).toEqual(new Set(["unknown_entry"]))
    expect(facts.decide(confirmCompliance, unknown, by(creditor))).toEqual(
      Either.left(refusal("unknown_entry", unknown)),
    )
    const passed = factsOf(put(open)).decide(
      passEntry,
      { entryId: "entry-1" },
      by({ role: "scheduler" }, start + threeDays),
    )
    expect(putsOf(Entries, allowed(passed).changes)).toMatchObject([{ status: "notified" }])
    expect(putsOf(Standing.Standings, allowed(passed).changes)).toMatchObject([{ agentId, handle: "debtor" }])
  })

  it("PD11 §3 an entry has what an act states, with hashes in lower case", () => {
    const facts = () => factsOf(put(open))
    const sha256 = "AB".repeat(32)
    const attesting = { id: "entry-1", date: start, evidence: "e", sha256 }
    const [attested] = putsOf(
      Entries,
      allowed(facts().decide(attestCompliance, attesting, contextFor(debtor, start + 1))).changes,
    )
    expect(attested?.attestation?.sha256).toBe(sha256.toLowerCase())
    const deciding = { id: "entry-1", status: "satisfied", reasons: "r" } as const
    const decided = (more: object) =>
      putsOf(
        Entries,
        allowed(
          facts().decide(
            decideCompliance,
            { ...deciding, ...more },
            contextFor({ role: "registrar" }, start + 5),
          ),
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
      allowed(facts().decide(disputeCompliance, disputing, contextFor(debtor, start + 1))).changes,
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
    expect(putsOf(Standing.Standings, found)).toMatchObject([{ reputation: 1, counts: fresh.counts }])
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
      Changed.put(Standing.Standings, { ...fresh, reputation: 7 }),
    )
    const found = run(gatherEntries(reader, ["entry-1", "entry-2", "entry-3"]))
    expect(found.entries.map(({ id }) => id)).toEqual(["entry-1", "entry-2", "entry-3"])
    expect(() => run(gatherEntries(reader, ["entry-1", "none"]))).toThrow("none")
    expect(found.standings).toEqual([{ ...fresh, reputation: 7 }, Standing.make("x", "x")])
  })
})
