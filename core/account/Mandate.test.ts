/** Payments beyond a mandate, and whoever would make a mandate bind another, or keep what it took knowing better. */
import { describe, expect, it } from "vitest"
import { days, hours } from "../kernel/Time.ts"
import { carriedBy } from "./Causes.ts"
import type { DebtDeal, Taken } from "./Deal.ts"
import type * as MandateFacts from "./MandateFacts.ts"
import * as Ripeness from "./Ripeness.ts"
import { accountOf, debt, later, lineOf, matter, payment, terms, transaction } from "./testing/Given.ts"

const txid = "0xaa"
const receipt = "11".repeat(32)

/** A mandate for USD 100.00, signed two hours before a payment of USD 450.00 that the receipt names. */
const named = (over: Partial<MandateFacts.Named> = {}): MandateFacts.Named => ({
  id: "artifact-1",
  by: "supplier",
  at: later(100),
  receipt,
  transaction: txid,
  grantedAt: later(-1),
  limitCents: 10_000,
  takenCents: 45_000,
  forbids: false,
  ...over,
})
const stated = (over: Partial<MandateFacts.Payment> = {}): MandateFacts.Payment => ({
  id: "p1",
  at: later(2),
  sha256: receipt,
  txid,
  cents: 45_000,
  confirmedAt: null,
  ...over,
})
const transfer = (
  over: Partial<MandateFacts.MandateFacts["transfers"][number]> = {},
): MandateFacts.MandateFacts["transfers"][number] => ({
  txid,
  at: later(3),
  from: "0xpayer",
  to: "0xshop",
  cents: 45_000,
  minedAt: later(1),
  ...over,
})
const response = (
  over: Partial<MandateFacts.MandateFacts["responses"][number]> = {},
): MandateFacts.MandateFacts["responses"][number] => ({
  id: "response-1",
  at: later(100),
  status: 500,
  payment: "header-1",
  transaction: txid,
  ...over,
})

const silence = matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: null } })
const pleads = {
  matter: matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: later(110) } }),
}

/** The agent that paid is the `supplier`; the shop, which is the `buyer`, is silent unless it says otherwise. */
const over = (facts: Partial<MandateFacts.MandateFacts> = {}, more: Partial<DebtDeal> = {}): DebtDeal =>
  debt({
    from: "mandate",
    cents: 0,
    madeAt: later(1),
    dealingAt: later(1),
    transactions: [transaction({ txid })],
    proven: [
      { agent: "S", address: "0xpayer", provenAt: later(-10), endedAt: null },
      { agent: "B", address: "0xshop", provenAt: later(-10), endedAt: null },
    ],
    matter: silence,
    ...more,
    mandate: { named: [named()], payments: [stated()], transfers: [transfer()], responses: [], ...facts },
  })
const balance = (deal: DebtDeal) => accountOf(deal).balance
const finding = (deal: DebtDeal) => lineOf(accountOf(deal), "served")?.finding
const taken = (over: Partial<Extract<Taken, { how: "stated" }>> = {}): Taken => ({
  how: "stated",
  on: "another deal",
  by: "S",
  at: later(1),
  cents: 1,
  ...over,
})
const withTaken = (...elsewhere: ReadonlyArray<Taken>) =>
  over({}, { transactions: [transaction({ txid, elsewhere })] })

