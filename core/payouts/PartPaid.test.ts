/** Orders that one hold meets in part: a payee with several holds is paid no more than the judgment orders. */
import { describe, expect, it } from "vitest"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { buyer, hold, holding, seller } from "../holds/testing/Court.ts"
import { registrar } from "../holds/testing/Given.ts"
import { days, hours } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const first = hold()
const [second, third] = [2, 3].map((n) =>
  hold({ id: `01900000-0000-7000-8000-00000000000${n + 7}`, holdRef: `0x${String(n).repeat(64)}` }),
) as [typeof first, typeof first]
const citation = "[2026] MC 1"
const toSeller = { against: "buyer", inFavourOf: "seller" }
const costs = (amountCents: number): Judge.DraftOrder => ({ ...pay(amountCents, toSeller), kind: "costs" })

/** A court with three holds of 400 dollars between the same parties, and a final judgment with these orders. */
const opened = async (orders: ReadonlyArray<Judge.DraftOrder>, holds = [first, second, third]) => {
  const court = await holding(holds)
  await court.judged(...orders)
  court.advance(hours(73))
  const asks = async ({ id }: typeof first) => {
    const { payout } = await court.does(requestPayout, { id, citation }, seller)
    return [payout.amountToPayeeCents, payout.amountToPayerCents]
  }
  const reports = ({ id }: typeof first) => court.does(reportPaidOut, { id }, seller)
  return {
    ...court,
    asks,
    reports,
    /** Has a hold pay on the judgment. Gives its two shares, and the numbers of the orders that it met. */
    pays: async (of: typeof first) => {
      const shares = await asks(of)
      court.advance(days(2))
      const { satisfiedFromHold } = await reports(of)
      return { shares, met: satisfiedFromHold.map(({ n }) => n) }
    },
  }
}

describe("an order that a hold met in part", () => {
  it.each([
    ["an order", [pay(45_000, toSeller)], [1]],
    ["an order as to costs, which has no entry", [pay(500, toSeller), costs(44_500)], [2]],
  ])(
    "PD2 §6F given %s that the first hold could not meet in full, then the second pays the rest, and no more",
    async (_, orders, rest) => {
      // given a judgment that orders more than one hold has
      const court = await opened(orders)
      expect((await court.pays(first)).shares).toEqual([40_000, 0])
      // when another hold pays on it, then the payee gets what is left
      expect(await court.pays(second)).toEqual({ shares: [5_000, 35_000], met: rest })
      // and a third returns to the payer
      expect(await court.asks(third)).toEqual([0, 40_000])
    },
  )

  it("PD2 §6HA given an order that takes three holds, then what the first two paid is added up", async () => {
    const small = [first, second, third].map((one) => ({ ...one, amountCents: 2_000 }))
    const court = await opened([pay(5_000, toSeller)], small as [typeof first, typeof first, typeof first])
    expect(await court.pays(first)).toEqual({ shares: [2_000, 0], met: [] })
    expect(await court.pays(second)).toEqual({ shares: [2_000, 0], met: [] })
    expect(await court.pays(third)).toEqual({ shares: [1_000, 1_000], met: [1] })
  })

  it("PD2 §6HA given what the payee owes in turn, then what was set off counts as paid too", async () => {
    const court = await opened([pay(45_000, toSeller), pay(3_000)])
    expect((await court.pays(first)).shares).toEqual([40_000, 0])
    expect(await court.pays(second)).toEqual({ shares: [2_000, 38_000], met: [1] })
  })

  it("PD2 §6HA given an order of which a hold paid nothing, then another hold pays all of it", async () => {
    const court = await opened([pay(40_000, toSeller), pay(5_000, toSeller)])
    expect(await court.pays(first)).toEqual({ shares: [40_000, 0], met: [1] })
    expect(await court.pays(second)).toEqual({ shares: [5_000, 35_000], met: [2] })
  })

  it("PD2 §6G given a live instruction on the order, then another hold that pays a part of it revokes the instruction", async () => {
    // given an instruction, and a hold that secures the same order
    const secures = { ...second, secures: { citation, n: 1 }, purpose: "order_pending_appeal" as const }
    const court = await opened([pay(45_000, toSeller)], [first, secures, third])
    await court.asks(first)
    // when that hold is released to the payee
    await court.reports(secures)
    // then the instruction is revoked, and a new one pays the rest
    expect(await court.answers(readHold, { id: first.id }, registrar)).toMatchObject({
      hold: { status: "confirmed", payout: { status: "revoked" } },
    })
    expect(await court.asks(first)).toEqual([5_000, 35_000])
  })

  it("PD2 §6HA given a payer that is owed, then what went back to it in part counts as well", async () => {
    // given an order to pay the payer more than one hold has
    const court = await opened([pay(45_000)])
    const { id } = first
    await court.does(requestPayout, { id, citation }, buyer)
    court.advance(days(2))
    const report = await court.does(reportPaidOut, { id }, buyer)
    // when the whole hold goes back
    expect(report.notMetInFull).toEqual([{ citation, n: 1, shortCents: 5_000 }])
    // then only the rest is left of the order
    await court.does(requestPayout, { id: second.id, citation }, buyer)
    court.advance(days(2))
    const rest = await court.does(reportPaidOut, { id: second.id }, buyer)
    expect(rest.refundOrdersSatisfied).toEqual([{ citation, n: 1 }])
  })
})
