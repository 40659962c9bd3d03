/** HTML that is safe by its type, and the court's Markdown rendered to it. */
import { Effect } from "effect"
import type { MarkdownIt } from "markdown-it"
import { clean } from "../../core/bench/index.ts"

/** HTML as a value. A template escapes every value that is not HTML already, so that text can't become markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | ReadonlyArray<Value>

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
}

const plain = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => entities[character] ?? character)

/** Text escaped for content and for quoted attributes, without the characters that hide or reorder the text after them. */
const escapeText = (text: string): string => plain(clean(text))

/** Text that the page must give back unchanged, such as the words under a seal. */
export const exact = (text: string): Html => new Html(plain(text))

const written = (value: Value): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "string" || typeof value === "number"
    ? escapeText(String(value))
    : value.map(written).join("")
}

/** A template whose values are escaped. Attributes that take a value are written in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html =>
  new Html(parts.reduce((text, part, i) => `${text}${written(values[i - 1] ?? null)}${part}`))

/** Gives each cell the name of its column, as `Parts.table` does. A narrow page shows each row as a list of its cells. */
const labelCells = (md: MarkdownIt) => {
  md.core.ruler.push("labels", ({ tokens }) => {
    let names: Array<string> = []
    let column = 0
    for (const [i, token] of tokens.entries()) {
      if (token.type === "thead_open") names = []
      else if (token.type === "tr_open") column = 0
      else if (token.type === "th_open") names.push(tokens[i + 1]?.content ?? "")
      else if (token.type === "td_open") token.attrSet("data-label", names[column++] ?? "")
    }
  })
}

/** Folds the source of a Mermaid diagram, since the table before it is easier to read. */
const foldDiagrams = (md: MarkdownIt) => {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, i, ...rest) =>
    tokens[i]?.info === "mermaid"
      ? html`<details><summary>As a diagram in Mermaid</summary><pre>${tokens[i].content}</pre></details>`
          .text
      : (fence?.(tokens, i, ...rest) ?? "")
}

/** The library of Markdown is loaded when the first page needs it. */
const loadMarkdown = async () => {
  const { default: make } = await import("markdown-it")
  return (
    make({ html: false, linkify: false })
      // Nothing that a text says becomes an address to fetch or to follow, and nothing becomes raw HTML.
      .disable(["link", "image", "autolink"])
      .use(labelCells)
      .use(foldDiagrams)
  )
}
let renderer: ReturnType<typeof loadMarkdown> | null = null

export const markdown = (text: string): Effect.Effect<Html> =>
  Effect.promise(async () => {
    renderer ??= loadMarkdown()
    return new Html((await renderer).render(clean(text)))
  })
