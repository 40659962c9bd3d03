import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { minutes } from "../kernel/Time.ts"
import { stage } from "../testing/Stage.ts"
import { assets } from "./Networks.ts"
import { priceNow, Quotations, quotationOf, recordPrice } from "./Price.ts"

const assetOf = (symbol: string) =>
  needPresent(
    assets.find((asset) => asset.symbol === symbol),
    symbol,
  )

describe("a market price", () => {
  it("PD2 §9 given the same price again within a minute, then it is recorded once", async () => {
    const court = stage()
    const versionAfter = async (microUsd: string) => {
      await court.act(recordPrice, { symbol: "BTC", microUsd }, { role: "chain" })
      const [stored] = await Effect.runPromise(court.driver.read([{ kind: Quotations.name, id: "BTC" }]))
      return stored?.version
    }
    expect(await versionAfter("7")).toBe(1)
    court.advance(minutes(1) - 1)
    expect(await versionAfter("7")).toBe(1)
    expect(await versionAfter("8")).toBe(2)
    court.advance(minutes(1))
    expect(await versionAfter("8")).toBe(3)
  })

  it("PD2 §9 given what was read, then a coin has that price, and a stablecoin is a dollar without a reading", async () => {
    const court = stage()
    await court.act(recordPrice, { symbol: "ADA", microUsd: "381200" }, { role: "chain" })
    const priceOf = async (symbol: string) =>
      priceNow(
        assetOf(symbol),
        await court.read((reader) => quotationOf(reader, assetOf(symbol))),
        court.now(),
        bounds,
      )
    expect([await priceOf("ADA"), await priceOf("BTC"), await priceOf("USDC")]).toEqual([
      381_200n,
      null,
      1_000_000n,
    ])
  })
})
