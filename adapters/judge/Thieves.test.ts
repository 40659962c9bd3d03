/** Thieves before the judge on the papers: what each would gain by a lie about the deal, from the offer to the judgment. */
import { describe, expect, it } from "vitest"
import { records as holdRecords } from "../../core/holds/index.ts"
import { confirmed } from "../../core/holds/testing/Given.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { days, hours } from "../../core/kernel/Time.ts"
import { offerQuote } from "../../core/quotes/index.ts"
import { input } from "../../core/quotes/testing/Opened.ts"
import { start } from "../../core/testing/Context.ts"
import { put } from "../../core/testing/Put.ts"
import { dismissed, nothing, type Of, ordersOf, paid, payTo, played, undecided } from "./testing/Played.ts"

/** An order of the account of the quote, in favour of one side. */
const onAccount = (of: Of, changes: object = {}) => payTo(of, { cause: "account", ...changes })

describe("the words of a claim", () => {
  it("Rule 5.1 given a true sentence of the quote and a rule of the claimant's own, then a seller that delivered nothing gets nothing", async () => {
    // given a quote that nobody closed, and a claim whose only fact is true
    const { quoteId, files, ripens, undefended } = await played()
    ripens()
    const claim = {
      ...nothing,
      facts: [{ n: 1, text: "The price of the quote was USD 50.00." }],
      rules: ["Who agreed a price pays it."],
      orders: [onAccount("seller", { restsOn: [1] })],
    }
    const id = await files("seller", [], { quoteId, claim })
    // when the buyer is silent, then nothing is owed, since nothing was delivered
    const judgment = await undefended("seller", id)
    expect(ordersOf(judgment)).toEqual([dismissed])
    expect(judgment.determined).toMatchObject([{ owed: 0, balance: 0, undecided: null }])
    expect(judgment.entries).toEqual([])
  })

  it("Rule 5.1 given a seller's public offer of USD 1.50, then a stranger that did not accept it has no account, and a buyer that did gets no USD 9,000", async () => {
    const { act, agents, files, filesCode, answers, judged, quoted, ripens } = await played()
    const large = onAccount("buyer", { amountCents: 900_000 })
    const { id: offer } = await act(offerQuote, input({ priceCents: 150 }), agents.seller)
    expect(await filesCode("buyer", [large], { quoteId: offer, valueCents: 900_000 })).toBe(
      "quote_not_accepted",
    )
    // given that it was accepted, and nothing was paid
    const quoteId = await quoted({ priceCents: 150 })
    ripens()
    const id = await files("buyer", [large], { quoteId, valueCents: 900_000 })
    await answers("seller", id)
    expect(ordersOf(await judged("buyer", id))).toEqual([dismissed])
  })

  it("Rule 4.4A given a silent respondent and a rule of the claimant's own, then nothing is ordered or decided", async () => {
    const { files, undefended } = await played()
    const claim = {
      ...nothing,
      facts: [{ n: 1, text: "It owes me USD 50.00." }],
      rules: ["Who owes me pays me."],
      orders: [payTo("buyer", { restsOn: [1] })],
    }
    const judgment = await undefended("buyer", await files("buyer", [], { claim }))
    expect(ordersOf(judgment)).toEqual([undecided])
    expect(judgment.entries).toEqual([])
  })
})

