import { Decimal, ofDouble } from "./Decimal.ts"

/** Compares names as RFC 8785 sorts them: by UTF-16 code units, as JavaScript compares texts. */
export const byUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export class List {
  readonly items: ReadonlyArray<Value>
  constructor(items: ReadonlyArray<Value>) {
    this.items = items
  }
}
export class Members {
  readonly of: ReadonlyMap<string, Value>
  private inOrder: ReadonlyArray<string> | undefined
  constructor(of: ReadonlyMap<string, Value>) {
    this.of = of
  }

  /** The names as RFC 8785 sorts them. */
  get names(): ReadonlyArray<string> {
    this.inOrder ??= [...this.of.keys()].sort(byUnits)
    return this.inOrder
  }
}
export type Value = null | boolean | string | Decimal | List | Members

class NotJson extends Error {}
const fail = (): never => {
  throw new NotJson()
}

/** A surrogate without its other half. */
const lone = /\p{Cs}/u
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
])
const words: ReadonlyArray<readonly [string, Value]> = [
  ["true", true],
  ["false", false],
  ["null", null],
]

/** A reader of one text. Its position moves along the text; each method reads one thing and leaves the position behind it. */
class Reader {
  private readonly text: string
  private readonly levels: number
  private at = 0

  constructor(text: string, levels: number) {
    this.text = text
    this.levels = levels
  }

  whole(): Value {
    const value = this.value(0)
    return this.next() === "" ? value : fail()
  }

  private next(): string {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++
    return this.text[this.at] ?? ""
  }

  private expect(sign: string): void {
    if (this.next() !== sign) fail()
    this.at++
  }

  private value(level: number): Value {
    const sign = this.next()
    if ((sign === "[" || sign === "{") && level === this.levels) fail()
    if (sign === "[") return this.list(level + 1)
    if (sign === "{") return this.members(level + 1)
    if (sign === '"') return this.string()
    for (const [word, value] of words)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length
        return value
      }
    return this.number()
  }

  private list(level: number): List {
    const items: Array<Value> = []
    this.expect("[")
    if (this.next() !== "]") {
      items.push(this.value(level))
      while (this.next() === ",") {
        this.at++
        items.push(this.value(level))
      }
    }
    this.expect("]")
    return new List(items)
  }

  private members(level: number): Members {
    const found = new Map<string, Value>()
    const member = () => {
      if (this.next() !== '"') fail()
      const name = this.string()
      this.expect(":")
      if (found.has(name)) fail()
      found.set(name, this.value(level))
    }
    this.expect("{")
    if (this.next() !== "}") {
      member()
      while (this.next() === ",") {
        this.at++
        member()
      }
    }
    this.expect("}")
    return new Members(found)
  }

  private string(): string {
    const pieces: Array<string> = []
    let from = ++this.at
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (!(code >= 0x20)) fail()
      if (code !== 0x22 && code !== 0x5c) {
        this.at++
        continue
      }
      pieces.push(this.text.slice(from, this.at))
      this.at++
      if (code === 0x22) break
      pieces.push(this.escape())
      from = this.at
    }
    const whole = pieces.join("")
    return !lone.test(whole) ? whole : fail()
  }

  private escape(): string {
    const letter = this.text[this.at++] ?? ""
    if (letter !== "u") return escapes.get(letter) ?? fail()
    const digits = this.text.slice(this.at, this.at + 4)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail()
    this.at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  private number(): Decimal {
    number.lastIndex = this.at
    const written = number.exec(this.text)?.[0] ?? fail()
    const [digits = "", exponent = "0"] = written.toLowerCase().split("e")
    if (digits.replace(/[-.]/g, "").length > 100 || Math.abs(Number(exponent)) > 400) fail()
    this.at += written.length
    return new Decimal(written)
  }
}

/** The value of a text of JSON as §2 reads it, or undefined. */
export const parse = (text: string, levels: number): Value | undefined => {
  try {
    return !lone.test(text) ? new Reader(text, levels).whole() : undefined
  } catch (failure) {
    if (failure instanceof NotJson) return undefined
    throw failure
  }
}

/** The text that bytes are, or undefined. */
export const decode = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A text that is the same for equal values alone. `numeral` says how a number is written. */
export const write = (value: Value, numeral: (number: Decimal) => string): string => {
  if (value instanceof Decimal) return numeral(value)
  if (value instanceof List) return `[${value.items.map((item) => write(item, numeral)).join(",")}]`
  if (!(value instanceof Members)) return JSON.stringify(value)
  const members = value.names.map(
    (name) => `${JSON.stringify(name)}:${write(value.of.get(name) ?? null, numeral)}`,
  )
  return `{${members.join(",")}}`
}

/** The RFC 8785 form. */
export const canonical = (value: Value): string =>
  write(value, (number) => String(Number(number.written) + 0))

/** How many JSON values are in a value, itself among them. */
export const size = (value: Value): number => {
  if (value instanceof List) return value.items.reduce((sum: number, item) => sum + size(item), 1)
  if (value instanceof Members)
    return [...value.of.values()].reduce((sum: number, item) => sum + size(item), 1)
  return 1
}

export const equal = (left: Value, right: Value): boolean => {
  if (left instanceof Decimal) return right instanceof Decimal && left.key === right.key
  if (left instanceof List)
    return (
      right instanceof List &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => equal(item, right.items[index] ?? null))
    )
  if (!(left instanceof Members)) return left === right
  if (!(right instanceof Members) || left.of.size !== right.of.size) return false
  for (const [name, value] of left.of) {
    const other = right.of.get(name)
    if (other === undefined || !equal(value, other)) return false
  }
  return true
}

/**
 * A JavaScript value as a JSON value; undefined if it is not a JSON value, or has more than `levels` lists and objects within each other.
 */
export const adopt = (given: unknown, levels: number): Value | undefined => {
  if (given === null || typeof given === "boolean") return given
  if (typeof given === "string") return !lone.test(given) ? given : undefined
  if (typeof given === "number") return Number.isFinite(given) ? ofDouble(given) : undefined
  if (typeof given !== "object" || levels === 0) return undefined
  if (Array.isArray(given)) {
    const items = Array.from<unknown, Value | undefined>(given, (item) => adopt(item, levels - 1))
    const known = items.filter((item) => item !== undefined)
    return known.length === items.length ? new List(known) : undefined
  }
  const prototype: unknown = Object.getPrototypeOf(given)
  if (prototype !== null && prototype !== Object.prototype) return undefined
  const found = new Map<string, Value>()
  for (const [name, member] of Object.entries(given)) {
    const value = adopt(member, levels - 1)
    if (value === undefined || lone.test(name)) return undefined
    found.set(name, value)
  }
  return new Members(found)
}
