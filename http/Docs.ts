/** The interface as a page to read: one file, no script, nothing from elsewhere. */
import type { Described, Operation } from "./OpenApi.ts"

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Plain words with `code` marked. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h2{margin-top:3rem;border-bottom:1px solid var(--line)}
article{margin:1.5rem 0;padding:.1rem 1rem 1rem;border:1px solid var(--line);border-radius:.4rem}
h3{font:600 1rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
.method{display:inline-block;min-width:3.5rem}
.auth{float:right;font:.8rem system-ui;opacity:.75}
pre{background:var(--soft);padding:.75rem;overflow:auto;font-size:.85rem}
table{border-collapse:collapse}td{padding:.1rem 1rem .1rem 0;vertical-align:top}
summary{cursor:pointer}
`

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

const shape = (document: Described, title: string, schema: Node): string => {
  if (schema === undefined) return ""
  const text = JSON.stringify(resolve(document, schema), null, 2) ?? ""
  return `<details><summary>${escaped(title)}</summary><pre>${escaped(text)}</pre></details>`
}

const authOf = (operation: Operation): string => {
  const security = operation.security
  if (!Array.isArray(security) || security.length === 0) return "public"
  return security.length > 1 ? "public, more with a bearer credential" : "bearer"
}

const parameters = (operation: Operation): string => {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escaped(String(parameter.name))}</code></td><td>${escaped(String(parameter.in))}</td><td>${prose(String(parameter.description ?? ""))}</td></tr>`,
  )
  return rows.length === 0 ? "" : `<table>${rows.join("")}</table>`
}

const responses = (document: Described, operation: Operation): string => {
  const rows = Object.entries(operation.responses).map(([status, response]) => {
    const description = at(resolve(document, response), "description")
    return `<tr><td><code>${escaped(status)}</code></td><td>${prose(String(description ?? ""))}</td></tr>`
  })
  return `<details><summary>Answers</summary><table>${rows.join("")}</table></details>`
}

const article = (document: Described, path: string, method: string, operation: Operation): string => `
<article id="${escaped(operation.operationId)}">
<h3><span class="auth">${authOf(operation)}</span><span class="method">${method.toUpperCase()}</span> ${escaped(path)}</h3>
<p><strong>${prose(operation.summary ?? "")}</strong></p>
${operation.description === undefined || operation.description === operation.summary ? "" : `<p>${prose(operation.description)}</p>`}
${parameters(operation)}
${shape(document, "Request body", at(operation, "requestBody", "content", "application/json", "schema"))}
${shape(document, "Example of a body", at(operation, "requestBody", "content", "application/json", "example"))}
${shape(document, "Answer", at(operation, "responses", "200", "content", "application/json", "schema"))}
${responses(document, operation)}
</article>`

const sections = (document: Described): string => {
  const byTag = new Map<string, Array<string>>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? ""
      byTag.set(tag, [...(byTag.get(tag) ?? []), article(document, path, method, operation)])
    }
  }
  return [...byTag].map(([tag, articles]) => `<h2>${escaped(tag)}</h2>${articles.join("")}`).join("")
}

export const render = (document: Described): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(document.info.title)}</title><style>${style}</style></head>
<body><h1>${escaped(document.info.title)}</h1>
<p>${prose(document.info.description)}</p>
<p>Version ${escaped(document.info.version)} · <a href="/openapi.json">openapi.json</a> · <a href="/">the court's pages</a></p>
${sections(document)}
</body></html>
`
