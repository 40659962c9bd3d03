import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { standingPart } from "./Account.ts"
import { admittedPart, carriedBy, checkDeal, earlierMatters, share } from "./Causes.ts"
import type { Deal, Held, Ordered, Side } from "./Deal.ts"
import { belongsTo, debtOf, type Entry, firstOfThem } from "./Debts.ts"
import { caseOf, outlookOf, prospectOf, showCase } from "./Prospect.ts"
import { receivedBy } from "./Received.ts"
import { lineTable } from "./Table.ts"
import { accountOf, closed, debt, inWords, later, matter, payment, quote, terms } from "./testing/Given.ts"

const entry = (over: Partial<Entry> = {}): Entry => ({
  id: "i1",
  kind: "invoice",
  sha256: "h",
  lodger: "S",
  counterparty: "B",
  lodgedAt: later(10),
  valueCents: 10_000,
  ref: null,
  txid: null,
  confirmedAt: later(11),
  ...over,
})
const due = (deal: Deal) =>
  carriedBy(accountOf(deal), { deal: receivedBy(deal, later(200)), asOf: later(200), terms })
const delivered = closed({}, {})

describe("debts", () => {
  it("PD15 §1 an invoice binds whom it names only once that agent has confirmed it", () => {
    expect(debtOf(entry({ confirmedAt: null }))).toBeNull()
    expect(debtOf(entry())).toMatchObject({ owes: "B", owedTo: "S", madeAt: later(11) })
    expect(debtOf(entry({ valueCents: 0 }))).toBeNull()
    expect(debtOf(entry({ counterparty: null }))).toBeNull()
    expect(debtOf(entry({ kind: "receipt" }))).toBeNull()
  })

  it("PD15 §1 a promise of a refund binds its lodger; a refund that names a deal or a transaction does not promise anything", () => {
    const promise = entry({ kind: "refund", confirmedAt: null })
    expect(debtOf(promise)).toMatchObject({ owes: "S", owedTo: "B", madeAt: later(10) })
    expect(debtOf({ ...promise, ref: "q1" })).toBeNull()
    expect(debtOf({ ...promise, txid: "t1" })).toBeNull()
  })

  it("PD15 §1 entries of one hash are one debt: the first that was confirmed counts", () => {
    const entries = [
      entry({ id: "a", confirmedAt: null }),
      entry({ id: "b", confirmedAt: later(13) }),
      entry({ id: "c" }),
    ]
    expect(firstOfThem(entries)?.id).toBe("c")
    expect(firstOfThem(entries.toReversed())?.id).toBe("c")
    expect(firstOfThem([entry({ confirmedAt: null })])).toBeNull()
  })

  it("PD15 §1 given promises of one refund, then the first that was lodged counts, whenever it was confirmed", () => {
    const promise = (id: string, hour: number) =>
      entry({ id, kind: "refund", lodgedAt: later(hour), confirmedAt: null })
    const confirmed = { ...promise("b", 12), confirmedAt: later(11) }
    expect(firstOfThem([confirmed, promise("a", 10)])?.id).toBe("a")
  })

  it("PD15 §1A the price of a quote is not claimed again as an invoice", () => {
    const quoted = { quote: quote(closed({ cents: 9_000 })), settledAt: null }
    expect(belongsTo(entry(), quoted, false)).toBe(true)
    expect(belongsTo(entry({ valueCents: 9_000 }), quoted, false)).toBe(true)
    expect(belongsTo(entry({ valueCents: 5, ref: "q1" }), quoted, true)).toBe(true)
    expect(belongsTo(entry({ valueCents: 5 }), quoted, false)).toBe(false)
    expect(belongsTo(entry({ ref: "other" }), quoted, true)).toBe(false)
    expect(belongsTo(entry({ lodgedAt: later(-1) }), quoted, false)).toBe(false)
    expect(belongsTo(entry({ lodgedAt: later(90) }), { ...quoted, settledAt: later(90) }, false)).toBe(false)
    expect(belongsTo(entry({ lodger: "B", counterparty: "S" }), quoted, false)).toBe(false)
  })
})

