/** One pass over a JSON text before the parser sees it: its depth, its parts, and members that are named twice. */

export interface Bounds {
  /** Levels of arrays and objects. */
  readonly depthMax: number
  /** Members of objects and elements of arrays, in all. */
  readonly itemsMax: number
}

type Found =
  | { readonly _tag: "Within"; readonly items: number }
  | { readonly _tag: "TooDeep" }
  | { readonly _tag: "TooMany" }
  | { readonly _tag: "Repeated"; readonly at: ReadonlyArray<string | number> }

/** An object or array that the scan is in. */
interface Level {
  /** The names of its members so far; null for an array. */
  readonly names: Set<string> | null
  /** The member or element that the scan is at. */
  at: string | number
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const space = 0x20

/** The position of the quotation mark that ends the string which begins at `from`. */
const endOfString = (text: string, from: number): number => {
  let i = from + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === quote) break
    if (c === backslash) i++
  }
  return i
}

/** A member's name without its escapes: `"\u0061"` and `"a"` are one name. */
const nameOf = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Moves to the next member or element of a level; false if the object already has a member of this name. */
const isNew = (level: Level, text: string, from: number, end: number): boolean => {
  if (level.names === null) {
    level.at = Number(level.at) + 1
    return true
  }
  level.at = nameOf(text.slice(from, end + 1))
  const before = level.names.size
  return level.names.add(level.at).size > before
}

/**
 * Reads a JSON text once, without recursion: how deep it nests, how many parts it has, and whether an object names a member
 * twice. It stops at the first fault, so a hostile text costs at most one pass. It doesn't check whether the text is
 * JSON: `JSON.parse` does.
 */
export const scan = (text: string, { depthMax, itemsMax }: Bounds): Found => {
  const levels: Array<Level> = []
  let level: Level | null = null
  let items = 0
  // Whether the next token begins a member or an element: it does after `{`, `[` or `,`.
  let begins = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const opens = c === openBracket || c === openBrace
    if (c <= space || (!begins && !opens && c > comma && c < openBracket)) continue
    if (c === comma) begins = true
    else if (c === closeBracket || c === closeBrace) {
      levels.pop()
      level = levels.at(-1) ?? null
      begins = false
    } else {
      const end = c === quote ? endOfString(text, i) : i
      if (begins && level !== null) {
        if (++items > itemsMax) return { _tag: "TooMany" }
        if (!isNew(level, text, i, end)) return { _tag: "Repeated", at: levels.map(({ at }) => at) }
      }
      begins = opens
      if (opens) {
        if (levels.length === depthMax) return { _tag: "TooDeep" }
        level = c === openBrace ? { names: new Set(), at: "" } : { names: null, at: -1 }
        levels.push(level)
      }
      i = end
    }
  }
  return { _tag: "Within", items }
}
