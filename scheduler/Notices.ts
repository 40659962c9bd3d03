/** Carries a notice beyond the inbox: one round of attempts, recorded in the commit that settles the task. */
import { Effect, Option, Schema } from "effect"
import { Carrier, mailOf } from "../adapters/notices/Carrier.ts"
import { type Agent, Agents } from "../core/agents/Agent.ts"
import {
  type Channel,
  Deliveries,
  recordDelivery,
  type Tried,
  type Untried,
} from "../core/agents/Delivery.ts"
import { isProven } from "../core/agents/Law.ts"
import { type Notice, Notices } from "../core/agents/Notice.ts"
import { Operators } from "../core/agents/Operator.ts"
import { completing, type Firing } from "../core/Deadlines.ts"
import * as Host from "../core/Host.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { reserveMail } from "./Mail.ts"
import { settle } from "./Work.ts"

const Body = Schema.Struct({ noticeId: Schema.String })
const decodeBody = Schema.decodeUnknownSync(Body)

const open = (channel: Channel | null): boolean => channel === null || channel.status === "pending"

type Round = Tried | Untried | null
const left = Effect.succeed<Round>(null)
const untried = (why: Untried) => Effect.succeed<Round>(why)

/** To the service address, once it has answered its challenge. */
const byService = (notice: Notice, { serviceUrl, serviceAnsweredAt }: Agent) =>
  Effect.gen(function* () {
    if (serviceUrl === null) return yield* left
    if (serviceAnsweredAt === null) return yield* untried("unproven")
    return yield* (yield* Carrier).toService(notice, serviceUrl)
  })

/** To the operator's address, where it is proven for the agent and has not had its mails of the day. */
const byEmail = (notice: Notice, agent: Agent, reader: Reader.Reader) =>
  Effect.gen(function* () {
    const { mail } = yield* Carrier
    if (mail === null) return yield* untried("not_sent")
    if (!isProven(agent)) return yield* untried("unproven")
    const operator = Option.getOrNull(yield* reader.find(Operators, agent.operatorId))
    if (operator === null) return yield* left
    const { sends } = yield* reserveMail(operator.id, notice.id)
    return yield* sends ? mail(mailOf(notice, operator.email)) : untried("in_digest")
  })

export const carryNotice = (firing: Firing) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const { noticeId } = decodeBody(firing.task.body)
    const [found, earlier] = yield* Effect.all([
      reader.find(Notices, noticeId),
      reader.find(Deliveries, noticeId),
    ])
    const notice = Option.getOrNull(found)
    const agent = notice === null ? null : Option.getOrNull(yield* reader.find(Agents, notice.agentId))
    if (notice === null || agent === null) {
      yield* Host.perform(settle, firing.task, completing(firing))
      return
    }
    const before = Option.getOrElse(earlier, () => ({ service: null, email: null }))
    const [service, email] = yield* Effect.all(
      [
        open(before.service) ? byService(notice, agent) : left,
        open(before.email) ? byEmail(notice, agent, reader) : left,
      ],
      { concurrency: 2 },
    )
    yield* Host.perform(recordDelivery, { notice, service, email }, completing(firing))
  })
