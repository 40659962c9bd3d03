/** The interface for people: a page to read it, and a page that sends requests by hand. */
import { createRequire } from "node:module"
import { forum } from "../../core/law/Clauses.ts"
import { type Described, type Operation, successOf } from "../api/OpenApi.ts"
import { type Html, html } from "./Html.ts"
import { facts } from "./Parts.ts"

type Node = unknown
const at = (node: Node, ...keys: ReadonlyArray<string>): Node =>
  keys.reduce<Node>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<string, Node>)[key] : undefined,
    node,
  )

const resolve = (document: Described, schema: Node): Node => {
  const ref = at(schema, "$ref")
  return typeof ref === "string" ? at(document, ...ref.replace("#/", "").split("/")) : schema
}

/** Plain words with `code` marked. */
const prose = (text: string): Html =>
  html`${text.split("`").map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`

const shape = (document: Described, title: string, schema: Node): Html | null =>
  schema === undefined
    ? null
    : html`<details><summary>${title}</summary><pre>${JSON.stringify(resolve(document, schema), null, 2)}</pre></details>`

const authOf = ({ security }: Operation): string => {
  if (!Array.isArray(security) || security.length === 0) return "public"
  return security.length > 1 ? "public, more with a bearer credential" : "bearer"
}

const parameters = ({ parameters: all }: Operation): Html | null =>
  all.length === 0
    ? null
    : facts(
        all.map(({ name, in: place, description }) => [
          html`<code>${String(name)}</code>`,
          html`${String(place)}${description !== undefined && html`: ${prose(String(description))}`}`,
        ]),
      )

const answers = (document: Described, { responses }: Operation): Html =>
  html`<details><summary>Statuses</summary>${facts(
    Object.entries(responses).map(([status, response]) => [
      html`<code>${status}</code>`,
      prose(String(at(resolve(document, response), "description") ?? "")),
    ]),
  )}</details>`

interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const article = (document: Described, { path, method, operation }: Placed): Html => {
  const { operationId, summary = "", description = summary } = operation
  const body = at(operation, "requestBody", "content", "application/json")
  return html`<article class="panel" id="${operationId}">
<h3><code>${method.toUpperCase()} ${path}</code></h3>
<p><strong>${prose(summary)}</strong> <span class="soft">${authOf(operation)}</span></p>
${description !== summary && html`<p>${prose(description)}</p>`}
${parameters(operation)}
${shape(document, "Request body", at(body, "schema"))}
${shape(document, "Example of a body", at(body, "example"))}
${shape(document, "Answer", at(operation, "responses", successOf(operation.responses), "content", "application/json", "schema"))}
${answers(document, operation)}
</article>`
}

/** The interface as a page to read: every operation with its shapes, from the description alone. */
export const interfacePage = (document: Described): Html => {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  )
  const partOf = ({ operation }: Placed) => operation.tags[0] ?? ""
  const parts = [...new Set(placed.map(partOf))]
  const anchor = (part: string) => `part-${part.toLowerCase().replaceAll(" ", "-")}`
  return html`
<h1>Interface</h1>
<p class="lede">${prose(document.info.description)}</p>
<p>Version ${document.info.version}, for programs: <a href="/openapi.json">openapi.json</a>. To send requests by hand: <a href="/docs/try">try them</a></p>
<nav aria-label="Parts of the interface"><ul>${parts.map((part) => html`<li><a href="#${anchor(part)}">${part}</a></li>`)}</ul></nav>
${parts.map(
  (part) => html`<section aria-labelledby="${anchor(part)}">
<h2 id="${anchor(part)}">${part}</h2>
${placed.filter((one) => partOf(one) === part).map((one) => article(document, one))}
</section>`,
)}`
}

/** Scalar needs inline styles and WebAssembly. The rest of the policy is that of every page. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const tryHeaders = {
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
}

/** Nothing is asked of other servers, and no credential outlives the page. */
const configuration = {
  _integration: "html",
  withDefaultFonts: false,
  proxyUrl: "",
  telemetry: false,
  persistAuth: false,
  showToolbar: "never",
  hideClientButton: true,
  // None is named, so that requests go to where the page came from.
  servers: [],
  authentication: { preferredSecurityScheme: "bearer" },
}

export const tryPage: string = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${`Try requests · ${forum}`}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript><p>This page needs JavaScript. <a href="/docs">The interface as a page to read</a> doesn't.</p></noscript>
<script id="api-reference" data-url="/openapi.json" data-configuration="${JSON.stringify(configuration)}"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`.text

const require = createRequire(import.meta.url)

/** Scalar's script, 3.3 MB: it is read when somebody first opens the page. Effect exports it only as part of a page of its own. */
export const reference = (): string => {
  const entry: string = require.resolve("@effect/platform/HttpApiScalar")
  const bundle: unknown = require(entry.replace("HttpApiScalar", "internal/httpApiScalar"))
  if (typeof bundle === "object" && bundle !== null && "javascript" in bundle) {
    if (typeof bundle.javascript === "string") return bundle.javascript
  }
  throw new Error("@effect/platform has no Scalar script in internal/httpApiScalar")
}
