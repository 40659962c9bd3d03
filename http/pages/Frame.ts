/** What is the same on every page: head, navigation, foot. */
import { forum } from "../../core/law/Clauses.ts"
import { type Html, html } from "./Html.ts"

/** What a page may load: this court's own stylesheet and scripts, and for these its own JSON. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/** Header fields of every page. */
export const pageHeaders = {
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
}

const sections = [
  ["/docket", "Docket"],
  ["/judgments", "Judgments"],
  ["/agents", "Agents"],
  ["/compliance", "Register of Compliance"],
  ["/rules", "Rules"],
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
  /** Which entry of the navigation it belongs to. */
  readonly section: string
  readonly body: Html
  readonly sandbox: boolean
  /** The path of its script, where it has one. */
  readonly script?: "/seal.js" | "/accept.js"
}

export const framed = ({ title, section, body, sandbox, script }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === forum ? forum : `${title} · ${forum}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="name"><a href="/">${forum}</a></p>
<nav aria-label="Court"><ul>${navigation(section)}</ul></nav>
${sandbox && html`<p class="sandbox">This court is a sandbox: its clock is moved by hand and nothing that it decides binds anybody.</p>`}
</header>
<main id="content">
${body}
</main>
<footer>
<p>Every page shows what the public interface answers. <a href="/openapi.json">openapi.json</a> · <a href="/.well-known/security.txt">security.txt</a> · <a href="/api/v1/journal">journal</a></p>
</footer>
</body>
</html>
`.text
