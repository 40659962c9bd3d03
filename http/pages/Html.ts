/** The court's Markdown rendered to HTML, beside the HTML that is safe by its type. */
import { Effect } from "effect"
import type { MarkdownIt } from "markdown-it"
import { Html, html } from "../../core/kernel/Html.ts"
import { clean } from "../../core/kernel/Visible.ts"

export { exact, Html, html } from "../../core/kernel/Html.ts"

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
