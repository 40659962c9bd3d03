/** Payouts on a judgment that determines the account of the quote of a hold (PD15 §11). */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Determination } from "../account/index.ts"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { buyer, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { days, hours } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const first = hold()
const second = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
const toSeller = { against: "buyer", inFavourOf: "seller" }

/** A judgment's determination of the quote: this balance, above 0 owed by the buyer. */
const determining = (
  balance: Determination.Determination["balance"],
  more: Partial<Determination.Determination> = {},
): Determination.Determination => ({
  deal: { kind: "quote", id: quoteId },
  price: 100_000,
  owed: balance,
  paid: 0,
  refunded: 0,
  balance,
  undecided: null,
  ...more,
})

/** A court with holds on a quote, and a final judgment that orders this and determines that. */
const opened = async (
  orders: ReadonlyArray<Judge.DraftOrder>,
  determined: Determination.Determination,
  holds: ReadonlyArray<typeof first> = [first],
) => {
  const court = await holding(holds)
  const judgment = await court.judged(...orders)
  await court.kept([Changed.put(Judgment.Judgments, { ...judgment, determined: [determined] })])
  court.advance(hours(73))
  const { citation } = judgment
  const asks = async ({ id }: typeof first) => {
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    return [payout.amountToPayeeCents, payout.amountToPayerCents]
  }
  return {
    ...court,
    asks,
    asksCode: ({ id }: typeof first) => court.refuses(requestPayout, { id, citation }, buyer),
    /** Has a hold pay. Gives its two shares, and the numbers of the orders that it met. */
    pays: async (of: typeof first) => {
      const shares = await asks(of)
      court.advance(days(2))
      const { satisfiedFromHold, refundOrdersSatisfied } = await court.does(
        reportPaidOut,
        { id: of.id },
        shares[0] === 0 ? buyer : seller,
      )
      return { shares, met: [...satisfiedFromHold, ...refundOrdersSatisfied].map(({ n }) => n) }
    },
  }
}

describe("a hold on a quote whose account is determined", () => {
  it("PD2 §6F given an account above the stake, then the payee is paid all that the account says, and the order is met of it", async () => {
    const court = await opened([pay(10_000, toSeller)], determining(35_000))
    expect(await court.pays(first)).toEqual({ shares: [35_000, 5_000], met: [1] })
  })

  it("PD2 §6F given an order to pay without a sum, then it takes nothing of the account", async () => {
    const court = await opened([pay(10_000, toSeller)], determining(40_000))
    const stored = await court.read((reader) => reader.find(Judgment.Judgments, "[2026] MC 1"))
    const judgment = Option.getOrThrow(stored)
    const orders = judgment.orders.map((order) => ({ ...order, amountCents: null }))
    await court.kept([Changed.put(Judgment.Judgments, { ...judgment, orders })])
    expect(await court.asks(first)).toEqual([40_000, 0])
  })

  it("PD2 §6F given a declaration of an account, then the payee is paid what it declares", async () => {
    const declaration: Judge.DraftOrder = { kind: "declaration", text: "The account is as determined." }
    const court = await opened([declaration], determining(30_000))
    expect(await court.asks(first)).toEqual([30_000, 10_000])
  })

  it("PD2 §6F given an account that owes the payee nothing, then the hold goes back, which repays nothing that the payee was ordered to repay", async () => {
    const court = await opened([pay(5_000)], determining(-5_000))
    expect(await court.pays(first)).toEqual({ shares: [0, 40_000], met: [] })
  })

  it("PD2 §6F given an account of another quote, then it gives the payee of this hold nothing", async () => {
    const deal = { kind: "quote", id: "another" } as const
    const court = await opened([pay(10_000, toSeller)], determining(35_000, { deal }))
    expect(await court.asks(first)).toEqual([10_000, 30_000])
  })

  it("PD2 §6F given two holds, then the second pays what the first left of the account, whether the first met the order or not", async () => {
    for (const stake of [10_000, 39_000, 45_000]) {
      const court = await opened([pay(stake, toSeller)], determining(60_000), [first, second])
      expect((await court.pays(first)).shares).toEqual([40_000, 0])
      expect((await court.pays(second)).shares).toEqual([20_000, 20_000])
    }
  })

  it("PD2 §6HA given costs that the payee owes, then they are set off against the account once, over all holds", async () => {
    const costs: Judge.DraftOrder = { ...pay(3_000), kind: "costs" }
    const declaration: Judge.DraftOrder = { kind: "declaration", text: "The account is as determined." }
    for (const [ordered, met] of [
      [pay(10_000, toSeller), [1, 2]],
      [declaration, [2]],
    ] as const) {
      const court = await opened([ordered, costs], determining(35_000), [first, second])
      expect(await court.pays(first)).toEqual({ shares: [32_000, 8_000], met })
      expect(await court.pays(second)).toEqual({ shares: [0, 40_000], met: [] })
    }
  })

  it("PD2 §6FC given a part of the account that is open, then what is ordered is paid and nothing goes back", async () => {
    const open = determining({ min: 30_000, max: 50_000 }, { undecided: 20_000 })
    const court = await opened([pay(30_000, toSeller)], open)
    expect(await court.asks(first)).toEqual([30_000, 0])
    const small = await opened([pay(30_000, toSeller)], open, [{ ...first, amountCents: 30_000 }])
    expect(await small.asks(first)).toEqual([30_000, 0])
  })

  it("PD2 §6F given an account in another currency, then the order is paid, and nothing of the account is paid or sent back", async () => {
    const unread = { undecided: "all", owed: null } as const
    const court = await opened([pay(10_000, toSeller)], determining(null, unread))
    expect(await court.asks(first)).toEqual([10_000, 0])
  })

  it("PD2 §6F given a part of the account that is open, then nothing is paid beyond the orders", async () => {
    const open = determining({ min: 30_000, max: 50_000 }, { undecided: 20_000 })
    const court = await opened([pay(10_000, toSeller)], open)
    expect(await court.asks(first)).toEqual([10_000, 0])
    const declaration: Judge.DraftOrder = { kind: "declaration", text: "The account is as determined." }
    const declared = await opened([declaration], open)
    expect(await declared.asksCode(first)).toBe("payout_pending_matter")
  })
})
