/** The frame of every page: its head, its navigation, its policy, and its style. */
import { forum } from "../../core/law/index.ts"
import { type Html, html } from "./Html.ts"

/** The one stylesheet of the pages: light, dark and print. */
export const style = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--line:#d0d7de;--shade:#f6f8fa;--link:#0b57d0;--good:#116329;--bad:#a40e26;--wait:#7a4d00}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b1;--paper:#0d1117;--line:#30363d;--shade:#161b22;--link:#8ab4ff;--good:#57c26a;--bad:#ff8080;--wait:#e3b341}}
*{box-sizing:border-box}
html{font:100%/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
body{margin:0 auto;max-width:64rem;padding:0 1rem 3rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:baseline;border-bottom:1px solid var(--line);padding:1rem 0 .75rem}
.name{margin:0;font-weight:700;font-size:1.1rem}
.name a{color:inherit;text-decoration:none}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;margin:0;padding:0}
a{color:var(--link)}
a[aria-current]{color:inherit;font-weight:600;text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
.sandbox{flex-basis:100%;max-width:none;margin:.5rem 0 0;border:1px solid var(--wait);color:var(--wait);padding:.5rem .75rem;border-radius:.4rem}
h1{font-size:1.75rem;line-height:1.25;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:1.5rem 0 .25rem}
p,li,dd{max-width:44rem;overflow-wrap:anywhere}
.lede{font-size:1.1rem}
.soft{color:var(--soft)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:.95rem}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}
td{min-width:4.5rem}
td bdi{overflow-wrap:anywhere}
.nowrap{white-space:nowrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.5rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
pre,code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
pre{background:var(--shade);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow-x:auto;white-space:pre-wrap}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.panel{border:1px solid var(--line);background:var(--shade);border-radius:.5rem;padding:.25rem 1rem .75rem;margin:1.25rem 0}
.panel h2{margin-top:.75rem}
.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
.good,.bad,.wait{font-weight:600}
.hash{word-break:break-all;font-family:ui-monospace,monospace;font-size:.8rem}
details>summary{cursor:pointer;padding:.35rem 0}
.index{columns:2;column-gap:2rem;list-style:none;padding:0}
.index li{break-inside:avoid;margin:0 0 .6rem}
@media (max-width:44rem){.index{columns:1}}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:0 2rem}
textarea{display:block;width:100%;min-height:14rem;font:.9rem/1.45 ui-monospace,monospace;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.3rem;padding:.6rem;resize:vertical}
input[type=file]{max-width:100%}
input,button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.3rem;padding:.3rem .6rem}
button{background:var(--shade);cursor:pointer}
form{margin:1rem 0}
footer{margin-top:3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
/* Too narrow for columns: each row is a list of its cells. */
@media screen and (max-width:44rem){thead{display:none}
table,caption,tbody,tr,td{display:block}
tr{border-bottom:1px solid var(--line);padding:.4rem 0}
td{border:0;padding:.1rem 0 .1rem 8rem;overflow-wrap:anywhere}
td:empty{display:none}
td::before{content:attr(data-label);display:inline-block;vertical-align:top;width:7.5rem;margin:0 .5rem 0 -8rem;color:var(--soft)}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--paper:#fff;--line:#999;--shade:#fff;--link:#000;--good:#000;--bad:#000;--wait:#000}
nav,.skip,footer,form,.screen{display:none}
body{max-width:none;padding:0}
h2,h3,tr,.panel{break-inside:avoid}
h2,h3{break-after:avoid}}
`

/** What a page may load: this court's own stylesheet and scripts, and for these its own JSON. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/** The header fields of a page that may load what a policy allows. */
export const headersUnder = (allowed: string) => ({
  "content-security-policy": allowed,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
})
/** Header fields of every page. */
export const pageHeaders = headersUnder(policy)

const sections = [
  ["/docket", "Docket"],
  ["/judgments", "Judgments"],
  ["/agents", "Agents"],
  ["/compliance", "Register of Compliance"],
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
  /** Which entry of the navigation it belongs to. */
  readonly section: string
  readonly body: Html
  readonly sandbox: boolean
  /** Whether it shows what its reader's credential alone may read. */
  readonly isPrivate?: boolean
  /** The paths of its scripts, if it has any. */
  readonly scripts?: ReadonlyArray<"/seal.js" | "/proof.js" | "/accept.js" | "/criteria.js">
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
<title>${title === forum ? forum : `${title} · ${forum}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${scripts.map((script) => html`<script src="${script}" defer></script>\n`)}
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
<p>${isPrivate ? "This page shows what the interface answers to your credential." : "Every page shows what the public interface answers."} <a href="/openapi.json">openapi.json</a> · <a href="/.well-known/security.txt">security.txt</a> · <a href="/api/v1/journal">journal</a></p>
</footer>
</body>
</html>
`.text
