/** The acts that `next` names on a deal, row by row of its table. */
import { describe, expect, it } from "vitest"
import type { Instant } from "../kernel/Time.ts"
import { awaitedOn, rows } from "./Awaited.ts"
import { standingOf } from "./Causes.ts"
import type { Deal, Meter } from "./Deal.ts"
import {
  close,
  closed,
  debt,
  disclosure,
  hash,
  inWords,
  later,
  matter,
  payment,
  quote,
  terms,
  transaction,
} from "./testing/Given.ts"

const names = { supplier: "seller", buyer: "buyer" }
const awaited = (deal: Deal, asOf: Instant) =>
  awaitedOn({ deal, asOf, terms, ...standingOf(deal, asOf, terms) }, names).map(
    ({ who, act, dueBy }) => `${who} ${act} ${dueBy === null ? "-" : (dueBy - later(0)) / 3_600_000}`,
  )
const unread = { txid: "t1", network: "base", reading: { status: "unread" as const }, elsewhere: [] }
const saidUnread = [{ from: later(0), network: "base", address: "0xrail", saidUnread: true }]
const check = (over: object = {}) => ({
  sha256: hash,
  evaluation: null,
  attested: [{ id: "fluent", by: "auditor", answered: null, dueAt: later(70), ...over }],
})
const meter = (readings: Meter["readings"]): Meter => ({
  cents: 1,
  per: 1,
  toleranceMillionths: 0,
  attester: "auditor",
  readings,
})
const read = (by: "supplier" | "buyer", units: number) => ({
  id: by,
  by,
  at: later(20),
  units,
  confirmedAt: null,
})
const paid = { stated: [payment({ lodger: "supplier" as const })] }

describe("what is awaited on a deal", () => {
  it.each<readonly [string, Deal, number, ReadonlyArray<string>]>([
    ["an accepted quote waits for the delivery", quote(), 1, ["seller quotes/close 24"]],
    [
      "a close by hash waits for the buyer's word and for the bytes",
      quote(closed()),
      21,
      ["buyer quotes/close 44", "seller quotes/artifact -"],
    ],
    [
      "a metered price waits for the supplier's reading, whoever has closed",
      quote({ meter: meter([]) }),
      1,
      ["seller quotes/close 24", "seller notarise -"],
    ],
    [
      "a reading of the supplier waits for the buyer's",
      quote({ meter: meter([read("supplier", 900)]), ...closed(inWords) }),
      50,
      ["buyer notarise 92", "seller matters 2204", "buyer matters 2204"],
    ],
    [
      "readings that differ wait for the agent that attests",
      quote({ meter: meter([read("supplier", 900), read("buyer", 500)]), ...closed(inWords) }),
      50,
      ["auditor notarise 92", "buyer notarise 44", "seller matters 2204"],
    ],
    [
      "a denial gives the supplier 48 hours for the bytes",
      quote(closed({}, { received: false, at: later(22) })),
      23,
      ["seller quotes/artifact 70"],
    ],
    [
      "bytes that were disclosed are not awaited; their price is",
      quote({ ...closed(), disclosures: [disclosure()] }),
      30,
      ["buyer quotes/close 44", "buyer notarise 44"],
    ],
    [
      "a settled price is owed, and may be claimed",
      quote(closed({}, {})),
      30,
      ["buyer notarise 22", "seller matters 2182"],
    ],
    [
      "a close in words waits for the buyer's word alone",
      quote(closed(inWords)),
      21,
      ["buyer quotes/close 44"],
    ],
    [
      "a payment for nothing is not due back while the delivery may come",
      quote(paid),
      1,
      ["seller quotes/close 24"],
    ],
    [
      "and is once the account lies",
      quote(paid),
      48,
      ["seller quotes/close 24", "seller notarise 48", "buyer matters 2208"],
    ],
    [
      "an account that is open may be claimed by either",
      quote(closed(inWords, { dispute: true })),
      30,
      ["seller matters 2182", "buyer matters 2182"],
    ],
    [
      "nobody claims while a matter is before the Court",
      quote({ ...closed(inWords, { dispute: true }), matter: matter() }),
      120,
      [],
    ],
    ["nobody claims once the time has passed", quote(closed(inWords, { dispute: true })), 2182, []],
    [
      "a payment waits for its review while silence may find it",
      quote({ stated: [payment()] }),
      2,
      ["seller quotes/close 24", "seller dealings/review 74"],
    ],
    ["and no longer", quote({ ...closed({}, {}), stated: [payment()] }), 74, []],
    [
      "a payment on a chain that isn't read is found by silence too",
      quote({ rails: saidUnread, stated: [payment({ txid: "t1" })], transactions: [unread] }),
      2,
      ["seller quotes/close 24", "seller dealings/review 74"],
    ],
    [
      "one on a chain that is read is reviewed without a time",
      quote({ stated: [payment({ txid: "t1" })], transactions: [transaction()] }),
      2,
      ["seller quotes/close 24", "seller dealings/review -"],
    ],
    [
      "a review that was given is not awaited",
      quote({ stated: [payment({ review: { outcome: "confirmed", at: later(3) } })] }),
      4,
      ["seller quotes/close 24"],
    ],
    [
      "a refund waits for the buyer",
      quote({ stated: [payment({ kind: "refund", lodger: "supplier" })] }),
      2,
      ["seller quotes/close 24", "buyer dealings/review 74"],
    ],
    [
      "an attester is awaited by its own name until its time ends",
      quote({ ...closed(), elsewhere: true, criteria: check() }),
      50,
      ["auditor quotes/attestations 70", "buyer notarise 44", "seller matters 2204"],
    ],
    ["a debt is paid and claimed", debt(), 2, ["buyer notarise 1", "seller matters 8761"]],
  ])("PD15 §3 %s", (_, deal, at, expected) => {
    expect(awaited(deal, later(at))).toEqual(expected)
  })

  it.each([
    ["whose time has ended", check({ dueAt: later(40) })],
    ["that answered", check({ answered: { id: "a", at: later(22) } })],
    ["whose time does not run", check({ dueAt: null })],
    [
      "that old facts do not name",
      { ...check(), attested: [{ id: "fluent", answered: null, dueAt: later(70) }] },
    ],
  ])("PD15 §3 an attester %s is not awaited", (_, criteria) => {
    const deal = quote({ ...closed(), elsewhere: true, criteria })
    expect(awaited(deal, later(50)).filter((one) => one.startsWith("auditor"))).toEqual([])
  })

  it("PD15 §3 an act is awaited of the facts that the Court had received, and each says what it is for", () => {
    const soon = quote({ closes: { supplier: close({ at: later(9) }), buyer: null } })
    expect(awaited(soon, later(8))).toEqual(["seller quotes/close 24"])
    const all = awaitedOn(
      { deal: quote(closed()), asOf: later(21), terms, ...standingOf(quote(closed()), later(21), terms) },
      names,
    )
    expect(all.every(({ note }) => (note ?? "").length > 20)).toBe(true)
    expect(rows.length).toBe(14)
  })
})
