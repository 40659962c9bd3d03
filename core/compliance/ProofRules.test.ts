/** The parts of a sum: which two are merged, and what is left when a transfer is reversed. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { newStanding, Standings } from "../agents/Standing.ts"
import { published } from "../Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import type { Entry } from "./Entry.ts"
import { openEntries } from "./Judged.ts"
import { countsTowards, reachedAt, withoutPart, withPart } from "./Proof.ts"
import { recordMoves } from "./Record.ts"
import {
  bound,
  confirm,
  decide,
  dispute,
  having,
  moves,
  open,
  passedAt,
  terms,
  threeDays,
} from "./testing/Given.ts"

const of = (parts: ReadonlyArray<readonly [cents: number, at: number]>) => ({
  entryId: "e",
  parts: parts.map(([cents, at]) => ({ cents, at })),
})
const many = (count: number, centsOf: (i: number) => number = () => 100) =>
  of(Array.from({ length: count }, (_, i) => [centsOf(i), i] as const))

describe("the parts of a sum", () => {
  it("PD11 §11 two hundred parts are kept as they are", () => {
    expect(withPart(many(199), { cents: 7, at: 500 }).parts).toHaveLength(200)
    expect(withPart(many(199), { cents: 7, at: 500 }).parts.at(-1)).toEqual({ cents: 7, at: 500 })
  })

  it("PD11 §11 of more parts, the two neighbours of the least worth are merged at the later time", () => {
    const small = withPart(
      many(200, (i) => (i === 50 || i === 51 ? 10 : 100)),
      { cents: 100, at: 500 },
    )
    expect(small.parts).toHaveLength(200)
    expect(small.parts.slice(49, 52)).toEqual([
      { cents: 100, at: 49 },
      { cents: 20, at: 51 },
      { cents: 100, at: 52 },
    ])
    const alike = withPart(many(200), { cents: 100, at: 500 })
    expect(alike.parts.slice(0, 2)).toEqual([
      { cents: 200, at: 1 },
      { cents: 100, at: 2 },
    ])
    const last = withPart(
      many(200, (i) => (i === 199 ? 1 : 100)),
      { cents: 1, at: 500 },
    )
    expect(last.parts.at(-1)).toEqual({ cents: 2, at: 500 })
  })

  it("PD11 §11 a reversed sum is taken from the part of its block on, and no more than the transfer was worth", () => {
    const three = of([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
    const without = (cents: number, blockAt: number) =>
      withoutPart(three, { cents, blockAt }).parts.map(({ cents: left, at }) => [left, at])
    expect(without(200, 5)).toEqual([
      [100, 1],
      [300, 9],
    ])
    expect(without(250, 5)).toEqual([
      [100, 1],
      [250, 9],
    ])
    expect(without(50, 9)).toEqual([
      [100, 1],
      [200, 5],
      [250, 9],
    ])
    expect(without(100, 1)).toEqual([
      [200, 5],
      [300, 9],
    ])
    expect(without(0, 1)).toEqual([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
    expect(reachedAt(three, 300)).toBe(5)
    expect([reachedAt(three, 301), reachedAt(three, 601)]).toEqual([9, null])
  })
})

describe("a transfer that counts", () => {
  const there = { network: "eip155:8453", asset: "a", address: "x", at: start }
  const transfer = {
    network: "eip155:8453",
    asset: "a",
    to: "x",
    txid: "0x1",
    index: 0,
    units: "1",
    height: 1,
    blockHash: "0x1",
    blockAt: start + 1,
    confirmations: 20,
    confirmedAt: start + 1,
  }
  const counts = (changes: Partial<Entry>, address = there, sent = transfer) =>
    countsTowards({ ...open, address, ...changes }, sent, terms)

  it("PD11 §11 it pays an order to pay a sum, on a network that is read", () => {
    expect(counts({})).toBe(true)
    expect(counts({ type: "perform" })).toBe(false)
    expect(counts({ amountCents: null })).toBe(false)
    const elsewhere = { ...there, network: "eip155:5" }
    expect(counts({}, elsewhere, { ...transfer, network: "eip155:5" })).toBe(false)
  })
})

describe("the changes of a move", () => {
  const fresh = newStanding(bound.id ?? "", bound.handle)
  const record = (
    entry: Entry,
    act: Parameters<typeof moves>[1],
    now: number,
    told: "parties" | "nobody" = "parties",
  ) =>
    recordMoves(
      [Either.getOrThrow(moves(entry, act, now))],
      [fresh],
      contextFor({ role: "registrar" }, now),
      told,
    )

  it("PD11 §6 the standing moves with the reputation, even if the status stays", () => {
    const late = having(passedAt(open, start + threeDays), [confirm, start + threeDays + 1])
    const found = record(late, decide("satisfied", start + 1), start + threeDays + 2)
    expect(putsOf(Standings, found.changes)).toMatchObject([{ reputation: 1, counts: fresh.counts }])
  })

  it("PD11 §6 no deadline is changed where no window ran before or after", () => {
    const disputed = having(open, [dispute(), start + 1])
    const tags = (told: "parties" | "nobody") =>
      record(disputed, decide("pending"), start + 2, told).changes.map((change) => change._tag)
    expect(tags("nobody")).toEqual(["Put", "Event", "Put"])
    expect(tags("parties")).toEqual(["Put", "Event", "Put", "Put", "Task", "Put", "Task"])
  })

  it("PD11 §2 a judgment without orders that open entries leaves the Register as it was", () => {
    const opened = openEntries(
      {
        citation: "c",
        matterId: "m",
        filedAt: start,
        deliveredAt: start,
        currency: "USD",
        finality: open.finality,
        orders: [
          {
            n: 1,
            kind: "declaration",
            text: "So.",
            amountCents: null,
            against: bound,
            inFavourOf: null,
            hours: 72,
          },
          { n: 2, kind: "pay", text: "So.", amountCents: 5, against: null, inFavourOf: bound, hours: 72 },
          { n: 3, kind: "pay", text: "So.", amountCents: 5, against: bound, inFavourOf: null, hours: 72 },
          {
            n: 4,
            kind: "pay",
            text: "So.",
            amountCents: 5,
            against: { ...bound, id: null },
            inFavourOf: bound,
            hours: 72,
          },
        ],
      },
      published,
      (k) => `e-${k}`,
      [fresh],
    )
    expect(opened).toEqual({ entries: [], standings: [fresh], changes: [] })
  })
})
