/** Holds that the parties settled themselves, beside other holds on the same quote. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Determination } from "../account/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { type Escrow, records, sayUnspent } from "../holds/index.ts"
import { buyer, type Chain, funded, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { requestPayout } from "./Instruct.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const first = hold()
const second = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
/** An account of which all is decided: the buyer owes 35,000 cents, of which the judgment orders 30,000. */
const account: Determination.Determination = {
  deal: { kind: "quote", id: quoteId },
  price: 100_000,
  owed: 35_000,
  paid: 0,
  refunded: 0,
  balance: 35_000,
  undecided: null,
}

/** A court with two holds and a final judgment on the quote; `determines` whether it determines the account. */
const opened = async (chain: Chain = {}, determines = true) => {
  const court = await holding([first, second], chain)
  const judgment = await court.judgedIn(
    { id: "matter-1" },
    pay(30_000, { against: "buyer", inFavourOf: "seller" }),
  )
  if (determines) await court.kept([Changed.put(Judgment.Judgments, { ...judgment, determined: [account] })])
  court.advance(hours(73))
  const { citation } = judgment
  return {
    ...court,
    asks: async (of: typeof first) => {
      const { payout } = await court.does(requestPayout, { id: of.id, citation }, seller)
      return payout
    },
    reports: (of: typeof first, txid?: string) =>
      court.does(reportPaidOut, { id: of.id, ...(txid === undefined ? {} : { txid }) }, seller),
  }
}

describe("a hold that the parties settled themselves", () => {
  it("PD2 §6F given a payee that had its money from one hold by agreement, when it asks for another, then the same debt is not paid twice", async () => {
    const court = await opened()
    await court.reports(second)
    expect(await court.asks(first)).toMatchObject({ amountToPayeeCents: 0, amountToPayerCents: 40_000 })
  })

  it("PD2 §6F given a hold that ended before what went to its payee was kept, then nothing is taken to have been paid", async () => {
    const court = await opened()
    const paidOut = { paidOutAt: start, satisfiedFromHold: [], notMetInFull: [], refundOrdersSatisfied: [] }
    await court.kept([Changed.put(records.Holds, { ...second, status: "paid_out", paidOut })])
    expect(await court.asks(first)).toMatchObject({ amountToPayeeCents: 35_000 })
  })

  it("PD2 §6F given a judgment without an account, then what the parties settled themselves meets no order of it", async () => {
    const court = await opened({}, false)
    await court.reports(second)
    expect(await court.asks(first)).toMatchObject({ amountToPayeeCents: 30_000 })
  })

  it("PD2 §6F given an instruction that was never spent, when the parties settle its hold for less, then the other hold pays the rest and no less", async () => {
    const units = (cents: number) => String(BigInt(cents) * 10_000n)
    // given a chain on which the instruction expired unspent, and the parties paid 5,000 cents to the payee afterwards
    const settled: Escrow.Payment = {
      txid: "0x1",
      height: 7,
      blockHash: "0xb",
      at: start + hours(73) + days(20),
      transfers: [
        { index: 0, to: "payee", units: units(5_000) },
        { index: 1, to: "payer", units: units(35_000) },
      ],
      toPayeeUnits: units(5_000),
      toPayerUnits: units(35_000),
      movedUnits: units(40_000),
      holds: false,
      confirmations: 1_000,
    }
    const court = await opened({
      read: () => Effect.succeed(funded()),
      payment: () => Effect.succeed(settled),
    })
    const { id: payoutId } = await court.asks(second)
    court.advance(days(9))
    await court.does(sayUnspent, { id: second.id, payoutId }, buyer)
    court.advance(days(12))
    await court.reports(second)
    // then the other hold pays what is left of the account
    expect(await court.asks(first)).toMatchObject({ amountToPayeeCents: 30_000, amountToPayerCents: 10_000 })
  })
})
