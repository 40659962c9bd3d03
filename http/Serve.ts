/** The interface of a court as its configuration has it, over services that somebody else chose. */
import { Effect } from "effect"
import { Clauses } from "../core/law/index.ts"
import { type Described, describe } from "./api/OpenApi.ts"
import type { Config } from "./court/Config.ts"
import { formatsOf } from "./formats/index.ts"
import * as CheckList from "./handlers/CheckList.ts"
import { endpoints, mountFormats } from "./handlers/index.ts"
import * as Log from "./handlers/Log.ts"
import { asPage } from "./handlers/Pages.ts"
import * as RiskCheck from "./handlers/RiskCheck.ts"
import { withCookie } from "./links/Cookie.ts"
import * as Links from "./links/Links.ts"
import * as Tokens from "./oauth/Tokens.ts"
import type { Observe } from "./server/App.ts"
import * as App from "./server/App.ts"
import { trustRanges } from "./server/Incoming.ts"
import * as Node from "./server/Node.ts"
import { publicRead } from "./server/PublicRead.ts"
import * as Mcp from "./tools/Mcp.ts"

/** The choices of a court inside somebody else's server. */
export interface ServeOptions extends Pick<Config, "baseUrl" | "contact" | "sandbox" | "rateLimit"> {
  readonly trustedProxies?: Config["trustedProxies"]
  readonly mail: boolean
  readonly localServices?: Config["localServices"]
  /** The names of the formats of other protocols that it speaks. Without it, it speaks no such format. */
  readonly formats?: Config["formats"]
  /** Observes each request. Without it, requests are not observed. */
  readonly observe?: Observe
}

/** Where the page stood that sent requests by hand. Each operation of the guide has its line for curl instead. */
const formerly = "/docs/try"
const redirect: App.Mounted = publicRead(() =>
  Effect.succeed({ status: 308, headers: { location: "/docs" }, body: null }),
)

/** The whole interface over the services of a court: the API, the documents, the tools and the pages. */
export const app = (options: ServeOptions): App.App => {
  const formats = formatsOf(options.formats ?? [])
  let made: Described | null = null
  const describeOnce = (): Described => {
    made ??= describe({ ...options, formats: formats.length > 0 })
    return made
  }
  const contact = options.contact ?? `${options.baseUrl}/disclosure`
  const answer = App.make({
    endpoints: endpoints({ ...options, contact, described: describeOnce, formats }),
    mounted: new Map([
      [Mcp.path, Mcp.mountMcp(options)],
      [Log.prefix, Log.serveLog],
      [Tokens.prefix, Tokens.mountTokens(options)],
      [Links.prefix, Links.mountLinks(options)],
      [CheckList.path, CheckList.mountList(options.baseUrl)],
      [RiskCheck.manifestPath, RiskCheck.mountManifest(options.baseUrl)],
      ...mountFormats({ baseUrl: options.baseUrl, contact, formats }),
      [formerly, redirect],
      [RiskCheck.path, RiskCheck.mountRiskCheck(options.baseUrl)],
    ]),
    page: asPage(options),
    headers: { [Clauses.headerName.toLowerCase()]: `${options.baseUrl}${Clauses.wellKnownPath}` },
    rateLimit: options.rateLimit,
    baseUrl: options.baseUrl,
    trusts: trustRanges(options.trustedProxies ?? []),
    sandbox: options.sandbox,
    ...(options.observe === undefined ? {} : { observe: options.observe }),
  })
  return (incoming) => answer(withCookie(incoming))
}

/** Serves on `node:http` until the scope closes. Gives the port. */
export const serve = (options: ServeOptions & Node.Listen) => Node.listen(app(options), options)
