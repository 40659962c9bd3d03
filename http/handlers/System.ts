import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Store } from "../../core/Store.ts"
import { reply } from "../Answer.ts"
import type { SystemGroup } from "../api/System.ts"
import { securityText } from "../discovery/SecurityText.ts"
import type { Handlers } from "../Handler.ts"
import type { Described } from "../OpenApi.ts"
import { framed, pageHeaders } from "../pages/Frame.ts"
import { interfacePage } from "../pages/InterfacePage.ts"

export interface SystemOptions {
  readonly described: Described
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly contact: string
}

export const system = ({
  described,
  baseUrl,
  sandbox,
  contact,
}: SystemOptions): Handlers<typeof SystemGroup> => {
  const docs = framed({ title: "Interface", section: "/docs", body: interfacePage(described), sandbox })
  return {
    healthz: () => Effect.succeed(reply({ status: "up" })),
    readyz: () =>
      Effect.gen(function* () {
        const store = yield* Store
        yield* store.tallies(["ready"])
        return reply({ status: "ready" })
      }),
    openapi: () => Effect.succeed(reply(described)),
    docs: () => Effect.succeed(reply(docs, pageHeaders)),
    notary: () => Effect.map(Keys, ({ notary }) => reply(notary)),
    jwks: () => Effect.map(Keys, ({ jwks }) => reply(jwks)),
    securityTxt: (request) => Effect.succeed(reply(securityText(baseUrl, contact, request.now))),
  }
}
