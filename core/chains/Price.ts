/** Prices of assets, and the worth of their units. All are whole numbers: units, cents, and millionths of a US dollar. */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { Instant, minutes } from "../kernel/Time.ts"
import type { Asset } from "./Networks.ts"
import { networkReader } from "./Reading.ts"

/** One US dollar in millionths: the rate of a stablecoin. */
export const microsPerDollar = 1_000_000n
const microsPerCent = microsPerDollar / 100n

const coin = (decimals: number): bigint => 10n ** BigInt(decimals)

/** The units that settle `cents`, rounded up to the unit. `microUsd` is the price of one whole coin in millionths of a US dollar. */
export const unitsFor = rule(["PD2 §9"], (cents: number, microUsd: bigint, decimals: number): bigint => {
  const worth = BigInt(cents) * microsPerCent * coin(decimals)
  return (worth + microUsd - 1n) / microUsd
})

/** The worth of units in cents, rounded down to the cent. `microUsd` is the price of one whole coin in millionths of a US dollar. */
export const centsFor = rule(
  ["PD2 §9", "PD11 §11"],
  (units: bigint, microUsd: bigint, decimals: number): number =>
    Number((units * microUsd) / (coin(decimals) * microsPerCent)),
)

/** The assets with a market price. A stablecoin counts as one US dollar. */
export const PricedSymbol = Schema.Literal("BTC", "ADA")
export type PricedSymbol = typeof PricedSymbol.Type

const Micros = Schema.String.pipe(Schema.pattern(/^[1-9]\d{0,17}$/))

/** The market price of one whole coin in millionths of a US dollar, and the instant at which it was read, by the court's clock. */
export const Quotation = Schema.Struct({ symbol: PricedSymbol, microUsd: Micros, at: Instant })
export interface Quotation extends Schema.Schema.Type<typeof Quotation> {}
export const Quotations = Kind.make<Quotation>({
  name: "quotation",
  schema: Quotation,
  id: ({ symbol }) => symbol,
})

const isPriced = Schema.is(PricedSymbol)

/** The last quotation of an asset; a stablecoin needs no price, so it has no quotation. */
export const quotationOf = (reader: Reader, { symbol }: Asset) =>
  isPriced(symbol) ? reader.find(Quotations, symbol) : Effect.succeed(Option.none<Quotation>())

/** The price of one whole coin now, in millionths of a US dollar: one dollar for a stablecoin, otherwise the last quotation; null if that is too old. */
export const readNow = rule(
  ["PD2 §9", "PD11 §11"],
  ({ symbol }: Asset, read: Option.Option<Quotation>, now: Instant, terms: Terms): bigint | null => {
    if (!isPriced(symbol)) return microsPerDollar
    const found = Option.getOrNull(read)
    return found === null || now - found.at > minutes(terms.priceMinutes) ? null : BigInt(found.microUsd)
  },
)

/** A reader of prices reports a price. The instant is that of the court's clock. */
export const recordPrice = command({
  name: "record-price",
  sections: ["PD2 §9"],
  input: Quotation.omit("at"),
  gather: ({ symbol }, _context, reader) => reader.find(Quotations, symbol),
  decide: (found, { symbol, microUsd }, { actor, now }) =>
    Either.map(networkReader(actor), () => {
      const before = Option.getOrNull(found)
      // Most reports repeat the last price, so an unchanged price is written again only once a minute.
      const isRecent = before !== null && before.microUsd === microUsd && now - before.at < minutes(1)
      return {
        changes: isRecent ? [] : [Changed.put(Quotations, { symbol, microUsd, at: now })],
        reply: { symbol },
      }
    }),
})
