/** Payouts of a part of a hold, while something else on its quote may still take the rest. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Determination } from "../account/index.ts"
import type { DraftOrder } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import type { EscrowPayment, EscrowReading, Hold } from "../holds/index.ts"
import { sayUnspent } from "../holds/index.ts"
import { buyer, type Chain, funded, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgments } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { days, hours } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const { id } = hold()
const toSeller = { against: "buyer", inFavourOf: "seller" }
const dismissed: DraftOrder = { kind: "dismiss", text: "The rest is dismissed." }
const determined = (sums: Partial<Determination>): Determination => ({
  deal: { kind: "quote", id: quoteId },
  price: 100_000,
  owed: 0,
  paid: 0,
  refunded: 0,
  balance: 0,
  undecided: null,
  ...sums,
})
/** An account of which 30,000 to 35,000 cents are owed. */
const open = determined({
  owed: { min: 30_000, max: 35_000 },
  balance: { min: 30_000, max: 35_000 },
  undecided: 5_000,
})

/** A court with a hold of 40,000 cents, or with these holds. */
const opened = async (holds: ReadonlyArray<Hold> = [hold()], chain: Chain = {}) => {
  const court = await holding(holds, chain)
  let matters = 0
  return {
    ...court,
    /** A judgment on the quote in a matter of its own, which determines this and is final. Gives its citation. */
    final: async (account: Determination | null, ...orders: ReadonlyArray<DraftOrder>) => {
      matters += 1
      const judgment = await court.judgedIn({ id: `matter-${matters}` }, ...orders)
      if (account !== null) await court.kept([Changed.put(Judgments, { ...judgment, determined: [account] })])
      court.advance(hours(73))
      return judgment.citation
    },
    asks: async (citation: string, of = id) => {
      const { payout } = await court.does(requestPayout, { id: of, citation }, seller)
      return [payout.amountToPayeeCents, payout.amountToPayerCents]
    },
    asksNot: (citation: string, by: Actor = buyer, of = id) =>
      court.refuses(requestPayout, { id: of, citation }, by),
    reports: (of = id, by: Actor = seller) => court.does(reportPaidOut, { id: of }, by),
    reportsNot: (by: Actor = seller, of = id) => court.refuses(reportPaidOut, { id: of }, by),
    shown: async (of = id) => {
      const found = await court.answers(readHold, { id: of }, seller)
      if (typeof found === "string") throw new Error(found)
      return found.hold
    },
  }
}

describe("a judgment that leaves a part of the account undecided", () => {
  it("PD2 §6F given what it orders, then the payee is paid that, and the rest stays until another judgment decides it", async () => {
    // given a judgment that orders what is owed in any case
    const court = await opened()
    const first = await court.final(open, pay(30_000, toSeller))
    // when the payee has it paid
    expect(await court.asks(first)).toEqual([30_000, 0])
    expect(await court.shown()).toMatchObject({ status: "instructed", restCents: 40_000 })
    court.advance(days(2))
    expect(await court.reports()).toMatchObject({ satisfiedFromHold: [{ citation: first, n: 1 }] })
    // then the hold goes on for the rest
    expect(await court.shown()).toMatchObject({
      status: "confirmed",
      amountCents: 40_000,
      restCents: 10_000,
      paidOut: null,
      parts: [{ citation: first, cents: 30_000, toPayeeCents: 30_000, satisfiedFromHold: [{ n: 1 }] }],
      payout: { status: "spent" },
      next: [],
    })
    expect(await court.asksNot(first)).toBe("payout_pending_matter")
    // and a judgment that decides the rest divides it
    const second = await court.final(
      determined({ owed: 32_000, paid: 30_000, balance: 2_000 }),
      pay(2_000, toSeller),
    )
    expect(await court.asks(second)).toEqual([2_000, 8_000])
    court.advance(days(2))
    await court.reports()
    expect(await court.shown()).toMatchObject({ status: "paid_out", restCents: 0, next: [] })
  })

  it("PD2 §6F given a rest that is decided for the payer, then all of the rest goes back, and no more", async () => {
    const court = await opened()
    await court.asks(await court.final(open, pay(30_000, toSeller)))
    court.advance(days(2))
    await court.reports()
    const second = await court.final(determined({ owed: 30_000, paid: 30_000 }), dismissed)
    expect(await court.asks(second)).toEqual([0, 10_000])
  })
})
