import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, formatNullable, hours } from "../Time.ts"
import { type Link, noted } from "./Acceptance.ts"
import { type Agent, Agents, stated, subjectOf } from "./Agent.ts"
import { challenged } from "./Challenge.ts"
import { ServiceUrl } from "./Enrolment.ts"
import { needAgent } from "./Lookup.ts"
import { Email, newOperator, noteTo, type Operator, Operators, takePlace } from "./Operator.ts"
import { own } from "./Own.ts"
import { isProven } from "./Proof.ts"

/** The body of `PUT /agents/{handle}/service`. */
export const ServiceRequest = Schema.Struct({
  serviceUrl: Schema.optionalWith(Schema.NullOr(ServiceUrl), { exact: true }),
  operatorEmail: Schema.optionalWith(Email, { exact: true }),
}).annotations({ identifier: "ServiceRequest" })
export type ServiceRequest = typeof ServiceRequest.Type

export type SetServiceInput = {
  readonly handle: string
  readonly body: ServiceRequest
  /** Keyed hash of the new operator's address in lower case; null where none was sent. */
  readonly operatorId: string | null
  readonly mail: boolean
  /** What a link in a note is made of, in case one is sent. */
  readonly link: Link
}

type Facts = { readonly agent: Agent; readonly from: Operator; readonly to: Operator | null }

const gather = (input: SetServiceInput, _context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, input.handle)
    const from = yield* reader.need(Operators, agent.operatorId, () => refusal("unknown_operator", {}))
    if (input.operatorId === null || input.operatorId === agent.operatorId)
      return { agent, from, to: null } satisfies Facts
    const known = yield* reader.find(Operators, input.operatorId)
    const email = input.body.operatorEmail ?? ""
    const fresh = newOperator({ id: input.operatorId, email, name: from.name })
    return { agent, from, to: Option.getOrElse(known, () => fresh) } satisfies Facts
  })

/** An address is changed once in a while only: each change sends a note to somebody who may never have asked for one. */
export const mayMove = rule(
  ["PD3 §2"],
  (agent: Agent, { now, terms }: Pick<CommandContext, "now" | "terms">): Refusal | null =>
    agent.operatorMovedAt !== null && now < agent.operatorMovedAt + hours(terms.operatorMoveHours)
      ? refusal("operator_moved", { hours: terms.operatorMoveHours })
      : null,
)

/** An address that was proven for the agent is told that it is left, so that a stolen key can't take an agent away unseen. */
const leaving = (agent: Agent, { id, now }: CommandContext): ReadonlyArray<Change> =>
  isProven(agent)
    ? [
        noteTo(id(0), now, {
          operatorId: agent.operatorId,
          subject: `Agent ${agent.handle} has left this address`,
          text: `At ${format(now)} the agent "${agent.handle}" named another address as its operator's. If you did not ask for it, write to the Registrar.`,
        }),
      ]
    : []

/** What moving an agent to another operator's address changes: it takes a place there, and what was proven is only stated again. */
const move = (agent: Agent, to: Operator, { mail, link }: SetServiceInput, context: CommandContext) => {
  const { operator, changes: note } = noted(
    { handle: agent.handle, operatorId: to.id },
    to,
    mail ? link : null,
    context,
  )
  const moved: Agent = { ...agent, operatorId: to.id, identity: stated, operatorMovedAt: context.now }
  const changes: ReadonlyArray<Change> = [
    Changed.put(Operators, operator),
    ...(isProven(agent)
      ? [
          Changed.event("agent.identity_stated", subjectOf(agent.handle), ["PD3 §2"], {
            handle: agent.handle,
            operatorIdentity: "stated",
          }),
        ]
      : []),
    ...(mail ? leaving(agent, context) : []),
    ...note,
  ]
  return { moved, changes, noteSent: note.length > 0 }
}

/** The agent with the service address that it sets. A new one has answered nothing yet; one that stays keeps its answer. */
const served = (agent: Agent, serviceUrl: string | null | undefined): Agent =>
  serviceUrl === undefined || serviceUrl === agent.serviceUrl
    ? agent
    : { ...agent, serviceUrl, serviceAnsweredAt: null }

/** Sets where notices are carried to. Nothing of it is public; service itself is complete in the inbox (Rule 2.7). */
export const setService = command({
  name: "setService",
  sections: ["Rule 2.6", "Rule 2.7", "PD3 §1", "PD3 §2"],
  gather,
  decide: ({ agent, from, to }: Facts, input, context) =>
    Either.gen(function* () {
      const { body } = input
      const place = to === null ? null : takePlace(to, "stated", context.terms)
      yield* firstOf([
        own(context.actor, agent.handle),
        to === null ? null : mayMove(agent, context),
        place !== null && Either.isLeft(place) ? place.left : null,
      ])
      const { moved, changes, noteSent } =
        place === null
          ? { moved: agent, changes: [], noteSent: false }
          : move(agent, yield* place, input, context)
      const after = served(moved, body.serviceUrl)
      const asked = body.serviceUrl !== undefined && after.serviceAnsweredAt === null
      return {
        changes: [Changed.put(Agents, after), ...changes, ...(asked ? challenged(after, context) : [])],
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
