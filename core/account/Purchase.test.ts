/** Purchases by x402 without a quote, and whoever would take back what it got, or keep what it owes. */
import { describe, expect, it } from "vitest"
import { days, hours } from "../kernel/Time.ts"
import { carriedBy } from "./Causes.ts"
import type { DebtDeal, Taken } from "./Deal.ts"
import * as Purchase from "./Purchase.ts"
import * as Ripeness from "./Ripeness.ts"
import { accountOf, debt, later, lineOf, matter, payment, terms, transaction } from "./testing/Given.ts"

const resource = "https://api.example.com/premium-data"
const txid = "0xaa"
const coin = { network: "base", asset: "usdc" }

const offer = (over: Partial<Purchase.Offer> = {}): Purchase.Offer => ({
  id: "offer-1",
  by: "supplier",
  at: later(100),
  lodged: false,
  resource,
  ...coin,
  payTo: "0xrail",
  units: "1500000",
  cents: 150,
  until: later(48),
  ...over,
})
const transfer = (
  over: Partial<Purchase.Purchase["transfers"][number]> = {},
): Purchase.Purchase["transfers"][number] => ({
  txid,
  at: later(3),
  ...coin,
  from: "0xpayer",
  to: "0xrail",
  units: "1500000",
  cents: 150,
  minedAt: later(1),
  ...over,
})
const response = (
  over: Partial<Purchase.Purchase["responses"][number]> = {},
): Purchase.Purchase["responses"][number] => ({
  id: "response-1",
  by: "supplier",
  at: later(100),
  resource,
  status: 500,
  payment: "header-1",
  transaction: txid,
  ...over,
})
const stated = { id: "p1", at: later(2), txid, cents: 500 }

/** The seller is the agent that owes (`buyer`), and pleads unless it says otherwise; the agent that paid is the `supplier`. */
const bought = (over: Partial<Purchase.Purchase> = {}, more: Partial<DebtDeal> = {}): DebtDeal =>
  debt({
    from: "purchase",
    cents: 0,
    madeAt: later(1),
    dealingAt: later(1),
    transactions: [transaction({ txid })],
    proven: [
      { agent: "S", address: "0xpayer", provenAt: later(-10), endedAt: null },
      { agent: "B", address: "0xrail", provenAt: later(-10), endedAt: null },
    ],
    matter: matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: later(110) } }),
    ...more,
    purchase: { offers: [offer()], responses: [], payments: [stated], transfers: [transfer()], ...over },
  })
const silent = { matter: matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: null } }) }
const balance = (deal: DebtDeal) => accountOf(deal).balance
const finding = (deal: DebtDeal) => lineOf(accountOf(deal), "served")?.finding
const priceLine = (deal: DebtDeal) => lineOf(accountOf(deal), "price")

describe("a purchase that was paid", () => {
  it("PD15 §1D given a seller that does not plead, or a failure that it signed, then it owes the price", () => {
    const bySilence = bought({}, silent)
    expect(balance(bySilence)).toBe(150)
    expect(lineOf(accountOf(bySilence), "served")).toMatchObject({
      finding: "not_found",
      burden: "buyer",
      by: [],
      wanted: { who: "buyer" },
    })
    expect(balance(bought({}, { matter: null }))).toBe(150)
    const failed = bought({ responses: [response()] })
    expect(balance(failed)).toBe(150)
    expect(lineOf(accountOf(failed), "served")).toMatchObject({
      finding: "not_found",
      by: [{ record: "artifact", id: "response-1" }],
      wanted: null,
    })
    const account = accountOf(failed)
    expect(carriedBy(account, { deal: failed, asOf: account.asOf, terms })).toEqual({
      against: "buyer",
      cents: 150,
    })
  })

  it("PD15 §1B given the offer and the transfer that met it, then the price names its records; without them the act is named", () => {
    expect(priceLine(bought())).toMatchObject({
      finding: "found",
      cents: 150,
      by: [
        { record: "dealing", id: "i1" },
        { record: "artifact", id: "offer-1" },
        { record: "dealing", id: "p1" },
        { record: "transfer", id: txid },
      ],
    })
    expect(priceLine(bought({ offers: [] }, silent))).toMatchObject({
      finding: "not_found",
      cents: 0,
      wanted: { who: "supplier" },
    })
    expect(balance(bought({ offers: [] }, silent))).toBe(0)
  })

  it("PD15 §1D given a seller that pleads, then whether it served is undetermined, and nothing is ordered", () => {
    const contested = bought()
    expect(accountOf(contested)).toMatchObject({ balance: { min: 0, max: 150 }, undecided: 150 })
    expect(finding(contested)).toBe("undetermined")
    expect(carriedBy(accountOf(contested), { deal: contested, asOf: later(200), terms })).toBeNull()
  })

  it("PD15 §1C given a refund that the chain shows, then it comes off the price", () => {
    const back = payment({ txid: "t2", cents: 100 })
    const refunded = bought(
      { responses: [response()] },
      {
        stated: [back],
        transactions: [
          transaction({ txid }),
          transaction({ txid: "t2" }, { from: "0xrail", to: "0xpayer", cents: 100, minedAt: later(5) }),
        ],
      },
    )
    expect(accountOf(refunded)).toMatchObject({ owed: 150, paid: 100, balance: 50 })
  })
})

