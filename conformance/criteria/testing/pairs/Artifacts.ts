import type { Random } from "../../../Random.ts"
import type { Json } from "../vectors/Make.ts"

export const words = [
  "a",
  "b",
  "ab",
  "k",
  "K",
  "ſ",
  "é",
  "日",
  "😀",
  "",
  "x1",
  "a b",
  "\n",
  "0",
  "-",
  "Z_9",
  "ß",
  "\ufeff",
] as const
const numbers = [
  0, 1, 2, 3, 0.1, 0.2, 0.3, -1, 1.5, 10, 100, 1e21, 9007199254740992, 1e-7, 5e-324, 1e308,
] as const

export const wordOf = (random: Random): string =>
  Array.from({ length: random.int(4) }, () => random.pick(words)).join("")
export const numberOf = (random: Random): number => (random.chance(70) ? random.int(6) : random.pick(numbers))

export const scalarOf = (random: Random): Json => {
  const kind = random.int(10)
  if (kind < 5) return numberOf(random)
  if (kind < 8) return wordOf(random)
  return kind === 8 ? random.chance(50) : null
}

/** A row of a list, as deliveries have them; now and then a member is missing or of another type. */
const rowOf = (random: Random, index: number): Json => {
  if (random.chance(2)) return scalarOf(random)
  const amount = random.chance(96) ? numberOf(random) : scalarOf(random)
  return {
    ...(random.chance(96) ? { id: random.chance(90) ? index : random.int(4) } : {}),
    ...(random.chance(98) ? { amount } : {}),
    ...(random.chance(70) ? { text: wordOf(random) } : {}),
    ...(random.chance(40) ? { tags: Array.from({ length: random.int(4) }, () => scalarOf(random)) } : {}),
  }
}
const listOf = (random: Random): ReadonlyArray<Json> =>
  Array.from({ length: random.int(6) }, (_, index) => rowOf(random, index))
const totalOf = (rows: ReadonlyArray<Json>): number =>
  rows.reduce((sum: number, row) => {
    const amount = typeof row === "object" && row !== null && "amount" in row ? row.amount : 0
    return sum + (typeof amount === "number" ? amount : 0)
  }, 0)

export const deliveryOf = (random: Random): Json => {
  if (random.chance(5)) return scalarOf(random)
  const rows = listOf(random)
  return {
    rows,
    total: random.chance(60) ? totalOf(rows) : numberOf(random),
    most: numberOf(random),
    numbers: Array.from({ length: random.int(5) }, () =>
      random.chance(95) ? numberOf(random) : scalarOf(random),
    ),
    note: wordOf(random),
    ...(random.chance(20) ? { "a/b": { "~": [[numberOf(random)]], "": scalarOf(random) } } : {}),
    ...(random.chance(10) ? { __proto: { constructor: scalarOf(random) } } : {}),
  }
}

const numberText = (random: Random, number: number): string => {
  const text = JSON.stringify(number)
  if (!/^-?[0-9]+$/.test(text) || random.chance(70)) return text
  return random.pick([`${text}.0`, `${text}e0`, `${text}0e-1`, `${text}.00E+00`, number === 0 ? "-0" : text])
}
const stringText = (random: Random, text: string): string =>
  random.chance(80)
    ? JSON.stringify(text)
    : `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`

/** A JSON text of a value, with numbers and texts in any of their forms, and space. */
export const textOf = (random: Random, value: Json): string => {
  const gap = random.chance(5) ? random.pick([" ", "\n", "\t", "  "]) : ""
  if (typeof value === "number") return gap + numberText(random, value)
  if (typeof value === "string") return gap + stringText(random, value)
  if (typeof value !== "object" || value === null) return gap + String(value)
  if (Array.isArray(value)) return `${gap}[${value.map((item) => textOf(random, item)).join(",")}]`
  const members = random
    .shuffle(Object.entries(value))
    .map(([name, member]) => `${stringText(random, name)}${gap}:${textOf(random, member)}`)
  return `{${members.join(",")}${gap}}`
}

/** Breaks a text: a sign is lost, doubled, changed, or a byte that is no UTF-8 comes in. */
const broken = (random: Random, bytes: Uint8Array): Uint8Array => {
  const at = random.int(bytes.length + 1)
  const added = random.pick([
    [0xff],
    [0x22],
    [0x2c],
    [0x5d],
    [0xef, 0xbb, 0xbf],
    [0x20],
    [],
    [0x30],
    [0x2e],
    [0x65],
  ])
  return Uint8Array.of(...bytes.subarray(0, at), ...added, ...bytes.subarray(at + random.int(2)))
}

export const bytesOf = (random: Random, value: Json): Uint8Array | null => {
  if (random.chance(2)) return null
  const text = random.chance(95) ? textOf(random, value) : wordOf(random)
  const bytes = new TextEncoder().encode(text)
  return random.chance(8) ? broken(random, bytes) : bytes
}