describe("who sues first", () => {
  it("PD15 §10 given a buyer that owes the price and sues, then it is itself ordered to pay it", async () => {
    const { quoteId, closes, files, answers, judged } = await played()
    await closes("seller")
    await closes("buyer")
    const id = await files("buyer", [onAccount("buyer")], { quoteId })
    await answers("seller", id)
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("buyer", 5_000), dismissed])
  })

  it("PD15 §11 given a claim on an account with another order that nothing carries, then the account is decided once all the same", async () => {
    const { quoteId, closes, files, filesCode, answers, judged } = await played()
    await closes("seller")
    await closes("buyer")
    const id = await files("buyer", [onAccount("buyer"), payTo("buyer")], { quoteId })
    await answers("seller", id)
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("buyer", 5_000), undecided, dismissed])
    // when either sues on the quote again, then it is told that its account was decided
    expect(await filesCode("buyer", [onAccount("buyer")], { quoteId })).toBe("already_decided")
    expect(await filesCode("seller", [onAccount("seller")], { quoteId })).toBe("already_decided")
  })

  it("PD15 §2 given both that sue on one quote, then the second is refused while it is before the Court, and once it is decided", async () => {
    const { quoteId, files, filesCode, ripens, undefended } = await played()
    ripens()
    const id = await files("buyer", [onAccount("buyer")], { quoteId })
    expect(await filesCode("seller", [onAccount("seller")], { quoteId })).toBe("already_before_court")
    await undefended("buyer", id)
    expect(await filesCode("seller", [onAccount("seller")], { quoteId })).toBe("already_decided")
    expect(await filesCode("buyer", [onAccount("buyer")], { quoteId })).toBe("already_decided")
  })
})

describe("what was delivered", () => {
  it("PD15 §5 given an empty close that the buyer disputes and denies, then silence of the buyer gives the price, and its pleading leaves it open", async () => {
    for (const silent of [true, false]) {
      const { quoteId, closes, files, answers, judged, undefended, advance } = await played()
      await closes("seller", { delivered: "." })
      await closes("buyer", { dispute: "It is empty.", received: false })
      const id = await files("seller", [onAccount("seller")], { quoteId })
      if (silent) {
        expect(ordersOf(await undefended("seller", id))).toEqual([paid("buyer", 5_000)])
        continue
      }
      await answers("buyer", id, { denies: ["delivery"] })
      advance(hours(48))
      const judgment = await judged("seller", id)
      expect(ordersOf(judgment)).toEqual([undecided])
      expect(judgment.determined).toMatchObject([{ owed: { min: 0, max: 5_000 }, undecided: 5_000 }])
    }
  })

  it("PD15 §3 given a close that comes after the claim was filed, then it counts for nothing without the buyer's countersignature", async () => {
    const late = async (countersigned: boolean) => {
      const { quoteId, lodges, confirms, closes, files, answers, ripens, judged } = await played()
      await confirms("seller", await lodges("buyer", "payment", { ref: quoteId }))
      ripens()
      const id = await files("buyer", [onAccount("buyer")], { quoteId })
      await closes("seller")
      if (countersigned) await closes("buyer")
      await answers("seller", id)
      return ordersOf(await judged("buyer", id))
    }
    expect(await late(false)).toEqual([paid("seller", 5_000)])
    expect(await late(true)).toEqual([dismissed])
  })
})

describe("money in a hold", () => {
  it("PD15 §7 given a buyer that put the price in a hold and got nothing, then there is nothing to repay, and its declaration says so", async () => {
    const { quoteId, act, agents, files, ripens, undefended } = await played()
    const sides = confirmed()
    const hold = confirmed({
      quoteId,
      payer: { ...sides.payer, ...agents.buyer, operatorId: "op-buyer" },
      payee: { ...sides.payee, ...agents.seller, operatorId: "op-seller" },
      amountCents: 5_000,
      longStopAt: start + days(90),
    })
    await act(put, [Changed.put(holdRecords.Holds, hold)], { role: "public" })
    ripens()
    const { amountCents: _, ...declaration } = onAccount("buyer", { kind: "declaration" })
    const id = await files("buyer", [onAccount("buyer"), declaration], { quoteId })
    const judgment = await undefended("buyer", id)
    expect(ordersOf(judgment).map(({ kind }) => kind)).toEqual(["declaration", "dismiss"])
    expect(judgment.determined).toMatchObject([{ owed: 0, paid: 0, balance: 0 }])
  })
})
