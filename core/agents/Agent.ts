/**
 * An agent: its record, its manifest and its stakes, how it is found by its handle, and its credentials with the keyring that says which of
 * them serve.
 */

import { Effect, Option, Schema } from "effect"
import { Party } from "../kernel/Actor.ts"
import { exactly, member } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant, latestFirst, sortable } from "../kernel/Time.ts"
import { HttpUrl, visible } from "../kernel/Visible.ts"
import type { StoreUnavailable } from "../store/Store.ts"

const maybe = <A>(schema: Schema.Schema<A>, description: string) =>
  exactly(Schema.NullOr(schema), description)

const name = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible)

const manifestSchema = Schema.Struct({
  model: member(name, "The model that the agent runs on."),
  capabilities: member(
    Schema.Array(name).pipe(Schema.minItems(1), Schema.maxItems(bounds.capabilitiesMax)),
    "Its capabilities, one a text.",
  ),
  authority: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.authorityCharsMax)),
    "The deals that it may agree to, and up to which amount in one dealing. A dealing beyond it is a wrong.",
  ),
  limits: maybe(
    Schema.String.pipe(Schema.maxLength(bounds.manifestLimitsCharsMax)),
    "Acts that the agent must not do.",
  ),
}).annotations({ identifier: "AgentManifest" })

export type Manifest = Named<typeof manifestSchema.Type>

/** The nature, powers and limits of an agent; warranted to every agent that deals with it (Dealings Act 3.4). */
export const Manifest: Schema.Schema<Manifest> = manifestSchema

/** Who stands behind the model: published as filed, not verified. */
export const Provenance = Schema.Struct({
  publisher: member(name, "Who released the model."),
  postTrainer: maybe(
    Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible),
    "Who trained the model further.",
  ),
  builder: maybe(
    Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible),
    "Who built the agent.",
  ),
  source: maybe(HttpUrl, "Where more can be read."),
}).annotations({ identifier: "AgentProvenance" })

export type Provenance = typeof Provenance.Type

/** Reserved words that no agent may take as its handle. */
export const reservedHandles = [
  "person",
  "operator",
  "invite",
  "court",
  "registrar",
  "clerk",
  "judge",
  "system",
] as const

/** The name of an agent, for good: 3 to 40 characters of a-z, 0-9 and hyphens, with a hyphen at neither end (Rule 2.1). */
export const Handle = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/, {
    message: () =>
      "a handle is 3 to 40 characters of a-z, 0-9 and -, beginning and ending with a letter or digit",
  }),
).annotations({ identifier: "Handle" })

/**
 * The proof that the operator named at enrolment stands behind this agent (PD3 §2). It is kept for each agent: anybody can state an
 * address, so a proof for one agent proves nothing for another that states the same address.
 */
export const Identity = Schema.Struct({
  status: Schema.Literal("stated", "proven"),
  by: Schema.NullOr(Schema.Literal("approval", "vouch", "invitation", "acceptance", "registrar")),
  at: Schema.NullOr(Instant),
})

export type Identity = typeof Identity.Type

/** The identity of an operator whose name an agent has stated, and that nobody has verified. */
export const stated: Identity = { status: "stated", by: null, at: null }

const agentSchema = Schema.Struct({
  id: Schema.String,
  handle: Schema.String,
  did: Schema.NullOr(Schema.String),
  operatorId: Schema.String,
  identity: Identity,
  /** When it last changed its operator's address; null if it never has. */
  operatorMovedAt: Schema.NullOr(Instant),
  enrolledAt: Instant,
  serviceUrl: Schema.NullOr(Schema.String),
  /** When the service at that address answered the court's challenge; null until then, and no notice goes there. */
  serviceAnsweredAt: Schema.NullOr(Instant),
  /** When the service answered that it is gone; left out once the agent sets its address anew. No call goes there until then. */
  serviceGoneAt: Schema.optionalWith(Instant, { exact: true }),
  manifest: Manifest,
  manifestVersion: Schema.Int,
  /** How often its manifest was amended on the UTC day of its last amendment, which is the instant at which that day begins. */
  amendments: Schema.Struct({ day: Instant, count: Schema.Int }),
  provenance: Provenance,
  stakeCents: Cents,
  profileHandle: Schema.NullOr(Schema.String),
  /** Whether it enrolled by an invitation and its operator is not proven yet: its manifest is then limited to accepting quotes. */
  limited: Schema.Boolean,
})

export interface Agent extends Schema.Schema.Type<typeof agentSchema> {}

/** An enrolled agent. Its operator is known by id only; nothing of the operator is ever published. */
export const Agent: Schema.Schema<Agent> = agentSchema

/** The agents of each operator, in the order in which they came to it. */
export const operatorIndex = "agents.operator"

/** Agents by their ids, which are listed by operator; a handle leads to an id by a claim (`isHandleClaim`). */
export const Agents = Kind.make<Agent>({
  name: "agent",
  schema: Agent,
  id: (agent) => agent.id,
  index: (agent) => [{ index: operatorIndex, list: `${agent.operatorId}/`, rest: agent.id }],
})

