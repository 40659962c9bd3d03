/**
 * The addresses to which an agent's notices are carried: its service address, which is proven by a challenge, and its operator's e-mail
 * address.
 */

import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { GivenName } from "../kernel/Id.ts"
import type { Named } from "../kernel/Named.ts"
import type { Keyed } from "../kernel/Notary.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal } from "../kernel/Refusal.ts"
import { format, formatNullable, Instant } from "../kernel/Time.ts"
import { Link, linkOf, type Mailing, noteOperator } from "./Acceptance.ts"
import * as Agent from "./Agent.ts"
import { backOff, challengeTried, Tried } from "./Channel.ts"
import { type BarredFact, barredFact, ServiceRequest } from "./Commands.ts"
import { Deliveries } from "./Delivery.ts"
import { isProven, mayCall, mayMove, own, takePlace } from "./Law.ts"
import type { Notice } from "./Notice.ts"
import * as Operator from "./Operator.ts"
import { earlierStay, leaveHost, type ServiceHost } from "./ServiceHost.ts"

const setServiceInputSchema = Schema.Struct({
  handle: GivenName,
  body: Schema.typeSchema(ServiceRequest),
  /** Keyed hash of the new operator's address in lower case; null if the request has no such address. */
  operatorId: Schema.NullOr(Schema.String),
  mail: Schema.Boolean,
  link: Link,
  ...barredFact,
})

/** Whose address for service is set, with the body of the request and what the host would send. */
export type SetServiceInput = Named<typeof setServiceInputSchema.Type>

const SetServiceInput: Schema.Schema<SetServiceInput> = setServiceInputSchema
/** The input of `setService`: whose address is set, the body, and what the host would send. */
export const serviceOf = (
  handle: string,
  body: ServiceRequest,
  given: Mailing & BarredFact,
): Effect.Effect<SetServiceInput, never, Keyed> =>
  Effect.gen(function* () {
    const operatorId = body.operatorEmail === undefined ? null : yield* Operator.idOf(body.operatorEmail)
    const { mail, barred = false } = given
    return { handle, body, operatorId, mail, link: yield* linkOf(given), barred }
  })

type Facts = {
  readonly agent: Agent.Agent
  readonly from: Operator.Operator
  readonly to: Operator.Operator | null
  /** An earlier stay at the host that the agent answers for now. */
  readonly stayed: ServiceHost | null
}

const gather = (input: SetServiceInput, _context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const agent = yield* Agent.need(reader, input.handle)
    const from = yield* reader.need(Operator.Operators, agent.operatorId, () =>
      refusal("unknown_operator", {}),
    )
    const stayed = yield* earlierStay(reader, agent)
    if (input.operatorId === null || input.operatorId === agent.operatorId)
      return { agent, from, to: null, stayed } satisfies Facts
    const email = needPresent(input.body.operatorEmail, "the address of an operator that is named by its id")
    const known = yield* reader.find(Operator.Operators, input.operatorId)
    const named = Operator.make({ id: input.operatorId, email, name: from.name })
    return { agent, from, to: Option.getOrElse(known, () => named), stayed } satisfies Facts
  })

/** Tells an address that was proven for the agent that the agent has left it, so that a thief of its key can't move it unseen. */
const noteLeaving = (agent: Agent.Agent, { fresh, now }: CommandContext): ReadonlyArray<Change> =>
  isProven(agent)
    ? [
        Operator.noteTo(fresh("note"), now, {
          operatorId: agent.operatorId,
          subject: `Agent ${agent.handle} has left this address`,
          text: `At ${format(now)} the agent "${agent.handle}" named another address as its operator's. If you did not ask for it, write to the Registrar.`,
        }),
      ]
    : []

/** Moves an agent to another operator's address: it takes a place there, and its operator is only stated again. */
const move = (
  agent: Agent.Agent,
  to: Operator.Operator,
  { mail, link }: SetServiceInput,
  context: CommandContext,
) => {
  const { operator, changes: note } = noteOperator(
    { handle: agent.handle, operatorId: to.id },
    to,
    mail ? link : null,
    context,
  )
  const moved: Agent.Agent = {
    ...agent,
    operatorId: to.id,
    identity: Agent.stated,
    operatorMovedAt: context.now,
  }
  const changes: ReadonlyArray<Change> = [
    Changed.put(Operator.Operators, operator),
    ...(isProven(agent)
      ? [
          Changed.event("agent.identity_stated", Agent.subjectOf(agent.handle), ["PD3 §2"], {
            handle: agent.handle,
            operatorIdentity: "stated",
          }),
        ]
      : []),
    ...(mail ? noteLeaving(agent, context) : []),
    ...note,
  ]
  return { moved, changes, noteSent: note.length > 0 }
}