describe("a payment beyond a mandate", () => {
  it("PD15 §16 given a receipt that names the mandate, and the payment on its chain, then the part over the limit is owed", () => {
    const deal = over()
    const account = accountOf(deal)
    expect(account.balance).toBe(35_000)
    expect(lineOf(account, "price")).toMatchObject({
      finding: "found",
      cents: 35_000,
      by: [
        { record: "dealing", id: "i1" },
        { record: "artifact", id: "artifact-1" },
        { record: "dealing", id: "p1" },
        { record: "transfer", id: txid },
      ],
    })
    expect(lineOf(account, "served")).toMatchObject({ finding: "not_found", wanted: { who: "buyer" } })
    expect(carriedBy(account, { deal, asOf: account.asOf, terms })).toEqual({
      against: "buyer",
      cents: 35_000,
    })
    expect(balance(over({}, { matter: null }))).toBe(35_000)
  })

  it("PD15 §16 a mandate that no receipt of the payee's names, or no mandate at all: nothing is owed, and the act is named", () => {
    const account = accountOf(over({ named: [] }))
    expect(account.balance).toBe(0)
    expect(lineOf(account, "price")).toMatchObject({
      finding: "not_found",
      cents: 0,
      wanted: { who: "supplier" },
    })
    expect(finding(over({ named: [] }, pleads))).toBe("undetermined")
  })

  it("PD15 §16A given the word of the payee and no chain, then the receipt is tied by its hash or by its transaction", () => {
    const confirmed = { confirmedAt: later(5) }
    const words = { transfers: [], named: [named({ transaction: null })] }
    const byHash = over({ ...words, payments: [stated({ txid: null, ...confirmed })] })
    expect(balance(byHash)).toBe(35_000)
    expect(lineOf(accountOf(byHash), "price")?.by).toHaveLength(3)
    expect(balance(over({ transfers: [], payments: [stated({ sha256: "22", ...confirmed })] }))).toBe(35_000)
    // The word of the payee goes before a smaller transfer; before the payee has confirmed, its word is not there.
    expect(balance(over({ transfers: [transfer({ cents: 20_000 })], payments: [stated(confirmed)] }))).toBe(
      35_000,
    )
    expect(balance(over({ transfers: [], payments: [stated({ confirmedAt: later(300) })] }))).toBe(0)
  })

  it("PD15 §16A a receipt of another deal: it names another transaction, or another paper was lodged", () => {
    expect(balance(over({ named: [named({ transaction: "0xbb" })] }))).toBe(0)
    expect(balance(over({ payments: [stated({ txid: null })] }))).toBe(0)
    const words = { confirmedAt: later(5), txid: null, sha256: "22".repeat(32) }
    expect(balance(over({ named: [named({ transaction: null })], payments: [stated(words)] }))).toBe(0)
    // A receipt that names no transaction does not tie to a transaction that the chain alone shows.
    expect(balance(over({ named: [named({ transaction: null })] }))).toBe(0)
  })

  it("PD15 §16A a mandate that was written after the payment: neither the chain nor the payee's word makes it count", () => {
    expect(balance(over({ named: [named({ grantedAt: later(2) })] }))).toBe(0)
    const confirmed = [stated({ confirmedAt: later(5) })]
    expect(balance(over({ named: [named({ grantedAt: later(3) })], payments: confirmed }))).toBe(0)
  })

  it("PD15 §16A a transfer of somebody else, to somebody else, or a transfer that the chain has not shown yet", () => {
    expect(balance(over({ transfers: [transfer({ from: "0xother" })] }))).toBe(0)
    expect(balance(over({ transfers: [transfer({ to: "0xother" })] }))).toBe(0)
    expect(balance(over({ transfers: [transfer({ txid: "0xbb" })] }))).toBe(0)
    expect(balance(over({ transfers: [transfer({ at: later(300) })] }))).toBe(0)
    expect(balance(over({ payments: [stated({ at: later(300) })] }))).toBe(0)
    expect(balance(over({ named: [named({ at: later(300) })] }))).toBe(0)
  })

  it("PD15 §16A one receipt for two payments, and one payment that is stated twice: each counts once", () => {
    const twice = [stated({ id: "p2", at: later(4) }), stated()]
    expect(balance(over({ payments: twice }))).toBe(35_000)
    const both = [stated({ id: "p2" }), stated()]
    expect(lineOf(accountOf(over({ payments: both })), "price")?.by).toContainEqual({
      record: "dealing",
      id: "p1",
    })
    const second = named({ id: "artifact-2", receipt: "22".repeat(32), transaction: "0xbb" })
    const two = {
      named: [named(), second],
      payments: [stated(), stated({ id: "p2", txid: "0xbb" })],
      transfers: [transfer(), transfer({ txid: "0xbb" })],
    }
    expect(balance(over(two))).toBe(70_000)
  })

  it("PD15 §16A one receipt whose signature is written in a second way: its payment still counts once", () => {
    const again = named({ id: "artifact-2", receipt: "22".repeat(32) })
    const twice = [stated(), stated({ id: "p2", at: later(4), sha256: "22".repeat(32) })]
    expect(balance(over({ named: [named(), again], payments: twice }))).toBe(35_000)
  })

  it("PD15 §16A one receipt that names no transaction and is written in a second way: its payment counts once, though the payee confirmed both", () => {
    const words = { transaction: null, signed: "33".repeat(32) }
    const again = named({ ...words, id: "artifact-2", receipt: "22".repeat(32) })
    const confirmed = { txid: null, confirmedAt: later(5) }
    const twice = [
      stated(confirmed),
      stated({ ...confirmed, id: "p2", at: later(4), sha256: "22".repeat(32) }),
    ]
    const of = (...receipts: ReadonlyArray<MandateFacts.Named>) =>
      over({ named: receipts, payments: twice, transfers: [] })
    expect(balance(of(named(words), again))).toBe(35_000)
    expect(balance(of(named(words), { ...again, signed: "44".repeat(32) }))).toBe(70_000)
    // Findings of an earlier version do not say what was signed.
    const { signed: _, ...earlier } = named(words)
    expect(balance(of(earlier))).toBe(35_000)
  })

  it("PD15 §16A a transaction that another deal or an entry took first counts for nothing", () => {
    expect(balance(withTaken(taken()))).toBe(0)
    expect(balance(withTaken(taken({ at: later(2), on: "a" })))).toBe(0)
    expect(balance(withTaken({ how: "entry", on: "entry-1", at: later(4), cents: 1 }))).toBe(0)
    expect(balance(withTaken(taken({ at: later(2), on: "z" })))).toBe(35_000)
    expect(balance(withTaken(taken({ at: later(4) })))).toBe(35_000)
    expect(balance(withTaken(taken({ by: "C" })))).toBe(35_000)
  })

  it("PD15 §16B a mandate that forbids the payment: the whole of it is beyond, and at most what was paid", () => {
    expect(balance(over({ named: [named({ forbids: true, limitCents: null })] }))).toBe(45_000)
    const less = { transfers: [transfer({ cents: 20_000 })] }
    expect(balance(over({ ...less, named: [named({ forbids: true })] }))).toBe(20_000)
    expect(balance(over(less))).toBe(10_000)
    expect(balance(over({ payments: [stated({ cents: 12_000 })] }))).toBe(2_000)
  })

  it("PD15 §16B a payment of more than the receipt states, or within the limit: no more is beyond", () => {
    const more = { payments: [stated({ cents: 90_000, confirmedAt: later(5) })] }
    expect(balance(over(more))).toBe(35_000)
    expect(balance(over({ ...more, named: [named({ takenCents: null })] }))).toBe(80_000)
    expect(balance(over({ named: [named({ limitCents: 45_000 })] }))).toBe(0)
    expect(balance(over({ named: [named({ limitCents: null })] }))).toBe(0)
    expect(balance(over({ named: [named({ limitCents: 99_000 })] }))).toBe(0)
  })

  it("PD15 §16B two artifacts with one receipt: the artifact counts that shows the most, in whatever order they come", () => {
    const two = [named(), named({ id: "artifact-2", forbids: true })]
    expect(balance(over({ named: two }))).toBe(45_000)
    expect(balance(over({ named: two.toReversed() }))).toBe(45_000)
    const same = [named({ id: "artifact-9" }), named()]
    for (const all of [same, same.toReversed()])
      expect(lineOf(accountOf(over({ named: all })), "price")?.by).toContainEqual({
        record: "artifact",
        id: "artifact-1",
      })
  })

  it("PD15 §16C whoever keeps the goods: once the payee pleads, the papers leave it open", () => {
    const deal = over({}, pleads)
    expect(balance(deal)).toEqual({ min: 0, max: 35_000 })
    expect(accountOf(deal).undecided).toBe(35_000)
    expect(lineOf(accountOf(deal), "served")).toMatchObject({ finding: "undetermined", wanted: null })
    expect(carriedBy(accountOf(deal), { deal, asOf: later(200), terms })).toBeNull()
  })

  it("PD15 §16C given a failure that the payee signed, then its pleading does not help it; of another payment it shows nothing", () => {
    expect(balance(over({ responses: [response()] }, pleads))).toBe(35_000)
    expect(balance(over({ responses: [response({ transaction: "0xbb" })] }, pleads))).toEqual({
      min: 0,
      max: 35_000,
    })
    expect(balance(over({ responses: [response({ transaction: null })] }, pleads))).toEqual({
      min: 0,
      max: 35_000,
    })
    expect(balance(over({ responses: [response({ at: later(300) })] }, pleads))).toEqual({
      min: 0,
      max: 35_000,
    })
  })

  it("PD15 §16C a retry that was served: the papers leave it open, though the payee is silent", () => {
    const served = response({ id: "response-2", status: 200 })
    const open = { min: 0, max: 35_000 }
    expect(balance(over({ responses: [served] }))).toEqual(open)
    expect(balance(over({ responses: [response(), { ...served, transaction: null }] }))).toEqual(open)
    // A success of another payment says nothing of this one.
    expect(balance(over({ responses: [{ ...served, transaction: null, payment: "header-2" }] }))).toBe(35_000)
    const words = { transfers: [], named: [named({ transaction: null })] }
    const loose = over({
      ...words,
      payments: [stated({ txid: null, confirmedAt: later(5) })],
      responses: [served],
    })
    expect(balance(loose)).toBe(35_000)
  })

  it("PD15 §16C given two payments of which one was served, then the other is owed", () => {
    const second = named({ id: "artifact-2", receipt: "22".repeat(32), transaction: "0xbb" })
    const two = {
      named: [named(), second],
      payments: [stated(), stated({ id: "p2", txid: "0xbb" })],
      transfers: [transfer(), transfer({ txid: "0xbb" })],
      responses: [response({ status: 200 })],
    }
    expect(balance(over(two))).toEqual({ min: 35_000, max: 70_000 })
  })

  it("PD15 §16C given a refund that names the entry, then it comes off", () => {
    const refund = payment({ id: "r1", lodger: "supplier", cents: 30_000 })
    expect(balance(over({}, { stated: [refund] }))).toBe(5_000)
  })

  it("PD15 §16C lies for 90 days from the first payment", () => {
    expect(Ripeness.closesAt(over({}, { matter: null }), terms)).toBe(later(1) + days(90))
    expect(Ripeness.check(over(), "supplier", later(1) + days(90), terms)._tag).toBe("Left")
    expect(Ripeness.check(over(), "supplier", later(1) + days(90) - hours(1), terms)._tag).toBe("Right")
  })
})
