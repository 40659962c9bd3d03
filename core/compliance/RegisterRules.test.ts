/** How the Register is read, and under which names it is kept. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { handleClaim } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { refusal } from "../Refusal.ts"
import { published } from "../Schedule.ts"
import { limits } from "../Store.ts"
import { format } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import {
  deadlineKind,
  deadlineTask,
  Entries,
  type Entry,
  followedPrefix,
  judgmentSubject,
  Standings,
  subjectOf,
} from "./Entry.ts"
import { Proofs } from "./Proof.ts"
import { dueEntries, journalOf, readCompliance, readEntry, readLabel, readRegister } from "./Register.ts"
import { having, open, openedAs, suspend, threeDays } from "./testing/Given.ts"
import { agentId, creditor, fresh, item, journal, put, run } from "./testing/Kept.ts"

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
    expect(read("none")).toEqual(Either.left(refusal("unknown_entry", { id: "none" })))
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
    const whole = many.slice(0, limits.pageItems)
    expect(run(journalOf({ journal: () => Effect.succeed({ items: whole, next: null }) }, "s"))).toEqual(
      whole,
    )
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
