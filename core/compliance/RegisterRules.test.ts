/** How the Register is read, who acts in it, and how a transfer finds the order that it pays. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../Actor.ts"
import { handleClaim } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { type Quotation, Quotations } from "../chains/Price.ts"
import { CountedTransfers, counted, type Transfer } from "../chains/Transfer.ts"
import { published } from "../Schedule.ts"
import { type Journalled, limits } from "../Store.ts"
import { format } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { gatherEntries } from "./ByJudgment.ts"
import { proveByTransfer } from "./ChainProof.ts"
import {
  addressEntry,
  attestEntry,
  confirmEntry,
  decideEntry,
  disputeEntry,
  partOf,
  passEntry,
} from "./Commands.ts"
import {
  deadlineKind,
  deadlineTask,
  Entries,
  type Entry,
  followedPrefix,
  judgmentSubject,
  newStanding,
  Standings,
  subjectOf,
} from "./Entry.ts"
import { Proofs } from "./Proof.ts"
import { dueEntries, journalOf, readCompliance, readEntry, readLabel, readRegister } from "./Register.ts"
import { adjustStandings, standingsOf } from "./Standing.ts"
import {
  actorOf,
  attest,
  bound,
  dispute,
  favoured,
  having,
  open,
  openedAs,
  suspend,
  threeDays,
} from "./testing/Given.ts"

const debtor = actorOf(bound)
const creditor = actorOf(favoured)
const agentId = bound.id ?? ""
const put = (entry: Entry) => Changed.put(Entries, entry)
const fresh = newStanding(agentId, bound.handle)
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(effect)

const item = (n: number, subject: string): Journalled => ({
  cursor: `${n}`.padStart(6, "0"),
  id: `${n}`,
  at: start,
  type: "compliance.confirmed",
  subject,
  rules: ["PD11 §3"],
  data: { entry: "entry-1", by: "creditor", act: "confirm", from: "open", status: "satisfied", delta: 1 },
})
/** A journal of these items, given out page by page. */
const journal = (all: ReadonlyArray<Journalled>) => ({
  journal: (query: { subject: string | null; after: string | null; limit: number }) => {
    const left = all.filter(
      ({ subject, cursor }) => subject === query.subject && cursor > (query.after ?? ""),
    )
    const items = left.slice(0, query.limit)
    return Effect.succeed({ items, next: items.at(-1)?.cursor ?? query.after })
  },
})

