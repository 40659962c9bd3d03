/** The acts on an entry as commands: their changes, their notices and their refusals. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Notices, Standings } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { days, format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  passEntry,
} from "./Commands.ts"
import { Entries, type Entry } from "./Entry.ts"
import {
  bound,
  creditor,
  debtor,
  dispute,
  favoured,
  fresh,
  having,
  open,
  passedAt,
  threeDays,
} from "./testing/Given.ts"

const stranger: Actor = { role: "agent", id: "id-of-somebody", handle: "somebody" }
const registrar: Actor = { role: "registrar" }

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
    expect(putsOf(Standings, decision.changes)).toMatchObject([{ counts: { open: 0, attested: 1 } }])
    expect(putsOf(Notices, decision.changes)).toMatchObject([
      { agentId: favoured.id, type: "compliance.attested", at: start + hours(1) },
    ])
    expect(decision.reply).toMatchObject({
      status: "attested",
      attestation: { date: format(start), evidence, evidenceSha256: sha256Hex(evidence) },
    })
  })

  it("PD11 §3 only the party bound attests, only the party favoured confirms, and a stranger disputes nothing", () => {
    const by = (actor: Actor) => contextFor(actor, start + 1)
    for (const actor of [creditor, stranger, registrar, { role: "public" } as const]) {
      expect(codeOf(attestCompliance.decide(facts(open), attesting, by(actor)))).toBe("not_bound")
    }
    expect(codeOf(confirmCompliance.decide(facts(open), open, by(debtor)))).toBe("not_favoured")
    expect(codeOf(disputeCompliance.decide(facts(open), disputing, by(stranger)))).toBe("not_a_party")
    const decision = { id: open.id, status: "pending", reasons: "r" } as const
    expect(codeOf(decideCompliance.decide(facts(open), decision, by(creditor)))).toBe("registrar_only")
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
    expect(putsOf(Notices, decision.changes)).toMatchObject([
      { agentId: bound.id, type: "compliance.notified" },
      { agentId: favoured.id, type: "compliance.attested" },
    ])
    expect(putsOf(Entries, decision.changes)).toHaveLength(1)
  })

  it("PD11 §5 a dispute gives the Registrar its time and is served on the other party", () => {
    const decision = Either.getOrThrow(
      disputeCompliance.decide(facts(open), disputing, contextFor(creditor, start + 1)),
    )
    expect(decision.changes).toContainEqual(
      expect.objectContaining({
        _tag: "Task",
        id: "entry-deadline/entry-1",
        dueAt: start + 1 + days(14),
      }),
    )
    expect(putsOf(Notices, decision.changes)).toMatchObject([{ agentId: bound.id }])
    const byDebtor = disputeCompliance.decide(facts(open), disputing, contextFor(debtor, start + 1))
    expect(putsOf(Notices, Either.getOrThrow(byDebtor).changes)).toMatchObject([{ agentId: favoured.id }])
  })

  it("PD11 §10 when a move gives an adjustment, then the standing takes it", () => {
    const confirmed = Either.getOrThrow(
      confirmCompliance.decide(facts(open), { id: open.id }, contextFor(creditor, start + 1)),
    )
    expect(putsOf(Standings, confirmed.changes)).toMatchObject([
      { reputation: 1, counts: { open: 0, satisfied: 1 } },
    ])
    const notified = passedAt(open, start + threeDays)
    const late = contextFor({ role: "scheduler" }, start + 3 * threeDays)
    const failed = Either.getOrThrow(passEntry.decide(facts(notified), { entryId: open.id }, late))
    expect(putsOf(Standings, failed.changes)).toMatchObject([
      { reputation: -3, counts: { notified: 0, unsatisfied: 1 } },
    ])
    expect(eventsOf(failed.changes)).toMatchObject([{ at: start + 2 * threeDays, data: { by: "scheduler" } }])
  })

  it("PD11 §4 a deadline that fires with nothing due does nothing", () => {
    const clock = (now: number) => contextFor({ role: "scheduler" }, now)
    const early = passEntry.decide(facts(open), { entryId: open.id }, clock(start + threeDays - 1))
    expect(Either.getOrThrow(early).changes).toEqual([])
    const disputed = having(open, [dispute(), start + 1])
    const frozen = passEntry.decide(facts(disputed), { entryId: open.id }, clock(start + 4 * threeDays))
    expect(Either.getOrThrow(frozen).changes).toEqual([])
  })

  it("PD11 §6 the Registrar's reasons are public, and the decision is served on both parties", () => {
    const deciding = { id: open.id, status: "pending", reasons: "More papers are needed." } as const
    const decision = Either.getOrThrow(
      decideCompliance.decide(facts(open), deciding, contextFor(registrar, start + 1)),
    )
    expect(eventsOf(decision.changes)).toMatchObject([
      { data: { by: "registrar", status: "pending", reasons: "More papers are needed." } },
    ])
    expect(putsOf(Notices, decision.changes)).toHaveLength(2)
  })
})