describe("causes", () => {
  it("PD15 §10A says from when matters are decided by causes, and what becomes of others", () => {
    expect(earlierMatters.text(bounds)).toContain(
      "is not decided on the papers: it is reserved for the bench",
    )
    expect(earlierMatters.text({ ...bounds, accountsInForce: 0 })).toContain("Until a later version")
  })

  it("PD15 §10 an order by a cause needs its deal", () => {
    expect(checkDeal("account", null)?.code).toBe("deal_wanted")
    expect(checkDeal("debt", "quote")?.code).toBe("deal_wanted")
    expect(checkDeal("account", "quote")).toBeNull()
    expect(checkDeal("admitted", null)).toBeNull()
  })

  it("PD15 §10 the debtor that sues first is ordered to pay all the same, however little the other side asked", () => {
    const unpaid = due(quote({ ...delivered, matter: matter() }))
    expect(unpaid).toEqual({ against: "buyer", cents: 10_000 })
    expect(share(unpaid, "buyer", [50_000])).toEqual({ asked: [0], againstClaimant: 10_000 })
  })

  it("PD15 §10 two orders of one claim share the balance in their order", () => {
    const owed = { against: "buyer" as const, cents: 10_000 }
    expect(share(owed, "supplier", [7_000, 7_000, 1])).toEqual({
      asked: [7_000, 3_000, 0],
      againstClaimant: 0,
    })
    expect(share(owed, "supplier", [null, 5])).toEqual({ asked: [10_000, 0], againstClaimant: 0 })
    expect(share(null, "supplier", [5])).toEqual({ asked: [0], againstClaimant: 0 })
  })

  const ordered = (metBy: ReadonlyArray<string>, cents = 4_000): ReadonlyArray<Ordered> => [
    { citation: "[2026] MC 1", n: 1, against: "buyer", cents, metBy },
  ]

  it("PD15 §10A what an earlier judgment ordered comes off, as far as its payment is not counted already", () => {
    expect(due(quote({ ...delivered, ordered: ordered([]) }))?.cents).toBe(6_000)
    const performed = payment({ cents: 4_000, lodger: "supplier" })
    expect(due(quote({ ...delivered, ordered: ordered(["p1"]), stated: [performed] }))?.cents).toBe(6_000)
    expect(due(quote({ ...delivered, ordered: ordered(["other"]), stated: [performed] }))?.cents).toBe(2_000)
  })

  it("PD15 §10A given an order that a hold performed in two payouts, then both are counted, and another order comes off", () => {
    const hold: Held = {
      id: "h",
      payer: "buyer",
      cents: 4_000,
      confirmedAt: later(1),
      endedAt: later(90),
      left: [
        { at: later(80), cents: 1_500, txid: "t8" },
        { at: later(90), cents: 2_500, txid: "t9" },
      ],
    }
    const dueAfter = (metBy: ReadonlyArray<string>) =>
      due(quote({ ...delivered, holds: [hold], ordered: ordered(metBy) }))?.cents
    expect(dueAfter(["h"])).toBe(6_000)
    expect(dueAfter(["t8", "t9"])).toBe(6_000)
    expect(dueAfter(["t9"])).toBe(6_000 - 1_500)
    expect(dueAfter(["h/0"])).toBe(6_000 - 2_500)
    expect(dueAfter(["h/0", "h/1"])).toBe(6_000)
    expect(dueAfter(["h/2"])).toBe(2_000)
    expect(dueAfter([])).toBe(2_000)
  })

  it("PD15 §10 given one payment that met two orders, the second in part, then its rest still comes off, and no cent meets both", () => {
    const hold: Held = {
      id: "h",
      payer: "buyer",
      cents: 0,
      confirmedAt: later(1),
      endedAt: later(90),
      left: [{ at: later(90), cents: 4_000, txid: "t9" }],
    }
    const two = [...ordered(["h/0"], 3_000), ...ordered(["h/0"], 2_000).map((order) => ({ ...order, n: 2 }))]
    const dueFor = (of: ReadonlyArray<Ordered>) =>
      due(quote({ ...delivered, holds: [hold], ordered: of }))?.cents
    expect(dueFor(two)).toBe(6_000 - 1_000)
    // two payments, of which the first met both and the second the rest of the second
    const both = { ...hold, left: [...hold.left, { at: later(95), cents: 1_000, txid: "t10" }] }
    const rest = two.map((one) => (one.n === 2 ? { ...one, metBy: ["h/0", "h/1"] } : one))
    expect(due(quote({ ...delivered, holds: [both], ordered: rest }))?.cents).toBe(5_000)
    // an order against the other side shares nothing
    expect(dueFor([...two, ...two.map((order) => ({ ...order, against: "supplier" as const }))])).toBe(5_000)
  })

  it("PD15 §10A given a debt that was ordered before, then its payment counts once, and an order of all of it leaves nothing", () => {
    const stated = [payment({ cents: 4_000, lodger: "supplier" })]
    expect(due(debt({ stated, ordered: ordered(["p1"]) }))).toEqual({ against: "buyer", cents: 6_000 })
    expect(due(debt({ ordered: ordered([], 10_000) }))).toBeNull()
  })

  it("PD15 §10 an admission carries the part that is admitted, at most what was asked", () => {
    expect(admittedPart(10_000, { amountCents: 4_000 })).toBe(4_000)
    expect(admittedPart(10_000, { amountCents: 40_000 })).toBe(10_000)
    expect(admittedPart(10_000, { amountCents: null })).toBe(10_000)
    expect(admittedPart(null, { amountCents: null })).toBeNull()
  })

  it("PD15 §10 the annex lists every line and every cause", () => {
    for (const name of [
      "| delivered | supplier |",
      "| paid | buyer |",
      "| account | quote |",
      "| admitted | any or none |",
    ])
      expect(lineTable()).toContain(name)
  })
})

