/** How the Register is read, and the names of its records, indexes and tasks. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { Agent, Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format, latestFirst } from "../kernel/Time.ts"
import { loggedCourt, provedPlace } from "../log/testing/Proved.ts"
import { type Journalled, limits } from "../store/Store.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { deadlineKind, deadlineTask, Entries, type Entry, followedPrefix, subjectOf } from "./Entry.ts"
import { PaymentAddresses } from "./PaymentAddress.ts"
import { Proofs } from "./Proof.ts"
import {
  checkCompliance,
  complianceHistory,
  listCompliance,
  proveCompliance,
  readCompliance,
  readCounts,
  readLabel,
} from "./Queries.ts"
import {
  agentId,
  attest,
  fresh,
  having,
  item,
  journal,
  open,
  openedAs,
  passedAt,
  put,
  run,
  suspend,
  threeDays,
} from "./testing/Given.ts"

describe("the Register as it is read", () => {
  const publicly = (now: number = start) => contextFor({ role: "public" }, now)
  const shown = (told: ReturnType<typeof journal>, id = "entry-1") =>
    Effect.runSync(
      Effect.either(
        Effect.catchTag(
          readCompliance.read({ id }, publicly(), { ...factsOf(put(open)).reader, ...told }),
          "StoreUnavailable",
          Effect.die,
        ),
      ),
    )
  const history = (told: ReturnType<typeof journal>) => Either.getOrThrow(shown(told)).history

  it("PD11 §1 an entry is shown with its history, which comes from its own items and those of its judgment", () => {
    const told = journal([item(1, "entry/entry-1"), item(2, "entry/other")])
    expect(Either.getOrThrow(shown(told))).toMatchObject({ id: "entry-1", status: "open" })
    expect(history(told)).toEqual([
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
    expect(shown(told, "none")).toEqual(Either.left(refusal("unknown_entry", { id: "none" })))
    const opened = { ...item(3, "judgment/[2026] MC 1"), at: start - 1 }
    expect(history(journal([opened, item(4, "entry/entry-1")]))).toHaveLength(2)
  })

  it("PD17 §1 the journal of a subject is read to its end, and a page of history has the latest moves in their order", () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...item(i, "entry/entry-1"), at: start + i }))
    const times = (moves: ReadonlyArray<{ readonly at: string }>) => moves.map(({ at }) => at)
    const last = 2 * limits.pageItems
    const many = journal(items(last + 1))
    expect(times(history(many))).toEqual(Array.from({ length: 50 }, (_, i) => format(start + last - 49 + i)))
    expect(Either.getOrThrow(shown(many)).historyCursor).toBe(String(last - 49))
    const whole = items(limits.pageItems)
    expect(times(history(journal(whole))).at(-1)).toBe(format(start + limits.pageItems - 1))
    expect(Either.getOrThrow(shown(journal([])))).toMatchObject({ history: [], historyCursor: null })
    expect(Either.getOrThrow(shown(journal(items(50)))).historyCursor).toBeNull()
    expect(Either.getOrThrow(shown(journal(items(51))))).toMatchObject({ historyCursor: "1" })
    let asked = 0
    const ended = {
      journal: (query: Parameters<ReturnType<typeof journal>["journal"]>[0]) => {
        asked += 1
        return Effect.succeed({ items: query.subject === "entry/entry-1" ? whole : [], next: null })
      },
    }
    expect(history(ended)).toHaveLength(50)
    expect(asked).toBe(2)
  })

  it("PD17 §1 the pages of a history together have every move once", () => {
    const told = journal(
      Array.from({ length: 7 }, (_, i) => ({ ...item(i, "entry/entry-1"), at: start + i })),
    )
    const page = (after: string | null) =>
      run(
        Effect.orDie(
          complianceHistory.read({ id: "entry-1", page: { after, limit: 3 } }, publicly(), {
            ...factsOf(put(open)).reader,
            ...told,
          }),
        ),
      )
    const [first, second, third] = [page(null), page("4"), page("1")]
    expect([first.next, second.next, third.next]).toEqual(["4", "1", null])
    const all = [...third.items, ...second.items, ...first.items].map(({ at }) => at)
    expect(all).toEqual(Array.from({ length: 7 }, (_, i) => format(start + i)))
    expect(page("nothing").items).toEqual([])
    const unknown = { id: "none", page: { after: null, limit: 3 } }
    expect(run(Effect.flip(complianceHistory.read(unknown, publicly(), factsOf().reader)))).toEqual(
      refusal("unknown_entry", { id: "none" }),
    )
  })

  it("PD11 §4 a label counts every entry whose window has passed, however many they are, and no others", () => {
    const many = Array.from({ length: 205 }, (_, i) => put(openedAs(`entry-${String(i).padStart(3, "0")}`)))
    const late: Entry = {
      ...openedAs("late"),
      window: { kind: "notice", opensAt: start, closesAt: start + 9 * threeDays },
    }
    const elsewhere: Entry = {
      ...openedAs("elsewhere"),
      bound: { ...open.bound, id: "x" },
    }
    const { reader } = factsOf(...many, put(late), put(elsewhere))
    const counted = { ...fresh, counts: { ...fresh.counts, open: 206 } }
    const label = (now: number) => run(readLabel(reader, counted, now))
    expect([label(start + threeDays - 1), label(start + threeDays)]).toEqual(["good", "qualified"])
    const attested = Array.from({ length: 101 }, (_, i) => ({
      ...having(open, [attest(start), start + 1]),
      id: `attested-${String(i).padStart(3, "0")}`,
    }))
    const undisputed = { ...fresh, counts: { ...fresh.counts, attested: 101 } }
    const passed = start + 9 * threeDays
    expect(run(readLabel(factsOf(...attested.map(put)).reader, undisputed, passed))).toBe("good")
    const suspended = having(open, [suspend, start + 1])
    const one = { ...fresh, counts: { ...fresh.counts, open: 1 } }
    expect(run(readLabel(factsOf(put(suspended)).reader, one, start + 9 * threeDays))).toBe("good")
  })

  it("PD11 §9 the counts of an agent have the entries whose windows have passed under what they became", () => {
    const attested = { ...having(open, [attest(start), start + 1]), id: "attested" }
    const { reader } = factsOf(put(open), put(attested))
    const standing = { ...fresh, counts: { ...fresh.counts, open: 1, attested: 1 } }
    const counts = (now: number) => run(readCounts(reader, standing, now))
    expect(counts(start + threeDays - 1)).toEqual(standing.counts)
    expect(counts(start + 1 + threeDays)).toEqual({ ...fresh.counts, notified: 1, satisfied: 1 })
    const warned = { ...fresh, counts: { ...fresh.counts, notified: 1 } }
    const { reader: later } = factsOf(put(passedAt(open, start + threeDays)))
    expect(run(readCounts(later, warned, start + 2 * threeDays))).toEqual({ ...fresh.counts, unsatisfied: 1 })
  })

  it("PD11 §9 the record of an agent has its standing, its label now and the entries against it, and nobody else has one", () => {
    const standing = { ...fresh, reputation: 2, counts: { ...fresh.counts, open: 1 } }
    const other: Entry = {
      ...openedAs("elsewhere"),
      bound: { ...open.bound, id: "x" },
    }
    const debtor = [
      Changed.claim(Agent.handleClaim("debtor"), agentId),
      Changed.put(Agent.Agents, agent("debtor", { id: agentId })),
    ]
    const known = factsOf(...debtor, Changed.put(Standing.Standings, standing), put(open), put(other))
    const read = (handle: string, now = start) =>
      known.ask(checkCompliance, { handle, page: { after: null, limit: 20 } }, publicly(now))
    expect(read("debtor")).toMatchObject({
      right: {
        handle: "debtor",
        operatorIdentity: "stated",
        label: "good",
        reputation: 2,
        counts: { open: 1 },
      },
    })
    expect(Either.getOrThrow(read("debtor")).entries.map(({ id }) => id)).toEqual(["entry-1"])
    expect(Either.getOrThrow(read("debtor", start + threeDays)).label).toBe("qualified")
    expect(read("nobody")).toEqual(Either.left(refusal("unknown_agent", { handle: "nobody" })))
    expect(run(readLabel(known.reader, standing, start + threeDays))).toBe("qualified")
    const newcomer = factsOf(...debtor)
    const record = newcomer.ask(
      checkCompliance,
      { handle: "debtor", page: { after: null, limit: 20 } },
      publicly(),
    )
    expect(record).toMatchObject({ right: { label: "no record", reputation: 0 } })
  })

  it("PD11 §1 the whole Register is read in the order of delivery, page by page", () => {
    const known = factsOf(put(open), put(openedAs("entry-0")))
    const page = (after: string | null, limit: number) =>
      Either.getOrThrow(known.ask(listCompliance, { page: { after, limit } }, publicly()))
    const ids = ({ items }: ReturnType<typeof page>) => items.map(({ id }) => id)
    expect(ids(page(null, 9))).toEqual(["entry-1", "entry-0"])
    expect(ids(page(null, 1))).toEqual(["entry-1"])
    expect(ids(page(page(null, 1).next, 1))).toEqual(["entry-0"])
    expect(page(null, 9).next).toBeNull()
  })

  it("PD11 §1 the names under which entries are kept do not change, because the stored rows have them", () => {
    expect([Entries.name, Entries.id(open), Standing.Standings.name, Standing.Standings.id(fresh)]).toEqual([
      "entry",
      "entry-1",
      "standing",
      agentId,
    ])
    expect([Proofs.name, Proofs.id({ entryId: "e", parts: [] })]).toEqual(["chain-proof", "e"])
    expect([deadlineTask("e"), deadlineKind]).toEqual(["entry-deadline/e", "entry-deadline"])
    expect([subjectOf("e"), Judgment.subjectOf("c")]).toEqual(["entry/e", "judgment/c"])
    const place = { network: "n", asset: "a", address: "x" }
    const paidAt = PaymentAddresses.id({ ...place, provenBy: null })
    expect([PaymentAddresses.name, paidAt]).toEqual(["payment-address", "n/x"])
    expect(followedPrefix(place)).toBe("n/a/x/")
    const addressed: Entry = { ...open, address: { ...place, proven: false, at: start } }
    const always = [
      { index: "entries.register", list: "", rest: "entry-1" },
      { index: "entries.against", list: `${agentId}/`, rest: "entry-1" },
      { index: "entries.together", list: "[2026] MC 1/debtor/creditor/", rest: "entry-1" },
      { index: "entries.latest", key: `${agentId}/${latestFirst(start)}/entry-1` },
    ]
    const window = { index: "entries.window", key: `${agentId}/open/00${start + threeDays}/entry-1` }
    const followed = { index: "entries.followed", key: `n/a/x/id-of-creditor/${agentId}/00${start}/entry-1` }
    expect(Entries.index(addressed)).toEqual([...always, window, followed])
    expect(Entries.index({ ...addressed, window: null })).toEqual([...always, followed])
    const suspended = { ...window, key: `${agentId}/open/999999999999999/entry-1` }
    expect(Entries.index({ ...addressed, suspendedSince: start })).toEqual([...always, suspended, followed])
    expect(Entries.index({ ...addressed, address: null })).toEqual([...always, window])
    expect(Entries.index({ ...addressed, type: "perform" })).toEqual([...always, window])
    const followedIn = Standing.EntryStatus.literals.filter(
      (status) => Entries.index({ ...addressed, status }).length === 6,
    )
    expect(followedIn).toEqual(["open", "attested", "notified"])
  })
})

/** The place in the log of the event that is proved, given the events of the journal. */
const provedOf = (told: ReadonlyArray<Journalled>) => {
  const read = proveCompliance.read(
    { id: open.id },
    contextFor({ role: "public" }, start),
    loggedCourt(told, put(open)),
  )
  return provedPlace(Effect.runSync(Effect.orDie(read)))
}

describe("the proof of an entry", () => {
  const ofJudgment = (n: number, data: Journalled["data"]) => ({
    ...item(n, Judgment.subjectOf(open.citation)),
    data,
  })

  it("PD11 §1 is of its latest move: its own, or a move that its judgment made with all its entries", () => {
    const opened = ofJudgment(1, { entries: [{ entry: "other" }, { entry: open.id }] })
    const delivered = ofJudgment(2, { citation: open.citation })
    const others = ofJudgment(3, { entries: ["none", { entry: "other" }] })
    expect(provedOf([opened, delivered, others])).toBe(0)
    const own = item(4, `entry/${open.id}`)
    expect(provedOf([opened, delivered, others, own])).toBe(3)
    expect(provedOf([opened, own, ofJudgment(5, { entries: [{ entry: open.id }] })])).toBe(2)
    expect(provedOf([delivered])).toBeNull()
  })
})
