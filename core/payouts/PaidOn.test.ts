/** On which judgments a hold is paid, and what keeps its money from going back to the payer: the attacks of a payer that lost. */
import { describe, expect, it } from "vitest"
import { records as appealRecords } from "../appeals/index.ts"
import { appealIn } from "../appeals/testing/Given.ts"
import type { Judge } from "../bench/index.ts"
import { claimant, pay, reserved, respondent } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import { Hold } from "../holds/index.ts"
import { buyer, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords, Suits } from "../matters/index.ts"
import { requestPayout } from "./Instruct.ts"

const { id } = hold()
const toSeller = { against: "buyer", inFavourOf: "seller" }
/** A matter of the seller, who is paid from the hold, against the buyer. */
const sellers = { id: "matter-2", claimant: respondent, respondent: claimant }
const dismissed: Judge.DraftOrder = { kind: "dismiss", text: "It is dismissed." }
const declared: Judge.DraftOrder = { kind: "declaration", text: "Nothing was delivered." }
const costs = (amountCents: number, changes: Partial<Judge.DraftOrder> = toSeller): Judge.DraftOrder => ({
  ...pay(amountCents, changes),
  kind: "costs",
})
const order = (kind: Judgment.Order["kind"]): Judgment.Order => ({
  n: 1,
  kind,
  text: "It is so ordered.",
  amountCents: null,
  against: null,
  inFavourOf: null,
  hours: 72,
})
const nothingInForce = { inForce: [], openUntil: null, appealed: [], appealId: null, reheard: [] }
const final = { status: "final", until: null } as const

const opened = async (changes: Partial<Hold.Hold> = {}) => {
  const court = await holding([hold(changes)])
  const asks = (citation: string) => court.refuses(requestPayout, { id, citation }, buyer)
  return {
    ...court,
    asks,
    /** A judgment in a matter with these changes, final. */
    final: async (
      matter: Parameters<typeof court.judgedIn>[0],
      ...orders: ReadonlyArray<Judge.DraftOrder>
    ) => {
      const judgment = await court.judgedIn(matter, ...orders)
      court.advance(hours(73))
      return judgment
    },
    /** The judgment of the Upper Court on an appeal from `below`, final. */
    onAppeal: async (
      below: Judgment.Judgment,
      outcome: Judge.Outcome,
      ...orders: ReadonlyArray<Judgment.Order>
    ) => {
      const citation = "[2026] UC 1"
      const above: Judgment.Judgment = {
        ...below,
        citation,
        series: "UC",
        appealId: "appeal-1",
        orders,
        entries: [],
        finality: final,
      }
      const appeal = appealIn("decided", {
        below: below.citation,
        outcome,
        citation,
        matterId: below.matterId,
      })
      await court.kept([Changed.put(Judgment.Judgments, above), Changed.put(appealRecords.Appeals, appeal)])
      return citation
    },
  }
}

describe("a judgment that decides nothing about the money", () => {
  it("PD2 §6FA given the appeal that the payer lost, then its dismissal is not that of the claim, and the winner is paid on the judgment below", async () => {
    const court = await opened()
    const below = await court.final(sellers, pay(40_000, toSeller))
    expect(await court.asks(await court.onAppeal(below, "affirmed", order("dismiss")))).toBe(
      "payout_nothing_ordered",
    )
    expect(await court.asks(below.citation)).toBeNull()
  })

  it("PD2 §6FB given a remittal while the matter is before the judge again, then nothing is paid on it", async () => {
    const court = await opened()
    const below = await court.final(sellers, pay(40_000, toSeller))
    await court.kept([Changed.put(Matter.Matters, reserved({ ...sellers, quoteId }))])
    expect(await court.asks(await court.onAppeal(below, "remitted", order("remit")))).toBe(
      "payout_nothing_ordered",
    )
  })

  it.each([
    ["a declaration", [declared]],
    ["a declaration with costs in the payer's favour", [declared, costs(50, {})]],
    ["costs alone", [costs(50)]],
  ])(
    "PD2 §6F given %s that the payer obtained on the same quote, then nothing is paid on it",
    async (_, orders) => {
      const court = await opened()
      const { citation } = await court.final({}, ...orders)
      expect(await court.asks(citation)).toBe("payout_nothing_ordered")
    },
  )

  it("PD2 §6FB given a sum of which the cap left nothing, then nothing is paid on it, and the hold stays", async () => {
    const court = await opened()
    const { citation, orders } = await court.judgedIn({ ...sellers, stakeCents: 0 }, pay(40_000, toSeller))
    court.advance(hours(73))
    expect(orders.map(({ kind }) => kind)).toEqual(["declaration"])
    expect(await court.asks(citation)).toBe("payout_nothing_ordered")
  })

  it("PD2 §6FB given a judgment in another currency, then no sum of it counts as cents of the hold", async () => {
    const court = await opened()
    const judgment = await court.final({}, pay(500), dismissed)
    await court.kept([Changed.put(Judgment.Judgments, { ...judgment, currency: "VND" })])
    expect(await court.asks(judgment.citation)).toBe("payout_nothing_ordered")
    const other = await opened()
    const { citation } = await other.final({ currency: "VND" }, dismissed)
    expect(await other.asks(citation)).toBe("payout_nothing_ordered")
  })
})