describe("the Register as it is read", () => {
  it("PD11 §1 an entry is shown with its history, from its own items and its judgment's", () => {
    const { reader } = factsOf(put(open))
    const told = journal([item(1, "entry/entry-1"), item(2, "entry/other")])
    const read = (id: string) =>
      Effect.runSync(Effect.either(readEntry(reader, told, id, { role: "public" }, start, published)))
    const entry = Either.getOrThrow(read("entry-1"))
    expect(entry).toMatchObject({ id: "entry-1", status: "open" })
    expect(entry.history).toEqual([
      {
        at: format(start),
        actor: "creditor",
        act: "confirm",
        from: "open",
        to: "satisfied",
        rule: "PD11 §3",
        rules: ["PD11 §3"],
        delta: 1,
      },
    ])
    expect(read("none")).toMatchObject({ left: { code: "unknown_entry" } })
    const opened = { ...item(3, "judgment/[2026] MC 1"), type: "compliance.opened" }
    const both = run(
      readEntry(
        reader,
        journal([{ ...opened, at: start - 1 }, item(4, "entry/entry-1")]),
        "entry-1",
        creditor,
        start,
        published,
      ),
    )
    expect(both.history).toHaveLength(2)
  })

  it("PD17 §1 the journal of a subject is read to its end, page by page", () => {
    const many = Array.from({ length: 2 * limits.pageItems + 1 }, (_, i) => item(i, "s"))
    expect(run(journalOf(journal(many), "s"))).toHaveLength(many.length)
    expect(run(journalOf(journal(many.slice(0, limits.pageItems)), "s"))).toHaveLength(limits.pageItems)
    expect(run(journalOf(journal([]), "s"))).toEqual([])
    let asked = 0
    const counting = {
      journal: (query: Parameters<ReturnType<typeof journal>["journal"]>[0]) => {
        asked += 1
        return journal(many.slice(0, 3)).journal(query)
      },
    }
    expect(run(journalOf(counting, "s"))).toHaveLength(3)
    expect(asked).toBe(1)
  })

  it("PD11 §4 entries whose window has passed are found, however many they are, and no others", () => {
    const many = Array.from({ length: 205 }, (_, i) => put(openedAs(`entry-${String(i).padStart(3, "0")}`)))
    const late: Entry = {
      ...openedAs("late"),
      window: { kind: "notice", opensAt: start, closesAt: start + 9 * threeDays },
    }
    const elsewhere: Entry = {
      ...openedAs("elsewhere"),
      order: { ...open.order, bound: { ...open.order.bound, id: "x" } },
    }
    const { reader } = factsOf(...many, put(late), put(elsewhere))
    const due = (now: number) => run(dueEntries(reader, agentId, now))
    expect(due(start + threeDays)).toHaveLength(205)
    expect(due(start + threeDays - 1)).toEqual([])
    expect(due(start + 9 * threeDays)).toHaveLength(206)
    const suspended = having(open, [suspend, start + 1])
    expect(run(dueEntries(factsOf(put(suspended)).reader, agentId, start + 9 * threeDays))).toEqual([])
  })

  it("PD11 §9 the record of an agent has its standing, its label now and the entries against it", () => {
    const standing = { ...fresh, reputation: 2, counts: { ...fresh.counts, open: 1 } }
    const other: Entry = {
      ...openedAs("elsewhere"),
      order: { ...open.order, bound: { ...open.order.bound, id: "x" } },
    }
    const { reader } = factsOf(
      Changed.claim(handleClaim("debtor"), agentId),
      Changed.put(Standings, standing),
      put(open),
      put(other),
    )
    const read = (handle: string, now = start) =>
      Effect.runSync(
        Effect.either(readCompliance(reader, handle, { after: null, limit: 20 }, now, published)),
      )
    expect(read("debtor")).toMatchObject({
      right: { handle: "debtor", label: "good", reputation: 2, counts: { open: 1 } },
    })
    expect(Either.getOrThrow(read("debtor")).entries.map(({ id }) => id)).toEqual(["entry-1"])
    expect(Either.getOrThrow(read("debtor", start + threeDays)).label).toBe("qualified")
    expect(read("nobody")).toMatchObject({ left: { code: "unknown_agent" } })
    expect(JSON.stringify(read("nobody"))).toContain("nobody")
    expect(run(readLabel(reader, standing, start + threeDays))).toBe("qualified")
    const newcomer = factsOf(Changed.claim(handleClaim("debtor"), agentId)).reader
    const record = run(readCompliance(newcomer, "debtor", { after: null, limit: 20 }, start, published))
    expect(record).toMatchObject({ label: "no record", reputation: 0, entries: [], nextCursor: null })
  })

  it("PD11 §1 the whole Register is read in the order of delivery, page by page", () => {
    const later: Entry = { ...openedAs("entry-0"), order: { ...open.order, deliveredAt: start + 1 } }
    const { reader } = factsOf(put(later), put(open))
    const page = (after: string | null, limit: number) =>
      run(readRegister(reader, { after, limit }, { role: "public" }, start, published))
    expect(page(null, 9).items.map(({ id }) => id)).toEqual(["entry-1", "entry-0"])
    const first = page(null, 1)
    expect(first.items.map(({ id }) => id)).toEqual(["entry-1"])
    expect(page(first.nextCursor, 1).items.map(({ id }) => id)).toEqual(["entry-0"])
    expect(page(null, 9).nextCursor).toBeNull()
  })

  it("PD11 §1 the names under which entries are kept do not change, since rows have them", () => {
    const key = `00${start}/entry-1`
    expect([Entries.name, Entries.id(open), Standings.name, Standings.id(fresh)]).toEqual([
      "entry",
      "entry-1",
      "standing",
      agentId,
    ])
    expect([Proofs.name, Proofs.id({ entryId: "e", parts: [] })]).toEqual(["chain-proof", "e"])
    expect([deadlineTask("e"), deadlineKind]).toEqual(["entry-deadline/e", "entry-deadline"])
    expect([subjectOf("e"), judgmentSubject("c")]).toEqual(["entry/e", "judgment/c"])
    const place = { network: "n", asset: "a", address: "x" }
    expect(followedPrefix(place)).toBe("n/a/x/")
    const addressed: Entry = { ...open, address: { ...place, at: start } }
    const indexed = (entry: Entry) => Entries.index(entry)
    const always = [
      { index: "entries.register", key },
      { index: "entries.against", key: `${agentId}/${key}` },
    ]
    const window = { index: "entries.window", key: `${agentId}/00${start + threeDays}/entry-1` }
    const followed = { index: "entries.followed", key: `n/a/x/${key}` }
    expect(indexed(addressed)).toEqual([...always, window, followed])
    expect(indexed({ ...addressed, window: null })).toEqual([...always, followed])
    expect(indexed({ ...addressed, suspendedSince: start })).toEqual([...always, followed])
    expect(indexed({ ...addressed, address: null })).toEqual([...always, window])
    expect(indexed({ ...addressed, order: { ...open.order, type: "perform" } })).toEqual([...always, window])
    const followedIn = (
      [
        "open",
        "attested",
        "notified",
        "satisfied",
        "unsatisfied",
        "disputed",
        "pending",
        "superseded",
      ] as const
    ).filter((status) => indexed({ ...addressed, status }).length === 4)
    expect(followedIn).toEqual(["open", "attested", "notified"])
  })
})

