/** The word of the payer alone about a payment outside the hold, against the payee who asks for the payout. */
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  passEntry,
} from "../compliance/index.ts"
import { buyer, hold, holding, seller } from "../holds/testing/Court.ts"
import { registrar } from "../holds/testing/Given.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours } from "../kernel/Time.ts"
import { reportPaidOut, requestPayout } from "./index.ts"
import { readHold } from "./Queries.ts"

const { id } = hold()
const toSeller = { against: "buyer", inFavourOf: "seller", hours: 8760 }
const clock = { role: "scheduler" } as const

/** A final judgment that orders the buyer to pay the seller what is in the hold. */
const judged = async (...orders: ReadonlyArray<Judge.DraftOrder>) => {
  const court = await holding([hold()])
  const judgment = await court.judged(...(orders.length === 0 ? [pay(500, toSeller)] : orders))
  court.advance(hours(73))
  const { citation } = judgment
  const entryId = needPresent(judgment.entries[0], "its entry")
  return {
    ...court,
    entryId,
    entry: async () => needPresent((await court.entries([entryId]))[0], "the entry"),
    attests: () =>
      court.does(attestCompliance, { id: entryId, date: court.now(), evidence: "Paid outside." }, buyer),
    ripens: async () => {
      court.advance(hours(72))
      await court.does(passEntry, { entryId }, clock)
    },
    asks: (who = seller) => court.does(requestPayout, { id, citation }, who),
    refused: (who = seller) => court.refuses(requestPayout, { id, citation }, who),
    hold: async () => {
      const found = await court.answers(readHold, { id }, registrar)
      return typeof found === "string" ? null : found.hold
    },
    reputation: async () => (await court.read((reader) => Standing.read(reader, buyer))).reputation,
  }
}

describe("payment outside, as the payer alone states it", () => {
  it("PD11 §5A given a request for the payout, when the payer attests in words, then the request disputes it and the instruction stands", async () => {
    const court = await judged()
    await court.asks()
    await court.attests()
    expect(await court.entry()).toMatchObject({
      status: "disputed",
      dispute: { by: "seller", ground: "not_performed" },
    })
    await court.ripens()
    expect(await court.entry()).toMatchObject({ status: "disputed", adjustments: [] })
    expect(await court.hold()).toMatchObject({ status: "instructed" })
  })

  it("PD11 §5A given a request of the payer, when the payer attests in words, then nobody disputes it", async () => {
    const court = await judged()
    await court.asks(buyer)
    await court.attests()
    expect(await court.entry()).toMatchObject({ status: "attested", dispute: null })
  })

  it("PD11 §5A given an attestation in words, when the payee asks for the payout, then the request disputes it", async () => {
    const court = await judged()
    await court.attests()
    await court.asks()
    expect(await court.entry()).toMatchObject({ status: "disputed", dispute: { by: "seller" } })
    expect(await court.hold()).toMatchObject({
      status: "instructed",
      payout: { amountToPayeeCents: 500 },
    })
  })

  it("PD11 §12 given words that ripened by silence, when the payee asks and is paid, then the entry is met from the hold and earns nothing", async () => {
    const court = await judged()
    await court.attests()
    await court.ripens()
    expect([await court.entry(), await court.reputation()]).toMatchObject([{ status: "satisfied" }, 1])
    await court.asks()
    court.advance(days(2))
    await court.does(reportPaidOut, { id }, seller)
    expect([await court.entry(), await court.reputation()]).toMatchObject([{ status: "satisfied" }, 0])
    expect(await court.hold()).toMatchObject({
      status: "paid_out",
      paidOut: { satisfiedFromHold: [{ n: 1 }] },
    })
  })

  it("PD2 §6F given words that ripened by silence, when the payer asks, then nothing of what was ordered goes back to it", async () => {
    const court = await judged()
    await court.attests()
    await court.ripens()
    await court.asks(buyer)
    expect(await court.hold()).toMatchObject({ payout: { amountToPayeeCents: 500 } })
  })

  it("PD2 §6F given that the payee confirmed it, or the Registrar found it, then all goes back to the payer", async () => {
    const confirmed = await judged()
    await confirmed.attests()
    await confirmed.does(confirmCompliance, { id: confirmed.entryId }, seller)
    await confirmed.asks(buyer)
    expect(await confirmed.hold()).toMatchObject({ payout: { amountToPayeeCents: 0 } })
    const found = await judged()
    await found.attests()
    await found.ripens()
    await found.does(
      decideCompliance,
      { id: found.entryId, status: "satisfied", reasons: "Paid." },
      registrar,
    )
    await found.asks(buyer)
    expect(await found.hold()).toMatchObject({ payout: { amountToPayeeCents: 0 } })
  })

  it("PD2 §6E a dispute by the party bound stops no payout, and a dispute by the party favoured in words does", async () => {
    const byPayer = await judged()
    await byPayer.does(disputeCompliance, { id: byPayer.entryId, ground: "other", statement: "No." }, buyer)
    expect(await byPayer.refused()).toBeNull()
    const byPayee = await judged()
    await byPayee.attests()
    await byPayee.does(
      disputeCompliance,
      { id: byPayee.entryId, ground: "not_performed", statement: "No." },
      seller,
    )
    expect(await byPayee.refused()).toBe("payout_disputed")
  })
})
