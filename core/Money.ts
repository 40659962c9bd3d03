/** Money as a whole number of cents, and how percentages of it are rounded. */
import { Schema } from "effect"

/** Money is a whole number of cents; sums of sums stay exact far below 2^53. */
export const Cents = Schema.NonNegativeInt.annotations({ identifier: "Cents" })
export const Currency = Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/)).annotations({
  identifier: "Currency",
})
export const defaultCurrency = "USD"

/** `percent` of `cents`, rounded up to the cent: every percentage that the court charges (PD2 §3 to PD2 §5). */
export const percentUp = (cents: number, percent: number): number => Math.ceil((cents * percent) / 100)

/** Millionths of a US dollar and `percent` more, in cents, rounded up once: what a provider charges is told more finely (PD2 §3). */
export const microsUp = (micros: number, percent: number): number =>
  Math.ceil((micros * (100 + percent)) / 1_000_000)

/** One part in `parts` of `cents`, rounded down to the cent: every credit that the court gives (PD2 §6). */
export const shareDown = (cents: number, parts: number): number => Math.floor(cents / parts)

const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",")

/** `USD 1,234.50`, as reasons and notices write a sum. */
export const format = (cents: number, currency: string): string => {
  const fraction = cents % 100
  return `${currency} ${grouped((cents - fraction) / 100)}.${String(fraction).padStart(2, "0")}`
}
