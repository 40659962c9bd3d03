/** Whom a delivery is for: the operator, and the host of the service. */
import { Effect, Option, Schema } from "effect"
import { Agents, Notices, noticeTask, Service } from "../core/agents/index.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { type Leased, Store, type StoreUnavailable } from "../core/store/Store.ts"

export const NoticeTask = Schema.Struct({ noticeId: Schema.String })
const isNotice = Schema.is(NoticeTask)
const isChallenge = Schema.is(Service.Challenge)
const isOfOperator = Schema.is(Schema.Struct({ operatorId: Schema.String }))

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)

const operator = (id: string): string => `operator/${id}`
const host = (url: string): string => `host/${hostOf(url).replace(/\.$/, "")}`

/** The names under which a delivery counts. A delivery without an operator, such as an invitation, counts under its kind. */
export const addresseesOf = ({
  kind,
  body,
}: Leased): Effect.Effect<ReadonlyArray<string>, StoreUnavailable, Store> =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const notice =
      kind === noticeTask && isNotice(body)
        ? Option.getOrNull(yield* reader.find(Notices, body.noticeId))
        : null
    const challenge = kind === Service.challengeTask && isChallenge(body) ? body : null
    const agentId = notice?.agentId ?? challenge?.agentId ?? null
    const agent = agentId === null ? null : Option.getOrNull(yield* reader.find(Agents, agentId))
    if (agent === null) return [isOfOperator(body) ? operator(body.operatorId) : kind]
    const url = challenge?.url ?? agent.serviceUrl
    return [operator(agent.operatorId), ...(url === null ? [] : [host(url)])]
  })
