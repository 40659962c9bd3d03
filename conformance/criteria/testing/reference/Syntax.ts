import { type CharSet, category, complement, fold, setOf, union } from "./CharSet.ts"

export type Place = "textBegin" | "textEnd" | "lineBegin" | "lineEnd" | "wordEdge" | "noWordEdge"
/** The parts of a pattern, without the parts that only a search for the longest or first match needs. */
export type Node =
  | { readonly kind: "one"; readonly set: CharSet }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "row"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "choice"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "times"; readonly node: Node; readonly min: number; readonly max: number }

export interface Pattern {
  readonly node: Node
  /** The code points and, for each counted repetition, its greatest count (§4). */
  readonly weight: number
}

export class NoPattern extends Error {}
const refuse = (): never => {
  throw new NoPattern()
}

const chars = (text: string): CharSet =>
  setOf(
    [...text.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]) => {
      const first = (from ?? one ?? "").codePointAt(0) ?? 0
      return [first, to?.codePointAt(0) ?? first]
    }),
  )

const perl: Readonly<Record<string, CharSet>> = {
  d: chars("0-9"),
  s: chars("\t\n\f\r "),
  w: chars("0-9A-Z_a-z"),
}
const posix: ReadonlyMap<string, CharSet> = new Map([
  ["alnum", chars("0-9A-Za-z")],
  ["alpha", chars("A-Za-z")],
  ["ascii", chars("\0-\x7f")],
  ["blank", chars("\t ")],
  ["cntrl", chars("\0-\x1f\x7f")],
  ["digit", chars("0-9")],
  ["graph", chars("!-~")],
  ["lower", chars("a-z")],
  ["print", chars(" -~")],
  ["punct", chars("!-/:-@[-`{-~")],
  ["space", chars("\t-\r ")],
  ["upper", chars("A-Z")],
  ["word", chars("0-9A-Z_a-z")],
  ["xdigit", chars("0-9A-Fa-f")],
])
const controls: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
])
const places: ReadonlyMap<string, Place> = new Map([
  ["A", "textBegin"],
  ["b", "wordEdge"],
  ["B", "noWordEdge"],
  ["z", "textEnd"],
])
const everything = setOf([[0, 0x10ffff]])
const allButNewline = complement(chars("\n"))
const mostRepeats = 64

interface Flags {
  readonly i: boolean
  readonly m: boolean
  readonly s: boolean
}

class Parser {
  private readonly points: ReadonlyArray<string>
  private at = 0
  private flags: Flags = { i: false, m: false, s: false }
  weight: number

  constructor(pattern: string) {
    this.points = [...pattern]
    this.weight = this.points.length
  }

  whole(): Node {
    const node = this.choice()
    return this.at === this.points.length ? node : refuse()
  }

  private ahead(text: string): boolean {
    return [...text].every((sign, index) => this.points[this.at + index] === sign)
  }

  private take(text: string): boolean {
    const found = this.ahead(text)
    if (found) this.at += [...text].length
    return found
  }

  private rest(): string {
    return this.points.slice(this.at).join("")
  }

  private choice(): Node {
    const nodes = [this.row()]
    while (this.take("|")) nodes.push(this.row())
    return { kind: "choice", nodes }
  }

  private row(): Node {
    const nodes: Array<Node> = []
    let repeated = false
    while (this.at < this.points.length && !this.ahead("|") && !this.ahead(")")) {
      const counts = this.counts()
      if (counts === undefined) {
        const node = this.item()
        if (node !== undefined) nodes.push(node)
        repeated = false
        continue
      }
      const node = nodes.pop() ?? refuse()
      if (repeated || (counts.counted && node.kind !== "one")) refuse()
      this.take("?")
      nodes.push({ kind: "times", node, min: counts.min, max: counts.max })
      repeated = true
    }
    return { kind: "row", nodes }
  }

  /** A repetition here, or undefined. Braces that count nothing are characters. */
  private counts(): { readonly min: number; readonly max: number; readonly counted: boolean } | undefined {
    if (this.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY, counted: false }
    if (this.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY, counted: false }
    if (this.take("?")) return { min: 0, max: 1, counted: false }
    const braces = /^\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/.exec(this.rest())
    if (braces === null) return undefined
    const min = Number(braces[1])
    const max = braces[2] === undefined ? min : Number(braces[3] ?? Number.POSITIVE_INFINITY)
    const greatest = max === Number.POSITIVE_INFINITY ? min : max
    if (min > max || greatest > mostRepeats) refuse()
    this.at += braces[0].length
    this.weight += greatest
    return { min, max, counted: true }
  }

