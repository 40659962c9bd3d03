/** Findings of a judge on the open lines of an account: they decide these lines and nothing else. */
import { describe, expect, it } from "vitest"
import { drawUp } from "./Account.ts"
import type { Deal } from "./Deal.ts"
import { type LineFinding, openLines } from "./Findings.ts"
import {
  accountOf,
  closed,
  disclosure,
  inWords,
  later,
  lineOf,
  matter,
  payment,
  quote,
  rail,
  start,
  terms,
  transaction,
} from "./testing/Given.ts"
import { drawFrom, randomDeal } from "./testing/RandomDeals.ts"
import type { Account } from "./View.ts"

const disputed = quote({ ...closed(inWords, { ...inWords, dispute: true }), matter: matter() })
const contested = quote({
  ...closed({}, { dispute: true }),
  disclosures: [disclosure()],
  matter: matter(),
})
/** A payment, and a refund, that only their payers state, on a chain that the acceptance said is not read. */
const unread = (over: Parameters<typeof quote>[0] = {}) =>
  quote({
    ...closed({}, { received: true }),
    rails: [{ from: start, network: "base", address: rail, saidUnread: true }],
    stated: [
      payment({ txid: "t1" }),
      payment({ id: "p2", txid: "t2", cents: 4_000 }),
      payment({ id: "r1", kind: "refund", lodger: "supplier", txid: "t3", cents: 1_000 }),
    ],
    transactions: ["t1", "t2", "t3"].map((txid) => transaction({ txid, reading: { status: "unread" } })),
    matter: matter(),
    ...over,
  })

const found = (deal: Deal, ...findings: ReadonlyArray<LineFinding>): Account =>
  drawUp(deal, later(200), terms, findings)
const exhibit = { record: "exhibit", id: "ab".repeat(32) } as const
const of = (line: LineFinding["line"], held: boolean, by: LineFinding["by"] = [exhibit]): LineFinding => ({
  line,
  held,
  by,
})
const dealing = (id: string) => ({ record: "dealing", id }) as const
const bounds = ({ balance }: Account): readonly [number, number] => {
  if (balance === null) throw new Error("a balance in US dollars")
  return typeof balance === "number" ? [balance, balance] : [balance.min, balance.max]
}

describe("the lines on which a balance is open", () => {
  it("PD15 §11B are delivery in words that was disputed, conformity without criteria, and what an unread chain would show", () => {
    expect(openLines(accountOf(disputed))).toEqual(["delivered"])
    expect(openLines(accountOf(contested))).toEqual(["conforming"])
    expect(openLines(accountOf(unread()))).toEqual(["paid", "refunded"])
  })

  it("PD15 §11B are not lines that the parties' own share decides, nor lines of a determined account or of another currency", () => {
    const remedies = { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: 250_000 }
    const shared = accountOf({ ...disputed, remedies })
    expect(lineOf(shared, "delivered")?.finding).toBe("undetermined")
    expect(openLines(shared)).toEqual([])
    expect(openLines(accountOf(quote()))).toEqual([])
    expect(openLines(accountOf({ ...disputed, currency: "EUR" }))).toEqual([])
  })
})

describe("the account with findings", () => {
  it.each([
    [true, "found", 10_000],
    [false, "not_found", 0],
  ] as const)(
    "PD15 §11B given a delivery that is held: %s, then it is %s, and %i cents are owed",
    (held, finding, owed) => {
      const account = found(disputed, of("delivered", held))
      expect(account).toMatchObject({ owed, balance: owed, undecided: null })
      expect(lineOf(account, "delivered")).toMatchObject({
        finding,
        by: [{ record: "close" }, { record: "close" }, exhibit],
      })
    },
  )

  it("PD15 §11B given a denial after a short inspection, then the finding decides it too", () => {
    const short = quote({ ...closed(inWords), inspection: 1, matter: matter({ deniedAt: later(100) }) })
    expect(openLines(accountOf(short))).toEqual(["delivered"])
    expect(found(short, of("delivered", false)).balance).toBe(0)
  })

  it("PD15 §11B given conformity that is held, then nothing is off; if it is not held, then the whole price is", () => {
    expect(found(contested, of("conforming", true))).toMatchObject({ balance: 10_000, undecided: null })
    const not = found(contested, of("conforming", false))
    expect(not).toMatchObject({ owed: 0, balance: 0, undecided: null })
    expect(lineOf(not, "conforming")).toMatchObject({
      finding: "not_found",
      millionths: 1_000_000,
      cents: 10_000,
    })
  })

  it("PD15 §11B of payments and refunds on an unread chain those count that a finding names", () => {
    const refunds = of("refunded", false, [])
    expect(found(unread(), of("paid", true, [dealing("p2")]), refunds)).toMatchObject({
      paid: 4_000,
      refunded: 0,
      balance: 6_000,
      undecided: null,
    })
    expect(found(unread(), of("paid", true, [dealing("p1"), dealing("p2")]), refunds).balance).toBe(-4_000)
    expect(found(unread(), of("paid", false, []), refunds).balance).toBe(10_000)
    expect(
      found(unread(), of("paid", true, [dealing("p1")]), of("refunded", true, [dealing("r1")])).balance,
    ).toBe(1_000)
  })

  it("PD15 §11B given a record that the line has already, then it stands on the line once", () => {
    const close = { record: "close", id: "close-s" } as const
    expect(lineOf(found(disputed, of("delivered", true, [close])), "delivered")?.by).toHaveLength(2)
  })
})

describe("a judge that would give away more than the account", () => {
  it("PD15 §11B given a payment of which the supplier acknowledged a part, then a finding decides of the rest alone", () => {
    const part = payment({ id: "p3", lodger: "supplier", txid: "t1", cents: 2_500 })
    const deal = unread({ stated: [payment({ txid: "t1" }), part] })
    const paid = (held: boolean) => found(deal, of("paid", held, [dealing("p1")])).paid
    expect([paid(true), paid(false)]).toEqual([
      found(unread({ stated: [payment({ txid: "t1" })] }), of("paid", true, [dealing("p1")])).paid,
      2_500,
    ])
  })

  it("PD15 §11B given a finding on a line that is determined, then the account is the same without it", () => {
    const deal = quote({ ...closed(), matter: matter() })
    const lies = (["metered", "delivered", "conforming", "paid", "refunded"] as const).map((line) =>
      of(line, true),
    )
    expect(found(deal, ...lies)).toEqual(accountOf(deal))
  })

  it("PD15 §11B on random deals every finding lands within the open balance, and findings on all open lines close it", () => {
    const draw = drawFrom(42)
    let open = 0
    for (let i = 0; i < 5_000; i++) {
      const deal = randomDeal(draw)
      const before = accountOf(deal)
      if (before.balance === null) continue
      const [min, max] = bounds(before)
      const named = deal.stated.filter(() => draw.chance(50)).map(({ id }) => dealing(id))
      const lines = (["metered", "delivered", "conforming", "paid", "refunded"] as const).map((line) =>
        of(line, draw.chance(50), [exhibit, ...named]),
      )
      const after = found(deal, ...lines)
      const [low, high] = bounds(after)
      expect(low).toBeGreaterThanOrEqual(min)
      expect(high).toBeLessThanOrEqual(max)
      if (openLines(before).length === 0) continue
      open += 1
      expect(after.undecided).toBeNull()
      const asked = openLines(before)
      expect(bounds(found(deal, ...lines.filter(({ line }) => asked.includes(line))))[0]).toBe(low)
    }
    expect(open).toBeGreaterThan(100)
  })
})
