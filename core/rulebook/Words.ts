/** How the instruments write figures. The figures themselves come from the schedule. */
import { defaultCurrency, format } from "../Money.ts"

/** `USD 1,234.50`. */
export const money = (cents: number): string => format(cents, defaultCurrency)

const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",")

/** `1 agent`, `5 agents`, `2,000 characters`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`
export const hours = (n: number): string => count(n, "hour")
export const days = (n: number): string => count(n, "day")
export const chars = (n: number): string => count(n, "character")

const kilobyte = 1024
/** `200 kB (204,800 bytes)`. */
export const bytes = (n: number): string => `${grouped(n / kilobyte)} kB (${grouped(n)} bytes)`

/** `+1`, `−3`: what is added to a reputation. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
export const percent = (n: number): string => `${n} per cent`
