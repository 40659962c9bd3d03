import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import type { Deal, QuoteDeal, Stated } from "./Deal.ts"
import {
  accountOf,
  closed,
  debt,
  later,
  lineOf,
  matter,
  payment,
  quote,
  rail,
  transaction,
  wallet,
} from "./testing/Given.ts"

const silent = matter({ pleads: { supplier: null, buyer: later(100) } })
const onChain = payment({ txid: "t1" })
const paid = (deal: Deal) => accountOf(deal).paid
const confirmed: Stated["review"] = { outcome: "confirmed", at: later(5) }
const shown = (over: Partial<QuoteDeal> = {}) =>
  quote({ stated: [onChain], transactions: [transaction()], ...over })

describe("payments", () => {
  it("PD15 §7 the supplier's own word and its confirmation prove a payment; the buyer's word does not", () => {
    const now = { matter: matter() }
    expect(paid(quote({ ...now, stated: [payment()] }))).toBe(0)
    expect(paid(quote({ ...now, stated: [payment({ lodger: "supplier" })] }))).toBe(10_000)
    expect(paid(quote({ ...now, stated: [payment({ review: confirmed })] }))).toBe(10_000)
  })

  it("PD15 §7 a supplier that acknowledges a cent of a transaction on a chain that is not read leaves the rest open", () => {
    const reading = { status: "unread" } as const
    const rails = [{ from: later(0), network: "base", address: rail, saidUnread: true }]
    const cent = payment({ id: "p2", txid: "t1", lodger: "supplier", cents: 1 })
    const deal = (...stated: ReadonlyArray<Stated>) =>
      paid(quote({ rails, matter: matter(), transactions: [transaction({ reading })], stated }))
    expect(deal(onChain)).toEqual({ min: 0, max: 10_000 })
    expect(deal(onChain, cent)).toEqual({ min: 1, max: 10_000 })
    expect(deal({ ...onChain, review: confirmed }, cent)).toBe(10_000)
  })

  it("PD15 §7A money in a hold is not paid; what left it for the payee is", () => {
    const hold = {
      id: "h",
      payer: "buyer" as const,
      cents: 10_000,
      confirmedAt: later(1),
      endedAt: null,
      left: [],
    }
    const held = accountOf(quote({ holds: [hold] }))
    expect(held.paid).toBe(0)
    expect(lineOf(held, "held")?.cents).toBe(10_000)
    const payout = { ...hold, endedAt: later(90), left: [{ at: later(90), cents: 6_000, txid: "t9" }] }
    expect(paid(quote({ holds: [payout] }))).toBe(6_000)
    const stated = payment({ txid: "t9", review: confirmed })
    expect(paid(quote({ holds: [payout], stated: [stated], transactions: [] }))).toBe(6_000)
  })

  it("PD15 §7 a transfer from a proven address to the rail is paid, whatever the supplier says", () => {
    const contested = payment({ txid: "t1", review: { outcome: "contested", at: later(5) } })
    expect(paid(shown({ stated: [contested], matter: matter() }))).toBe(10_000)
  })

  it.each([
    ["from an address that the buyer has not proven", { from: "0xother" }],
    ["to an address that is no rail of the quote", { to: "0xelsewhere" }],
    ["mined before the acceptance, for something else", { minedAt: later(0) - 1 }],
  ])("PD15 §7 an unrelated purchase does not count as a payment: %s", (_, transfer) => {
    expect(paid(shown({ transactions: [transaction({}, transfer)] }))).toBe(0)
  })

  it("PD15 §7 a rail that moves after the payment takes nothing from it; a rail that moved long before does", () => {
    const moved = (at: number) => [
      { from: later(0), network: "base", address: rail, saidUnread: false },
      { from: at, network: "base", address: "0xnew", saidUnread: false },
    ]
    const paying = [transaction({}, { minedAt: later(30) })]
    expect(paid(shown({ transactions: paying, rails: moved(later(31)) }))).toBe(10_000)
    expect(paid(shown({ transactions: paying, rails: moved(later(7)) }))).toBe(10_000)
    expect(paid(shown({ transactions: paying, rails: moved(later(6)) }))).toBe(0)
  })

  it("PD15 §7 silence proves what was stated three days before the filing, and not what was stated of an old deal just now", () => {
    const stated = (at: number) => quote({ stated: [payment({ at })], matter: silent })
    expect(paid(stated(later(28)))).toBe(10_000)
    expect(paid(stated(later(28) + 1))).toBe(0)
    const contested = payment({ review: { outcome: "contested", at: later(150) } })
    expect(paid(quote({ stated: [contested], matter: silent }))).toBe(0)
    expect(paid(quote({ stated: [payment()], matter: matter() }))).toBe(0)
  })

  it("PD15 §7 silence finds no transaction that a chain would show", () => {
    const unseen = transaction({ reading: { status: "none" } })
    expect(paid(shown({ transactions: [unseen], matter: silent }))).toBe(0)
    const waiting = transaction({ reading: { status: "pending" } })
    expect(paid(shown({ transactions: [waiting], matter: silent }))).toBe(0)
  })

  it("PD15 §7 a transaction on an unread chain is open only if that was said at acceptance", () => {
    const unread = transaction({ reading: { status: "unread" } })
    const on = (saidUnread: boolean) =>
      accountOf(
        shown({
          transactions: [unread],
          matter: matter(),
          rails: [{ from: later(0), network: "base", address: rail, saidUnread }],
        }),
      )
    expect(on(true)).toMatchObject({ paid: { min: 0, max: 10_000 }, undecided: 10_000 })
    expect(on(false)).toMatchObject({ paid: 0, undecided: null })
  })

  it("PD15 §7A a promise of a refund does not count; a refund that the buyer confirms or the chain shows does", () => {
    const refund = payment({ id: "r1", kind: "refund", lodger: "supplier", txid: "t2", cents: 4_000 })
    const base = { stated: [payment({ lodger: "supplier" as const }), refund], matter: matter() }
    expect(accountOf(quote(base))).toMatchObject({ refunded: 0, balance: -10_000 })
    const proven = [
      { agent: "B", address: wallet, provenAt: later(-10), endedAt: null },
      { agent: "S", address: "0xseller", provenAt: later(-10), endedAt: null },
    ]
    const back = transaction({ txid: "t2" }, { from: "0xseller", to: wallet, cents: 4_000 })
    const shownBack = { refunded: 4_000, balance: -6_000 }
    expect(accountOf(quote({ ...base, proven, transactions: [back] }))).toMatchObject(shownBack)
    const confirming = { ...base, stated: base.stated.map((one) => ({ ...one, review: confirmed })) }
    expect(accountOf(quote(confirming))).toMatchObject(shownBack)
  })

  it("PD15 §7A a refund may go back the way that the payment came, but not to the supplier's friend", () => {
    const paying = transaction({}, { from: "0xexchange" })
    const refund = payment({ id: "r1", kind: "refund", lodger: "supplier", txid: "t2" })
    const stated = [payment({ txid: "t1", review: confirmed }), refund]
    const to = (address: string) =>
      accountOf(
        quote({ stated, transactions: [paying, transaction({ txid: "t2" }, { from: rail, to: address })] }),
      ).refunded
    expect(to("0xexchange")).toBe(10_000)
    expect(to("0xfriend")).toBe(0)
  })

  it("PD15 §7 a supplier that names a stranger's address as its rail is not helped by what the stranger pays the buyer", () => {
    const refund = payment({ id: "r1", kind: "refund", lodger: "supplier", txid: "t2" })
    const strangers = transaction({ txid: "t2" }, { from: "0xstranger", to: wallet })
    const rails = [
      { from: later(0), network: "base", address: rail, saidUnread: false },
      { from: later(1), network: "base", address: "0xstranger", saidUnread: false },
    ]
    const stated = [payment({ lodger: "supplier" as const }), refund]
    expect(accountOf(quote({ stated, rails, transactions: [strangers] })).refunded).toBe(0)
  })
})

