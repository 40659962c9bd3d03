/** Pages of prose as data: blocks, rendered as HTML for people and as Markdown for models, so that both say the same. */
import { type Html, html } from "./Html.ts"

/** Code, in which the names of shapes lead to the shapes. */
export type Code = ReadonlyArray<string | { readonly shape: string }>

/** In a text, `code` stands between backticks; a link and strong words are written as in Markdown. */
export type Block =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "list"; readonly items: ReadonlyArray<string> }
  | { readonly is: "facts"; readonly rows: ReadonlyArray<readonly [name: string, value: string]> }
  | { readonly is: "code"; readonly language: string; readonly code: Code }
  | { readonly is: "shape"; readonly title: string; readonly code: Code }
  /** A part that a reader opens if it is wanted. Markdown shows it at once. */
  | { readonly is: "fold"; readonly title: string; readonly blocks: ReadonlyArray<Block> }
  | Place<"part">
  | Place<"panel">

/** Blocks under a heading that has an id: a part of the page, or a panel of a part. */
interface Place<Is extends string> {
  readonly is: Is
  readonly id: string
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
}

export type Part = Place<"part">

export const text = (words: string): Block => ({ is: "text", text: words })
export const code = (language: string, words: string | Code): Block => ({
  is: "code",
  language,
  code: typeof words === "string" ? [words] : words,
})

/** A list of plain values, which takes a line of its own for each in JSON as it is usually written. */
const plainList = /\[\n\s+([^[\]{}]*?)\n\s+\]/g
const lineCharsMax = 100
/** A value as JSON, with short lists of plain values on one line. */
export const json = (value: unknown): Block =>
  code(
    "json",
    JSON.stringify(value, null, 2).replace(plainList, (list, items: string) => {
      const line = `[${items.replaceAll(/,\n\s+/g, ", ")}]`
      return line.length > lineCharsMax ? list : line
    }),
  )
export const fold = (title: string, ...blocks: ReadonlyArray<Block>): Block => ({ is: "fold", title, blocks })
const place =
  <Is extends "part" | "panel">(is: Is) =>
  (id: string, title: string, blocks: ReadonlyArray<Block>): Place<Is> => ({ is, id, title, blocks })
export const part = place("part")
export const panel = place("panel")

export const shapeId = (name: string): string => `shape-${name}`

const link = /^\[([^\]]+)\]\(([^)]+)\)$/

/** A text as HTML: its code, its links and its strong words marked. */
export const prose = (words: string): Html =>
  html`${words.split(/(\*\*.+?\*\*|`[^`]+`|\[[^\]]+\]\([^)\s]+\))/).map((piece) => {
    if (piece.startsWith("**")) return html`<strong>${prose(piece.slice(2, -2))}</strong>`
    if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`
    const [, name, to] = link.exec(piece) ?? []
    return name === undefined || to === undefined ? piece : html`<a href="${to}">${prose(name)}</a>`
  })}`

const codeAsHtml = (pieces: Code): Html =>
  html`${pieces.map((piece) =>
    typeof piece === "string"
      ? piece
      : html`<a href="/docs/part/shapes#${shapeId(piece.shape)}">${piece.shape}</a>`,
  )}`

/** A heading of a panel, beneath that of its part, or of the page if the part is the page. */
const panelHeading = (title: string, level: 2 | 3): Html =>
  level === 2 ? html`<h2>${prose(title)}</h2>` : html`<h3>${prose(title)}</h3>`

/** A block as HTML. The heading of a panel is of this level. */
export const asHtml = (block: Block, level: 2 | 3 = 3): Html => {
  switch (block.is) {
    case "text":
      return html`<p>${prose(block.text)}</p>\n`
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${prose(item)}</li>\n`)}</ul>\n`
    case "facts":
      return html`<dl>${block.rows.map(([name, value]) => html`<dt>${prose(name)}</dt><dd>${prose(value)}</dd>\n`)}</dl>\n`
    case "code":
      return html`<pre class="${block.language}">${codeAsHtml(block.code)}</pre>\n`
    case "shape":
      return html`<p>${block.title}: <code>${codeAsHtml(block.code)}</code></p>\n`
    case "fold":
      return html`<details><summary>${prose(block.title)}</summary>${block.blocks.map((one) => asHtml(one))}</details>\n`
    case "part":
      return html`<section aria-labelledby="${block.id}">
<h2 id="${block.id}">${prose(block.title)}</h2>
${block.blocks.map((one) => asHtml(one))}</section>\n`
    case "panel":
      return html`<article class="panel" id="${block.id}">
${panelHeading(block.title, level)}
${block.blocks.map((one) => asHtml(one))}</article>\n`
  }
}

const codeAsText = (pieces: Code): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.shape)).join("")

export const asMarkdown = (block: Block): string => {
  switch (block.is) {
    case "text":
      return `${block.text}\n\n`
    case "list":
      return `${block.items.map((item) => `- ${item}\n`).join("")}\n`
    case "facts":
      return `${block.rows.map(([name, value]) => `- ${name}: ${value}\n`).join("")}\n`
    case "code":
      return `\`\`\`${block.language}\n${codeAsText(block.code)}\n\`\`\`\n\n`
    case "shape":
      return `${block.title}: \`${codeAsText(block.code)}\`\n\n`
    case "fold":
      return `**${block.title}**\n\n${block.blocks.map(asMarkdown).join("")}`
    case "part":
      return `## ${block.title}\n\n${block.blocks.map(asMarkdown).join("")}`
    case "panel":
      return `### ${block.title}\n\n${block.blocks.map(asMarkdown).join("")}`
  }
}
