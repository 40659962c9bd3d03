/** Thieves before the judge on the papers: a price by a meter, whose readings disagree, come late or never. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Agent } from "../../core/agents/index.ts"
import { notarise } from "../../core/dealings/index.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { days, hours } from "../../core/kernel/Time.ts"
import { callForJudgment, fileMatter } from "../../core/matters/index.ts"
import { put } from "../../core/testing/Put.ts"
import { registrar } from "../../core/testing/Stage.ts"
import { dismissed, type Of, ordersOf, other, paid, payTo, played, undecided } from "./testing/Played.ts"

/** A cent for each 10 tokens, at most USD 50, with a tolerance of 1 %. */
const metered = { unit: "token", cents: 1, per: 10, toleranceMillionths: 10_000, attester: "auditor" }
const byMeter = (of: Of, changes: object = {}) => payTo(of, { cause: "metered_price", ...changes })

/** A court with an accepted quote at a metered price, four days before it is due. */
const metering = async () => {
  const court = await played()
  const quoteId = await court.quoted({ metered })
  const reads = (of: Of, units: number) =>
    court.lodges(of, "meter", { ref: quoteId, units, valueCents: undefined, counterparty: other[of] })
  const attests = async (units: number) => {
    const auditor = await court.enrolled("auditor", "op-auditor")
    const agent = Option.getOrThrow(await court.read((reader) => reader.find(Agent.Agents, auditor.id)))
    const identity = { status: "proven", by: "registrar", at: court.now() } as const
    await court.act(put, [Changed.put(Agent.Agents, { ...agent, identity })], registrar)
    const reading = { sha256: sha256Hex("seen"), kind: "meter", ref: quoteId, units } as const
    await court.act(notarise, reading, auditor)
  }
  /** The claim on the metered price, once the account lies. */
  const claims = (of: Of, changes: object = {}) => court.files(of, [byMeter(of, changes)], { quoteId })
  return { ...court, quoteId, reads, attests, claims }
}

describe("a metered price before the judge on the papers", () => {
  it("PD15 §4C given two readings within the tolerance, then the lower is ordered by the cause metered_price", async () => {
    const { reads, claims, ripens, answers, judged } = await metering()
    ripens()
    await reads("seller", 30_000)
    await reads("buyer", 29_800)
    const id = await claims("seller")
    await answers("buyer", id)
    const judgment = await judged("seller", id)
    expect(ordersOf(judgment)).toEqual([paid("buyer", 2_980), dismissed])
    expect(judgment.catchwords).toContain("Metered price")
    expect(judgment.determined).toMatchObject([{ owed: 2_980, paid: 0, balance: 2_980 }])
  })

  it("PD15 §4B given a supplier that overstates to a silent buyer, then it waits, and then gets the reading up to the price", async () => {
    const { reads, claims, ripens, advance, codeOf, agents, undefended } = await metering()
    ripens()
    await reads("seller", 9_000_000)
    const id = await claims("seller")
    advance(hours(48))
    expect(await codeOf(callForJudgment, { id }, agents.seller)).toBe("reading_running")
    advance(hours(24))
    expect(ordersOf(await undefended("seller", id))).toEqual([paid("buyer", 5_000)])
  })

  it("PD15 §4C given a buyer that understates, then what both read is ordered, and the rest is not decided", async () => {
    const { reads, claims, ripens, advance, answers, judged } = await metering()
    ripens()
    await reads("seller", 30_000)
    await reads("buyer", 10_000)
    const id = await claims("seller", { amountCents: 3_000 })
    await answers("buyer", id)
    advance(hours(72))
    expect(ordersOf(await judged("seller", id))).toEqual([paid("buyer", 1_000), undecided])
  })

  it("PD15 §4C given the attester's word, then it is ordered, and never more than the supplier read", async () => {
    const { reads, attests, claims, ripens, answers, judged } = await metering()
    ripens()
    await reads("seller", 30_000)
    await reads("buyer", 10_000)
    await attests(90_000)
    const id = await claims("seller", { amountCents: 5_000 })
    await answers("buyer", id)
    expect(ordersOf(await judged("seller", id))).toEqual([paid("buyer", 3_000), dismissed])
  })

  it("PD15 §4B given a buyer that paid the whole price and a supplier without a reading, then it is paid back", async () => {
    const { lodges, confirms, quoteId, claims, ripens, closes, undefended, advance } = await metering()
    await confirms("seller", await lodges("buyer", "payment", { ref: quoteId }))
    await closes("seller", {}, quoteId)
    ripens()
    advance(days(1))
    const id = await claims("buyer")
    expect(ordersOf(await undefended("buyer", id))).toEqual([paid("seller", 5_000)])
  })

  it("PD15 §10 given a quote at a fixed price, then the cause is refused, and account is named", async () => {
    const court = await played()
    court.ripens()
    const claim = court.filing("buyer", [byMeter("buyer")], { quoteId: court.quoteId })
    expect(
      await Effect.runPromise(Effect.flip(court.run(fileMatter, claim, court.agents.buyer))),
    ).toMatchObject({
      code: "deal_wanted",
      errors: [{ path: "claim.orders[0].cause", message: "this quote states no meter: use account" }],
    })
    expect(await court.filesCode("buyer", [byMeter("buyer")])).toBe("deal_wanted")
  })

  it("PD15 §10 the cause account carries the same balance", async () => {
    const { reads, files, quoteId, ripens, answers, judged } = await metering()
    ripens()
    await reads("seller", 30_000)
    await reads("buyer", 30_000)
    const id = await files("seller", [payTo("seller", { cause: "account", amountCents: 3_000 })], { quoteId })
    await answers("buyer", id)
    expect(ordersOf(await judged("seller", id))).toEqual([paid("buyer", 3_000)])
  })
})
