import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, hours } from "../Time.ts"
import { type Agent, Agents, stated, subjectOf } from "./Agent.ts"
import { takePlace } from "./Enrol.ts"
import { ServiceUrl } from "./Enrolment.ts"
import { needAgent } from "./Lookup.ts"
import { Email, noteTo, type Operator, Operators } from "./Operator.ts"
import { own } from "./Own.ts"

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
}

type Facts = { readonly agent: Agent; readonly from: Operator; readonly to: Operator | null }

const gather = (input: SetServiceInput, _context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const agent = yield* needAgent(reader, input.handle)
    const from = yield* reader.need(Operators, agent.operatorId, () => refusal("unknown_operator", {}))
    if (input.operatorId === null || input.operatorId === agent.operatorId)
      return { agent, from, to: null } satisfies Facts
    const known = yield* reader.find(Operators, input.operatorId)
    const fresh = { id: input.operatorId, email: input.body.operatorEmail ?? "", name: from.name, agents: 0 }
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

/** Both addresses are told: the old one, so that a stolen key can't take an agent away unseen; the new one, since it is only stated. */
const notes = (agent: Agent, from: Operator, to: Operator, { id, now }: CommandContext) => [
  noteTo(id(0), now, {
    operatorId: from.id,
    subject: `Agent ${agent.handle} has left this address`,
    text: `At ${format(now)} the agent "${agent.handle}" named another address as its operator's. If you did not ask for it, write to the Registrar.`,
  }),
  noteTo(id(1), now, {
    operatorId: to.id,
    subject: `Agent ${agent.handle} names this address`,
    text: `At ${format(now)} the agent "${agent.handle}" named this address as its operator's. It stays unproven until an agent of yours vouches for it; if it is not yours, do nothing.`,
  }),
]

/** What moving an agent to another operator's address changes: it takes a place there, and what was proven is only stated again. */
const move = (agent: Agent, from: Operator, to: Operator, mail: boolean, context: CommandContext) => {
  const moved: Agent = { ...agent, operatorId: to.id, identity: stated, operatorMovedAt: context.now }
  const changes: ReadonlyArray<Change> = [
    Changed.put(Operators, to),
    ...(agent.identity.status === "proven"
      ? [
          Changed.event("agent.identity_stated", subjectOf(agent.handle), ["PD3 §2"], {
            handle: agent.handle,
            operatorIdentity: "stated",
          }),
        ]
      : []),
    ...(mail ? notes(agent, from, to, context) : []),
  ]
  return { moved, changes }
}

/** Sets where notices are carried to. Nothing of it is public; service itself is complete in the inbox (Rule 2.7). */
export const setService = command({
  name: "setService",
  sections: ["Rule 2.6", "Rule 2.7", "PD3 §1", "PD3 §2"],
  gather,
  decide: ({ agent, from, to }: Facts, { body, mail }, context) =>
    Either.gen(function* () {
      const place = to === null ? null : takePlace(to, context.terms)
      yield* firstOf([
        own(context.actor, agent.handle),
        to === null ? null : mayMove(agent, context),
        place !== null && Either.isLeft(place) ? place.left : null,
      ])
      const { moved, changes } =
        place === null ? { moved: agent, changes: [] } : move(agent, from, yield* place, mail, context)
      const after: Agent = {
        ...moved,
        serviceUrl: body.serviceUrl === undefined ? agent.serviceUrl : body.serviceUrl,
      }
      return {
        changes: [Changed.put(Agents, after), ...changes],
        reply: {
          handle: agent.handle,
          serviceUrl: after.serviceUrl,
          operatorEmail: { address: body.operatorEmail ?? from.email, noteSent: mail && place !== null },
          operatorIdentity: after.identity.status,
        },
      }
    }),
})
