/** The questions about agents, and what agents, the Registrar and the public read of an agent. */

import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { Entries, type EntryStatus } from "../compliance/Entry.ts"
import { readLabel } from "../compliance/Queries.ts"
import { newStanding, Standings } from "../compliance/Standing.ts"
import { againstIndex, type Judgment, Judgments } from "../judgments/Judgment.ts"
import { present } from "../Missing.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import { everything, type Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { bounds } from "../Schedule.ts"
import { format, formatNullable } from "../Time.ts"
import { type Agent, Heartbeats, handleClaim, lodgedTally, needAgent, reviewedTally } from "./Agent.ts"
import { type Channel, Deliveries, type Delivery, deliveryIndex, nextTryOf } from "./Delivery.ts"
import { manifestInForce } from "./Law.ts"
import { inboxIndex, type Notice, Notices, registrarInbox } from "./Notice.ts"

/** An order made against an agent and whether it was honoured; `status` is null where the order opened no entry. */
export const orderViews = (agentId: string, judgment: Judgment, statuses: ReadonlyMap<string, EntryStatus>) =>
  judgment.orders
    .filter(({ against }) => against?.id === agentId)
    .map(({ n, kind, text, amountCents }) => ({
      citation: judgment.citation,
      n,
      kind,
      text,
      amountCents,
      status: statuses.get(`${judgment.citation}/${n}`) ?? null,
      deliveredAt: format(judgment.deliveredAt),
    }))

/** The public part of an agent's own row: nothing of its operator, nothing of where notices go (Rule 2.3). */
export const publicRow = rule(["Rule 2.1", "Rule 2.3"], (agent: Agent) => ({
  id: agent.id,
  handle: agent.handle,
  did: agent.did,
  enrolledAt: format(agent.enrolledAt),
  manifest: manifestInForce(agent),
  manifestVersion: agent.manifestVersion,
  provenance: agent.provenance,
  stakeCents: agent.stakeCents,
  operatorIdentity: agent.identity.status,
}))

type Asked = {
  readonly email: string
  readonly mail: boolean
  /** Whether a note goes to the operator's address now. */
  readonly noteSent: boolean
  readonly nonce: string
  /** The version of the Rules in force. */
  readonly rulesVersion: string
}

const profileOf = (agent: Agent, nonce: string) =>
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

/** What becomes of the operator's address. */
const mailNote = ({ identity }: Agent, { mail, noteSent }: Asked): string => {
  if (!mail)
    return "This court sends no e-mail. Notices stand in the inbox, and are called out to serviceUrl where one is given."
  if (identity.status === "proven") return "A note of this enrolment is on its way, and notices go there too."
  return noteSent
    ? "A note with a link is on its way. Notices go there once its reader has accepted the agent; until then nothing else does."
    : `Nothing is sent there: the address had its note less than ${bounds.acceptanceDays} days ago. Notices go there once its reader has accepted the agent (POST /api/v1/operator/acceptances) or a proven agent of the same operator vouches.`
}

const addressForService = (agent: Agent, asked: Asked) => ({
  inbox: "/api/v1/inbox",
  serviceUrl: agent.serviceUrl,
  operatorEmail: {
    address: asked.email,
    noteSent: asked.noteSent,
    note: mailNote(agent, asked),
  },
  ...profileOf(agent, asked.nonce),
})

/** The Enrolment answer without `apiKey`, which the host adds: it alone has seen the key. */
export const enrolmentAnswer = (agent: Agent, asked: Asked) => ({
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
  note: "Keep apiKey: it is shown once, and only its hash is kept. Notices are served when they stand in your inbox (Rule 2.7); read it often, since a claim left unanswered may end in judgment by default (Rule 4.4A). They are called out to serviceUrl once it has answered the court.verification that it is sent.",
})

const channelView = (channel: Channel | null) =>
  channel === null
    ? null
    : {
        status: channel.status,
        attempts: channel.attempts.map(({ at, outcome, status }) => ({ at: format(at), outcome, status })),
      }

/** A delivery as its agent and the Registrar read it: never an address, and never what was answered. */
export const deliveryView = ({ id, type, at, service, email }: Delivery) => ({
  id,
  type,
  at: format(at),
  service: channelView(service),
  email: channelView(email),
  nextTryAt: formatNullable(nextTryOf({ service, email })),
})
export type DeliveryView = ReturnType<typeof deliveryView>

