/** An order of ACP: its lines with their quantities, and the share of the order that its merchant says it has not fulfilled. */
import { wholeIn } from "../Digits.ts"
import { isMembers, listOf, type Members, membersOf, textOf } from "../Read.ts"
import { quote, show } from "../Words.ts"

/** A line of an order. `value` is in minor units; null if the line has no price. */
interface Line {
  readonly title: string
  readonly ordered: bigint
  readonly fulfilled: bigint
  readonly value: bigint | null
}

/** More lines than these are not reckoned, since the sum is exact and its numbers grow with each line. */
const linesMax = 100
const count = /^\d{1,15}$/
const numberIn = (members: Members | undefined, name: string): bigint | null => {
  const digits = wholeIn(members?.[name])
  return digits === undefined || !count.test(digits) ? null : BigInt(digits)
}

/** The line; null if its quantities are not those of an order. A quantity of 0 may be left out. */
const lineOf = (value: unknown): Line | null => {
  if (!isMembers(value)) return null
  const quantity = membersOf(value, "quantity")
  const ordered = numberIn(quantity, "ordered")
  const fulfilled = quantity?.fulfilled === undefined ? 0n : numberIn(quantity, "fulfilled")
  if (ordered === null || ordered === 0n || fulfilled === null || fulfilled > ordered) return null
  const price = numberIn(value, "unit_price")
  return {
    title: textOf(value, "title") ?? textOf(value, "id") ?? "",
    ordered,
    fulfilled,
    value: numberIn(value, "subtotal") ?? (price === null ? null : price * ordered),
  }
}

/** The lines of an order; null if one of them can't be read, so that no share of the order is known. */
export const linesOf = (order: Members): ReadonlyArray<Line> | null => {
  const items = listOf(order, "line_items")
  const lines = items.length <= linesMax ? items.map(lineOf) : []
  return lines.length > 0 && lines.every((line) => line !== null) ? lines : null
}

/**
 * The share of an order that is not fulfilled, by the prices of its lines, in millionths rounded down; null if it can't be told. Several
 * lines without prices have no common measure; of one line the quantity is the measure.
 */
export const shareUndelivered = (lines: ReadonlyArray<Line> | null): number | null => {
  if (lines === null) return null
  const all = lines.map((line) => ({
    ...line,
    value: line.value ?? (lines.length === 1 ? line.ordered : null),
  }))
  const total = all.reduce((sum, { value }) => sum + (value ?? 0n), 0n)
  if (total === 0n || all.some(({ value }) => value === null)) return null
  // Each line is reckoned on the product of the quantities, so that nothing is rounded before the end.
  const scale = all.reduce((product, { ordered }) => product * ordered, 1n)
  const lacking = all.reduce(
    (sum, { value, ordered, fulfilled }) => sum + ((value ?? 0n) * (ordered - fulfilled) * scale) / ordered,
    0n,
  )
  return Number((lacking * 1_000_000n) / (total * scale))
}

export const orderSays = (order: Members): ReadonlyArray<string> => [
  `Order: ${show(order.id ?? null)}, status ${show(order.status ?? null)}.`,
  ...(linesOf(order) ?? []).map(
    ({ title, ordered, fulfilled }) => `Order: ${fulfilled} of ${ordered} of ${quote(title)} fulfilled.`,
  ),
]