describe("who acts in an entry", () => {
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

  it("PD11 §3 an act rests on the entry and on the standing of who is bound, as they are kept", () => {
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
      facts.decide(addressEntry, { ...unknown, network: "base", asset: "USDC", address: "x" }, by(creditor)),
      facts.decide(decideEntry, { ...unknown, status: "pending", reasons: "r" }, by({ role: "registrar" })),
      facts.decide(passEntry, { entryId: "none" }, by({ role: "scheduler" })),
    ].map(codeOf)
    expect(new Set(codes)).toEqual(new Set(["unknown_entry"]))
    const passed = factsOf(put(open)).decide(
      passEntry,
      { entryId: "entry-1" },
      by({ role: "scheduler" }, start + threeDays),
    )
    expect(putsOf(Entries, allowed(passed).changes)).toMatchObject([{ status: "notified" }])
    expect(putsOf(Standings, allowed(passed).changes)).toMatchObject([{ agentId, handle: "debtor" }])
  })

  it("PD11 §3 what is stated is kept as it was stated", () => {
    const facts = () => factsOf(put(open))
    const sha256 = "AB".repeat(32)
    const attesting = { id: "entry-1", date: start, evidence: "e", sha256 }
    const [attested] = putsOf(
      Entries,
      allowed(facts().decide(attestEntry, attesting, contextFor(debtor, start + 1))).changes,
    )
    expect(attested?.attestation?.sha256).toBe(sha256.toLowerCase())
    const deciding = { id: "entry-1", status: "satisfied", reasons: "r" } as const
    const decide = (more: object) =>
      putsOf(
        Entries,
        allowed(
          facts().decide(decideEntry, { ...deciding, ...more }, contextFor({ role: "registrar" }, start + 5)),
        ).changes,
      )[0]
    expect(decide({})).toMatchObject({
      corrected: false,
      performedAt: null,
      decision: { status: "satisfied", reasons: "r", performedAt: null, correction: false, at: start + 5 },
    })
    expect(decide({ performedAt: start + 2, correction: true })).toMatchObject({
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

describe("the entries of a judgment, gathered", () => {
  it("PD11 §7 are those that are kept, with the standing of each who is bound, once", () => {
    const other: Entry = {
      ...openedAs("entry-2"),
      order: { ...open.order, bound: { id: "x", handle: "x", operatorId: null } },
    }
    const { reader } = factsOf(
      put(open),
      put(other),
      put(openedAs("entry-3")),
      Changed.put(Standings, { ...fresh, reputation: 7 }),
    )
    const found = run(gatherEntries(reader, ["entry-1", "none", "entry-2", "entry-3"]))
    expect(found.entries.map(({ id }) => id)).toEqual(["entry-1", "entry-2", "entry-3"])
    expect(found.standings).toEqual([{ ...fresh, reputation: 7 }, newStanding("x", "x")])
  })
})

describe("findings of conduct", () => {
  const citation = "[2026] MC 1"
  const found = (delta: number, id = agentId) => ({
    agentId: id,
    handle: "debtor",
    finding: "unlodged_quote",
    reason: "a quote was not lodged",
    delta,
  })

  it("PD4 §2 move the reputation of those whose standing is given, and one event tells all", () => {
    const given = [{ ...fresh, reputation: 1 }, newStanding("x", "x")]
    const made = adjustStandings(given, [found(-3), found(-1), found(-9, "y")], { act: "find", citation })
    expect(made.standings).toEqual([{ ...fresh, reputation: -3 }, newStanding("x", "x")])
    const line = (delta: number) => ({
      agent: "debtor",
      finding: "unlodged_quote",
      reason: "a quote was not lodged",
      delta,
    })
    expect(made.changes).toEqual([
      Changed.put(Standings, { ...fresh, reputation: -3 }),
      Changed.event("compliance.adjusted", "judgment/[2026] MC 1", ["PD4 §2", "PD11 §10"], {
        act: "find",
        citation,
        adjustments: [line(-3), line(-1)],
      }),
    ])
  })

  it("PD11 §8 that are reversed cite why, and none change nothing", () => {
    const [, event] = adjustStandings([fresh], [found(3)], { act: "reverse", citation }).changes
    expect(event).toMatchObject({ rules: ["PD11 §8", "PD4 §2"], data: { act: "reverse" } })
    expect(adjustStandings([fresh], [found(3, "y")], { act: "find", citation })).toEqual({
      standings: [fresh],
      changes: [],
    })
  })

  it("PD11 §10 the standings of agents come in the order asked, new where there is none", () => {
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

describe("a transfer and the order that it pays", () => {
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
  const address = { network: "eip155:8453", asset, address: "0xCreditor", at: start }
  const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
    network: address.network,
    asset,
    to: address.address,
    txid: "0xaa",
    index: 0,
    units: "50000000",
    height: 10,
    blockHash: "0x10",
    blockAt: start + 1000,
    confirmations: 20,
    confirmedAt: start + 50_000,
    ...changes,
  })
  const now = start + 60_000
  const first: Entry = { ...open, address }
  const second: Entry = { ...openedAs("entry-2"), address, order: { ...open.order, deliveredAt: start + 1 } }
  const prove = (facts: ReturnType<typeof factsOf>, one = transfer()) =>
    allowed(facts.decide(proveByTransfer, one, contextFor({ role: "chain" }, now)))

  it("PD11 §11 is the first delivered of those that are paid there, and satisfies it", () => {
    const { changes, reply } = prove(
      factsOf(put(second), put(first), Changed.put(Standings, { ...fresh, reputation: 4 })),
    )
    expect(reply).toEqual({ reception: "counted" })
    expect(putsOf(Entries, changes)).toMatchObject([
      { id: "entry-1", status: "satisfied", performedAt: start + 1000 },
    ])
    expect(putsOf(CountedTransfers, changes)).toEqual([
      counted(transfer(), { towards: { kind: "entry", id: "entry-1" }, cents: 5000, at: now }),
    ])
    expect(putsOf(Proofs, changes)).toEqual([
      { entryId: "entry-1", parts: [{ cents: 5000, at: start + 1000 }] },
    ])
    expect(putsOf(Standings, changes)).toMatchObject([{ reputation: 5 }])
  })

  it("PD11 §11 adds up with what came before, and what has its sum takes no more", () => {
    const facts = factsOf(put(first), put(second))
    prove(facts, transfer({ units: "20000000" }))
    const rest = prove(facts, transfer({ units: "30000000", index: 1 }))
    expect(putsOf(Entries, rest.changes)).toMatchObject([{ id: "entry-1", status: "satisfied" }])
    const next = prove(facts, transfer({ index: 2 }))
    expect(putsOf(CountedTransfers, next.changes)).toMatchObject([{ towards: { id: "entry-2" } }])
    const late = factsOf(
      put(first),
      put(second),
      Changed.put(Proofs, { entryId: "entry-1", parts: [{ cents: 5000, at: start }] }),
    )
    expect(putsOf(CountedTransfers, prove(late).changes)).toMatchObject([{ towards: { id: "entry-2" } }])
  })

  it("PD11 §11 that came before an entry was delivered counts for the next", () => {
    const third: Entry = { ...first, order: { ...open.order, deliveredAt: start - 5 } }
    const later: Entry = { ...second, order: { ...open.order, deliveredAt: start + 5000 } }
    const { changes } = prove(
      factsOf(put({ ...third, id: "entry-9" }), put(later)),
      transfer({ blockAt: start }),
    )
    expect(putsOf(CountedTransfers, changes)).toMatchObject([{ towards: { id: "entry-9" } }])
    expect(prove(factsOf(put(later))).reply).toEqual({ reception: "passed_by" })
  })

  it("PD11 §11 is known where it stands already, and counts again where it was taken back", () => {
    const record = counted(transfer(), { towards: { kind: "entry", id: "entry-1" }, cents: 5000, at: start })
    const known = prove(factsOf(put(first), Changed.put(CountedTransfers, record)))
    expect(known).toEqual({ changes: [], reply: { reception: "known" } })
    const reversed = { ...record, reversedAt: start, attention: "reorganised" as const }
    const again = prove(factsOf(put(first), Changed.put(CountedTransfers, reversed)))
    expect(putsOf(CountedTransfers, again.changes)).toMatchObject([
      { reversedAt: null, attention: "reorganised" },
    ])
  })

  it("PD11 §11 is passed by where nothing is to be paid there, or the asset is not listed", () => {
    const passedBy = { changes: [], reply: { reception: "passed_by" } }
    expect(prove(factsOf())).toEqual(passedBy)
    const other = { ...first, address: { ...address, asset: "eip155:8453/erc20:0x1" } }
    expect(prove(factsOf(put(other)), transfer({ asset: "eip155:8453/erc20:0x1" }))).toEqual(passedBy)
    const done = having(first, [attest(start), start + 1], [dispute(), start + 2])
    expect(prove(factsOf(put(done)))).toEqual(passedBy)
  })

  it("PD11 §11 in bitcoin is worth what a fresh price says, to the cent", () => {
    const network = "bip122:000000000019d6689c085ae165831e93"
    const there = { ...address, network, asset: `${network}/slip44:0` }
    const sent = transfer({ network, asset: there.asset, units: "100000" })
    const facts = factsOf(put({ ...first, address: there }))
    expect(prove(facts, sent).reply).toEqual({ reception: "waiting" })
    facts.take([Changed.put<Quotation>(Quotations, { symbol: "BTC", microUsd: "50000000000", at: now })])
    expect(putsOf(CountedTransfers, prove(facts, sent).changes)).toMatchObject([{ cents: 5000 }])
    const cent = factsOf(put(first))
    expect(prove(cent, transfer({ units: "9999" })).reply).toEqual({ reception: "passed_by" })
    expect(prove(cent, transfer({ units: "10000" })).reply).toEqual({ reception: "counted" })
  })
})
