/** The reader of market prices, from services of two kinds: mempool.space's `/api/v1/prices` and CoinGecko's `/simple/price`. */
import { Effect, Schema } from "effect"
import type { Price as Priced } from "../../../core/chains/index.ts"
import type { ChainFault } from "../Chain.ts"
import { askNeeded, type Bounds, fault, usual } from "../Fetch.ts"

/** The price of one whole coin in millionths of a US dollar, as a source states it. */
export interface Price {
  readonly symbol: Priced.PricedSymbol
  readonly microUsd: bigint
}

/** A price in US dollars as these services write it. */
const Dollars = Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThan(1e8))
const Seconds = Schema.NonNegativeInt

const Mempool = Schema.Struct({ time: Seconds, USD: Dollars })
const Coin = Schema.Struct({ usd: Dollars, last_updated_at: Seconds })
const CoinGecko = Schema.Struct({ bitcoin: Schema.optional(Coin), cardano: Schema.optional(Coin) })

const micros = (dollars: number): bigint => BigInt(Math.round(dollars * 1_000_000))

/** The kind of a source, which the end of its address shows. */
export type Shape = "mempool" | "coingecko"
/** The form of the answers of a source, by its address; null if the court does not know it. */
export const shapeOf = (url: string): Shape | null => {
  const path = URL.parse(url)?.pathname.replace(/\/+$/, "") ?? ""
  if (path.endsWith("/simple/price")) return "coingecko"
  return path.endsWith("/prices") ? "mempool" : null
}

interface Quoted {
  readonly symbol: Priced.PricedSymbol
  readonly usd: number
  /** The instant of the price by the source's own statement, in seconds. */
  readonly time: number
}

const queryOf = (url: string): string => {
  const address = new URL(url)
  address.searchParams.set("ids", "bitcoin,cardano")
  address.searchParams.set("vs_currencies", "usd")
  address.searchParams.set("include_last_updated_at", "true")
  return address.href
}

const readQuotes = (url: string, bounds: Bounds): Effect.Effect<ReadonlyArray<Quoted>, ChainFault> =>
  shapeOf(url) === "coingecko"
    ? Effect.map(askNeeded(CoinGecko, { url: queryOf(url) }, bounds), ({ bitcoin, cardano }) =>
        (
          [
            ["BTC", bitcoin],
            ["ADA", cardano],
          ] as const
        ).flatMap(([symbol, coin]) =>
          coin === undefined ? [] : [{ symbol, usd: coin.usd, time: coin.last_updated_at }],
        ),
      )
    : Effect.map(askNeeded(Mempool, { url }, bounds), ({ USD, time }) => [
        { symbol: "BTC" as const, usd: USD, time },
      ])

/** The bounds and the age by which a price is refused before it is used. */
export interface Options {
  readonly bounds?: Bounds
  /** The machine's clock, with which a source's own time is compared. */
  readonly now?: () => number
  readonly oldestMs: number
}

/** The first price of each asset, in the order of the sources, that is not too old. Fails if no source answered. */
export const read = (
  urls: ReadonlyArray<string>,
  { bounds = usual, now = Date.now, oldestMs }: Options,
): Effect.Effect<ReadonlyArray<Price>, ChainFault> =>
  Effect.gen(function* () {
    const found = new Map<Priced.PricedSymbol, Price>()
    let answered = urls.length === 0
    for (const url of urls) {
      const quotes = yield* Effect.option(readQuotes(url, bounds))
      if (quotes._tag === "None") continue
      answered = true
      for (const { symbol, usd, time } of quotes.value)
        if (now() - time * 1000 <= oldestMs && !found.has(symbol))
          found.set(symbol, { symbol, microUsd: micros(usd) })
    }
    return answered ? [...found.values()] : yield* fault("No source of prices answered.")
  })
