/** The difference of two values as lines: what was expected stands after `-`, what came after `+`, and what is equal after a space. */

interface Line {
  readonly sign: " " | "-" | "+"
  readonly text: string
}

/** How many equal lines are shown before and after a difference. */
const around = 2
const mostLines = 60
const mostCharacters = 160
/** Above so many pairs of lines, all lines between the first and the last difference are shown as different. */
const mostPairs = 1_000_000

/** A value that JSON can't express, in words. `JSON.stringify` alone would leave a function out, and throw for a bigint. */
const inWords = (_: string, value: unknown): unknown => {
  if (typeof value === "function") return `[function ${value.name}]`
  return typeof value === "bigint" || typeof value === "symbol" ? `[${typeof value} ${String(value)}]` : value
}

/** A value as JSON; `undefined` is null. A value that JSON can't express becomes a text that names it. */
export const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value ?? null, inWords)
  } catch (error) {
    return JSON.stringify(
      `[no JSON: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}]`,
    )
  }
}

const signLines = (sign: Line["sign"], texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
  texts.map((text) => ({ sign, text }))

/** The lines of both, aligned by their longest common subsequence. */
const alignLines = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): ReadonlyArray<Line> => {
  const [n, m] = [expected.length, actual.length]
  if (n * m > mostPairs) return [...signLines("-", expected), ...signLines("+", actual)]
  const width = m + 1
  // The length of the longest common subsequence of what follows each pair of places.
  const lengths = new Int32Array((n + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--)
      lengths[i * width + j] =
        expected[i] === actual[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: Array<Line> = []
  for (let i = 0, j = 0; i < n || j < m; ) {
    const [left, right] = [expected[i], actual[j]]
    if (left !== undefined && left === right) {
      lines.push({ sign: " ", text: left })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: "-", text: left })
      i++
    } else {
      lines.push({ sign: "+", text: right ?? "" })
      j++
    }
  }
  return lines
}

/** The number of elements that two lists have in common from their beginnings. */
const commonStart = <A>(a: ArrayLike<A>, b: ArrayLike<A>): number => {
  const most = Math.min(a.length, b.length)
  let common = 0
  while (common < most && a[common] === b[common]) common++
  return common
}

const linesOf = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): ReadonlyArray<Line> => {
  const start = commonStart(expected, actual)
  const [left, right] = [expected.slice(start), actual.slice(start)]
  const end = commonStart(left.toReversed(), right.toReversed())
  return [
    ...signLines(" ", expected.slice(0, start)),
    ...alignLines(left.slice(0, left.length - end), right.slice(0, right.length - end)),
    ...signLines(" ", left.slice(left.length - end)),
  ]
}

/** A part of a long text that has its first difference from another text. */
const excerpt = (text: string, other: string): string => {
  if (text.length <= mostCharacters) return text
  const from = Math.max(0, commonStart(text, other) - mostCharacters / 4)
  const part = text.slice(from, from + mostCharacters)
  return `${from > 0 ? "…" : ""}${part}${from + part.length < text.length ? "…" : ""} (${text.length} characters)`
}

/** The differing lines with a few equal ones around each. Left-out lines are counted. */
const shortenLines = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => {
  const differing = lines.flatMap(({ sign }, i) => (sign === " " ? [] : [i]))
  const near = new Set(
    differing.flatMap((i) => Array.from({ length: 2 * around + 1 }, (_, n) => i - around + n)),
  )
  const firstOf = (sign: Line["sign"]) => lines.find((line) => line.sign === sign)?.text ?? ""
  const opposite = { "-": firstOf("+"), "+": firstOf("-"), " ": "" }
  const shown: Array<string> = []
  let left = 0
  for (const [i, { sign, text }] of lines.entries()) {
    if (!near.has(i) || shown.length >= mostLines) {
      left += 1
      continue
    }
    if (left > 0) shown.push(`  … ${left} equal lines`)
    left = 0
    shown.push(`${sign} ${excerpt(text, opposite[sign])}`)
  }
  if (left > 0) shown.push(`  … ${left} more lines`)
  return shown
}

const indentJson = (json: string): ReadonlyArray<string> =>
  JSON.stringify(JSON.parse(json), null, 2).split("\n")

/** How two JSON texts differ, as lines. Members are compared in the order in which they stand. */
export const diff = (expected: string, actual: string): string =>
  ["- expected", "+ actual", ...shortenLines(linesOf(indentJson(expected), indentJson(actual)))].join("\n")

const mostOnOneLine = 160

/** Two different JSON texts: both on one line if they are short, and otherwise the lines in which they differ. */
export const difference = (expected: string, actual: string): string =>
  expected.length + actual.length <= mostOnOneLine
    ? `expected ${expected}, got ${actual}`
    : `expected and actual differ\n${diff(expected, actual)}`
