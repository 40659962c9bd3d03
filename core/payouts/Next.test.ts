/** `next` of a hold names what can be done with it now, and nothing that would be refused. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Judge } from "../bench/index.ts"
import { pay, reserved } from "../bench/testing/Cases.ts"
import { Hold, revokePayout, sayUnspent } from "../holds/index.ts"
import {
  buyer,
  type Chain,
  funded,
  hold,
  holding,
  quoteId,
  seller,
  unconfirmed,
} from "../holds/testing/Court.ts"
import { registrar } from "../holds/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { days, format, hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords } from "../matters/index.ts"
import { requestPayout } from "./Instruct.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const own = hold()
const { id } = own
const toSeller = { against: "buyer", inFavourOf: "seller" }

const given = async (of = own, chain: Chain = {}) => {
  const court = await holding([of], chain)
  const next = async (byId = id) => {
    const found = await court.answers(readHold, { id: byId }, seller)
    if (typeof found === "string") throw new Error(found)
    return found.hold.next
  }
  const judged = async (...orders: ReadonlyArray<Judge.DraftOrder>) => {
    const judgment = await court.judged(...orders)
    const suit = { matterId: judgment.matterId, number: 1, claimant: "buyer", decided: true, ordered: [] }
    const suits = [{ ...suit, about: [`quote/${quoteId}`] }]
    await court.kept([Changed.put(matterRecords.Suits, { id: "buyer/seller", suits })])
    return judgment
  }
  const named = async () => (await next()).map(({ who, act }) => `${who} ${act}`)
  return { ...court, judged, next, named }
}

describe("what `next` of a hold names", () => {
  it("PD2 §6E given a confirmed hold, then a payout is named once a judgment between the two is final, and by which", async () => {
    const court = await given()
    expect(await court.named()).toEqual(["seller paid-out"])
    const { citation } = await court.judged(pay(30_000, toSeller))
    expect(await court.named()).toEqual(["seller paid-out"])
    expect(await court.refuses(requestPayout, { id, citation }, seller)).toBe("payout_not_final")
    court.advance(hours(73))
    expect(await court.named()).toEqual(["buyer payout", "seller payout", "seller paid-out"])
    expect((await court.next())[0]?.note).toBe(`By ${citation}.`)
  })

  it("PD2 §6E given a hold on a matter that is not decided, then no payout is named", async () => {
    const court = await given(hold({ quoteId: null, matterId: "matter-1" }))
    await court.kept([Changed.put(Matter.Matters, reserved({ id: "matter-1" }))])
    expect(await court.named()).toEqual(["seller paid-out"])
  })

  it("PD2 §6H given an instruction, then the report is named for the side that receives, with the instant from which it counts", async () => {
    const court = await given()
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    const [revoke, report, ...rest] = await court.next()
    expect(rest).toEqual([])
    expect(report).toMatchObject({ who: "seller", act: "paid-out" })
    const opensAt = Date.parse(report?.opensAt ?? "")
    expect(opensAt).toBe(Date.parse(payout.effectiveAt) + 1)
    // The Registrar has until five minutes before, and not longer.
    expect(Date.parse(revoke?.dueBy ?? "")).toBe(Date.parse(payout.effectiveAt) - 300_000)
    court.advance(Date.parse(revoke?.dueBy ?? "") - court.now())
    expect(await court.named()).toEqual(["seller paid-out"])
    expect(await court.refuses(revokePayout, { id, reasons: "So.", reissue: true }, registrar)).toBe(
      "revocation_late",
    )
    court.advance(opensAt - 1 - court.now())
    expect(await court.refuses(reportPaidOut, { id }, seller)).toBe("not_paid_out")
    court.advance(1)
    expect((await court.next())[0]).not.toHaveProperty("opensAt")
    await court.does(reportPaidOut, { id }, seller)
    expect(await court.named()).toEqual([])
  })

  it("PD2 §6G given a revocation that lets nobody ask again, then no payout is named; another revocation names it", async () => {
    for (const reissue of [true, false]) {
      const court = await given()
      const { citation } = await court.judged(pay(30_000, toSeller))
      court.advance(hours(73))
      await court.does(requestPayout, { id, citation }, seller)
      await court.does(revokePayout, { id, reasons: "So.", reissue }, registrar)
      expect((await court.named()).includes("buyer payout")).toBe(reissue)
    }
  })

  it("PD2 §6IA given an instruction that ended unreported, then a payout is named again once it counts as unspent", async () => {
    const court = await given()
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    court.advance(days(8) + 1)
    expect(await court.named()).toEqual(["seller paid-out", "seller unspent", "buyer unspent"])
    await court.does(sayUnspent, { id, payoutId: payout.id }, buyer)
    expect(await court.named()).toEqual(["buyer payout", "seller payout", "seller paid-out"])
  })

  it("PD2 §6I given a chain that is read, then the chain decides: both sides may report, and ask again", async () => {
    const read = { ...own, read: { at: own.createdAt, state: "funded" } }
    const court = await given(read, { read: () => Effect.succeed(funded()) })
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    await court.does(requestPayout, { id, citation }, seller)
    court.advance(days(8) + 1)
    expect(await court.named()).toEqual([
      "buyer payout",
      "seller payout",
      "buyer paid-out",
      "seller paid-out",
      "seller unspent",
      "buyer unspent",
    ])
    await court.does(requestPayout, { id, citation }, buyer)
  })

  it("PD2 §6H given a chain that is read, then the report is named from when the instruction is in effect, for both sides", async () => {
    const read = { ...own, read: { at: own.createdAt, state: "funded" } }
    const court = await given(read, { read: () => Effect.succeed(funded()) })
    const end = { who: "clock", act: "lapse", dueBy: format(own.longStopAt) }
    expect(await court.next()).toEqual([end])
    const { citation } = await court.judged(pay(30_000, toSeller))
    court.advance(hours(73))
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    const opensAt = format(Date.parse(payout.effectiveAt) + 1)
    const note = expect.stringContaining("once the chain shows the payment")
    expect((await court.next()).slice(1)).toMatchObject([
      { who: "buyer", act: "paid-out", opensAt, note },
      { who: "seller", act: "paid-out", opensAt, note },
    ])
    court.advance(Date.parse(opensAt) - court.now())
    expect(await court.named()).toEqual(["buyer paid-out", "seller paid-out"])
    expect((await court.next())[0]).not.toHaveProperty("opensAt")
  })

  it("PD2 §6D given a hold whose payment another hold has, then nobody is told to confirm or prove it, and only time ends it", async () => {
    const first = unconfirmed()
    const court = await given(first)
    expect(await court.named()).not.toEqual([])
    await court.kept([Changed.claim(Hold.escrowClaim(first), "another-hold")])
    expect(await court.next()).toEqual([
      {
        who: "clock",
        act: "lapse",
        dueBy: format(first.longStopAt),
        note: expect.stringContaining("Another hold has this payment"),
      },
    ])
  })

  it("PD2 §6FB given a judgment that moves nothing, then no payout is named", async () => {
    const court = await given()
    await court.judged({ kind: "declaration", text: "It is so.", ...toSeller })
    court.advance(hours(73))
    expect(await court.named()).toEqual(["seller paid-out"])
  })
})
