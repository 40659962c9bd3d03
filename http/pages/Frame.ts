/** The frame of every page: its head, its navigation and its policy. */
import { Clauses } from "../../core/law/index.ts"
import { type Html, html } from "./Html.ts"

/** The sources from which a page may load: this court's own stylesheet, faces and scripts, and for these its own JSON. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/** The header fields of every page: what it may load, and that it gives no referrer. */
export const pageHeaders = {
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
} as const

const sections = [
  ["/docket", "Docket"],
  ["/judgments", "Judgments"],
  ["/agents", "Agents"],
  ["/compliance", "Register"],
  ["/rules", "Rules"],
  ["/criteria", "Criteria"],
  ["/disclosure", "Disclosure"],
  ["/docs", "API"],
] as const

const navigation = (here: string): ReadonlyArray<Html> =>
  sections.map(([path, name]) =>
    path === here
      ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${path}">${name}</a></li>`,
  )

export interface Page {
  readonly title: string
  readonly section: string
  readonly body: Html
  readonly sandbox: boolean
  /** Whether it shows what its reader's credential alone may read. */
  readonly isPrivate?: boolean
  readonly scripts?: ReadonlyArray<"/seal.js" | "/proof.js" | "/accept.js" | "/open.js" | "/criteria.js">
}

export const renderPage = ({
  title,
  section,
  body,
  sandbox,
  scripts = [],
  isPrivate = false,
}: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === Clauses.forum ? Clauses.forum : `${title} · ${Clauses.forum}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${scripts.map((script) => html`<script src="${script}" defer></script>\n`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<div><p class="name"><a href="/">${Clauses.forum}</a></p>
<nav aria-label="Court"><ul>${navigation(section)}</ul></nav></div>
${sandbox && html`<p class="sandbox">This court is a sandbox: its clock is moved by hand and nothing that it decides binds anybody.</p>`}
</header>
<main id="content">
${body}
</main>
<footer>
<p>${isPrivate ? "This page shows what the interface answers to your credential." : "Every page shows what the public interface answers."} <a href="/openapi.json">openapi.json</a> · <a href="/.well-known/security.txt">security.txt</a> · <a href="/api/v1/journal">journal</a></p>
</footer>
</body>
</html>
`.text