describe("the balance", () => {
  const admits = (by: Side, cents: number) => ({ by, at: later(110), cents })

  it("PD15 §3A an admission moves the balance against its maker alone, and by no more than it says", () => {
    const balance = (...said: ReadonlyArray<ReturnType<typeof admits>>) =>
      accountOf(quote({ matter: matter({ admits: said }) })).balance
    expect(balance()).toBe(0)
    expect(balance(admits("buyer", 300))).toBe(300)
    expect(balance(admits("supplier", 300))).toBe(-300)
    expect(balance(admits("buyer", 300), admits("supplier", 100))).toBe(200)
  })

  it("PD15 §3 the part that stands whichever way the rest is decided is ordered", () => {
    const rails = [{ from: later(0), network: "base", address: "0xrail", saidUnread: true }]
    const unread = { txid: "t1", network: "base", reading: { status: "unread" as const }, elsewhere: [] }
    const stated = [payment({ txid: "t1", cents: 3_000 })]
    const deal = quote({ ...delivered, rails, stated, transactions: [unread], matter: matter() })
    expect(accountOf(deal)).toMatchObject({ balance: { min: 7_000, max: 10_000 }, undecided: 3_000 })
    expect(due(deal)).toEqual({ against: "buyer", cents: 7_000 })
  })

  it("PD15 §3 given a balance of nothing, or a balance that may run either way, then no part of it stands", () => {
    expect(standingPart({ balance: 0 })).toBeNull()
    expect(standingPart({ balance: { min: -1, max: 0 } })).toBeNull()
    expect(standingPart({ balance: { min: -10_000, max: 10_000 } })).toBeNull()
    expect(standingPart({ balance: { min: -3, max: -2 } })).toEqual({ against: "supplier", cents: 2 })
  })

  it("PD15 §3A another currency leaves everything open", () => {
    const account = accountOf(quote({ currency: "EUR", ...delivered }))
    expect(account).toMatchObject({ price: null, balance: null, undecided: "all" })
    expect(account.lines.every(({ finding }) => finding === "undetermined")).toBe(true)
    expect(due(quote({ currency: "EUR", ...delivered }))).toBeNull()
  })
})

