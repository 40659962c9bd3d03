import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { start } from "../../../core/testing/Context.ts"
import { served } from "../testing/Served.ts"
import * as Prices from "./Prices.ts"

const seconds = start / 1000
const options = { bounds: { timeoutMs: 2_000, maxBytes: 10_000 }, now: () => start, oldestMs: 600_000 }
const serving = async (path: string, answer: unknown) => {
  const server = await served((asked) => (asked.split("?")[0] === path ? answer : undefined))
  return { server, url: `${server.url}${path}` }
}
const mempool = (time = seconds, USD: unknown = 43_753.12) =>
  serving("/api/v1/prices", { time, USD, EUR: 40_000, GBP: 35_000 })
const coingecko = (at = seconds) =>
  serving("/api/v3/simple/price", {
    bitcoin: { usd: 43_000.5, last_updated_at: at },
    cardano: { usd: 0.381_2, last_updated_at: at },
  })
const read = (...urls: ReadonlyArray<string>) => Effect.runPromise(Prices.read(urls, options))
const failure = (url: string, { timeoutMs } = options.bounds) =>
  Effect.runPromise(Effect.flip(Prices.read([url], { ...options, bounds: { ...options.bounds, timeoutMs } })))

describe("market prices", () => {
  it("PD2 §9 prices are read from answers of both shapes, in millionths of a dollar, each from the first source that has it", async () => {
    const [one, two] = [await mempool(), await coingecko()]
    expect(await read(one.url)).toEqual([{ symbol: "BTC", microUsd: 43_753_120_000n }])
    expect(await read(one.url, two.url)).toEqual([
      { symbol: "BTC", microUsd: 43_753_120_000n },
      { symbol: "ADA", microUsd: 381_200n },
    ])
    expect(await read(two.url, one.url)).toEqual([
      { symbol: "BTC", microUsd: 43_000_500_000n },
      { symbol: "ADA", microUsd: 381_200n },
    ])
  })

  it("PD2 §9 prices that their source dates too far back are ignored", async () => {
    const [one, two] = [await mempool(seconds - 601), await coingecko(seconds - 600)]
    expect(await read(one.url)).toEqual([])
    expect((await read(one.url, two.url)).map(({ microUsd }) => microUsd)).toEqual([
      43_000_500_000n,
      381_200n,
    ])
  })

  it.each(["html", "error", "hangs", "floods", "breaks_off"] as const)(
    "PD2 §9 prices come from the next source if one fails (%s)",
    async (mood) => {
      const [one, two] = [await mempool(), await coingecko()]
      one.server.mood = mood
      expect((await read(one.url, two.url))[0]?.microUsd).toBe(43_000_500_000n)
      const left = mood === "hangs" ? { timeoutMs: 100 } : {}
      expect((await failure(one.url, { ...options.bounds, ...left })).why).toBe(
        "No source of prices answered.",
      )
    },
  )

  it.each([[0], [-1], ["43753"], [null], [1e300]])(
    "PD2 §9 a price is refused if its value is %j",
    async (usd) => {
      const { url } = await mempool(seconds, usd)
      expect((await failure(url)).why).toBe("No source of prices answered.")
    },
  )
})