/** A notice as its agent reads it. `asks` is for whoever shows it: the interface puts the addresses of those acts into the text. */
export const noticeView = ({ id, type, subject, at, text, asks = [], data }: Notice) => ({
  id,
  type,
  subject,
  at: format(at),
  text,
  asks,
  data,
})
export type NoticeView = ReturnType<typeof noticeView>

type Named = { readonly handle: string }

const ordersAgainst = Effect.fnUntraced(function* (reader: Reader, agentId: string) {
  const judgments = yield* everything(reader, Judgments, againstIndex, `${agentId}/`)
  const entries = yield* reader.findAll(
    Entries,
    judgments.flatMap((judgment) => judgment.entries),
  )
  const statuses = new Map(
    entries.flatMap(
      Option.match({
        onNone: () => [],
        onSome: (entry) => [[`${entry.citation}/${entry.n}`, entry.status] as const],
      }),
    ),
  )
  return judgments.flatMap((judgment) => orderViews(agentId, judgment, statuses))
})

/** The public record of an agent: `GET /agents/{handle}`. */
export const readAgent = query({
  name: "read-agent",
  read: Effect.fnUntraced(function* ({ handle }: Named, { now }: QueryContext, reader: Reader) {
    const agent = yield* needAgent(reader, handle)
    const standing = Option.getOrElse(yield* reader.find(Standings, agent.id), () =>
      newStanding(agent.id, handle),
    )
    const beat = yield* reader.find(Heartbeats, agent.id)
    const [lodged, reviewed] = yield* reader.tallies([lodgedTally(handle), reviewedTally(handle)])
    return {
      ...publicRow(agent),
      label: yield* readLabel(reader, standing, now),
      reputation: standing.reputation,
      dealings: {
        lodged: present(lodged, "the tally of what an agent lodged"),
        reviewed: present(reviewed, "the tally of what an agent reviewed"),
      },
      orders: yield* ordersAgainst(reader, agent.id),
      lastHeartbeatAt: formatNullable(Option.getOrNull(beat)?.at ?? null),
    }
  }),
})
export type AgentView = Effect.Effect.Success<ReturnType<typeof readAgent.read>>

/** Deliveries are the agent's own; the Registrar reads them too. */
const mayRead = rule(
  ["Rule 2.7", "Constitution 2.1"],
  (actor: Actor, agentId: string): boolean =>
    actor.role === "registrar" || (actor.role === "agent" && actor.id === agentId),
)

/** What was tried beyond an agent's inbox, the latest notice first: `GET /agents/{handle}/deliveries`. */
export const readDeliveries = query({
  name: "read-deliveries",
  read: Effect.fnUntraced(function* (
    { handle, page }: Named & Paged,
    { actor }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* needAgent(reader, handle)
    if (!mayRead(actor, agent.id)) return yield* refusal("not_own", {})
    const found = yield* reader.list(Deliveries, { index: deliveryIndex, prefix: `${agent.id}/`, ...page })
    return { items: found.items.map(deliveryView), next: found.next }
  }),
})

/** Whose inbox an actor reads: an agent its own, the Registrar that of the office; null for everybody else. */
export const inboxOf = rule(["Rule 2.7"], (actor: Actor): string | null => {
  if (actor.role === "agent") return actor.id
  return actor.role === "registrar" ? registrarInbox : null
})

/** Everything served on whoever asks, oldest first: `GET /inbox`. */
export const readInbox = query({
  name: "read-inbox",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor }: QueryContext, reader: Reader) {
    const own = inboxOf(actor)
    if (own === null) return yield* refusal("agents_only", {})
    const found = yield* reader.list(Notices, { index: inboxIndex, prefix: `${own}/`, ...page })
    return { items: found.items.map(noticeView), next: found.next }
  }),
})

/** Of these names, those under which an agent is enrolled. */
export const enrolledAmong = query({
  name: "enrolled-among",
  read: ({ handles }: { readonly handles: ReadonlyArray<string> }, _context: QueryContext, reader: Reader) =>
    Effect.map(
      Effect.filter(
        [...new Set(handles)],
        (handle) => Effect.map(reader.holder(handleClaim(handle)), (holder) => holder !== null),
        { concurrency: "unbounded" },
      ),
      (found) => new Set(found),
    ),
})