const handles = "handle/"

/** The unique name under which an agent's handle is claimed; its holder is the agent's id. */
export const handleClaim = (handle: string): string => `${handles}${handle}`

/** Whether this claim of a store says who has a handle. */
export const isHandleClaim = (claim: string): boolean => claim.startsWith(handles)

/** The subject of events about an agent, which readers of the journal find by its handle. */
export const subjectOf = (handle: string): string => `agent/${handle}`

/** The name of the tally of how many dealings an agent has lodged. */
export const lodgedTally = (handle: string): string => `dealings-lodged/${handle}`

/** The tally of an agent's confirmed dealings. Each counts for both of its sides. */
export const reviewedTally = (handle: string): string => `dealings-reviewed/${handle}`

/** One version of an agent's manifest, with the time at which it was filed. */
const ManifestVersion = Schema.Struct({
  agentId: Schema.String,
  version: Schema.Int,
  filedAt: Instant,
  manifest: Manifest,
})

type ManifestVersion = typeof ManifestVersion.Type

export const ManifestVersions = Kind.make<ManifestVersion>({
  name: "manifest",
  schema: ManifestVersion,
  id: (version) => `${version.agentId}/${version.version}`,
})

/** A stake that an agent published, in force from its own instant until the agent's next one (Rule 5.3A). */
export const Stake = Schema.Struct({ agentId: Schema.String, cents: Cents, at: Instant })

export interface Stake extends Schema.Schema.Type<typeof Stake> {}

const stakeIndex = "stakes"

const stakeKey = (agentId: string, at: Instant): string => `${agentId}/${latestFirst(at)}`

export const Stakes = Kind.make<Stake>({
  name: "stake",
  schema: Stake,
  id: (stake) => `${stake.agentId}/${sortable(stake.at)}`,
  index: (stake) => [{ index: stakeIndex, key: stakeKey(stake.agentId, stake.at) }],
})

/** The list query whose first item is the stake in force at an instant. */
export const stakeInForce = (agentId: string, at: Instant) => ({
  index: stakeIndex,
  prefix: `${agentId}/`,
  after: stakeKey(agentId, at + 1),
  limit: 1,
})

const Heartbeat = Schema.Struct({ agentId: Schema.String, at: Instant })

type Heartbeat = typeof Heartbeat.Type

export const Heartbeats = Kind.make<Heartbeat>({
  name: "heartbeat",
  schema: Heartbeat,
  id: (beat) => beat.agentId,
})

/** The agent enrolled under a handle, if there is one. A handle is never freed, so it always names the same agent. */
export const findByHandle = (
  reader: Reader,
  handle: string,
): Effect.Effect<Option.Option<Agent>, StoreUnavailable> =>
  Effect.flatMap(reader.holder(handleClaim(handle)), (id) =>
    id === null ? Effect.succeedNone : reader.find(Agents, id),
  )

/** The agent enrolled under a handle, or the refusal `unknown_agent`. */
export const need = (reader: Reader, handle: string): Effect.Effect<Agent, Refusal | StoreUnavailable> =>
  Effect.flatMap(
    findByHandle(reader, handle),
    Option.match({
      onNone: () => Effect.fail(refusal("unknown_agent", { handle })),
      onSome: Effect.succeed,
    }),
  )

/** A party that an order, a quote or a hold binds. It is always an enrolled agent (Rule 2.4). */
export const Bound = Schema.Struct({ ...Party.fields, id: Schema.String })

export type Bound = typeof Bound.Type

/** The body of `PATCH /agents/{handle}/manifest`: only the fields that change. */
export const ManifestPatch = Schema.partialWith(Manifest, { exact: true }).annotations({
  identifier: "ManifestPatch",
})
export type ManifestPatch = typeof ManifestPatch.Type

/**
 * A bearer credential of an agent: only the SHA-256 of the key is kept, as the id. The record never changes; the agent's keyring
 * says whether the key serves.
 */
export const Credential = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  handle: Schema.String,
  createdAt: Instant,
})
export interface Credential extends Schema.Schema.Type<typeof Credential> {}
export const Credentials = Kind.make<Credential>({
  name: "credential",
  schema: Credential,
  id: (credential) => credential.id,
})

/**
 * The keys of an agent that have not ended: the current one, and the previous one with the instant until which it serves. Once the
 * Registrar has ended all of them, it has the time of that.
 */
export const Keyring = Schema.Struct({
  agentId: Schema.String,
  current: Schema.NullOr(Schema.String),
  previous: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
  endedAt: Schema.optionalWith(Instant, { exact: true }),
})
export interface Keyring extends Schema.Schema.Type<typeof Keyring> {}
export const Keyrings = Kind.make<Keyring>({
  name: "keyring",
  schema: Keyring,
  id: (keyring) => keyring.agentId,
})
