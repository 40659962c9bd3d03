import { describe, expect, it } from "vitest"
import { drawUp } from "./Account.ts"
import type { Deal, QuoteDeal, Side, Stated } from "./Deal.ts"
import { bothOf, firstDisagreement } from "./testing/Compare.ts"
import { accountOf, later, terms } from "./testing/Given.ts"
import { type Draw, drawFrom, randomDeal, signedRecord, stated } from "./testing/RandomDeals.ts"
import type { Account } from "./View.ts"

const random = 3_000
const asOf = later(200)

/** The balance that a side is certain of: the most that the buyer may owe, or the least that the supplier may be owed. Higher is better. */
const certain = (side: Side, { balance }: Account): number => {
  if (balance === null) return 0
  const { min, max } = typeof balance === "number" ? { min: balance, max: balance } : balance
  return side === "buyer" ? 0 - max : min
}

/** A statement by its payer that nothing supports: no transaction that a chain shows, and too young for silence. */
const bareWord = (d: Draw, side: Side): Stated => ({
  ...stated(d, "new"),
  kind: side === "buyer" ? "payment" : "refund",
  lodger: side,
  at: later(199),
  txid: d.pick(null, "t-none", "t-unread"),
  review: null,
})

/** Records that a side could write alone, each added to a deal. */
const written: Readonly<Record<string, (deal: Deal, side: Side, d: Draw) => Deal>> = {
  "a payment or refund that only its payer states": (deal, side, d) => ({
    ...deal,
    stated: [...deal.stated, bareWord(d, side)],
    transactions: [
      ...deal.transactions,
      { txid: "t-none", network: "base", reading: { status: "none" }, elsewhere: [] },
      { txid: "t-unread", network: "base", reading: { status: "unread" }, elsewhere: [] },
    ],
  }),
  "a payment or refund that its payee states, for a cent or more": (deal, side, d) => ({
    ...deal,
    stated: [
      ...deal.stated,
      { ...stated(d, "new"), kind: side === "buyer" ? "refund" : "payment", lodger: side },
    ],
  }),
  "an admission": (deal, side, d) => ({
    ...deal,
    matter:
      deal.matter === null
        ? null
        : { ...deal.matter, admits: [...deal.matter.admits, { by: side, at: asOf, cents: d.below(9_000) }] },
  }),
  "a statement of the transaction on an accomplice's deal": (deal) => ({
    ...deal,
    transactions: deal.transactions.map((one) => ({
      ...one,
      elsewhere: [
        ...one.elsewhere,
        { how: "stated" as const, on: "q0", by: "accomplice", at: later(0), cents: 20_000 },
      ],
    })),
  }),
  "papers of a purchase that a seller can sign at any time": (deal, side, d) => {
    if (deal.kind === "quote" || deal.purchase === undefined || side === "supplier") return deal
    const { purchase } = deal
    const common = { id: "new", by: side, at: asOf, resource: "https://a.example/1" }
    const place = { network: "base", asset: "usdc", payTo: "0xrail", until: asOf }
    const offer = { ...common, ...place, lodged: false, units: "10000", cents: 1 }
    const response = { ...common, status: d.pick(200, 500), payment: "h1", transaction: "t1" }
    return {
      ...deal,
      purchase: {
        ...purchase,
        offers: [...purchase.offers, offer],
        responses: [...purchase.responses, response],
      },
    }
  },
  "a reading of the meter, if nothing is borne and the attester has not read": (deal, side, d) =>
    deal.kind === "debt" ||
    deal.meter?.toleranceMillionths !== 0 ||
    deal.meter.readings.some(({ by }) => by === "attester")
      ? deal
      : {
          ...deal,
          meter: {
            ...deal.meter,
            readings: [
              ...deal.meter.readings,
              { id: "new", by: side, at: asOf, units: d.below(6_000), confirmedAt: null },
            ],
          },
        },
}

/** A deal in which a side has confirmed each payment or refund to it that the other states and that waits for a review. */
const confirmAll = (deal: Deal, side: Side): Deal => ({
  ...deal,
  stated: deal.stated.map((one) =>
    one.lodger !== side && one.review === null && one.kind === (side === "buyer" ? "refund" : "payment")
      ? { ...one, review: { outcome: "confirmed" as const, at: asOf } }
      : one,
  ),
})

/** The most to which a sum of an account may come. */
const most = (sum: Account["paid"]): number => (sum === null ? 0 : typeof sum === "number" ? sum : sum.max)

/** The refunds whose chain shows that they went to an address from which, by the buyer's own word, it paid. */
const refundsBack = ({ stated, transactions }: Deal): number => {
  const movedBy = (kind: Stated["kind"]) =>
    transactions.flatMap(({ txid, reading }) =>
      reading.status === "found" && stated.some((one) => one.kind === kind && one.txid === txid)
        ? reading.transfers
        : [],
    )
  const sources = new Set(movedBy("payment").map(({ from }) => from))
  return movedBy("refund").reduce((total, { to, cents }) => total + (sources.has(to) ? cents : 0), 0)
}

