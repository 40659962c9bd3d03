/**
 * Structured fields of HTTP (RFC 8941), as far as signatures and digests use them: dictionaries of items and of lists in parentheses.
 * No member of these fields is a decimal, so decimals are not read. It runs wherever the client does.
 */

/** A bare item of a header field (RFC 9651). A token is a word without quotes. */
export type Bare = number | boolean | string | Uint8Array | { readonly token: string }
/** The parameters of an item or a list, by their names (RFC 9651). */
export type Parameters = ReadonlyMap<string, Bare>
/** A value of a header field with its parameters (RFC 9651). */
export interface Item {
  readonly value: Bare
  readonly parameters: Parameters
}
/** A list in parentheses, with the parameters behind it. */
export interface InnerList {
  readonly items: ReadonlyArray<Item>
  readonly parameters: Parameters
}
/** A member of a dictionary: an item or a list (RFC 9651). */
export type Member = Item | InnerList
/** A header field that is a dictionary: members by their keys (RFC 9651). */
export type Dictionary = ReadonlyMap<string, Member>

/** Whether a member is an inner list (RFC 9651, §3.1.1), and not an item. */
export const isList = (member: Member): member is InnerList => "items" in member

/** Longer fields are not read at all. */
const fieldMax = 8_192
/** A field with more members, items or parameters is not read to its end. */
const partsMax = 64

const patterns = {
  key: /[a-z*][a-z0-9_.*-]*/y,
  integer: /-?\d{1,15}(?![\d.])/y,
  string: /"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y,
  token: /[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y,
  bytes: /:[A-Za-z0-9+/]*={0,2}:/y,
  boolean: /\?[01]/y,
} as const

class Unreadable extends Error {}
const unreadable = (): never => {
  throw new Unreadable()
}

const bytesOf = (base64: string): Uint8Array => {
  try {
    const binary = atob(base64)
    const bytes = new Uint8Array(binary.length)
    // `Uint8Array.from` takes ten times as long.
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return unreadable()
  }
}

/** Reads a text from left to right. Each function throws `Unreadable` if the text goes on in another way. */
const readerOf = (text: string) => {
  let at = 0
  let parts = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) return null
    at += found.length
    return found
  }
  const skip = (character: string): boolean => {
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const spaces = (): void => {
    while (text[at] === " " || text[at] === "\t") at += 1
  }
  const countPart = (): void => {
    parts += 1
    if (parts > partsMax) unreadable()
  }
  const key = (): string => take(patterns.key) ?? unreadable()
  const bare = (): Bare => {
    countPart()
    // The first character says which form it has, so that no form is tried in vain: this runs for every part of every signed request.
    switch (text[at]) {
      case '"': {
        const string = (take(patterns.string) ?? unreadable()).slice(1, -1)
        return string.includes("\\") ? string.replace(/\\(["\\])/g, "$1") : string
      }
      case ":":
        return bytesOf((take(patterns.bytes) ?? unreadable()).slice(1, -1))
      case "?":
        return (take(patterns.boolean) ?? unreadable()) === "?1"
    }
    const integer = take(patterns.integer)
    return integer === null ? { token: take(patterns.token) ?? unreadable() } : Number(integer)
  }
  const parameters = (): Parameters => {
    const found = new Map<string, Bare>()
    while (skip(";")) {
      spaces()
      const name = key()
      countPart()
      const value = skip("=") ? bare() : true
      // The last of two equal names counts, and stands where it is.
      found.delete(name)
      found.set(name, value)
    }
    return found
  }
  const item = (): Item => ({ value: bare(), parameters: parameters() })
  const list = (): InnerList => {
    const items: Array<Item> = []
    for (;;) {
      spaces()
      if (skip(")")) return { items, parameters: parameters() }
      // Items are parted by spaces.
      if (items.length > 0 && text[at - 1] !== " ") unreadable()
      items.push(item())
    }
  }
  const member = (): Member => (skip("(") ? list() : item())
  const dictionary = (): Dictionary => {
    const members = new Map<string, Member>()
    spaces()
    while (at < text.length) {
      const name = key()
      const found: Member = skip("=") ? member() : { value: true, parameters: parameters() }
      members.delete(name)
      members.set(name, found)
      spaces()
      if (at === text.length) break
      if (!skip(",")) unreadable()
      spaces()
      // Nothing follows the last comma.
      if (at === text.length) unreadable()
    }
    return members
  }
  return { dictionary }
}

/** The members of a field; null if it is not a dictionary, or too long. */
export const parseDictionary = (text: string): Dictionary | null => {
  if (text.length > fieldMax) return null
  try {
    return readerOf(text).dictionary()
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** The base64 of bytes, as a field writes them between colons. */
export const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

const writeBare = (value: Bare): string => {
  if (typeof value === "number") return String(value)
  if (typeof value === "boolean") return value ? "?1" : "?0"
  if (typeof value === "string")
    return /[\\"]/.test(value) ? `"${value.replace(/[\\"]/g, "\\$&")}"` : `"${value}"`
  return value instanceof Uint8Array ? `:${base64(value)}:` : value.token
}

const writeParameters = (parameters: Parameters): string =>
  [...parameters]
    .map(([name, value]) => (value === true ? `;${name}` : `;${name}=${writeBare(value)}`))
    .join("")

/** The text of an item in a header, with its parameters (RFC 9651, §4.1.3). */
export const writeItem = ({ value, parameters }: Item): string =>
  `${writeBare(value)}${writeParameters(parameters)}`

/** The text of an inner list in a header, with its parameters (RFC 9651, §4.1.1.1). */
export const writeList = ({ items, parameters }: InnerList): string =>
  `(${items.map(writeItem).join(" ")})${writeParameters(parameters)}`

/** The text of a member of a dictionary in a header: an item or an inner list. */
export const writeMember = (member: Member): string =>
  isList(member) ? writeList(member) : writeItem(member)
