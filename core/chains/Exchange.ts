/** What units of an asset are worth, and how many settle a sum: whole numbers only, in units, cents and millionths of a dollar. */
import { rule } from "../Rule.ts"

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
