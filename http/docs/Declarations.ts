/**
 * The comments of declarations: what an editor shows at a member of a type. The compiler writes out types member by member and keeps no
 * comment there. A literal type is known by the names of its members: if a schema, or another literal with the same members, says
 * what a member is, every such literal says it.
 */

/** The facts that are known of each member of a literal type. `ms`: a number there is an instant. */
export interface Known {
  readonly words: string | null
  readonly ms: boolean
}
export type Members = ReadonlyMap<string, Known>

const instants = "Milliseconds since 1970-01-01T00:00:00Z."
const timestamps = "RFC 3339, UTC, with milliseconds."

interface Literal {
  readonly indent: number
  readonly members: Map<
    string,
    { readonly line: number; readonly comment: string | null; readonly type: string }
  >
}

const memberLine = /^( +)(?:readonly )?(?:"([^"]+)"|([\w$]+))\??: (.*)$/
const comment = /^ +\/\*\* (.*) \*\/$/

/** The literal types of a text of declarations, as the compiler lays them out: a member or a brace on each line. */
export const literalsIn = (lines: ReadonlyArray<string>): ReadonlyArray<Literal> => {
  const found: Array<Literal> = []
  const open: Array<Literal> = []
  for (const [i, line] of lines.entries()) {
    if (/^\s*(?:\/?\*|\/\/)/.test(line)) continue
    if (/^\s*\}/.test(line)) open.pop()
    const [, indent = "", quoted, bare, type = ""] = memberLine.exec(line) ?? []
    const name = quoted ?? bare
    const within = open.at(-1)
    if (name !== undefined && within !== undefined && indent.length === within.indent + 4) {
      const before = lines[i - 1] ?? ""
      const words = comment.exec(before)?.[1] ?? (/\*\/$/.test(before) ? "" : null)
      within.members.set(name, { line: i, comment: words, type })
    }
    if (line.endsWith("{")) {
      const literal = { indent: (/^ */.exec(line)?.[0] ?? "").length, members: new Map() }
      open.push(literal)
      found.push(literal)
    }
  }
  return found
}

const keyOf = (names: Iterable<string>): string => [...names].sort().join("|")

/** The words that a text of declarations itself has for the members of its literals. */
export const wordsIn = (lines: ReadonlyArray<string>): ReadonlyArray<Members> =>
  literalsIn(lines)
    .map(({ members }) => members)
    .filter((members) => [...members.values()].some(({ comment }) => comment))
    .map(
      (members) => new Map([...members].map(([name, { comment }]) => [name, { words: comment, ms: false }])),
    )

/** The facts that are known of literals by their members. If two sources differ about a member, nothing is said of it. */
export class Dictionary {
  readonly #literals = new Map<string, Map<string, { words: Set<string>; ms: boolean }>>()

  add(members: Members): void {
    const key = keyOf(members.keys())
    const known = this.#literals.get(key) ?? new Map()
    this.#literals.set(key, known)
    for (const [name, { words, ms }] of members) {
      const of = known.get(name) ?? { words: new Set<string>(), ms: false }
      if (words) of.words.add(words)
      known.set(name, { words: of.words, ms: of.ms || ms })
    }
  }

  /** The facts that are known of the members of a literal with these names. */
  of(names: Iterable<string>): ReadonlyMap<string, Known> {
    const known = this.#literals.get(keyOf(names)) ?? []
    return new Map(
      [...known].map(([name, { words, ms }]) => {
        const [only = null, another] = words
        return [name, { words: another === undefined ? only : null, ms }]
      }),
    )
  }
}

/** The comment of a member: what it is, and the unit of an instant. */
const commentOf = ({ words, ms }: Known, type: string): string | null => {
  const unit = !ms ? null : /^number\b/.test(type) ? instants : /^string\b/.test(type) ? timestamps : null
  const sentences = [words === null || /[.!?`)]$/.test(words) ? words : `${words}.`, unit]
  const all = sentences.filter((it) => it !== null && it !== "").join(" ")
  return all === "" ? null : all.replaceAll("*/", "*\\/")
}

/** A text of declarations with a comment at each member of which something is known: first by its own module, then by any. */
export const addComments = (text: string, own: Dictionary, any: Dictionary): string => {
  const lines = text.split("\n")
  const inserted = new Map<number, string>()
  for (const { indent, members } of literalsIn(lines)) {
    // Two names or fewer may mean another thing in another module.
    const elsewhere = members.size > 2 ? any.of(members.keys()) : new Map<string, Known>()
    const here = own.of(members.keys())
    for (const [name, { line, comment, type }] of members) {
      if (comment !== null) continue
      const [first, second] = [here.get(name), elsewhere.get(name)]
      const known = { words: first?.words ?? second?.words ?? null, ms: (first?.ms || second?.ms) ?? false }
      const words = commentOf(known, type)
      if (words !== null) inserted.set(line, `${" ".repeat(indent + 4)}/** ${words} */`)
    }
  }
  return lines.flatMap((line, i) => (inserted.has(i) ? [inserted.get(i) ?? "", line] : [line])).join("\n")
}