const onQuotes: Readonly<Record<string, (quote: QuoteDeal, side: Side, d: Draw) => QuoteDeal>> = {
  "a close that is made after the claim, and that the other side does not sign": (quote, side) => {
    if (quote.matter === null || quote.closes[side] !== null) return quote
    const close = {
      id: "new",
      at: asOf,
      cents: 10_000,
      delivered: "in words",
      deliveredAt: null,
      dispute: side === "buyer",
      received: null,
    }
    return { ...quote, closes: { ...quote.closes, [side]: close } }
  },
  "a disclosure by the buyer, or one of other bytes": (quote, side, d) => ({
    ...quote,
    disclosures: [
      ...quote.disclosures,
      {
        id: "new",
        by: side,
        at: asOf,
        sha256: side === "buyer" ? "ab".repeat(32) : `${d.below(9)}f`.repeat(32),
      },
    ],
  }),
  "a record of the delivery that it signed in another protocol": (quote, side, d) => ({
    ...quote,
    signed: [...(quote.signed ?? []), { ...signedRecord(d, "new"), by: side }],
  }),
  "a rail after the payments": (quote, side) =>
    side === "buyer"
      ? quote
      : {
          ...quote,
          rails: [
            ...quote.rails,
            { from: later(81), network: "base", address: "0xfriend", saidUnread: false },
          ],
        },
  "a hold": (quote, side) => ({
    ...quote,
    holds: [
      ...quote.holds,
      { id: "new", payer: side, cents: 50_000, confirmedAt: later(1), endedAt: null, left: [] },
    ],
  }),
}

/** The first random deal on which a record improves what its writer is certain of. */
const firstGain = (add: (deal: Deal, side: Side, d: Draw) => Deal, seed: number) => {
  const draw = drawFrom(seed)
  for (let i = 0; i < random; i++) {
    const deal = randomDeal(draw)
    const side = draw.pick<Side>("supplier", "buyer")
    const added = add(deal, side, draw)
    const before = certain(side, accountOf(deal, asOf))
    const after = certain(side, accountOf(added, asOf))
    if (after > before) return { side, before, after, added }
  }
  return null
}

const shuffled = <A>(d: Draw, of: ReadonlyArray<A>): ReadonlyArray<A> =>
  of
    .map((one) => ({ one, at: d.below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

describe("the account on random deals", () => {
  it("PD15 §3 two implementations of the law draw the same account", () => {
    expect(firstDisagreement(random, 35)).toBeNull()
  })

  it("PD15 §3 the random deals reach every finding of delivery and conformity, ranges, and both directions", () => {
    const draw = drawFrom(7)
    const seen = new Set<string>()
    for (let i = 0; i < random; i++) {
      const { rules } = bothOf(randomDeal(draw), asOf)
      seen.add(`metered ${rules.metered}`)
      seen.add(`delivered ${rules.delivered}`).add(`conforming ${rules.conforming}`)
      if (rules.late > 0) seen.add("late")
      for (const name of ["paid", "refunded", "balance"] as const) {
        const [low, high] = rules[name] ?? [0, 0]
        if (low < high) seen.add(`${name} open`)
        if (low > 0) seen.add(`${name} above`)
        if (high < 0) seen.add(`${name} below`)
      }
    }
    for (const wanted of [
      "delivered found",
      "delivered not_found",
      "delivered undetermined",
      "conforming undetermined",
      "late",
      "metered found",
      "metered not_found",
      "metered undetermined",
      "paid open",
      "paid above",
      "refunded open",
      "refunded above",
      "balance open",
      "balance above",
      "balance below",
    ])
      expect(seen).toContain(wanted)
  })

  it.each(Object.entries(written))("PD15 §3 nobody improves its balance alone by %s", (_, add) => {
    expect(firstGain(add, 11)).toBeNull()
  })

  // A supplier that confirms a payment confirms from where it came. A refund that the chain shows to that address then counts (PD15 §7A), by
  // the buyer's own word. Nobody gains anything else: what is confirmed counts for no less than what silence found.
  it.each([11, 23, 25, 29, 37])(
    "PD15 §8A nobody improves its balance by confirming what the other side states, but by refunds that went back to where the other says it paid from (seed %i)",
    (seed) => {
      const draw = drawFrom(seed)
      for (let i = 0; i < random; i++) {
        const deal = randomDeal(draw)
        const side = draw.pick<Side>("supplier", "buyer")
        const before = accountOf(deal, asOf)
        const after = accountOf(confirmAll(deal, side), asOf)
        const back = Math.max(0, most(after.refunded) - most(before.refunded))
        const gain = certain(side, after) - certain(side, before)
        if (side === "supplier") {
          expect(most(after.paid)).toBeGreaterThanOrEqual(most(before.paid))
          expect(gain).toBeLessThanOrEqual(Math.min(back, refundsBack(deal)))
        } else {
          expect(most(after.refunded)).toBeGreaterThanOrEqual(most(before.refunded))
          expect(gain).toBeLessThanOrEqual(0)
        }
      }
    },
  )

  it.each(Object.entries(onQuotes))(
    "PD15 §3 nobody improves the balance of a quote alone by %s",
    (_, add) => {
      expect(firstGain((deal, side, d) => (deal.kind === "quote" ? add(deal, side, d) : deal), 12)).toBeNull()
    },
  )

  it("PD15 §3 neither the order of records nor who filed moves anything", () => {
    const draw = drawFrom(13)
    for (let i = 0; i < random; i++) {
      const deal = randomDeal(draw)
      const mixed = {
        ...deal,
        stated: shuffled(draw, deal.stated),
        transactions: shuffled(draw, deal.transactions),
        proven: shuffled(draw, deal.proven),
        matter:
          deal.matter === null ? null : { ...deal.matter, claimant: draw.pick<Side>("supplier", "buyer") },
      }
      const sums = ({ lines: _, ...rest }: Account) => rest
      expect(sums(drawUp(mixed, asOf, terms))).toEqual(sums(drawUp(deal, asOf, terms)))
    }
  })
})
