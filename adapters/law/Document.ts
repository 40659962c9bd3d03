/** A file of the library as the documents in it, before they are checked. */
import { parse } from "./FrontMatter.ts"

/** `## Article 31: General rule`, `## Article 31. General rule`, `## Preamble`. */
const headed = /^(?:(?:article|art\.?)\s+)?(.+?)(?:\s*[:.–—]\s+(\S.*))?$/i

interface Article {
  article: string
  heading?: string
  text: string
}

/** Articles are the parts under headings of the second level; what stands before the first is the preamble. */
export const articlesOf = (body: ReadonlyArray<string>): ReadonlyArray<Article> => {
  const found: Array<{ title: string; lines: Array<string> }> = [{ title: "Preamble", lines: [] }]
  for (const line of body) {
    const title = /^##\s+(.+?)\s*#*\s*$/.exec(line)?.[1]
    if (title === undefined) found.at(-1)?.lines.push(line)
    else found.push({ title, lines: [] })
  }
  return found.flatMap(({ title, lines }, i) => {
    // A title of the first level repeats that of the instrument.
    const text = lines
      .filter((line) => !/^#\s/.test(line))
      .join("\n")
      .trim()
    if (i === 0 && text === "") return []
    const [, article = title, heading] = headed.exec(title) ?? []
    return [{ article, ...(heading === undefined ? {} : { heading }), text }]
  })
}

const ofMarkdown = (text: string): unknown => {
  const { matter, body } = parse(text)
  if (matter.type === "case" || matter.type === "commentary")
    return { ...matter, summary: body.join("\n").trim() }
  const articles = articlesOf(body)
  return { type: "instrument", ...matter, ...(articles.length === 0 ? {} : { articles }) }
}

/** The documents of a file: one of Markdown, one or an array of JSON. Throws what makes the file unreadable. */
export const documentsOf = (name: string, text: string): ReadonlyArray<unknown> => {
  if (name.endsWith(".md")) return [ofMarkdown(text)]
  const document: unknown = JSON.parse(text.replace(/^\ufeff/, ""))
  return Array.isArray(document) ? document : [document]
}