describe("what the parties are told", () => {
  it("PD15 §3 a quote says before its acceptance what a dispute could give at most", () => {
    const terms = { cents: 10_000, inWords: true, otherwiseMillionths: null }
    expect(prospectOf(terms, { stakeCents: 0, heldCents: 0 })).toEqual([
      "This seller has a stake of USD 0.00 and no hold: you would get a declaration.",
      "A disputed delivery can't be decided on this quote, since it doesn't say what is owed then.",
    ])
    expect(
      prospectOf({ ...terms, otherwiseMillionths: 500_000 }, { stakeCents: 5_000, heldCents: 1_000 }),
    ).toEqual([
      "This seller has a stake of USD 50.00 and USD 10.00 in holds: an order could be for at most USD 60.00 of USD 100.00.",
      "If the delivery is disputed, 500,000 millionths of the price are owed.",
    ])
    expect(prospectOf({ ...terms, inWords: false }, { stakeCents: 20_000, heldCents: 0 })).toHaveLength(1)
    expect(prospectOf({ ...terms, isMetered: true }, { stakeCents: 20_000, heldCents: 0 })[1]).toContain(
      "without a reading of the seller's nothing is owed",
    )
  })

  const told = (deal: Deal, side: Side, more: Parameters<typeof caseOf>[3] = {}, now = later(200)) =>
    caseOf(deal, side, { now, terms }, more)
  const nothing = { stakeCents: 0, heldCents: 0 }
  const stated = [payment({ lodger: "supplier" })]

  it("PD15 §3 a party knows what it would get, how much of it is covered, and what is missing from whom until when", () => {
    const undisclosed = quote({ ...closed(), stated })
    expect(outlookOf(told(undisclosed, "buyer"), { stakeCents: 5_000, heldCents: 0 })).toEqual([
      "You would get USD 100.00 of USD 100.00, of which the stake covers USD 50.00.",
      "Missing for the line delivered, which the supplier bears: the supplier can still disclose the bytes that the close names until the call.",
    ])
    expect(outlookOf(told(undisclosed, "supplier"), nothing)[0]).toBe(
      "You would be ordered to pay USD 100.00.",
    )
    const denied = quote({ ...closed(), stated, matter: matter({ deniedAt: later(100) }) })
    expect(outlookOf(told(denied, "buyer", {}, later(101)), nothing)).toContain(
      "Missing for the line delivered, which the supplier bears: the supplier can still disclose the bytes that the close names until 2026-11-08T13:00:00.000Z.",
    )
  })

  it.each([
    [0, 0, ", as a declaration, since neither a stake nor a hold covers it."],
    [10_000, 0, ", which the stake covers."],
    [0, 4_000, ", of which the holds cover USD 40.00."],
    [5_000, 4_000, ", of which the stake and the holds cover USD 90.00."],
    [5_000, 5_000, ", which the stake and the holds cover."],
  ])("Rule 5.3 given a stake of %i and %i in holds, then they cover%s", (stakeCents, heldCents, says) => {
    const [first] = outlookOf(told(quote({ ...closed(), stated }), "buyer"), { stakeCents, heldCents })
    expect(first).toBe(`You would get USD 100.00 of USD 100.00${says}`)
  })

  it.each([
    [[200], "The escrow of the hold outlasts "],
    [[null], "The escrow of the hold is not known to outlast "],
    [[200, 140], "The escrows of all 2 holds outlast "],
    [[200, 139], "Of the escrows of 2 holds, 1 is not known to outlast "],
    [[null, 10, 140], "Of the escrows of 3 holds, 2 are not known to outlast "],
  ])(
    "PD2 §6J given holds whose escrows end in %j days, then whoever relies on them is told at the filing whether they last",
    (ends, says) => {
      const escrows = ends.map((escrowDays, k) => ({ hold: `hold-${k}`, escrowDays, longestWayDays: 140 }))
      const shown = showCase(told(quote({ ...closed(), stated }), "buyer"), { ...nothing, escrows })
      expect(shown.escrows).toEqual(escrows)
      expect(shown.outlook.at(-1)).toBe(
        `${says}the longest way from a claim to a payout, 140 days (PD2 §6J).`,
      )
      expect(showCase(told(quote({ ...closed(), stated }), "buyer"), nothing).escrows).toEqual([])
    },
  )

  it("PD15 §10 given a claim for less than the account gives, then no more is ordered, and the rest is named", () => {
    const asking = told(quote({ ...closed(), stated }), "buyer", { askedCents: 4_000 })
    expect(outlookOf(asking, { stakeCents: 9_000, heldCents: 0 }).slice(0, 2)).toEqual([
      "You would get USD 40.00 of USD 100.00, which the stake covers.",
      "The account would give you USD 60.00 more than you ask.",
    ])
    expect(outlookOf({ ...asking, askedCents: 10_000 }, nothing)).toHaveLength(2)
  })

  it("PD15 §3 given a disputed delivery in words, then a claimant knows what it gets from silence, and what a pleading changes", () => {
    const words = { ...closed(inWords, { dispute: true }), stated }
    const silent = quote({ ...words, matter: matter({ pleads: { buyer: later(100), supplier: null } }) })
    expect(outlookOf(told(silent, "buyer"), nothing)).toEqual([
      "You would get USD 100.00 of USD 100.00, as a declaration, since neither a stake nor a hold covers it.",
      "If the supplier pleads, the account orders nothing, and USD 100.00 are open.",
    ])
    const otherwise = { ...silent, remedies: { ...silent.remedies, otherwiseMillionths: 250_000 } }
    expect(outlookOf(told(otherwise, "supplier"), nothing)).toHaveLength(1)
    expect(outlookOf(told(otherwise, "buyer"), nothing)[1]).toBe(
      "If the supplier pleads, you would get USD 75.00 of USD 100.00, as a declaration, since neither a stake nor a hold covers it.",
    )
    expect(outlookOf(told(silent, "buyer", { isCalled: true }), nothing)).toHaveLength(1)
  })

  it("PD15 §3 given a delivery that both plead about, then a party knows that nothing is ordered and how much is open", () => {
    const disputed = quote({ ...closed(inWords, { dispute: true }), matter: matter() })
    expect(outlookOf(told(disputed, "supplier"), nothing).slice(0, 2)).toEqual([
      "The account orders nothing.",
      "USD 100.00 are open.",
    ])
  })

  it("PD15 §3A given a deal in euro, then a party knows that its currency leaves all open", () => {
    expect(outlookOf(told(quote({ currency: "EUR", ...delivered }), "buyer"), nothing)).toEqual([
      "The account orders nothing.",
      "Its currency leaves all of it open.",
    ])
  })

  it("PD15 §3 given a supplier that has not closed yet, then the parties know until when it may, and once it is called nobody may", () => {
    const says =
      "Missing for the line delivered, which the supplier bears: the supplier can still deliver and close the quote until 2026-11-03T09:00:00.000Z."
    expect(outlookOf(told(quote(), "buyer", {}, later(1)), nothing)).toContain(says)
    expect(outlookOf(told(quote(), "buyer", { isCalled: true }, later(1)), nothing)).not.toContain(says)
  })

  it("PD15 §3 what is shown is the account with its outlook", () => {
    const shown = showCase(told(quote(), "buyer"), nothing)
    expect(shown.account).toMatchObject({ deal: { id: "q1" }, asOf: "2026-11-10T17:00:00.000Z" })
    expect(shown.outlook).toEqual(outlookOf(told(quote(), "buyer"), nothing))
  })
})
