/** JSON as the criteria read it: RFC 8259 with exact numbers, bounded depth, and no member twice. */
import { Decimal, isEqual, parseDecimal, writeDecimal } from "./Decimal.ts"

/** A JSON value. The members of an object stand in the order of RFC 8785, whatever order the text has. */
export type Value = null | boolean | string | Decimal | ReadonlyArray<Value> | Members
export type Members = ReadonlyMap<string, Value>

export const isList = (value: Value | undefined): value is ReadonlyArray<Value> => Array.isArray(value)
export const isObject = (value: Value | undefined): value is Members => value instanceof Map

const noMembers: Members = new Map()
/** The members of an object; empty for anything else. */
export const membersOf = (value: Value | undefined): Members => (isObject(value) ? value : noMembers)
/** The elements of a list; empty for anything else. */
export const itemsOf = (value: Value): ReadonlyArray<Value> => (isList(value) ? value : [])

const areInOrder = (members: Members): boolean => {
  let before = ""
  for (const name of members.keys()) {
    if (name < before) return false
    before = name
  }
  return true
}

/** The members in the order of RFC 8785: by the UTF-16 code units of their names. */
export const inOrder = (members: Members): Members =>
  areInOrder(members) ? members : new Map([...members].sort(([a], [b]) => (a < b ? -1 : 1)))

const digitsMax = 100
const exponentMax = 400

/** Why a text is not JSON as the criteria read it, and the position of the character at which that shows. */
export class NotJson {
  readonly reason: string
  readonly at: number

  constructor(reason: string, at: number) {
    this.reason = reason
    this.at = at
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
}
const words: ReadonlyArray<readonly [text: string, value: null | boolean]> = [
  ["true", true],
  ["false", false],
  ["null", null],
]

/** Whether a text has half of a surrogate pair alone. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Cs}/u.test(text)

/** One pass over a text. It calls itself for what stands in a list or an object, as deep as `levelsMax` and no deeper. */
class Reader {
  readonly #text: string
  readonly #levelsMax: number
  #at = 0

  constructor(text: string, levelsMax: number) {
    this.#text = text
    this.#levelsMax = levelsMax
  }

  readAll(): Value {
    const value = this.#readValue(0)
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail("something follows the value")
    return value
  }

  #fail(reason: string): never {
    throw new NotJson(reason, this.#at)
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  /** Takes this character after white space, if it comes next. */
  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #readValue(levels: number): Value {
    this.#skipSpace()
    const next = this.#text[this.#at]
    if (next === '"') return this.#readText()
    if (next === "{") return this.#readObject(this.#deeper(levels))
    if (next === "[") return this.#readList(this.#deeper(levels))
    for (const [word, value] of words)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    return this.#readNumber()
  }

  #deeper(levels: number): number {
    if (levels === this.#levelsMax)
      this.#fail(`more than ${this.#levelsMax} lists and objects stand within each other`)
    return levels + 1
  }

  #readNumber(): Decimal {
    number.lastIndex = this.#at
    if (!number.test(this.#text)) this.#fail("a value is expected")
    const text = this.#text.slice(this.#at, number.lastIndex)
    const [digits = "", exponent = "0"] = text.split(/[eE]/)
    if (digits.length > digitsMax && digits.replaceAll(/[-.]/g, "").length > digitsMax)
      this.#fail(`a number has more than ${digitsMax} digits`)
    if (Math.abs(Number(exponent)) > exponentMax)
      this.#fail(`the exponent of a number is over ${exponentMax} or under -${exponentMax}`)
    this.#at += text.length
    return parseDecimal(text)
  }

  #readText(): string {
    this.#at++
    const parts: Array<string> = []
    for (;;) {
      parts.push(this.#readPlain())
      const next = this.#text[this.#at]
      if (next === '"') break
      if (next !== "\\") this.#fail("a text does not end, or has a control character that is not escaped")
      parts.push(this.#readEscape())
    }
    this.#at++
    const text = parts.join("")
    if (parts.length > 1 && hasLoneSurrogate(text)) this.#fail("a text has half of a surrogate pair alone")
    return text
  }

  /** The characters up to the end of a text, an escape, or what must not stand in a text. */
  #readPlain(): string {
    const from = this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 0x22 || code === 0x5c || code < 0x20) break
    }
    return this.#text.slice(from, this.#at)
  }

