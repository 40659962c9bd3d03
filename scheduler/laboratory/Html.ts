/** The parts of reports. Each report is one HTML file, which runs no script and loads nothing. */
import { Html, html } from "../../core/kernel/Html.ts"
import { type Chart, family, fonts } from "./charts/Chart.ts"

export interface Drawing extends Chart {
  readonly svg: string
}

type Cell = Html | string | number | ReadonlyArray<Html | string>

/** A table that scrolls by itself if it is too wide. The first cell of each row is its head. */
export const table = (
  caption: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, i) => (i === 0 ? html`<th>${cell}</th>` : html`<td>${cell}</td>`))}</tr>`,
  )}</tbody></table></div>`

export const join = (values: ReadonlyArray<Html>, between: Html): Html =>
  new Html(values.map(({ text }) => text).join(between.text))

/** An author's text as paragraphs. Its own lines were broken for the file, not for the reader's screen. */
export const paragraphs = (text: string): Html =>
  join(
    text
      .trim()
      .split(/\n\s*\n/)
      .filter((one) => one !== "")
      .map((one) => html`<p class="lead">${one}</p>`),
    html`\n`,
  )

const faces = fonts
  .map(
    ({ weight, woff2 }) =>
      `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${Buffer.from(woff2).toString("base64")}); }`,
  )
  .join("\n")
const style = `
${faces}
:root { color-scheme: light; }
body { font: 16px/1.55 ${family}, system-ui, sans-serif; color: #1f2328; background: #fff; margin: 0 auto; max-width: 1080px; padding: 32px 24px 80px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; } h2 { font-size: 20px; margin: 44px 0 8px; }
p, li { max-width: 76ch; } .lead { font-size: 18px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; margin: 12px 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 18px 6px 0; border-bottom: 1px solid #d8dee4; vertical-align: top; } thead th { font-weight: 600; vertical-align: bottom; max-width: 22ch; } tbody th { font-weight: 400; }
small { color: #57606a; white-space: nowrap; } figure { margin: 32px 0; } figure svg { max-width: 100%; height: auto; } figcaption { color: #57606a; font-size: 14px; max-width: 86ch; }
.notice { border-left: 4px solid #D55E00; padding: 8px 14px; background: #fff5ef; } pre { font-size: 13px; overflow-x: auto; background: #f6f8fa; padding: 14px; } code { font-size: 0.92em; overflow-wrap: anywhere; }
@media (max-width: 700px) { body { padding: 20px 14px 60px; } h1 { font-size: 23px; } .lead { font-size: 16px; } figure { overflow-x: auto; } figure svg { max-width: none; } figcaption { position: sticky; left: 0; } }
dt { font-weight: 600; } dd { margin: 0 0 8px; overflow-wrap: anywhere; }`

/** The drawings with their captions. A drawing is of the laboratory's own making, so it stays as it is. */
export const figuresHtml = (drawings: ReadonlyArray<Drawing>): Html =>
  join(
    drawings.map(
      ({ svg, caption, title }) =>
        html`<figure tabindex="0" aria-label="${title}">${new Html(svg)}<figcaption>${caption}</figcaption></figure>`,
    ),
    html`\n`,
  )

export const page = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<style>${new Html(style)}</style></head><body><main>
${body}</main></body></html>
`.text
