/** Calls and e-mails to agents: a notice beyond the inbox, and the challenge of a service address. Each is recorded in the commit that settles its task. */

import { Effect, Option } from "effect"
import { Keys } from "../adapters/keys/Keys.ts"
import { Carrier, mailOf } from "../adapters/notices/Carrier.ts"
import {
  Agent,
  Allowance,
  type Channel,
  Deliveries,
  isDue,
  isProven,
  Notice,
  Operator,
  recordDelivery,
  Service,
} from "../core/agents/index.ts"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import { decoderOf } from "../core/kernel/Fits.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { agentServed, hostOf } from "./Addressees.ts"
import { reserveMail, settleFiring } from "./Mail.ts"
import { remember } from "./Remembered.ts"
import { defer } from "./Work.ts"

const decodeNoticeTask = decoderOf(Notice.Carrying)

/** The result of a round on a channel: an attempt, why nothing was tried, or null if the channel needs no attempt. */
type Round = Channel.Tried | Channel.Untried | null
const noRound = Effect.succeed<Round>(null)
const leaveUntried = (why: Channel.Untried) => Effect.succeed<Round>(why)

/** Calls the service address, if it has answered its challenge and has not answered since that it is gone. */
const byService = (
  notice: Notice.Notice,
  { handle, serviceUrl, serviceAnsweredAt, serviceGoneAt }: Agent.Agent,
) => {
  if (serviceUrl === null) return noRound
  if (serviceGoneAt !== undefined) return leaveUntried("gone")
  if (serviceAnsweredAt === null) return leaveUntried("unproven")
  return Effect.flatMap(Carrier, ({ toService }) => toService(notice, { handle, url: serviceUrl }))
}

/** Sends an e-mail to the operator, if the address is proven for the agent and has not received its number of mails for the day. */
const byEmail = (notice: Notice.Notice, agent: Agent.Agent, reader: Reader.Reader) =>
  Effect.gen(function* () {
    const { mail } = yield* Carrier
    if (mail === null) return yield* leaveUntried("not_sent")
    if (!isProven(agent)) return yield* leaveUntried("unproven")
    const operator = Option.getOrNull(yield* reader.find(Operator.Operators, agent.operatorId))
    if (operator === null) return yield* noRound
    const { sends } = yield* reserveMail(operator.id, notice.id)
    return yield* sends ? mail(mailOf(notice, operator.email)) : leaveUntried("in_digest")
  })

/** Carries a notice: one round of attempts on the channels that are due. */
export const carryNotice = (firing: Firing) =>
  Effect.gen(function* () {
    const { reading, giving } = remember(yield* Store)
    const { reader } = Reader.make(reading)
    const body = decodeNoticeTask(firing.task.body)
    const { noticeId: id } = body
    const agentId = yield* agentServed(body, reader)
    if (agentId === null) return yield* settleFiring(firing)
    const found = yield* reader.findThree([Notice.Notices, id], [Deliveries, id], [Agent.Agents, agentId])
    const [notice, agent] = [Option.getOrNull(found[0]), Option.getOrNull(found[2])]
    if (notice === null || agent === null) return yield* settleFiring(firing)
    const before = Option.getOrElse(found[1], () => ({ service: null, email: null }))
    const now = yield* (yield* Host.Host).now
    const calls = [
      isDue(before.service, now) ? byService(notice, agent) : noRound,
      isDue(before.email, now) ? byEmail(notice, agent, reader) : noRound,
    ] as const
    // Two calls at once need two fibers, and an agent without a service address has one call at most.
    const [service, email] =
      agent.serviceUrl === null
        ? [yield* calls[0], yield* calls[1]]
        : yield* Effect.all(calls, { concurrency: 2 })
    const { type, at } = notice
    const called = agent.serviceUrl === null ? {} : { calledUrl: agent.serviceUrl }
    const round = { notice: { id, agentId, type, at }, service, email, ...called }
    const recorded = Host.perform(recordDelivery, round, completionOf(firing))
    yield* Effect.provideService(recorded, Store, giving)
  })

const decodeChallenge = decoderOf(Service.Challenge)
const byScheduler = { actor: { role: "scheduler" } } as const

const reservationOf = ({ id, url }: Service.Challenge): Allowance.Reserving => ({
  allowance: Allowance.challengesTo(hostOf(url)),
  figure: "hostChallengesPerDay",
  id,
})

/** Calls a service address with its challenge. Beyond the number that one host receives in a day, the challenge waits for the next day. */
export const sendChallenge = (firing: Firing) =>
  Effect.gen(function* () {
    const challenge = decodeChallenge(firing.task.body)
    const { reader } = Reader.make(yield* Store)
    const agent = Option.getOrNull(yield* reader.find(Agent.Agents, challenge.agentId))
    if (agent === null || agent.serviceUrl !== challenge.url) return yield* settleFiring(firing)
    const { reply } = yield* Host.perform(Allowance.reserve, reservationOf(challenge), byScheduler)
    if (!reply.sends) {
      yield* Host.perform(defer, { task: firing.task, dueAt: reply.nextDay }, completionOf(firing))
      return
    }
    const answer = (yield* Keys).keyedHash(Service.challengeText(challenge.id))
    const call = Service.callOf(challenge, agent.handle, answer)
    const to = { handle: agent.handle, url: challenge.url }
    const tried = yield* (yield* Carrier).challenge(call, to, answer)
    if (tried.outcome === "delivered")
      yield* Host.perform(Allowance.giveBack, reservationOf(challenge), byScheduler)
    yield* Host.perform(Service.recordChallenge, { challenge, tried }, completionOf(firing))
  })
