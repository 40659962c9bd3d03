/** Markdown of the court (its law, the reasons of its judgments) as HTML. The library is loaded when the first page needs it. */
import { Effect } from "effect"
import { clean } from "../../core/judgments/Markdown.ts"
import { Html } from "./Html.ts"

const loaded = async () => {
  const { default: MarkdownIt } = await import("markdown-it")
  // Nothing that a text says becomes an address to fetch or to follow, and nothing becomes raw HTML.
  return new MarkdownIt({ html: false, linkify: false }).disable(["link", "image", "autolink"])
}
let renderer: ReturnType<typeof loaded> | null = null

export const markdown = (text: string): Effect.Effect<Html> =>
  Effect.promise(async () => {
    renderer ??= loaded()
    return new Html((await renderer).render(clean(text)))
  })
