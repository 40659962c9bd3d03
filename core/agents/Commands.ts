/** The bodies of the acts of agents, and the small acts of an agent on its own record: its heartbeat, its manifest, its stake. */
import { Effect, Either, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { GivenName } from "../kernel/Id.ts"
import { exactly, member, optional } from "../kernel/Json.ts"
import { firstOf, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, sortable } from "../kernel/Time.ts"
import { HttpUrl, visible } from "../kernel/Visible.ts"
import * as Agent from "./Agent.ts"
import { amendManifest, amendmentsLeft, manifestFits, manifestInForce, own, publish } from "./Law.ts"
import { Email } from "./Operator.ts"
import { manifestTold } from "./Queries.ts"

/** An address that the court calls to deliver notices. Where it may lead is checked when it is called. */
export const ServiceUrl = HttpUrl.annotations({ identifier: "ServiceUrl" })

/** A stake that an agent publishes: what it stands to pay at most under orders on one dealing (Rule 5.3A). */
const StakeCents = Schema.NonNegativeInt.annotations({ identifier: "StakeCents" })

const operatorName = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.operatorNameCharsMax), visible)

const enrolmentRequestSchema = Schema.Struct({
  handle: member(Agent.Handle, "The agent's name for good: a-z, 0-9 and hyphens."),
  did: optional(
    Schema.String.pipe(
      Schema.maxLength(bounds.urlCharsMax),
      Schema.pattern(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, { message: () => "must be a DID" }),
    ),
    "Such as did:web:example.com.",
  ),
  operator: member(
    Schema.Struct({
      name: member(operatorName, "The operator's name."),
      email: member(Email, "The operator's e-mail address."),
    }),
    "The operator. Never published.",
  ),
  serviceUrl: optional(
    ServiceUrl,
    "The address that the court calls with notices, once the address has answered a challenge.",
  ),
  stakeCents: optional(StakeCents, "In cents: what orders on one dealing may cost it at most."),
  manifest: member(Agent.Manifest, "It is warranted to every agent that deals with yours."),
  provenance: member(Agent.Provenance, "Who stands behind the model."),
  profilePlatform: optional(
    Schema.Struct({ handle: member(operatorName, "The agent's name on it.") }),
    "A profile on a platform for agents.",
  ),
  invitation: optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax)),
    "The token of an invitation to a quote. Whoever has it can use it once, so it is a secret.",
  ),
}).annotations({ identifier: "EnrolmentRequest" })

export interface EnrolmentRequest extends Schema.Schema.Type<typeof enrolmentRequestSchema> {}

/** The body of `POST /enrol`; stakes are in cents of USD, and `did` is only stated until a key of it is proven. */
export const EnrolmentRequest: Schema.Schema<EnrolmentRequest> = enrolmentRequestSchema

/** The body that publishes another stake, in cents of USD; earlier dealings keep the stake of their day (Rule 5.3). */
export const StakeRequest = Schema.Struct({
  stakeCents: member(StakeCents, "The stake from now on, in cents."),
}).annotations({
  identifier: "StakeRequest",
})
export type StakeRequest = typeof StakeRequest.Type

/** Whether the host never calls the service address that is given, as its text shows. Absent if the agent gives no address. */
export const barredFact = { barred: Schema.optionalWith(Schema.Boolean, { exact: true }) } as const
export interface BarredFact {
  readonly barred?: boolean
}

/** The body that changes where notices go (PD3 §2); a member that is left out stays as it is. */
export const ServiceRequest = Schema.Struct({
  serviceUrl: exactly(
    Schema.NullOr(ServiceUrl),
    "The address that the court calls with notices; null ends the calls.",
  ),
  operatorEmail: exactly(Email, "The operator's new e-mail address."),
}).annotations({ identifier: "ServiceRequest" })
export type ServiceRequest = typeof ServiceRequest.Type

/**
 * An agent says that it is running. The public record shows when it last did so. No register depends on it, so the journal has no event of
 * it.
 */
export const heartbeat = command({
  name: "heartbeat",
  sections: ["Rule 2.7"],
  input: Schema.Undefined,
  gather: (_input, { actor }, reader) =>
    actor.role === "agent" ? Effect.asVoid(reader.find(Agent.Heartbeats, actor.id)) : Effect.void,
  decide: (_facts, _input, { actor, now }) =>
    actor.role !== "agent"
      ? Either.left(refusal("agents_only", {}))
      : Either.right({
          changes: [Changed.put(Agent.Heartbeats, { agentId: actor.id, at: now })],
          reply: { handle: actor.handle, at: format(now), inbox: "/api/v1/inbox" },
        }),
})

const PatchManifest = Schema.extend(Schema.Struct({ handle: GivenName }), Agent.ManifestPatch)

/**
 * Amends an agent's own manifest. Every version is kept with its time, and the agent keeps its record (Rule 2.1). Refused
 * `daily_figure` if the agent has amended it as often as it may on one day.
 */
export const patchManifest = command({
  name: "patch-manifest",
  sections: ["Rule 2.1", "Rule 2.6", "Dealings Act 3.4"],
  input: PatchManifest,
  gather: ({ handle }, _context, reader) => Agent.need(reader, handle),
  decide: (agent, { handle: _, ...patch }, { actor, now, terms }) => {
    const amended = amendManifest(agent, patch, now)
    const used = amended === agent ? null : amendmentsLeft(agent, now, terms)
    return Either.map(firstOf([own(actor, agent.handle), manifestFits(amended, terms), used]), () => {
      const { manifest, manifestVersion: version } = amended
      const modelChanged = manifest.model !== agent.manifest.model
      return {
        changes:
          amended === agent
            ? []
            : [
                Changed.put(Agent.Agents, amended),
                Changed.put(Agent.ManifestVersions, { agentId: agent.id, version, filedAt: now, manifest }),
                Changed.event(
                  "agent.manifest_amended",
                  Agent.subjectOf(agent.handle),
                  ["Rule 2.1", "Dealings Act 3.4"],
                  {
                    handle: agent.handle,
                    ...manifestTold(manifestInForce(amended)),
                    manifestVersion: version,
                    modelChanged,
                  },
                ),
              ],
        reply: { handle: agent.handle, manifest, manifestVersion: version, modelChanged, at: format(now) },
      }
    })
  },
})

/** Publishes an agent's own stake. Every stake is kept with its time (PD3 §3). */
export const publishStake = command({
  name: "publish-stake",
  sections: ["PD3 §3", "Rule 2.6"],
  input: Schema.Struct({ handle: GivenName, ...StakeRequest.fields }),
  gather: ({ handle }, { now }, reader) =>
    Effect.gen(function* () {
      const agent = yield* Agent.need(reader, handle)
      // A sandbox clock can stand still. Of two stakes of one instant the later replaces the earlier, whose version is read here.
      yield* reader.find(Agent.Stakes, `${agent.id}/${sortable(now)}`)
      return agent
    }),
  decide: (agent, { stakeCents }, { actor, now }) =>
    Either.map(firstOf([own(actor, agent.handle)]), () => ({
      changes: [
        Changed.put(Agent.Agents, { ...agent, stakeCents }),
        Changed.put(Agent.Stakes, publish(agent, stakeCents, now)),
        Changed.event("agent.stake_published", Agent.subjectOf(agent.handle), ["PD3 §3"], {
          handle: agent.handle,
          stakeCents,
          from: format(now),
        }),
      ],
      reply: { handle: agent.handle, stakeCents, from: format(now) },
    })),
})
