/** Carries a notice beyond the inbox: one round of attempts, recorded in the commit that settles the task. */
import { Effect, Option, Schema } from "effect"
import * as Host from "../adapters/host/Host.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { Agents } from "../core/agents/Agent.ts"
import { type Channel, Deliveries, type Tried } from "../core/agents/Delivery.ts"
import { Notices } from "../core/agents/Notice.ts"
import { Operators } from "../core/agents/Operator.ts"
import { recordDelivery } from "../core/agents/RecordDelivery.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/Store.ts"
import { settle } from "./Postpone.ts"
import { completing, type Firing } from "./Work.ts"

const Body = Schema.Struct({ noticeId: Schema.String })
const decodeBody = Schema.decodeUnknownSync(Body)

const open = (channel: Channel | null): boolean => channel === null || channel.status === "pending"

const skip = Effect.succeed<Tried | null>(null)

export const carryNotice = (firing: Firing) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const carrier = yield* Carrier
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
    const operator = Option.getOrNull(yield* reader.find(Operators, agent.operatorId))
    const before = Option.getOrElse(earlier, () => ({ service: null, email: null }))
    const { serviceUrl } = agent
    const [service, email] = yield* Effect.all(
      [
        serviceUrl !== null && open(before.service) ? carrier.toService(notice, serviceUrl) : skip,
        operator !== null && open(before.email) ? carrier.toEmail(notice, operator.email) : skip,
      ],
      { concurrency: 2 },
    )
    yield* Host.perform(recordDelivery, { noticeId, service, email }, completing(firing))
  })