/** The agent with the service address that it sets. A new address has not answered yet; the same address keeps its answer, and is called again if it was gone. */
const withService = (agent: Agent.Agent, serviceUrl: string | null | undefined): Agent.Agent => {
  if (serviceUrl === undefined) return agent
  const { serviceGoneAt: _, ...there } = agent
  return serviceUrl === agent.serviceUrl ? there : { ...there, serviceUrl, serviceAnsweredAt: null }
}

/** Sets the addresses to which notices are carried. They are never public. Service is complete in the inbox (Rule 2.7). */
export const setService = command({
  name: "set-service",
  sections: ["Rule 2.6", "Rule 2.7", "PD3 §1", "PD3 §2", "PD3 §2A"],
  input: SetServiceInput,
  gather,
  decide: ({ agent, from, to, stayed }: Facts, input, context) =>
    Either.gen(function* () {
      const { body } = input
      const place = to === null ? null : takePlace(to, "stated", context.terms)
      yield* firstOf([
        own(context.actor, agent.handle),
        to === null ? null : mayMove(agent, context),
        mayCall(input.barred),
        place !== null && Either.isLeft(place) ? place.left : null,
      ])
      const { moved, changes, noteSent } =
        place === null
          ? { moved: agent, changes: [], noteSent: false }
          : move(agent, yield* place, input, context)
      const after = withService(moved, body.serviceUrl)
      const asked = body.serviceUrl !== undefined && after.serviceAnsweredAt === null
      return {
        changes: [
          Changed.put(Agent.Agents, after),
          ...(after.serviceUrl === agent.serviceUrl ? [] : leaveHost(agent, stayed, context.now)),
          ...changes,
          ...(asked ? scheduleChallenge(after, context) : []),
        ],
        reply: {
          handle: agent.handle,
          serviceUrl: after.serviceUrl,
          serviceAnsweredAt: formatNullable(after.serviceAnsweredAt),
          operatorEmail: { address: body.operatorEmail ?? from.email, noteSent },
          operatorIdentity: after.identity.status,
        },
      }
    }),
})

/** The kind of the task that asks a service to answer its challenge. */
export const challengeTask = "service-challenge"

const taskId = (agentId: string): string => `${challengeTask}/${agentId}`

const challengeSchema = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  url: Schema.String,
  at: Instant,
})

export type Challenge = Named<typeof challengeSchema.Type>

/** A challenge to the service of an agent. Its id is also that of the call; a new address gets a new challenge. */
export const Challenge: Schema.Schema<Challenge> = challengeSchema
/** The text whose keyed hash the service must answer. The host has the key; no store has it. */
export const challengeText = (id: string): string => `service-challenge/${id}`

const type = "court.verification"

/** The call that challenges a service, as a notice that stands in no inbox. */
export const callOf = ({ id, agentId, url, at }: Challenge, handle: string, challenge: string): Notice => ({
  id,
  agentId,
  type,
  subject: Agent.subjectOf(handle),
  at,
  text: `The agent ${handle} gave ${url} as its service address. Answer with 200 and {"challenge": "…"}, the text that stands in data.challenge, and its notices are delivered here. If it is not yours, do nothing: nothing else is sent.`,
  data: { challenge },
})

/** Whether an answer holds the challenge: as the member `challenge` of a JSON object, or alone as text. An echo of the call doesn't. */
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

/** Schedules a challenge of an agent's service; cancels it if the agent has no service address any more. */
export const scheduleChallenge = (
  agent: Agent.Agent,
  { fresh, now }: CommandContext,
): ReadonlyArray<Change> => {
  const { id: agentId, serviceUrl: url } = agent
  if (url === null) return [Changed.cancel(taskId(agentId))]
  return [
    Changed.task(taskId(agentId), challengeTask, now, { id: fresh("challenge"), agentId, url, at: now }),
  ]
}

/** Records the result of a challenge. Notices go to the address from the commit that records its answer. */
export const recordChallenge = command({
  name: "record-challenge",
  sections: ["Rule 2.7A"],
  input: Schema.Struct({ challenge: Challenge, tried: Tried }),
  gather: ({ challenge }, _context, reader) =>
    Effect.gen(function* () {
      const agent = Option.getOrNull(yield* reader.find(Agent.Agents, challenge.agentId))
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
          ? [Changed.put(Agent.Agents, { ...agent, serviceAnsweredAt: now })]
          : []),
        ...(stands && wait !== undefined
          ? [Changed.task(taskId(agentId), challengeTask, now + wait, challenge)]
          : []),
      ],
      reply: { status: service.status },
    })
  },
})
