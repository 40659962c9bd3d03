/**
 * The front matter of a Markdown document: the part of YAML that such documents need. A line is `name: text`; lists are indented
 * lines `- text` and maps indented lines `name: text` under a `name:` of their own. Texts are plain or in quotes; all are texts.
 */
import { Data } from "effect"

/** A line that can't be read, counted from the beginning of the file. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly line: number
  readonly message: string
}> {}

export type Value = string | Array<string> | { [name: string]: string }

const named = /^([A-Za-z][A-Za-z0-9]*):(?:\s+(.*))?$/
const fence = /^---\s*$/

/** A text as it is meant: without its quotes, and without a comment behind a text that has none. */
const plain = (text: string, line: number): string => {
  const quoted = /^(["'])(.*)\1$/.exec(text)
  if (quoted?.[1] === '"') {
    try {
      const read: unknown = JSON.parse(text)
      if (typeof read === "string") return read
    } catch {
      // said below
    }
    throw new Unreadable({
      line,
      message: "a text in double quotes has quotes or backslashes inside that are not escaped",
    })
  }
  if (quoted !== null) return (quoted[2] ?? "").replaceAll("''", "'")
  if (/^["'[{&*|>!%@`]/.test(text)) {
    throw new Unreadable({ line, message: `a text that begins with ${text[0]} needs quotes around it` })
  }
  return text.replace(/\s+#.*$/, "").trim()
}

const within = (under: Value | undefined, text: string, line: number): Value => {
  if (text.startsWith("- ")) {
    if (under !== undefined && !Array.isArray(under))
      throw new Unreadable({ line, message: "a list can't stand among named lines" })
    return [...(under ?? []), plain(text.slice(2).trim(), line)]
  }
  const [, name, value] = named.exec(text) ?? []
  if (name === undefined || value === undefined || Array.isArray(under) || typeof under === "string")
    throw new Unreadable({ line, message: `expected "- text" or "name: text", found "${text.slice(0, 60)}"` })
  if (under !== undefined && Object.hasOwn(under, name))
    throw new Unreadable({ line, message: `"${name}" stands here twice` })
  return { ...under, [name]: plain(value, line) }
}

/** What the lines say, by name. `first` is the number of the first line in its file. */
const read = (lines: ReadonlyArray<string>, first: number): { [name: string]: Value } => {
  const found = new Map<string, Value | undefined>()
  let open: string | null = null
  for (const [i, raw] of lines.entries()) {
    const line = first + i
    const text = raw.trim()
    if (text === "" || text.startsWith("#")) continue
    if (/^\s/.test(raw)) {
      if (open === null) throw new Unreadable({ line, message: "an indented line stands under no name" })
      found.set(open, within(found.get(open), text, line))
      continue
    }
    const [, name, value] = named.exec(text) ?? []
    if (name === undefined)
      throw new Unreadable({ line, message: `expected "name: text", found "${text.slice(0, 60)}"` })
    if (found.has(name)) throw new Unreadable({ line, message: `"${name}" stands here twice` })
    open = value === undefined || value === "" ? name : null
    found.set(name, open === null ? plain(value ?? "", line) : undefined)
  }
  return Object.fromEntries([...found].map(([name, value]) => [name, value ?? ""]))
}

/** The front matter of a document, and the lines behind it with the number of the first. */
export const parse = (text: string) => {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)
  if (!fence.test(lines[0] ?? ""))
    throw new Unreadable({
      line: 1,
      message: "a Markdown document begins with front matter between two lines ---",
    })
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line))
  if (end < 0) throw new Unreadable({ line: 1, message: "the front matter has no closing line ---" })
  return { matter: read(lines.slice(1, end), 2), body: lines.slice(end + 1), bodyLine: end + 2 }
}
