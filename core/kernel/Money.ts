/** Money: sums as whole numbers of cents, and the rounding of percentages. */
import { Schema } from "effect"

/** A sum in whole cents. Additions are exact below 2^53. */
export const Cents = Schema.NonNegativeInt.annotations({ identifier: "Cents" })
export const Currency = Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/)).annotations({
  identifier: "Currency",
})
export const defaultCurrency = "USD"

/** `percent` of `cents`, rounded up to the cent. The court charges every percentage so (PD2 §3 to PD2 §5). */
export const percentUp = (cents: number, percent: number): number => Math.ceil((cents * percent) / 100)

/** Millionths of a US dollar plus `percent`, in cents, rounded up once. Providers state prices more finely than cents (PD2 §3). */
export const microsUp = (micros: number, percent: number): number =>
  Math.ceil((micros * (100 + percent)) / 1_000_000)

/** One part in `parts` of `cents`, rounded down to the cent. The court gives every credit so (PD2 §6). */
export const shareDown = (cents: number, parts: number): number => Math.floor(cents / parts)

export const whole = 1_000_000
/** So many millionths of `cents`, rounded down to the cent, exactly, since the product may be over 2^53 (PD15 §3). */
export const millionthsDown = (cents: number, millionths: number): number => {
  const rest = cents % whole
  return ((cents - rest) / whole) * millionths + Math.floor((rest * millionths) / whole)
}

export const groupThousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",")

/** A sum as reasons and notices write it: `USD 1,234.50`. */
export const format = (cents: number, currency: string): string => {
  const fraction = cents % 100
  return `${currency} ${groupThousands((cents - fraction) / 100)}.${String(fraction).padStart(2, "0")}`
}