describe("thieves that buy", () => {
  it("PD15 §1B January's receipt for June's price: an offer whose term has passed, and a receipt, prove no purchase", () => {
    const january = offer({ id: "january", cents: 10, units: "100000", until: later(0) })
    expect(balance(bought({ offers: [january] }, silent))).toBe(0)
    const june = offer({ id: "june", cents: 500, units: "5000000" })
    expect(balance(bought({ offers: [january, june] }, silent))).toBe(0)
    expect(Purchase.offerUntil(null, later(0), terms)).toBe(later(0) + hours(terms.offerHours))
    expect(Purchase.offerUntil(later(7), later(0), terms)).toBe(later(7))
  })

  it("PD15 §1D a retry that was served: a response under 400 to the same payment leaves it undetermined, before and after", () => {
    const retried = response({ id: "response-2", by: "buyer", status: 200, transaction: null })
    expect(finding(bought({ responses: [response(), retried] }))).toBe("undetermined")
    expect(finding(bought({ responses: [retried, response({ status: 402 })] }))).toBe("undetermined")
    const byTransaction = response({ id: "response-3", by: "buyer", status: 204, payment: "other" })
    expect(finding(bought({ responses: [byTransaction] }))).toBe("undetermined")
    expect(finding(bought({ responses: [byTransaction] }, silent))).toBe("undetermined")
    const other = response({ id: "response-4", status: 200, payment: "other", transaction: "0xbb" })
    expect(finding(bought({ responses: [response(), other] }))).toBe("not_found")
  })

  it("PD15 §1D a hundred calls that were served and a hundred refunds asked: a seller that pleads owes nothing on the papers", () => {
    const ordered = Array.from({ length: 100 }, (_, i) => {
      const own = `0x${i}`
      const deal = bought({
        payments: [{ id: `p${i}`, at: later(2), txid: own, cents: 150 }],
        transfers: [transfer({ txid: own })],
        responses: [response({ by: "buyer", status: 200, transaction: own })],
      })
      return carriedBy(accountOf(deal), { deal, asOf: later(200), terms })?.cents ?? 0
    })
    expect(ordered.reduce((sum, cents) => sum + cents, 0)).toBe(0)
  })

  it("PD15 §1D a response of another payment, of another resource, or that names no transaction shows no failure", () => {
    for (const other of [
      response({ transaction: "0xbb" }),
      response({ transaction: null }),
      response({ resource: `${resource}/other` }),
      response({ status: 399 }),
    ])
      expect(finding(bought({ responses: [other] })), JSON.stringify(other)).toBe("undetermined")
    expect(finding(bought({ offers: [], responses: [response()] }))).toBe("undetermined")
    expect(balance(bought({ offers: [], responses: [response()] }))).toBe(0)
  })

  it("PD15 §1B a transfer of too little, to another address, in another token, on another chain, or from an address that it did not prove meets no offer", () => {
    for (const other of [
      { units: "1499999" },
      { to: "0xfriend" },
      { asset: "other" },
      { network: "cash" },
      { from: "0xother" },
      { txid: "0xbb" },
      { minedAt: later(49) },
    ])
      expect(balance(bought({ transfers: [transfer(other)] }, silent)), JSON.stringify(other)).toBe(0)
    expect(balance(bought({ payments: [] }, silent))).toBe(0)
  })

  it("PD15 §1B a transfer that another deal used: it counts for the deal on which its owner stated it first", () => {
    const on = { how: "stated", on: "q9", by: "S", at: later(1), cents: 150 } as const
    const used = (...elsewhere: ReadonlyArray<Taken>) =>
      balance(bought({}, { ...silent, transactions: [transaction({ txid, elsewhere })] }))
    expect(used(on)).toBe(0)
    expect(used({ ...on, at: later(2), on: "a" })).toBe(0)
    expect(used({ ...on, at: later(2) })).toBe(150)
    expect(used({ ...on, at: later(3) })).toBe(150)
    expect(used({ ...on, by: "friend" })).toBe(150)
    expect(used({ how: "entry", on: "e1", at: later(1), cents: 150 })).toBe(0)
  })

  it("PD15 §1C a cent that is stated of a transfer, so that the rest counts on another deal: the price is at most that cent", () => {
    expect(balance(bought({ payments: [{ ...stated, cents: 1 }] }, silent))).toBe(1)
  })

  it("PD15 §1C two offers with different prices: the lowest that stood counts, and at most the transfer", () => {
    const dear = offer({ id: "dear", cents: 500, units: "5000000" })
    const paid = transfer({ units: "5000000", cents: 500 })
    expect(balance(bought({ offers: [dear], transfers: [paid] }, silent))).toBe(500)
    expect(balance(bought({ offers: [dear, offer()], transfers: [paid] }, silent))).toBe(150)
    const elsewhere = offer({ id: "else", resource: `${resource}/other`, cents: 100, units: "9000000" })
    expect(balance(bought({ offers: [dear, elsewhere], transfers: [paid] }, silent))).toBe(500)
    const past = offer({ id: "past", cents: 1, units: "10000", until: later(0) })
    expect(balance(bought({ offers: [dear, past], transfers: [paid] }, silent))).toBe(500)
    const same = [offer({ id: "b" }), offer({ id: "a" })]
    expect(priceLine(bought({ offers: same }))?.by[1]).toEqual({ record: "artifact", id: "a" })
    const odd = offer({ units: "1500000", cents: 200 })
    expect(balance(bought({ offers: [odd] }, silent))).toBe(150)
  })
})

