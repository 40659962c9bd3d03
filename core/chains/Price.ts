/** The prices of assets, and what units of an asset are worth: whole numbers only, in units, cents and millionths of a dollar. */

import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import * as Kind from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { Instant, minutes } from "../Time.ts"
import type { Asset } from "./Networks.ts"
import { networkReader } from "./Reading.ts"

/** One US dollar, in millionths of it: the rate of a stablecoin. */
export const microsPerDollar = 1_000_000n
const microsPerCent = microsPerDollar / 100n

/** The base units of an asset in one whole coin. */
const coin = (decimals: number): bigint => 10n ** BigInt(decimals)

/**
 * The units that settle `cents` at a rate of `microUsd` millionths of a US dollar for one whole coin, rounded up to the unit.
 */
export const unitsFor = rule(["PD2 §9"], (cents: number, microUsd: bigint, decimals: number): bigint => {
  const worth = BigInt(cents) * microsPerCent * coin(decimals)
  return (worth + microUsd - 1n) / microUsd
})

/** What units are worth in cents at a rate, rounded down to the cent. */
export const centsFor = rule(
  ["PD2 §9", "PD11 §11"],
  (units: bigint, microUsd: bigint, decimals: number): number =>
    Number((units * microUsd) / (coin(decimals) * microsPerCent)),
)

/** Assets whose price moves; a stablecoin counts at one US dollar. */
export const PricedSymbol = Schema.Literal("BTC", "ADA")
export type PricedSymbol = typeof PricedSymbol.Type

const Micros = Schema.String.pipe(Schema.pattern(/^[1-9]\d{0,17}$/))

/** The market price of one whole coin in millionths of a US dollar, and when it was read by the court's clock. */
export const Quotation = Schema.Struct({ symbol: PricedSymbol, microUsd: Micros, at: Instant })
export type Quotation = typeof Quotation.Type
export const Quotations = Kind.make<Quotation>({
  name: "quotation",
  schema: Quotation,
  id: ({ symbol }) => symbol,
})

const isPriced = Schema.is(PricedSymbol)

/** What was last read of an asset's price; none for a stablecoin, which needs none. */
export const quotationOf = (reader: Reader, { symbol }: Asset) =>
  isPriced(symbol) ? reader.find(Quotations, symbol) : Effect.succeed(Option.none<Quotation>())

/** The price of one whole coin in millionths of a US dollar now: a dollar for a stablecoin, else what was read lately; null where nothing was. */
export const priceNow = rule(
  ["PD2 §9", "PD11 §11"],
  ({ symbol }: Asset, read: Option.Option<Quotation>, now: Instant, terms: Terms): bigint | null => {
    if (!isPriced(symbol)) return microsPerDollar
    const found = Option.getOrNull(read)
    return found === null || now - found.at > minutes(terms.priceMinutes) ? null : BigInt(found.microUsd)
  },
)

/** A reader of prices reports what it found. The court's clock says when. */
export const recordPrice = command({
  name: "recordPrice",
  sections: ["PD2 §9"],
  gather: ({ symbol }: Omit<Quotation, "at">, _context, reader) => reader.find(Quotations, symbol),
  decide: (found, { symbol, microUsd }, { actor, now }) =>
    Either.map(networkReader(actor), () => {
      const before = Option.getOrNull(found)
      // A price that stands is written again only as it ages: most looks find the same one.
      const fresh = before !== null && before.microUsd === microUsd && now - before.at < minutes(1)
      return {
        changes: fresh ? [] : [Changed.put(Quotations, { symbol, microUsd, at: now })],
        reply: { symbol },
      }
    }),
})
