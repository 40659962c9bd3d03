/** The order of the cursors of a journal: a program that kept a cursor can tell which events come before it. */

/** The numbers that stand in a cursor, each without leading zeros, so that the longer number is the larger one. */
const numbersOf = (cursor: string): ReadonlyArray<string> =>
  (cursor.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+/, ""))

const compareNumbers = (a: string, b: string): number =>
  a.length === b.length ? Number(a > b) - Number(a < b) : a.length - b.length

/** Whether a cursor stands before (below 0), at (0) or after (above 0) another one of the same journal, by their numbers in turn. */
export const compareCursors = (a: string, b: string): number => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareNumbers(left[i] ?? "", right[i] ?? "")
    if (order !== 0) return order
  }
  return 0
}
