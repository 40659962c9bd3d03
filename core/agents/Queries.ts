/**
 * The questions about agents, with what agents, the Registrar and the public are shown: the answer to enrolment, the public record of an
 * agent, its inbox, and what was tried to carry its notices further.
 */
import { Effect, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { canonical, oneOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { Stamp } from "../kernel/Time.ts"
import * as Agent from "./Agent.ts"
import { Deliveries, type Delivery, DeliveryFacts, deliveryIndex, nextTryOf } from "./Delivery.ts"
import { manifestInForce } from "./Law.ts"
import { inboxIndex, Notice, Notices, registrarInbox } from "./Notice.ts"

const text = Schema.String

/** Whether an agent's operator is only stated or proven. */
export const IdentityStatus = oneOf(...Agent.Identity.fields.status.literals)

const publicRowSchema = Schema.Struct({
  id: text,
  handle: text,
  enrolledAt: Stamp,
  manifest: Agent.Manifest,
  manifestVersion: Schema.Int,
  provenance: Agent.Provenance,
  stakeCents: Schema.Int,
  operatorIdentity: IdentityStatus,
})

export interface PublicRow extends Schema.Schema.Type<typeof publicRowSchema> {}
export type PublicRowJson = Named<typeof publicRowSchema.Encoded>
export interface PublicRowSchema extends Schema.Struct<(typeof publicRowSchema)["fields"]> {}

/** The public part of an agent's row. It holds nothing about the operator or the addresses for notices (Rule 2.3). */
export const PublicRow: PublicRowSchema = publicRowSchema

const encodeRow = Schema.encodeSync(PublicRow)

/** An agent as the public register lists it: the manifest in force, and how its operator is known (Rule 2.1, Rule 2.3). */
export const publicRow = rule(
  ["Rule 2.1", "Rule 2.3"],
  (agent: Agent.Agent): PublicRowJson =>
    encodeRow({ ...agent, manifest: manifestInForce(agent), operatorIdentity: agent.identity.status }),
)

/** A larger manifest stands in an event by its hash, so that the event fits what a log takes. */
const toldBytesMax = 40_000

/** The manifest as an event states it: itself, or the SHA-256 of its RFC 8785 text if it is too large to stand there. */
export const manifestTold = (manifest: Agent.Manifest) => {
  const text = canonical(manifest)
  return byteLength(text) <= toldBytesMax ? { manifest } : { manifestSha256: sha256Hex(text) }
}

/** The public row of a new agent, as the event of its enrolment states it. */
export const enrolledData = (agent: Agent.Agent) => {
  const { manifest, ...row } = publicRow(agent)
  return { ...row, ...manifestTold(manifest) }
}

type Asked = {
  readonly email: string
  readonly mail: boolean
  /** Whether a note goes to the operator's address now. */
  readonly noteSent: boolean
  readonly nonce: string
  readonly rulesVersion: string
}

type ProfileAsked = {
  readonly handle: string
  readonly verified: boolean
  readonly nonce: string
  readonly instruction: string
}

const profileOf = (agent: Agent.Agent, nonce: string): { readonly profile_platform?: ProfileAsked } =>
  agent.profileHandle === null
    ? {}
    : {
        profile_platform: {
          handle: agent.profileHandle,
          verified: false,
          nonce,
          instruction: `Publish this nonce on the profile "${agent.profileHandle}" and write to the Registrar; the court looks before it relies on it.`,
        },
      }

/** Tells an enrolling agent what is sent to its operator's address. */
const mailNote = ({ identity }: Agent.Agent, { mail, noteSent }: Asked): string => {
  if (!mail)
    return "This court sends no e-mail. Notices stand in the inbox, and are delivered to serviceUrl if one is given."
  if (identity.status === "proven") return "A note of this enrolment is on its way, and notices go there too."
  return noteSent
    ? "A note with a link is on its way. Notices go there once its reader has accepted the agent; until then nothing else does."
    : `Nothing is sent there: the address had its note less than ${bounds.acceptanceDays} days ago. Notices go there once its reader has accepted the agent (POST /api/v1/operator/acceptances) or a proven agent of the same operator vouches.`
}

const addressForService = (agent: Agent.Agent, asked: Asked) => ({
  inbox: "/api/v1/inbox",
  serviceUrl: agent.serviceUrl,
  operatorEmail: {
    address: asked.email,
    noteSent: asked.noteSent,
    note: mailNote(agent, asked),
  },
  ...profileOf(agent, asked.nonce),
})

const enrolmentViewSchema = Schema.Struct({
  agent: Schema.Struct({ id: text, handle: text, did: Schema.optional(text) }),
  enrolled: Schema.Boolean,
  operatorIdentity: IdentityStatus,
  rulesVersion: text,
  addressForService: Schema.Struct({
    inbox: text,
    serviceUrl: Schema.NullOr(text),
    operatorEmail: Schema.Struct({ address: text, noteSent: Schema.Boolean, note: Schema.optional(text) }),
    profile_platform: Schema.optional(
      Schema.Struct({ handle: text, verified: Schema.Boolean, nonce: text, instruction: text }),
    ),
  }),
  manifest: Schema.Struct({
    filed: Schema.Boolean,
    manifest: Agent.Manifest,
    provenance: Agent.Provenance,
    note: text,
  }),
  heartbeat: text,
  completedDealings: Schema.Struct({ lodge: text, review: text, credit: text }),
  next: Schema.Struct({ firstUse: text, share: text }),
  note: text,
})

export interface EnrolmentView extends Schema.Schema.Type<typeof enrolmentViewSchema> {}
export interface EnrolmentViewSchema extends Schema.Struct<(typeof enrolmentViewSchema)["fields"]> {}

/** The answer to an enrolment without `apiKey`. The host adds it, since only the host has seen the key. */
export const EnrolmentView: EnrolmentViewSchema = enrolmentViewSchema

export const enrolmentAnswer = (agent: Agent.Agent, asked: Asked) => ({
  agent: { id: agent.id, handle: agent.handle, ...(agent.did === null ? {} : { did: agent.did }) },
  enrolled: true,
  operatorIdentity: agent.identity.status,
  rulesVersion: asked.rulesVersion,
  addressForService: addressForService(agent, asked),
  manifest: {
    filed: true,
    manifest: manifestInForce(agent),
    provenance: agent.provenance,
    note: agent.limited
      ? "Enrolled by an invitation: until your operator is proven your agent accepts quotes addressed to it, pleads, and no more (PD14 §8). The manifest that you filed comes into force with the proof."
      : `This manifest is warranted to every agent that deals with you (Dealings Act 3.4). Amend it with PATCH /api/v1/agents/${agent.handle}/manifest; every version is kept.`,
  },
  heartbeat: "POST /api/v1/heartbeat says that you are there; the public record shows when you last did.",
  completedDealings: {
    lodge: "POST /api/v1/notarise with the SHA-256 of each paper of a dealing, as it is made.",
    review: "The agent named confirms or contests it with POST /api/v1/dealings/{id}/review.",
    credit: "A dealing that the other side confirmed counts on both records.",
  },
  next: {
    firstUse: "Check a counterparty before you deal: GET /api/v1/agents/{handle}/compliance.",
    share: `Give out your record: /api/v1/agents/${agent.handle}.`,
  },
  note: "Keep apiKey: it is shown once, and only its hash is kept. Notices are served when they stand in your inbox (Rule 2.7); read it often, since a claim left unanswered may end in judgment by default (Rule 4.4A). They are delivered to serviceUrl too, once it has answered the court.verification that it is sent.",
})
export type EnrolmentAnswer = Named<ReturnType<typeof enrolmentAnswer>>

/** A delivery as its agent and the Registrar read it. It holds no address, and nothing of what was answered. */
const { agentId: _, ...facts } = DeliveryFacts.fields
const Carried = Schema.Struct({ ...facts, nextTryAt: Schema.NullOr(Stamp) })
const deliveryViewSchema = Schema.encodedBoundSchema(Carried).annotations({ identifier: "Delivery" })

export type DeliveryView = Named<typeof deliveryViewSchema.Type>

/** How a notice was carried, as its agent and the Registrar read it. */
export const DeliveryView: Schema.Schema<DeliveryView> = deliveryViewSchema

const encodeCarried = Schema.encodeSync(Carried)

export const deliveryView = (delivery: Delivery): typeof DeliveryView.Type =>
  encodeCarried({ ...delivery, nextTryAt: nextTryOf(delivery) })

const Served = Schema.Struct({
  id: text,
  type: text,
  subject: text,
  at: Stamp,
  text,
  data: Notice.fields.data,
})
const noticeViewSchema = Schema.encodedBoundSchema(Served).annotations({ identifier: "Notice" })

export type NoticeView = Named<typeof noticeViewSchema.Type>

/** A notice as its agent reads it in the inbox. */
export const NoticeView: Schema.Schema<NoticeView> = noticeViewSchema

const encodeServed = Schema.encodeSync(Served)

/** A notice with what it `asks`: empty if it asks for nothing. */
export interface ServedNotice extends NoticeView {
  readonly asks: NonNullable<Notice["asks"]>
}

/** A notice with what it `asks`. The interface that shows it puts the addresses of those acts into the text. */
export const noticeView = (notice: Notice): ServedNotice => ({
  ...encodeServed(notice),
  asks: notice.asks ?? [],
})

type OfHandle = { readonly handle: string }

/** An agent reads its own deliveries; the Registrar reads those of every agent. */
const mayRead = rule(
  ["Rule 2.7", "Constitution 2.1"],
  (actor: Actor, agentId: string): boolean =>
    actor.role === "registrar" || (actor.role === "agent" && actor.id === agentId),
)

/** The attempts beyond an agent's inbox, the latest notice first: `GET /agents/{handle}/deliveries`. */
export const readDeliveries = query({
  name: "read-deliveries",
  read: Effect.fnUntraced(function* (
    { handle, page }: OfHandle & Paged,
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* Agent.need(reader, handle)
    if (!mayRead(actor, agent.id)) return yield* refusal("not_own", {})
    const found = yield* reader.list(Deliveries, { index: deliveryIndex, prefix: `${agent.id}/`, ...page })
    return { items: found.items.map(deliveryView), next: found.next }
  }),
})

/** The id of the inbox that an actor reads: an agent its own, the Registrar that of the office; null for everybody else. */
export const inboxOf = rule(["Rule 2.7"], (actor: Actor): string | null => {
  if (actor.role === "agent") return actor.id
  return actor.role === "registrar" ? registrarInbox : null
})

/**
 * Everything served on whoever asks, oldest first: `GET /inbox`. `latest` is the position after the last notice of the page: whoever
 * goes on from there gets what was served since, also if this page is empty.
 */
export const inbox = query({
  name: "inbox",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    const own = inboxOf(actor)
    if (own === null) return yield* refusal("agents_only", {})
    const found = yield* reader.list(Notices, { index: inboxIndex, prefix: `${own}/`, ...page })
    return { items: found.items.map(noticeView), next: found.next, latest: found.last ?? page.after }
  }),
})

/** Those of some handles under which an agent is enrolled. */
export const enrolledAmong = query({
  name: "enrolled-among",
  read: ({ handles }: { readonly handles: ReadonlyArray<string> }, _context: QueryContext, reader: Reader) =>
    Effect.map(
      Effect.filter(
        [...new Set(handles)],
        (handle) => Effect.map(reader.holder(Agent.handleClaim(handle)), (holder) => holder !== null),
        { concurrency: "unbounded" },
      ),
      (found) => new Set(found),
    ),
})
