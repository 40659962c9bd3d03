/** Sends the challenge of a service address, within the number of those that one host gets in a day. */
import { Effect, Option, Schema } from "effect"
import { Keys } from "../adapters/keys/Keys.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { Agents } from "../core/agents/Agent.ts"
import { challengesTo, giveBack, type Reserving, reserve } from "../core/agents/Allowance.ts"
import { Challenge, callOf, challengeText, recordChallenge } from "../core/agents/Service.ts"
import { completing, type Firing } from "../core/Deadlines.ts"
import * as Host from "../core/Host.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { defer, settle } from "./Work.ts"

const decode = Schema.decodeUnknownSync(Challenge)
const scheduler = { actor: { role: "scheduler" } } as const

const reserving = ({ id, url }: Challenge): Reserving => ({
  allowance: challengesTo(URL.canParse(url) ? new URL(url).hostname : url),
  figure: "hostChallengesPerDay",
  id,
})

export const sendChallenge = (firing: Firing) =>
  Effect.gen(function* () {
    const challenge = decode(firing.task.body)
    const { reader } = Reader.make(yield* Store)
    const agent = Option.getOrNull(yield* reader.find(Agents, challenge.agentId))
    if (agent === null || agent.serviceUrl !== challenge.url) {
      yield* Host.perform(settle, firing.task, completing(firing))
      return
    }
    const { reply } = yield* Host.perform(reserve, reserving(challenge), scheduler)
    if (!reply.sends) {
      yield* Host.perform(defer, { task: firing.task, dueAt: reply.nextDay }, completing(firing))
      return
    }
    const words = (yield* Keys).keyedHash(challengeText(challenge.id))
    const call = callOf(challenge, agent.handle, words)
    const tried = yield* (yield* Carrier).challenge(call, challenge.url, words)
    if (tried.outcome === "delivered") yield* Host.perform(giveBack, reserving(challenge), scheduler)
    yield* Host.perform(recordChallenge, { challenge, tried }, completing(firing))
  })
