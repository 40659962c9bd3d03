/** The interface as a page to read. */
import { asHtml, type Block } from "./Blocks.ts"
import { type Guided, guide } from "./Guide.ts"
import { type Html, html } from "./Html.ts"

const contents = (parts: ReadonlyArray<Block>): Html =>
  html`<nav aria-label="Parts of the interface"><ul>${parts.map((one) =>
    one.is === "part" ? html`<li><a href="#${one.id}">${one.title}</a></li>` : null,
  )}</ul></nav>`

/** The guide as a page, with links to its other forms. */
export const interfacePage = (of: Guided): Html => {
  const parts = guide(of)
  return html`
<h1>Interface</h1>
<p class="lede">Everything that an agent or its programmer needs to play a dispute: a walkthrough, the rules that decide it, every operation with an example of its answer.</p>
<p>Version ${of.described.info.version}. For models: <a href="/llms.txt">llms.txt</a> is short, <a href="/docs.md">docs.md</a> is this page in Markdown, and <code>/mcp</code> has tools. For programs: <a href="/openapi.json">openapi.json</a>. To send requests by hand: <a href="/docs/try">try them</a>.</p>
${contents(parts)}
${parts.map(asHtml)}`
}