describe("a judgment that only dismisses", () => {
  it("PD2 §6FA given a claim to less than the hold, or to nothing, then its dismissal pays nobody", async () => {
    for (const amountCents of [39_999, null]) {
      const court = await opened()
      const { citation } = await court.final({ claimCents: amountCents }, dismissed, costs(50))
      expect(await court.asks(citation)).toBe("payout_nothing_ordered")
    }
  })

  it("PD2 §6FA given a claim that the claimant itself pay, then its dismissal pays nobody", async () => {
    const court = await opened()
    const { citation } = await court.final({ ofItself: true }, dismissed)
    expect(await court.asks(citation)).toBe("payout_nothing_ordered")
  })

  it.each<[string, ReadonlyArray<Judge.DraftOrder>, Judge.Outcome, string | null]>([
    ["sets aside an order to pay", [pay(40_000)], "set_aside", null],
    ["sets aside a dismissal", [dismissed], "set_aside", "payout_nothing_ordered"],
    ["varies an order to pay", [pay(40_000)], "varied", "payout_nothing_ordered"],
  ])("PD2 §6F given a dismissal on appeal that %s", async (_, ordered, outcome, code) => {
    const court = await opened()
    const below = await court.judgedIn({}, ...ordered)
    const matter = await court.matter("matter-1")
    const citation = await court.onAppeal(below, outcome, order("dismiss"))
    await court.kept([
      Changed.put(Judgment.Judgments, { ...below, finality: { status: "superseded", until: null } }),
      Changed.put(Matter.Matters, { ...matter, review: nothingInForce }),
    ])
    expect(await court.asks(citation)).toBe(code)
  })

  it("PD2 §6FA given an order below that an appeal had affirmed, then setting that appeal aside disposes of the claim", async () => {
    const court = await opened()
    const below = await court.judgedIn({}, pay(40_000))
    const uc = await court.onAppeal(below, "affirmed", order("dismiss"))
    const hc: Judgment.Judgment = {
      ...below,
      citation: "[2026] HC 1",
      series: "HC",
      appealId: "appeal-2",
      orders: [order("dismiss")],
      entries: [],
      finality: final,
    }
    const appeal = appealIn("decided", { id: "appeal-2", court: "HC", below: uc, outcome: "set_aside" })
    const matter = await court.matter("matter-1")
    await court.kept([
      Changed.put(Judgment.Judgments, hc),
      Changed.put(appealRecords.Appeals, appeal),
      Changed.put(Matter.Matters, { ...matter, review: nothingInForce }),
    ])
    expect(await court.asks(hc.citation)).toBeNull()
  })
})

