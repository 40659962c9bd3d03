import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Health } from "../../adapters/store/index.ts"
import { Store } from "../../core/store/Store.ts"
import type { Described } from "../api/OpenApi.ts"
import type { SystemGroup } from "../api/System.ts"
import { securityText } from "../discovery/SecurityText.ts"
import { framed, pageHeaders } from "../pages/Frame.ts"
import { interfacePage } from "../pages/InterfacePage.ts"
import { reply } from "../server/Answer.ts"
import { Faulted } from "../server/Faulted.ts"
import type { Handlers } from "../server/Handler.ts"
import { document } from "../server/Kept.ts"

export interface SystemOptions {
  readonly described: Described
  readonly baseUrl: string
  readonly sandbox: boolean
  readonly contact: string
}

const time = (at: number): string => new Date(at).toISOString()

/** Why the court is not ready, for everybody: the code of the store's own error, not its words. */
const why = ({ operation, code, since }: Health.Trouble, lastCommitAt: number | null): string => {
  const failed = code === "no_answer" ? `${operation} gets no answer` : `${operation} fails with ${code}`
  const last = lastCommitAt === null ? "nothing was recorded yet" : `last recorded at ${time(lastCommitAt)}`
  return `${failed} since ${time(since)}; ${last}`
}

export const system = ({
  described,
  baseUrl,
  sandbox,
  contact,
}: SystemOptions): Handlers<typeof SystemGroup> => {
  const page = framed({ title: "Interface", section: "/docs", body: interfacePage(described), sandbox })
  const docs = document(page, pageHeaders)
  const openapi = document<unknown>(described)
  return {
    healthz: () => Effect.succeed(reply({ status: "up" })),
    readyz: () =>
      Effect.gen(function* () {
        const [store, health] = [yield* Store, yield* Health.Health]
        // A read that fails is a trouble that the state then knows.
        yield* Effect.ignore(store.tallies(["ready"]))
        const { trouble, lastCommitAt } = yield* health.state
        if (trouble === null)
          return reply({ status: "ready", lastCommitAt: lastCommitAt === null ? null : time(lastCommitAt) })
        const errors = [{ path: "store", message: why(trouble, lastCommitAt) }]
        const headers = { "retry-after": "1" }
        return yield* new Faulted({ code: "store_unavailable", errors, headers })
      }),
    notary: () => Effect.map(Keys, ({ notary, payout }) => reply({ ...notary, payout })),
    openapi: () => Effect.succeed(openapi),
    docs: () => Effect.succeed(docs),
    jwks: () => Effect.map(Keys, ({ jwks }) => reply(jwks)),
    securityTxt: (request) => Effect.succeed(reply(securityText(baseUrl, contact, request.now))),
  }
}
