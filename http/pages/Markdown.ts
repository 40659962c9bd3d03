/** Markdown of the court (its law, the reasons of its judgments) as HTML. The library is loaded when the first page needs it. */
import { Effect } from "effect"
import type { MarkdownIt } from "markdown-it"
import { clean } from "../../core/judgments/Reasons.ts"
import { Html, html } from "./Html.ts"

/** Cells name their column, as those of `Parts.table` do: a narrow page shows a row as a list. */
const labelled = (md: MarkdownIt) => {
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

/** The source of a diagram says to people what the table before it says better: it opens where it is asked for. */
const folded = (md: MarkdownIt) => {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, i, ...rest) =>
    tokens[i]?.info === "mermaid"
      ? html`<details><summary>As a diagram in Mermaid</summary><pre>${tokens[i].content}</pre></details>`
          .text
      : (fence?.(tokens, i, ...rest) ?? "")
}

const loaded = async () => {
  const { default: make } = await import("markdown-it")
  return (
    make({ html: false, linkify: false })
      // Nothing that a text says becomes an address to fetch or to follow, and nothing becomes raw HTML.
      .disable(["link", "image", "autolink"])
      .use(labelled)
      .use(folded)
  )
}
let renderer: ReturnType<typeof loaded> | null = null

export const markdown = (text: string): Effect.Effect<Html> =>
  Effect.promise(async () => {
    renderer ??= loaded()
    return new Html((await renderer).render(clean(text)))
  })
