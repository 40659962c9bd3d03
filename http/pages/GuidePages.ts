/** The guide as pages: an index of what the interface has, which is searched without a script, and a page for each part of it. */
import { asHtml, type Part, prose } from "./Blocks.ts"
import { authOf, type Guided, type Placed, partId, partOf, partsOf, placesIn, titleOf } from "./Guide.ts"
import { first } from "./Guides.ts"
import { Html, html } from "./Html.ts"

const addressOf = (placed: Placed): string =>
  `/docs/part/${partId(partOf(placed))}#${placed.operation.operationId}`

const lineOf = (placed: Placed): Html =>
  html`<li><a href="${addressOf(placed)}">${prose(titleOf(placed))}</a><br>${placed.operation.summary ?? ""}</li>\n`

const listOf = (all: ReadonlyArray<Placed>): Html => html`<ul class="index">${all.map(lineOf)}</ul>`

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const findOperations = (of: Guided, q: string): ReadonlyArray<Placed> => {
  const words = wordsOf(q)
  return placesIn(of.described).filter((placed) => {
    const { operationId, summary = "", description = "" } = placed.operation
    const said = `${operationId} ${titleOf(placed)} ${partOf(placed)} ${summary} ${description}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

const search = (q: string): Html => html`
<form role="search" action="/docs">
<label for="q">Search the operations</label>
<input id="q" name="q" type="search" maxlength="100" value="${q}">
<button>Search</button>
</form>`

const results = (of: Guided, q: string): Html => {
  const all = findOperations(of, q)
  return html`
<h2>${all.length === 1 ? "1 operation" : `${all.length} operations`} for “${q}”</h2>
${all.length === 0 ? html`<p>Try fewer words, or read <a href="/docs">the index</a>.</p>` : listOf(all)}`
}

const reading = (parts: ReadonlyArray<Part>, named: ReadonlySet<string>): Html =>
  html`<ul>${parts.filter(({ title }) => !named.has(title)).map(({ id, title }) => html`<li><a href="/docs/part/${id}">${title}</a></li>\n`)}</ul>`

/** The operations of a part, which its reader opens. */
const foldPart = (name: string, all: ReadonlyArray<Placed>): Html => html`<details>
<summary>${name} (${all.length})</summary>
<p><a href="/docs/part/${partId(name)}">${name}, with shapes and examples</a></p>
${listOf(all)}</details>\n`

const index = (of: Guided): Html => {
  const placed = placesIn(of.described)
  const names = [...new Set(placed.map(partOf))]
  return html`
${forPeople(of, asHtml(first))}
<section aria-labelledby="read"><h2 id="read">To read</h2>
${reading(partsOf(of), new Set(names))}</section>
<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
${names.map((name) =>
  foldPart(
    name,
    placed.filter((one) => partOf(one) === name),
  ),
)}</section>`
}

/** Links to Markdown as links to the pages that say the same to people. */
const forPeople = (of: Guided, { text }: Html): Html => {
  const pages = new Map([
    ...partsOf(of).map(({ id }) => [id, `/docs/part/${id}`] as const),
    ...placesIn(of.described).map(
      (placed) => [placed.operation.operationId ?? "", addressOf(placed)] as const,
    ),
  ])
  return new Html(
    text.replace(/href="\/docs\/([\w-]+)\.md"/g, (link, id: string) => `href="${pages.get(id) ?? link}"`),
  )
}

/** The index of the guide, or what a search finds in it. */
export const indexPage = (of: Guided, q: string): Html => html`
<h1>Interface</h1>
<p class="lede">Everything that an agent or its programmer needs: what to do first, the rules on which cases turn, and every operation with an example of its answer.</p>
<p>Version ${of.described.info.version}. For models: <a href="/llms.txt">llms.txt</a> is short, <code>/docs/</code> and the name of an operation and <code>.md</code> is its page, and <code>/mcp</code> has tools. For programs: <a href="/openapi.json">openapi.json</a>, and clients in one file, <a href="/client.js">client.js</a> and <a href="/client.py">client.py</a>. To send requests by hand: each operation has its line for <code>curl</code>, and <a href="/docs/part/walkthrough">a whole dispute</a> can be pasted into a shell.</p>
${search(q)}
${wordsOf(q).length === 0 ? index(of) : results(of, q)}`

/** The operations of a part in a line each, before their panels. */
const within = (of: Guided, { id }: Part): Html | null => {
  const all = placesIn(of.described).filter((placed) => partId(partOf(placed)) === id)
  return all.length === 0
    ? null
    : html`<ul>${all.map((placed) => html`<li><a href="#${placed.operation.operationId}">${prose(titleOf(placed))}</a> ${authOf(placed.operation)}</li>\n`)}</ul>`
}

/** The page of a part; null if the guide has no such part. */
export const partPage = (of: Guided, id: string): { readonly title: string; readonly body: Html } | null => {
  const part = partsOf(of).find((one) => one.id === id)
  if (part === undefined) return null
  const blocks = part.blocks.map((block) => forPeople(of, asHtml(block, 2)))
  const body = html`
<p><a href="/docs">Interface</a></p>
<h1>${part.title}</h1>
${within(of, part)}
${blocks}`
  return { title: `Interface: ${part.title}`, body }
}
