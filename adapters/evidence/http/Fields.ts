/** Structured fields (RFC 9651), as far as signatures of messages need them: dictionaries of items and inner lists with parameters. */

export type Bare =
  | { readonly kind: "string" | "token"; readonly value: string }
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "bytes"; readonly value: Uint8Array }

export interface Item {
  readonly bare: Bare
  readonly parameters: ReadonlyMap<string, Bare>
  /** The item as it was written. */
  readonly text: string
}
export interface Member {
  /** The items of an inner list, or the item alone. */
  readonly items: ReadonlyArray<Item>
  readonly isList: boolean
  readonly parameters: ReadonlyMap<string, Bare>
  /** The member as it was written, without the name. */
  readonly text: string
}

class Malformed extends Error {}

const key = /[a-z*][a-z0-9_.*-]*/y
const integer = /-?\d{1,15}(?![\d.])/y
const string = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const token = /[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y
const bytes = /:([A-Za-z0-9+/]*={0,2}):/y
const boolean = /\?([01])/y
const blanks = /[ \t]*/y

/** The most items and parameters of a field. */
const partsMax = 200

class Reader {
  readonly #text: string
  #at = 0
  #parts = 0

  constructor(text: string) {
    this.#text = text
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at += 1
    return true
  }

  #count(): void {
    this.#parts += 1
    if (this.#parts > partsMax) throw new Malformed()
  }

  #key(): string {
    const [found] = this.#match(key) ?? []
    if (found === undefined) throw new Malformed()
    return found
  }

  #bare(): Bare {
    this.#count()
    const quoted = this.#match(string)
    if (quoted !== null) return { kind: "string", value: (quoted[1] ?? "").replace(/\\(["\\])/g, "$1") }
    const number = this.#match(integer)
    if (number !== null) return { kind: "integer", value: Number(number[0]) }
    const encoded = this.#match(bytes)
    if (encoded !== null) return { kind: "bytes", value: Buffer.from(encoded[1] ?? "", "base64") }
    const truth = this.#match(boolean)
    if (truth !== null) return { kind: "boolean", value: truth[1] === "1" }
    const word = this.#match(token)
    if (word !== null) return { kind: "token", value: word[0] }
    throw new Malformed()
  }

  #parameters(): ReadonlyMap<string, Bare> {
    const found = new Map<string, Bare>()
    while (this.#takes(";")) {
      this.#match(/ */y)
      const name = this.#key()
      found.set(name, this.#takes("=") ? this.#bare() : { kind: "boolean", value: true })
      this.#count()
    }
    return found
  }

  #item(): Item {
    const from = this.#at
    const bare = this.#bare()
    const parameters = this.#parameters()
    return { bare, parameters, text: this.#text.slice(from, this.#at) }
  }

  #member(): Member {
    const from = this.#at
    if (!this.#takes("(")) {
      const item = this.#item()
      return { items: [item], isList: false, parameters: item.parameters, text: item.text }
    }
    const items: Array<Item> = []
    for (;;) {
      this.#match(/ */y)
      if (this.#takes(")")) break
      items.push(this.#item())
    }
    const parameters = this.#parameters()
    return { items, isList: true, parameters, text: this.#text.slice(from, this.#at) }
  }

  item(): Item {
    this.#match(blanks)
    const item = this.#item()
    this.#match(blanks)
    if (this.#at < this.#text.length) throw new Malformed()
    return item
  }

  dictionary(): ReadonlyMap<string, Member> {
    const found = new Map<string, Member>()
    this.#match(blanks)
    while (this.#at < this.#text.length) {
      const name = this.#key()
      const member: Member = this.#takes("=")
        ? this.#member()
        : { items: [], isList: false, parameters: this.#parameters(), text: "" }
      found.set(name, member)
      this.#match(blanks)
      if (this.#at === this.#text.length) break
      if (!this.#takes(",")) throw new Malformed()
      this.#match(blanks)
      if (this.#at === this.#text.length) throw new Malformed()
    }
    return found
  }
}

const orNull = <A>(read: () => A): A | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

/** The members of a dictionary by their names; null if the text is none. */
export const dictionary = (text: string): ReadonlyMap<string, Member> | null =>
  orNull(() => new Reader(text).dictionary())

/** A single item; null if the text is none. */
export const item = (text: string): Item | null => orNull(() => new Reader(text).item())

export const stringOf = (bare: Bare | undefined): string | undefined =>
  bare?.kind === "string" ? bare.value : undefined
export const integerOf = (bare: Bare | undefined): number | undefined =>
  bare?.kind === "integer" ? bare.value : undefined
