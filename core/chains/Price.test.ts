/** The prices of coins, and what amounts of them are worth. */

import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { minutes } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { stage } from "../testing/Stage.ts"
import { assets } from "./Networks.ts"
import * as Price from "./Price.ts"

const assetOf = (symbol: string) =>
  needPresent(
    assets.find((asset) => asset.symbol === symbol),
    symbol,
  )

describe("a market price", () => {
  it("PD2 §9 given the same price again within a minute, then it is recorded once", async () => {
    const court = stage()
    const versionAfter = async (microUsd: string) => {
      await court.act(Price.recordPrice, { symbol: "BTC", microUsd }, { role: "chain" })
      const [stored] = await Effect.runPromise(
        court.driver.read([{ kind: Price.Quotations.name, id: "BTC" }]),
      )
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
    await court.act(Price.recordPrice, { symbol: "ADA", microUsd: "381200" }, { role: "chain" })
    const priceOf = async (symbol: string) =>
      Price.readNow(
        assetOf(symbol),
        await court.read((reader) => Price.quotationOf(reader, assetOf(symbol))),
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

const cents = fc.integer({ min: 1, max: 1_000_000 })
/** From a tenth of a cent to a million dollars for one coin. */
const rate = fc.bigInt({ min: 1_000n, max: 1_000_000_000_000n })

describe("units and cents", () => {
  it("PD2 §9 five dollars are known sums in USDC, in bitcoin at USD 43,753.12, and in ADA at USD 0.3812", () => {
    expect(Price.unitsFor(500, Price.microsPerDollar, 6)).toBe(5_000_000n)
    expect(Price.unitsFor(500, 43_753_120_000n, 8)).toBe(11_428n)
    expect(Price.centsFor(11_428n, 43_753_120_000n, 8)).toBe(500)
    expect(Price.centsFor(11_427n, 43_753_120_000n, 8)).toBe(499)
    expect(Price.unitsFor(500, 381_200n, 6)).toBe(13_116_475n)
  })

  it("PD2 §9 what is due is the fewest units that are worth the sum", () => {
    fc.assert(
      fc.property(cents, rate, fc.constantFrom(6, 8), (sum, microUsd, decimals) => {
        const due = Price.unitsFor(sum, microUsd, decimals)
        const worth = BigInt(sum) * 10_000n * 10n ** BigInt(decimals)
        expect(due * microUsd >= worth).toBe(true)
        expect((due - 1n) * microUsd < worth).toBe(true)
        expect(Price.centsFor(due, microUsd, decimals)).toBeGreaterThanOrEqual(sum)
        expect(Price.centsFor(due - 1n, microUsd, decimals)).toBeLessThan(sum)
      }),
    )
  })

  it("PD2 §9 parts are credited no more than the whole", () => {
    const units = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n })
    fc.assert(
      fc.property(units, units, rate, (one, other, microUsd) => {
        const parts = Price.centsFor(one, microUsd, 8) + Price.centsFor(other, microUsd, 8)
        const whole = Price.centsFor(one + other, microUsd, 8)
        expect(parts).toBeLessThanOrEqual(whole)
        expect(whole - parts).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe("the price of a coin", () => {
  const read = (at: number): Option.Option<Price.Quotation> =>
    Option.some({ symbol: "BTC", microUsd: "7", at })
  const old = bounds.priceMinutes * 60_000

  it("PD2 §9 given a reading more than ten minutes old, then there is no price", () => {
    expect(bounds.priceMinutes).toBe(10)
    expect(Price.readNow(assetOf("BTC"), read(start), start + old, bounds)).toBe(7n)
    expect(Price.readNow(assetOf("BTC"), read(start), start + old + 1, bounds)).toBeNull()
    expect(Price.readNow(assetOf("BTC"), Option.none(), start, bounds)).toBeNull()
  })

  it("PD2 §9 given a stablecoin, then the price is one dollar, whatever was read", () => {
    expect(Price.readNow(assetOf("USDC"), read(start), start + old + 1, bounds)).toBe(1_000_000n)
    expect(Price.readNow(assetOf("USDT"), Option.none(), start, bounds)).toBe(1_000_000n)
  })
})
