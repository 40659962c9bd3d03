/** Reads the documents in a file of the library, before they are checked. A file is JSON, or Markdown after front matter in YAML. */
import { Data } from "effect"
import { LineCounter, parseDocument } from "yaml"
import { isObject } from "../../core/kernel/Fits.ts"
import { chars } from "../../core/kernel/Section.ts"

/**
 * The title of a heading of the second level, without marks at its end; null if the line is not such a heading. The cost is linear in
 * the line.
 */
const titleOf = (line: string): string | null => {
  if (!/^##\s/.test(line)) return null
  const marked = line.slice("##".length).trim()
  let end = marked.length
  while (marked[end - 1] === "#") end -= 1
  const title = marked.slice(0, end).trimEnd()
  return title === "" ? null : title
}

/** The number of an article and its heading: `Article 31: General rule`, `Article 31. General rule`, `Preamble`. */
const headOf = (title: string): { readonly article: string; readonly heading?: string } => {
  const bare = title.replace(/^(?:article|art\.?)\s+/i, "")
  // The number has at least one character.
  const mark = 1 + bare.slice(1).search(/[:.–—]\s/)
  return mark === 0
    ? { article: bare }
    : { article: bare.slice(0, mark).trimEnd(), heading: bare.slice(mark + 1).trimStart() }
}

interface Article {
  article: string
  heading?: string
  text: string
}

/** The articles of a body: the parts under headings of the second level. The text before the first heading is the preamble. */
export const articlesOf = (body: ReadonlyArray<string>): ReadonlyArray<Article> => {
  const found: Array<{ title: string; lines: Array<string> }> = [{ title: "Preamble", lines: [] }]
  for (const line of body) {
    const title = titleOf(line)
    if (title === null) found.at(-1)?.lines.push(line)
    else found.push({ title, lines: [] })
  }
  return found.flatMap(({ title, lines }, i) => {
    // A title of the first level repeats that of the instrument.
    const text = lines
      .filter((line) => !/^#\s/.test(line))
      .join("\n")
      .trim()
    if (i === 0 && text === "") return []
    return [{ ...headOf(title), text }]
  })
}

const ofMarkdown = (text: string): unknown => {
  const { matter, body } = parse(text)
  if (matter.type === "case" || matter.type === "commentary")
    return { ...matter, summary: body.join("\n").trim() }
  const articles = articlesOf(body)
  return { type: "instrument", ...matter, ...(articles.length === 0 ? {} : { articles }) }
}

/** The documents of a file: one in a Markdown file, one or an array in a JSON file. Throws `Unreadable` or a syntax error. */
export const documentsOf = (name: string, text: string): ReadonlyArray<unknown> => {
  if (name.endsWith(".md")) return [ofMarkdown(text)]
  const document: unknown = JSON.parse(text.replace(/^\ufeff/, ""))
  return Array.isArray(document) ? document : [document]
}

/** A line that can't be read, counted from the beginning of the file. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly line: number
  readonly message: string
}> {}

const fence = /^---\s*$/

/** The most characters of front matter, twice what the longest notes need. The cost of reading it grows with the square of its keys. */
const matterCharsMax = 40_000

/** Reads the lines of front matter, every value of which is a text. `first` is the number of the first line in its file. */
const readMatter = (lines: ReadonlyArray<string>, first: number): { readonly [name: string]: unknown } => {
  const text = lines.join("\n")
  if (text.length > matterCharsMax)
    throw new Unreadable({
      line: first,
      message: `the front matter has ${chars(text.length)}, and may have ${matterCharsMax}`,
    })
  const lineCounter = new LineCounter()
  // The schema `failsafe` keeps `1976` and `2020-05-01` as texts. Aliases are refused below, since a small file could expand to a huge one.
  const document = parseDocument(text, { schema: "failsafe", lineCounter, prettyErrors: false })
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined)
    throw new Unreadable({ line: first - 1 + lineCounter.linePos(error.pos[0]).line, message: error.message })
  const found: unknown = document.toJS({ maxAliasCount: 0 })
  if (!isObject(found)) throw new Unreadable({ line: first, message: 'expected lines such as "name: text"' })
  return found
}

/** The front matter of a document, and the lines after it. */
export const parse = (text: string) => {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)
  if (lines.findIndex((line) => fence.test(line)) !== 0)
    throw new Unreadable({
      line: 1,
      message: "a Markdown document begins with front matter between two lines ---",
    })
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line))
  if (end < 0) throw new Unreadable({ line: 1, message: "the front matter has no closing line ---" })
  return { matter: readMatter(lines.slice(1, end), 2), body: lines.slice(end + 1) }
}
