/** How a service address is proven: it is sent one challenge, and answers it, before any notice goes there (Rule 2.7). */
import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { rule } from "../Rule.ts"
import { Instant } from "../Time.ts"
import { type Agent, Agents, subjectOf } from "./Agent.ts"
import { backOff, type Channel, Deliveries, type Tried } from "./Delivery.ts"
import type { Notice } from "./Notice.ts"

/** Kind of the task that sends a challenge. */
export const challengeTask = "service-challenge"
const taskId = (agentId: string): string => `${challengeTask}/${agentId}`

/** A challenge to the service of an agent. Its id is that of the call; another address makes another one. */
export const Challenge = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  url: Schema.String,
  at: Instant,
})
export type Challenge = typeof Challenge.Type

/** What the host turns into the words that are to be answered, under a key that no store has. */
export const challengeText = (id: string): string => `service-challenge/${id}`

const type = "court.verification"

/** The call, as a notice that stands in no inbox. */
export const callOf = ({ id, agentId, url, at }: Challenge, handle: string, challenge: string): Notice => ({
  id,
  agentId,
  type,
  subject: subjectOf(handle),
  at,
  text: `The agent ${handle} gave ${url} as its service address. Answer with 200 and {"challenge": "…"}, the text that stands in data.challenge, and its notices are called out here. If it is not yours, do nothing: nothing else is sent.`,
  data: { challenge },
})

/** Whether an answer is the challenge: as the member `challenge` of a JSON object, or alone as text. To repeat the call is no answer. */
export const answers = (body: string, challenge: string): boolean => {
  if (body.trim() === challenge) return true
  try {
    const value: unknown = JSON.parse(body)
    return (
      typeof value === "object" && value !== null && "challenge" in value && value.challenge === challenge
    )
  } catch {
    return false
  }
}

/** What challenges the service of an agent that has a new address, or drops the challenge of one that has none any more. */
export const challenged = (agent: Agent, { id, now }: CommandContext): ReadonlyArray<Change> => {
  const { id: agentId, serviceUrl: url } = agent
  if (url === null) return [Changed.cancel(taskId(agentId))]
  return [Changed.task(taskId(agentId), challengeTask, now, { id: id(3), agentId, url, at: now })]
}

/** The channel after a challenge: whoever does not answer at all is called again, and whoever answers something else is not. */
export const challengeTried = rule(
  ["Rule 2.7"],
  (earlier: Channel["attempts"], tried: Tried, at: Instant): Channel => {
    const attempts = [...earlier, { at, ...tried }]
    if (tried.outcome === "delivered") return { status: "delivered", attempts }
    const silent = tried.outcome === "unreachable" || tried.outcome === "timed_out"
    return { status: silent && attempts.length <= backOff.length ? "pending" : "given_up", attempts }
  },
)

/** Records what came of a challenge; notices go to the address from the commit that records its answer. */
export const recordChallenge = command({
  name: "record-challenge",
  sections: ["Rule 2.7"],
  gather: ({ challenge }: { readonly challenge: Challenge; readonly tried: Tried }, _context, reader) =>
    Effect.gen(function* () {
      const agent = Option.getOrNull(yield* reader.find(Agents, challenge.agentId))
      return { agent, earlier: Option.getOrNull(yield* reader.find(Deliveries, challenge.id)) }
    }),
  decide: ({ agent, earlier }, { challenge, tried }, { now }) => {
    const { id, agentId, url, at } = challenge
    const service = challengeTried(earlier?.service?.attempts ?? [], tried, now)
    const wait = service.status === "pending" ? backOff[service.attempts.length - 1] : undefined
    const stands = agent?.serviceUrl === url
    return Either.right({
      changes: [
        Changed.put(Deliveries, { id, agentId, type, at, service, email: null }),
        ...(stands && service.status === "delivered"
          ? [Changed.put(Agents, { ...agent, serviceAnsweredAt: now })]
          : []),
        ...(stands && wait !== undefined
          ? [Changed.task(taskId(agentId), challengeTask, now + wait, challenge)]
          : []),
      ],
      reply: { status: service.status },
    })
  },
})
