/** The front matter of a Markdown document: YAML between two lines `---`, every value of it a text. */
import { Data } from "effect"
import { LineCounter, parseDocument } from "yaml"

/** A line that can't be read, counted from the beginning of the file. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly line: number
  readonly message: string
}> {}

const fence = /^---\s*$/

const isMap = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `first` is the number of the first line in its file. */
const read = (lines: ReadonlyArray<string>, first: number): { readonly [name: string]: unknown } => {
  const lineCounter = new LineCounter()
  // Without types of its own, YAML leaves `1976` and `2020-05-01` the texts that they are. An alias would be a way to make much of little.
  const document = parseDocument(lines.join("\n"), { schema: "failsafe", lineCounter, prettyErrors: false })
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined)
    throw new Unreadable({ line: first - 1 + lineCounter.linePos(error.pos[0]).line, message: error.message })
  const found: unknown = document.toJS({ maxAliasCount: 0 })
  if (!isMap(found)) throw new Unreadable({ line: first, message: 'expected lines such as "name: text"' })
  return found
}

/** The front matter of a document, and the lines behind it. */
export const parse = (text: string) => {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)
  if (!fence.test(lines[0] ?? ""))
    throw new Unreadable({
      line: 1,
      message: "a Markdown document begins with front matter between two lines ---",
    })
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line))
  if (end < 0) throw new Unreadable({ line: 1, message: "the front matter has no closing line ---" })
  return { matter: read(lines.slice(1, end), 2), body: lines.slice(end + 1) }
}
