import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Store } from "../../core/Store.ts"
import { reply } from "../Answer.ts"
import type { SystemGroup } from "../api/System.ts"
import * as Docs from "../Docs.ts"
import { securityText } from "../discovery/SecurityText.ts"
import type { Handlers } from "../Handler.ts"
import type { Described } from "../OpenApi.ts"

export interface SystemOptions {
  readonly described: Described
  readonly baseUrl: string
  readonly contact: string
}

const page =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const system = ({ described, baseUrl, contact }: SystemOptions): Handlers<typeof SystemGroup> => {
  const html = Docs.render(described)
  return {
    healthz: () => Effect.succeed(reply({ status: "up" })),
    readyz: () =>
      Effect.gen(function* () {
        const store = yield* Store
        yield* store.tallies(["ready"])
        return reply({ status: "ready" })
      }),
    openapi: () => Effect.succeed(reply(described)),
    docs: () => Effect.succeed(reply(html, { "content-security-policy": page })),
    notary: () => Effect.map(Keys, ({ notary }) => reply(notary)),
    jwks: () => Effect.map(Keys, ({ jwks }) => reply(jwks)),
    securityTxt: (request) => Effect.succeed(reply(securityText(baseUrl, contact, request.now))),
  }
}