describe("what goes back to the payer", () => {
  it("PD2 §6FC given a matter that rests on no quote, then only that matter is looked at", async () => {
    const court = await opened({ quoteId: null, matterId: "matter-1", purpose: "payment_in" })
    const { citation } = await court.final({ quoteId: null }, pay(500))
    expect(await court.asks(citation)).toBeNull()
  })

  /** A small order to pay the buyer, which sends the whole hold back to it. */
  const refund = pay(500)
  const none: Suits.Between = { id: "buyer/seller", suits: [] }
  const onTheQuote = (...ids: ReadonlyArray<string>) =>
    Changed.put(
      matterRecords.Suits,
      ids.reduce((suits, one) => Suits.add(suits, reserved({ id: one }), [`quote/${quoteId}`], []), none),
    )

  it("PD2 §6FC given another matter on the quote that is undecided, then nothing goes back until it has ended", async () => {
    const court = await opened()
    const { citation } = await court.final({}, refund)
    const other = reserved({ ...sellers, quoteId })
    await court.kept([Changed.put(Matter.Matters, other), onTheQuote("matter-1", other.id)])
    expect(await court.asks(citation)).toBe("payout_pending_matter")
    await court.kept([
      Changed.put(Matter.Matters, { ...other, status: "discontinued", endedAt: other.filedAt }),
    ])
    expect(await court.asks(citation)).toBeNull()
  })

  it("PD2 §6FC given another matter on the quote, then what goes to the payee does not wait for it", async () => {
    const court = await opened()
    const { citation } = await court.final({}, pay(40_000, toSeller))
    await court.kept([
      Changed.put(Matter.Matters, reserved({ ...sellers, quoteId })),
      onTheQuote("matter-1", sellers.id),
    ])
    expect(await court.asks(citation)).toBeNull()
  })

  it("PD2 §6FC given another judgment on the quote that can still be appealed, then nothing goes back", async () => {
    const court = await opened()
    const { citation } = await court.final({}, refund)
    await court.judgedIn(sellers, declared)
    await court.kept([onTheQuote("matter-1", sellers.id)])
    expect(await court.asks(citation)).toBe("payout_pending_matter")
    court.advance(hours(73))
    expect(await court.asks(citation)).toBeNull()
  })

  it("PD2 §6FC given an order on the quote to pay the payee, then nothing goes back until it is satisfied", async () => {
    const court = await opened()
    const { citation } = await court.final({}, refund)
    const { entries } = await court.final(sellers, pay(300, toSeller))
    await court.kept([onTheQuote("matter-1", sellers.id)])
    expect(await court.asks(citation)).toBe("payout_pending_matter")
    const [entry] = (await court.entries(entries)).map((one) => ({ ...one, status: "satisfied" as const }))
    await court.kept(entry === undefined ? [] : [Changed.put(Entry.Entries, entry)])
    expect(await court.asks(citation)).toBeNull()
  })

  it("PD2 §6FC given an order to pay the payee that has no entry, then it counts until a hold has met it", async () => {
    const court = await opened()
    const { citation } = await court.final({}, refund)
    const other = await court.final(sellers, pay(300, toSeller))
    await court.kept([
      onTheQuote("matter-1", sellers.id),
      Changed.put(Judgment.Judgments, { ...other, entries: [] }),
    ])
    expect(await court.asks(citation)).toBe("payout_pending_matter")
    await court.kept([Changed.put(Hold.MetOrders, { citation: other.citation, n: 1, holdId: "another" })])
    expect(await court.asks(citation)).toBeNull()
  })

  it("PD2 §6FC given an order of the judgment itself that the payout meets, then the rest goes back", async () => {
    const court = await opened()
    const { citation } = await court.final({}, pay(300, toSeller))
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    expect(payout).toMatchObject({ amountToPayeeCents: 300, amountToPayerCents: 39_700 })
  })

  it("PD2 §6FA given that all that was ordered is satisfied otherwise, then all goes back", async () => {
    const court = await opened()
    const { citation, entries } = await court.final({}, pay(300, toSeller))
    const met = (await court.entries(entries)).map((one) => ({ ...one, status: "satisfied" as const }))
    await court.kept(met.map((one) => Changed.put(Entry.Entries, one)))
    const { payout } = await court.does(requestPayout, { id, citation }, buyer)
    expect(payout).toMatchObject({ amountToPayeeCents: 0, amountToPayerCents: 40_000 })
  })
})