  /** One item, or undefined where flags stand alone. */
  private item(): Node | undefined {
    if (this.take("(")) return this.group()
    if (this.take("[")) return { kind: "one", set: this.list() }
    if (this.take(".")) return { kind: "one", set: this.flags.s ? everything : allButNewline }
    if (this.take("^")) return { kind: "place", place: this.flags.m ? "lineBegin" : "textBegin" }
    if (this.take("$")) return { kind: "place", place: this.flags.m ? "lineEnd" : "textEnd" }
    const place = this.ahead("\\") ? places.get(this.points[this.at + 1] ?? "") : undefined
    if (place !== undefined) {
      this.at += 2
      return { kind: "place", place }
    }
    return { kind: "one", set: this.shared() ?? this.cased(this.single()) }
  }

  private group(): Node | undefined {
    const outside = this.flags
    if (this.take("?") && this.setFlags() === ")") return undefined
    const node = this.choice()
    if (!this.take(")")) refuse()
    this.flags = outside
    return { kind: "row", nodes: [node] }
  }

  private setFlags(): string {
    const [all, on = "", , off = "", end = ""] = /^([imsU]*)(-([imsU]+))?([:)])/.exec(this.rest()) ?? []
    if (all === undefined) refuse()
    this.at += all?.length ?? 0
    const set = (flag: "i" | "m" | "s") => (this.flags[flag] || on.includes(flag)) && !off.includes(flag)
    this.flags = { i: set("i"), m: set("m"), s: set("s") }
    return end
  }

  private cased(point: number): CharSet {
    const set = setOf([[point, point]])
    return this.flags.i ? fold(set) : set
  }

  private signed(set: CharSet, negative: boolean): CharSet {
    const cased = this.flags.i ? fold(set) : set
    return negative ? complement(cased) : cased
  }

  /** An escape for a set of characters, inside a class or outside, or undefined. */
  private shared(): CharSet | undefined {
    const rest = this.rest()
    const [short, letter = ""] = /^\\([dswDSW])/.exec(rest) ?? []
    if (short !== undefined) {
      this.at += 2
      return this.signed(perl[letter.toLowerCase()] ?? refuse(), letter < "a")
    }
    if (!/^\\[pP]/.test(rest)) return undefined
    const [all, sign, caret, braced, bare] =
      /^\\([pP])(?:\{(\^?)([LMNPSZ])\}|([LMNPSZ]))/.exec(rest) ?? refuse()
    this.at += all.length
    return this.signed(category(braced ?? bare ?? refuse()), (sign === "P") !== (caret === "^"))
  }

  private single(): number {
    const sign = this.points[this.at++] ?? refuse()
    return sign === "\\" ? this.escaped() : (sign.codePointAt(0) ?? 0)
  }

  private escaped(): number {
    const rest = this.rest()
    const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest)?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return Number.parseInt(octal, 8)
    }
    const [hex, two, any] = /^x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/.exec(rest) ?? []
    if (hex !== undefined) {
      this.at += hex.length
      const point = Number.parseInt(two ?? any ?? "", 16)
      return point <= 0x10ffff ? point : refuse()
    }
    const sign = this.points[this.at++] ?? refuse()
    return (
      controls.get(sign) ??
      (/^[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]$/.test(sign) ? sign.charCodeAt(0) : refuse())
    )
  }

  /** A class between brackets, the first of which is taken. */
  private list(): CharSet {
    const negative = this.take("^")
    const sets: Array<CharSet> = []
    while (sets.length === 0 || !this.take("]")) {
      const named = /^\[:(\^?)(.*?):\]/s.exec(this.rest())
      if (named !== null) {
        this.at += [...named[0]].length
        sets.push(this.signed(posix.get(named[2] ?? "") ?? refuse(), named[1] === "^"))
      } else sets.push(this.shared() ?? this.range())
    }
    return negative ? complement(union(sets)) : union(sets)
  }

  private range(): CharSet {
    const from = this.single()
    const ranged = this.ahead("-") && this.at + 1 < this.points.length && this.points[this.at + 1] !== "]"
    if (ranged) this.at++
    const to = ranged ? this.single() : from
    if (to < from) refuse()
    const set = setOf([[from, to]])
    return this.flags.i ? fold(set) : set
  }
}

/** Reads a pattern, or undefined where it is refused. */
export const readPattern = (text: string): Pattern | undefined => {
  const length = [...text].length
  if (length < 1 || length > 256) return undefined
  try {
    const parser = new Parser(text)
    const node = parser.whole()
    return { node, weight: parser.weight }
  } catch (failure) {
    if (failure instanceof NoPattern) return undefined
    throw failure
  }
}
