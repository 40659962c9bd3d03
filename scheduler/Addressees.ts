/** Whom a delivery is for: the operator, and the host of the service. */
import { Effect, Option, Schema } from "effect"
import { Agent, Notice, Service } from "../core/agents/index.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { type Leased, Store, type StoreUnavailable } from "../core/store/Store.ts"

const isNotice = Schema.is(Notice.Carrying)
const isChallenge = Schema.is(Service.Challenge)
const isOfOperator = Schema.is(Schema.Struct({ operatorId: Schema.String }))

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)

const operator = (id: string): string => `operator/${id}`
const host = (url: string): string => `host/${hostOf(url).replace(/\.$/, "")}`

/** The id of the agent on whom a notice was served; null if there is no such notice. It reads the notice of a task that an earlier version put. */
export const agentServed = ({ noticeId, agentId }: typeof Notice.Carrying.Type, reader: Reader.Reader) =>
  agentId !== undefined
    ? Effect.succeed(agentId)
    : Effect.map(reader.find(Notice.Notices, noticeId), (found) => Option.getOrNull(found)?.agentId ?? null)

const nobody = Effect.succeed(null)

/** The names under which a delivery counts. A delivery without an operator, such as an invitation, counts under its kind. */
export const addresseesOf = ({
  kind,
  body,
}: Leased): Effect.Effect<ReadonlyArray<string>, StoreUnavailable, Store> =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const challenge = kind === Service.challengeTask && isChallenge(body) ? body : null
    const served = kind === Notice.task && isNotice(body) ? agentServed(body, reader) : nobody
    const agentId = challenge?.agentId ?? (yield* served)
    const agent = agentId === null ? null : Option.getOrNull(yield* reader.find(Agent.Agents, agentId))
    if (agent === null) return [isOfOperator(body) ? operator(body.operatorId) : kind]
    const url = challenge?.url ?? agent.serviceUrl
    return [operator(agent.operatorId), ...(url === null ? [] : [host(url)])]
  })