describe("liars that sell", () => {
  it("PD15 §1C a seller that signs a cheaper offer once it is sued: it counts only if the agent that paid lodged it", () => {
    const cheap = offer({ id: "cheap", by: "buyer", cents: 1, units: "10000" })
    const failed = { responses: [response()] }
    expect(balance(bought({ ...failed, offers: [offer(), cheap] }))).toBe(150)
    expect(balance(bought({ ...failed, offers: [offer(), { ...cheap, lodged: true }] }))).toBe(1)
    expect(balance(bought({ ...failed, offers: [cheap] }))).toBe(0)
  })

  it("PD15 §3 papers and transfers that the Court received after the call do not count", () => {
    const late = later(201)
    expect(balance(bought({ offers: [offer({ at: late })] }, silent))).toBe(0)
    expect(balance(bought({ transfers: [transfer({ at: late })] }, silent))).toBe(0)
    expect(balance(bought({ payments: [{ ...stated, at: late }] }, silent))).toBe(0)
    expect(finding(bought({ responses: [response({ at: late })] }))).toBe("undetermined")
  })
})

describe("the time of a purchase", () => {
  it("PD15 §1D given its transfer, then its account lies for 90 days from it, and other debts for a year", () => {
    const deal = bought({}, { matter: null })
    const end = later(1) + days(terms.purchaseDays)
    expect(Ripeness.closesAt(deal, terms)).toBe(end)
    const codeAt = (now: number) => {
      const found = Ripeness.check(deal, "supplier", now, terms)
      return found._tag === "Left" ? found.left.code : null
    }
    expect(codeAt(later(0))).toBe("account_not_ripe")
    expect(codeAt(end - 1)).toBeNull()
    expect(codeAt(end)).toBe("account_closed")
    expect(Ripeness.closesAt(debt(), terms)).toBe(later(1) + days(terms.debtDays))
  })

  it("PD15 §1D given the word of the agent that paid that its transaction was served, then nothing is owed back, whatever failed before", () => {
    const taken = { id: "y1", at: later(100), transaction: txid }
    const failed = { responses: [response()] }
    const served = accountOf(bought({ ...failed, taken: [taken] }))
    expect(lineOf(served, "served")).toMatchObject({
      finding: "found",
      by: [{ record: "artifact", id: "y1" }],
    })
    expect(served.balance).toBe(0)
    expect(accountOf(bought({ ...failed, taken: [{ ...taken, transaction: "0xother" }] })).balance).toBe(150)
    expect(accountOf(bought({ ...failed, taken: [{ ...taken, at: later(201) }] })).balance).toBe(150)
    expect(lineOf(accountOf(bought({ taken: [taken], offers: [] })), "served")?.finding).not.toBe("found")
  })
})
