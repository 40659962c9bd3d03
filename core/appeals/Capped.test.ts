/** The part of the stake that an appeal leaves for the other matters on the dealing, and whether the dealing stays judged. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Judge } from "../bench/index.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import { hours } from "../kernel/Time.ts"
import { records as matterRecords } from "../matters/index.ts"
import { type Dealt, dealt } from "../matters/testing/Dealt.ts"
import { judge, registrar } from "../testing/Stage.ts"
import { appeal } from "./Begin.ts"
import { deliverAppeal } from "./Delivery.ts"
import { estimateAppeal } from "./Price.ts"

/** An entry of the Register on which both parties may claim. */
const shared = ({ dealings }: Dealt) => ({ dealings: [dealings.second] })
const beyondPrayer = "So."
const other = (amountCents: number) => pay(amountCents, { kind: "other" })

/** Has the seller's appeal from the judgment in a matter decided. Gives the orders made. */
const decideAppeal = async (
  court: Dealt,
  matterId: string,
  outcome: Judge.Outcome,
  orders: Judge.Draft["orders"],
) => {
  const { appealId } = await court.act(
    appeal,
    { id: matterId, grounds: ["It is wrong."] },
    court.agents.seller,
  )
  const estimate = { id: appealId, estimatedAppealCostCents: 1, reasons: "So." }
  await court.act(estimateAppeal, estimate, registrar)
  court.advance(hours(2))
  const ruling = { ...draft({ orders, beyondPrayer }), outcome }
  await court.act(deliverAppeal, { id: appealId, ...ruling }, judge)
}
const suits = async ({ read }: Dealt) =>
  (await read((reader) => Effect.flatten(reader.find(matterRecords.Suits, "buyer/seller")))).suits.map(
    ({ decided, ordered }) => [decided, ...ordered.map(({ cents }) => cents)],
  )

describe("an appeal and the cap of the stake", () => {
  it("Rule 5.3A a judgment that varies takes what it orders itself, and gives back what the one below took", async () => {
    const court = await dealt()
    const own = await court.file("buyer", shared(court))
    await court.decide(own, 60_000)
    await decideAppeal(court, own, "varied", [pay(45_000)])
    expect(await suits(court)).toEqual([[true, 45_000]])
    await court.settle(await court.file("seller", shared(court)), 60_000)
    expect(await suits(court)).toEqual([
      [true, 45_000],
      [true, 15_000],
    ])
    expect(await court.fileCode("buyer", shared(court))).toBe("already_decided")
  })

  it("Rule 5.3A a judgment on appeal counts what other matters on the dealing order", async () => {
    const court = await dealt()
    const own = await court.file("buyer", shared(court))
    await court.decide(own, 10_000)
    await court.settle(await court.file("seller", shared(court)), 40_000)
    await decideAppeal(court, own, "varied", [pay(60_000)])
    expect(await suits(court)).toEqual([
      [true, 20_000],
      [true, 40_000],
    ])
  })

  it("Rule 5.3A a judgment that affirms counts what the one below orders, which stands beside it", async () => {
    const court = await dealt()
    const own = await court.file("buyer", shared(court))
    await court.decide(own, 50_000)
    await decideAppeal(court, own, "affirmed", [other(40_000)])
    expect(await suits(court)).toEqual([[true, 60_000]])
  })

  it("Rule 4.1A a matter that is remitted is undecided, takes nothing, and keeps the dealing before the Court", async () => {
    const court = await dealt()
    const own = await court.file("buyer", shared(court))
    await court.decide(own, 60_000)
    const remit = { kind: "remit", text: "The matter goes back." } as const
    await decideAppeal(court, own, "remitted", [other(9), remit])
    expect(await suits(court)).toEqual([[false]])
    expect(await court.fileCode("buyer", shared(court))).toBe("already_before_court")
    await court.settle(await court.file("seller", shared(court)), 50_000)
    await court.judged(own, 60_000)
    expect(await suits(court)).toEqual([
      [true, 10_000],
      [true, 50_000],
    ])
  })
})