  #readEscape(): string {
    const letter = this.#text[this.#at + 1] ?? ""
    const hex = letter === "u" ? /^[0-9a-fA-F]{4}$/.exec(this.#text.slice(this.#at + 2, this.#at + 6)) : null
    const character = hex === null ? escapes[letter] : String.fromCharCode(Number.parseInt(hex[0], 16))
    if (character === undefined) this.#fail("a text has an escape that JSON does not know")
    this.#at += hex === null ? 2 : 6
    return character
  }

  #readList(levels: number): ReadonlyArray<Value> {
    this.#at++
    const items: Array<Value> = []
    if (this.#takes("]")) return items
    do items.push(this.#readValue(levels))
    while (this.#takes(","))
    if (!this.#takes("]")) this.#fail("a comma or the end of a list is expected")
    return items
  }

  #readObject(levels: number): Members {
    this.#at++
    const members = new Map<string, Value>()
    if (this.#takes("}")) return members
    do {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') this.#fail("the name of a member is expected")
      const name = this.#readText()
      if (members.has(name)) this.#fail("an object has a member twice")
      if (!this.#takes(":")) this.#fail("a colon is expected after the name of a member")
      members.set(name, this.#readValue(levels))
    } while (this.#takes(","))
    if (!this.#takes("}")) this.#fail("a comma or the end of an object is expected")
    return inOrder(members)
  }
}

export const parseJson = (text: string, levelsMax: number): Value | NotJson => {
  try {
    return new Reader(text, levelsMax).readAll()
  } catch (failure) {
    if (failure instanceof NotJson) return failure
    throw failure
  }
}

/** The text of some bytes as UTF-8; null if they are not UTF-8, or begin with a byte order mark, which is not part of a text. */
export const decodeText = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return null
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const write = (value: Value, number: (value: Decimal) => string): string => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (isList(value)) return `[${value.map((item) => write(item, number)).join(",")}]`
  if (!isObject(value)) return number(value)
  return `{${[...value].map(([name, of]) => `${JSON.stringify(name)}:${write(of, number)}`).join(",")}}`
}

/** A value in the form of RFC 8785. */
export const writeJson = (value: Value): string => write(value, writeDecimal)

/** A text that two values share if they are equal, and only then. */
export const keyOf = (value: Value): string =>
  write(value, ({ isNegative, digits, exponent }) => `${isNegative ? "-" : ""}${digits}e${exponent}`)

/** The number of JSON values in a value: itself, and each within it. */
export const countValues = (value: Value): number => {
  const within = isList(value) ? value : isObject(value) ? [...value.values()] : []
  return within.reduce((total: number, one) => total + countValues(one), 1)
}

export const areEqual = (a: Value, b: Value): boolean => {
  if (a === b) return true
  if (isDecimal(a)) return isDecimal(b) && isEqual(a, b)
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, i) => areEqual(item, b[i] ?? null))
  if (isObject(a)) {
    if (!isObject(b) || a.size !== b.size) return false
    for (const [name, value] of a) {
      const other = b.get(name)
      if (other === undefined || !areEqual(value, other)) return false
    }
    return true
  }
  return false
}

export const isDecimal = (value: Value | undefined): value is Decimal => value instanceof Decimal

const types = ["null", "boolean", "object", "array", "number", "string"] as const
export type Type = (typeof types)[number]

export const typeOf = (value: Value): Type => {
  if (value === null) return "null"
  if (typeof value === "boolean") return "boolean"
  if (typeof value === "string") return "string"
  return isDecimal(value) ? "number" : isList(value) ? "array" : "object"
}
