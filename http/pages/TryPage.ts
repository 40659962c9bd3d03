/** The page that sends requests by hand. */
import { createRequire } from "node:module"
import { forum } from "../../core/law/index.ts"
import { html } from "./Html.ts"

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
