/** What does not fit in a request: its places, and words that say what would fit. They repeat nothing that was sent. */
import { ParseResult } from "effect"

/** The place of a value in a body, as one writes it down: `claim.facts[2].text`. */
export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`,
    "",
  )

// Effect's formatter quotes the value that does not fit, and the court must not repeat what was sent.
const wantedText = (message: string): string =>
  message
    .replace(/,? actual [\s\S]*$/, "")
    .replace(/^Expected ([\s\S]*)$/, "must be $1")
    .slice(0, 200)

const wordsOf = (tag: string, message: string): string => {
  if (tag === "Missing") return "is required"
  return tag === "Unexpected" ? "is not a property of this object" : wantedText(message)
}

// An optional member may be undefined too, but nobody can send that: the useful message is another one, at this place or below it.
const absent = "must be undefined"

/** One sentence from all messages about one place: those for the members of a union become "a, b or c". */
const together = (messages: ReadonlySet<string>): string => {
  const all = [...messages]
  const choices = all.filter((message) => message.startsWith("must be "))
  if (all.length === 1 || choices.length < all.length) return all.join("; ") || "does not fit"
  const words = choices.map((choice) => choice.slice("must be ".length))
  return `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

const errorsMax = 50

/** The places in a request that do not fit, each once, in words that say what would fit. */
export const schemaErrors = (error: ParseResult.ParseError, root: string) => {
  const found = new Map<string, Set<string>>()
  for (const { _tag, path, message } of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const words = wordsOf(_tag, message)
    if (words === absent) continue
    const place = pathText(root === "" ? path : [root, ...path]).slice(0, 200)
    found.set(place, (found.get(place) ?? new Set()).add(words))
  }
  return [...found].slice(0, errorsMax).map(([path, messages]) => ({ path, message: together(messages) }))
}