describe("the counting of payments", () => {
  it("PD15 §8A one payment that is proven by two kinds of proof counts once", () => {
    expect(paid(shown({ stated: [onChain, payment({ id: "p2", review: confirmed })] }))).toBe(10_000)
    expect(paid(shown({ stated: [onChain, payment({ id: "p2", txid: "t1", review: confirmed })] }))).toBe(
      10_000,
    )
  })

  it("PD15 §8 a transaction counts what was stated of it, at most what it carried", () => {
    expect(paid(shown({ stated: [{ ...onChain, cents: 3_000 }] }))).toBe(3_000)
    expect(paid(shown({ stated: [{ ...onChain, cents: 90_000 }] }))).toBe(10_000)
  })

  it("PD15 §8 a supplier that states a cent of the buyer's transaction takes nothing from it", () => {
    const cent = payment({ id: "p0", lodger: "supplier", txid: "t1", cents: 1, at: later(1) })
    expect(paid(shown({ stated: [cent, onChain] }))).toBe(10_000)
  })

  it("PD15 §8 a transfer that the buyer stated on another quote first is used up, and what others say of it is not", () => {
    const elsewhere = (by: string, at: number, on = "q0") => {
      const taken = { how: "stated" as const, on, by, at, cents: 8_000 }
      return paid(shown({ transactions: [transaction({ elsewhere: [taken] })] }))
    }
    expect(elsewhere("B", later(1))).toBe(2_000)
    expect(elsewhere("B", later(3))).toBe(10_000)
    // Of two quotes on which it was stated at the same instant, it counts for one alone.
    expect(elsewhere("B", later(2), "q0")).toBe(2_000)
    expect(elsewhere("B", later(2), "q2")).toBe(10_000)
    expect(elsewhere("friend", later(1))).toBe(10_000)
  })

  it("PD15 §8 what satisfied an entry, or met something else by what the buyer signed, is not left", () => {
    const used = (how: "entry" | "shown") =>
      paid(
        shown({ transactions: [transaction({ elsewhere: [{ how, on: "x", at: later(3), cents: 6_000 }] })] }),
      )
    expect(used("entry")).toBe(4_000)
    expect(used("shown")).toBe(4_000)
  })

  it("PD15 §8 a transfer belongs to the agent that had proven its address then, not to an agent that proves it later", () => {
    const proven = [
      { agent: "C", address: wallet, provenAt: later(-10), endedAt: later(2) },
      { agent: "B", address: wallet, provenAt: later(3), endedAt: null },
    ]
    expect(paid(shown({ proven }))).toBe(0)
    const after = [{ agent: "B", address: wallet, provenAt: later(50), endedAt: null }]
    expect(paid(shown({ proven: after }))).toBe(10_000)
  })

  it("PD15 §8 given two agents that proved an address at the same instant, then its transfers belong to one, however the proofs are listed", () => {
    const proof = (agent: string) => ({ agent, address: wallet, provenAt: later(-10), endedAt: null })
    const between = (one: string, other: string) => paid(shown({ proven: [proof(one), proof(other)] }))
    expect([between("B", "C"), between("C", "B")]).toEqual([10_000, 10_000])
    expect([between("A", "B"), between("B", "A")]).toEqual([0, 0])
  })

  it("PD15 §8A words without a transaction never bring what was paid over the price, and don't add up over the sides", () => {
    const words = (cents: number, lodger: Stated["lodger"], id: string) =>
      payment({ id, lodger, cents, review: lodger === "buyer" ? confirmed : null })
    expect(paid(quote({ stated: [words(9_000, "buyer", "a"), words(9_000, "buyer", "b")] }))).toBe(10_000)
    expect(paid(quote({ stated: [words(4_000, "buyer", "a"), words(3_000, "supplier", "b")] }))).toBe(4_000)
  })

  describe("given a supplier that was silent about a payment in words and about one on a chain that is not read", () => {
    const unread = (txid: string) => transaction({ txid, reading: { status: "unread" } })
    const inWords = payment({ id: "p1", cents: 3_000 })
    const unseen = payment({ id: "p2", cents: 5_000, txid: "t1" })
    const paidBy = (stated: ReadonlyArray<Stated>, over: Partial<QuoteDeal> = {}) =>
      paid(quote({ stated, transactions: [unread("t1"), unread("t2")], matter: silent, ...over }))
    const reviewed = (one: Stated): Stated => ({ ...one, review: confirmed })

    it("PD15 §8A when it confirms either or both, then no less is paid than by its silence", () => {
      expect(paidBy([inWords, unseen])).toBe(5_000)
      expect(paidBy([inWords, reviewed(unseen)])).toBe(5_000)
      expect(paidBy([reviewed(inWords), unseen])).toBe(5_000)
      expect(paidBy([reviewed(inWords), reviewed(unseen)])).toBe(5_000)
    })

    it("PD15 §8A when it confirms a cent of the transaction itself, then silence still finds the rest", () => {
      expect(paidBy([unseen, payment({ id: "p3", lodger: "supplier", cents: 1, txid: "t1" })])).toBe(5_000)
    })

    it("PD15 §8A when the buyer states more of such transactions than the price, then silence finds no more than the price", () => {
      const more = payment({ id: "p3", cents: 8_000, txid: "t2" })
      expect(paidBy([unseen, more])).toBe(10_000)
      expect(paidBy([unseen, reviewed(more)])).toBe(10_000)
      expect(paidBy([reviewed(unseen), reviewed(more)])).toBe(13_000)
    })

    it("PD15 §8A when the same transaction paid out a hold, then it counts once, for what left the hold", () => {
      const left = [{ at: later(4), cents: 4_000, txid: "t1" }]
      const holds = [
        { id: "h", payer: "buyer" as const, cents: 4_000, confirmedAt: later(1), endedAt: null, left },
      ]
      expect(paidBy([unseen], { holds })).toBe(4_000)
      expect(paidBy([reviewed(unseen)], { holds })).toBe(4_000)
    })

    it("PD15 §8A when the buyer states a greater sum of it too late for silence, then this is open above the part that silence finds", () => {
      const late = payment({ id: "p3", cents: 8_000, txid: "t1", at: later(99) })
      const rails = [{ from: later(0), network: "base", address: rail, saidUnread: true }]
      expect(paidBy([unseen, late], { rails })).toEqual({ min: 5_000, max: 8_000 })
      expect(paidBy([reviewed(unseen), late], { rails })).toEqual({ min: 5_000, max: 8_000 })
    })
  })

  it("PD15 §8A a double charge that the chain shows comes back", () => {
    const twice = shown({
      stated: [onChain, payment({ id: "p2", txid: "t2" })],
      transactions: [transaction(), transaction({ txid: "t2" })],
    })
    expect(accountOf({ ...twice, ...closed({}, {}) })).toMatchObject({ owed: 10_000, balance: -10_000 })
  })
})

describe("debts", () => {
  it("PD15 §7A a debt is paid by payments that name it, to an address that the other side proved", () => {
    const paying = { stated: [onChain], transactions: [transaction()] }
    expect(accountOf(debt()).balance).toBe(10_000)
    expect(accountOf(debt(paying)).balance).toBe(0)
    const toFriend = { ...paying, transactions: [transaction({}, { to: "0xfriend" })] }
    expect(accountOf(debt(toFriend)).balance).toBe(10_000)
  })

  it("PD15 §7A a debt never turns: who overpaid it has no order on it", () => {
    const over = [payment({ cents: 50_000, txid: "t1", lodger: "supplier" })]
    expect(accountOf(debt({ stated: over })).balance).toBe(0)
  })

  it("PD15 §7 the debtor's silence about a payment that it stated itself proves nothing against the creditor that pleads", () => {
    const sued = matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: null } })
    expect(accountOf(debt({ stated: [payment({ at: later(100) - hours(90) })], matter: sued })).balance).toBe(
      10_000,
    )
  })
})
