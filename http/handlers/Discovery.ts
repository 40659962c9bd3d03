import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { Host } from "../../core/Host.ts"
import { disputeResolution } from "../../core/law/Clauses.ts"
import type { DiscoveryGroup } from "../api/Discovery.ts"
import type { Described } from "../api/OpenApi.ts"
import { agentCard } from "../discovery/AgentCard.ts"
import { legalContext } from "../discovery/LegalContext.ts"
import { reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"

export interface DiscoveryOptions {
  readonly described: Described
  readonly baseUrl: string
  readonly sandbox: boolean
  /** Address (an URI) for whoever has to write to the court's people. */
  readonly contact: string
}

export const discovery = (options: DiscoveryOptions): Handlers<typeof DiscoveryGroup> => {
  const { described, baseUrl, sandbox, contact } = options
  const card = agentCard(described, baseUrl, sandbox)
  const terms = (now: number) =>
    Effect.map(
      Effect.flatMap(Host, (host) => host.schedule),
      (all) => all.at(now),
    )
  return {
    agentCard: ({ now }) =>
      Effect.gen(function* () {
        const unsigned = card(yield* terms(now))
        const keys = yield* Keys
        const [header = "", , signature = ""] = (yield* keys.sign(unsigned)).split(".")
        return reply({ ...unsigned, signatures: [{ protected: header, signature }] })
      }),
    disputeResolution: () =>
      Effect.succeed(
        reply(disputeResolution(null, { forumUrl: baseUrl, pinnedVersion: null, fallbackForum: null })),
      ),
    legalContext: ({ now }) =>
      Effect.map(terms(now), (figures) => reply(legalContext(baseUrl, contact, figures))),
  }
}
