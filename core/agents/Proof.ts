/** How an operator is proven for an agent: by approval, by a vouch, or by the Registrar (PD3 §2). */
import { Effect, Either, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { ById, GivenName } from "../kernel/Id.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { days, format, Instant } from "../kernel/Time.ts"
import * as Agent from "./Agent.ts"
import { isProven, movePlaces, Reasoned, registrarOnly } from "./Law.ts"
import { type Operator, Operators } from "./Operator.ts"
import { manifestTold } from "./Queries.ts"

/** An approval of one more agent by a proven operator. No record keeps its token: the id is the token's SHA-256. */
export const Approval = Schema.Struct({
  id: Schema.String,
  operatorId: Schema.String,
  issuedBy: Schema.String,
  issuedAt: Instant,
  expiresAt: Instant,
  usedBy: Schema.NullOr(Schema.String),
})
export interface Approval extends Schema.Schema.Type<typeof Approval> {}
export const Approvals = Kind.make<Approval>({
  name: "approval",
  schema: Approval,
  id: (approval) => approval.id,
})

/** Uses an approval for an agent of the operator that issued it. Every reason gives the same refusal, so that tokens can't be probed. */
export const redeem = rule(
  ["PD3 §2"],
  (
    approval: Approval | null,
    operatorId: string,
    agentId: string,
    now: Instant,
  ): Either.Either<Change, Refusal> =>
    approval === null ||
    approval.usedBy !== null ||
    now >= approval.expiresAt ||
    approval.operatorId !== operatorId
      ? Either.left(refusal("approval_unusable", {}))
      : Either.right(Changed.put(Approvals, { ...approval, usedBy: agentId })),
)

/** The event of the end of an agent's limit: the manifest that it filed is in force. */
const endLimit = (agent: Agent.Agent): ReadonlyArray<Change> =>
  agent.limited
    ? [
        Changed.event(
          "agent.manifest_amended",
          Agent.subjectOf(agent.handle),
          ["PD14 §8", "Dealings Act 3.4"],
          {
            handle: agent.handle,
            ...manifestTold(agent.manifest),
            manifestVersion: agent.manifestVersion,
            modelChanged: false,
          },
        ),
      ]
    : []

const proveNow = (
  agent: Agent.Agent,
  by: NonNullable<Agent.Identity["by"]>,
  now: Instant,
  reasons: string | null,
): ReadonlyArray<Change> => [
  Changed.put(Agent.Agents, { ...agent, identity: { status: "proven", by, at: now }, limited: false }),
  Changed.event("agent.identity_proven", Agent.subjectOf(agent.handle), ["PD3 §2"], {
    handle: agent.handle,
    operatorIdentity: "proven",
    by,
    ...(by === "registrar" ? { reasons } : {}),
  }),
  ...endLimit(agent),
]

/**
 * Proves an operator for some of its agents. The journal says by which route, never by whom. Each agent leaves a place that
 * anybody may use and takes one of the holder's.
 */
export const prove = rule(
  ["PD3 §2", "PD3 §1"],
  (
    agents: ReadonlyArray<Agent.Agent>,
    operator: Operator,
    by: NonNullable<Agent.Identity["by"]>,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
    reasons: string | null = null,
  ): Either.Either<ReadonlyArray<Change>, Refusal> =>
    Either.map(movePlaces(operator, agents.length, terms), (row) => [
      Changed.put(Operators, row),
      ...agents.flatMap((agent) => proveNow(agent, by, now, reasons)),
    ]),
)

/** The agent that acts; null if the actor is not an agent. */
const findActingAgent = (reader: Reader, actor: { readonly role: string; readonly handle?: string }) =>
  actor.handle === undefined ? Effect.succeed(null) : Agent.need(reader, actor.handle)

export const operatorOf = (reader: Reader, { operatorId }: Agent.Agent) =>
  reader.need(Operators, operatorId, () => refusal("unknown_operator", {}))

/** A proven agent vouches that another one, enrolled at the same address, has the same operator. */
export const vouch = command({
  name: "vouch",
  sections: ["PD3 §2"],
  input: Schema.Struct({ handle: GivenName }),
  gather: (input, { actor }, reader) =>
    Effect.gen(function* () {
      const agent = yield* Agent.need(reader, input.handle)
      return {
        agent,
        operator: yield* operatorOf(reader, agent),
        voucher: yield* findActingAgent(reader, actor),
      }
    }),
  decide: ({ agent, operator, voucher }, _input, context) =>
    Either.gen(function* () {
      yield* firstOf([
        when(voucher === null, "agents_only", {}),
        when(voucher !== null && !isProven(voucher), "not_proven", {}),
        when(voucher !== null && voucher.operatorId !== agent.operatorId, "other_operator", {}),
        when(isProven(agent), "already_proven", {}),
      ])
      return {
        changes: yield* prove([agent], operator, "vouch", context),
        reply: { handle: agent.handle, operatorIdentity: "proven", at: format(context.now) },
      }
    }),
})

/** A proven agent approves one more agent of its operator. The host adds the token to the answer; only its hash is kept. */
export const issueApproval = command({
  name: "issue-approval",
  sections: ["PD3 §2"],
  input: Schema.Struct({ approvalId: Schema.String }),
  gather: (_input, { actor }, reader) => findActingAgent(reader, actor),
  decide: (agent, { approvalId }, { now, terms }) => {
    if (agent === null) return Either.left(refusal("agents_only", {}))
    if (!isProven(agent)) return Either.left(refusal("not_proven", {}))
    const expiresAt = now + days(terms.approvalDays)
    return Either.right({
      changes: [
        Changed.put(Approvals, {
          id: approvalId,
          operatorId: agent.operatorId,
          issuedBy: agent.id,
          issuedAt: now,
          expiresAt,
          usedBy: null,
        }),
      ],
      reply: { header: "x-court-install-approval", expiresAt: format(expiresAt) },
    })
  },
})

/** The agents that `{id}` of `/registrar/operators/{id}/prove` names: one by its handle, or all at the address of an operator's id. */
const findNamedAgents = (reader: Reader, id: string) =>
  Effect.gen(function* () {
    const single = yield* reader.holder(Agent.handleClaim(id))
    if (single !== null) {
      const agent = yield* Agent.need(reader, id)
      return { operator: yield* operatorOf(reader, agent), agents: [agent] }
    }
    const operator = yield* reader.need(Operators, id, () => refusal("unknown_operator", {}))
    const page = yield* reader.list(Agent.Agents, {
      index: Agent.operatorIndex,
      prefix: `${operator.id}/`,
      after: null,
      limit: 100,
    })
    // Each is read again by its id, so that the commit rests on the version of each. One may have moved away since it was listed.
    const listed = yield* Effect.forEach(page.items, ({ handle }) => Agent.need(reader, handle))
    return { operator, agents: listed.filter(({ operatorId }) => operatorId === operator.id) }
  })

/**
 * The Registrar records that an operator is proven: for the agent of a handle, or for all agents that stand at the address
 * of an operator's id now. Later agents at that address are stated again until something proves them.
 */
export const proveOperator = command({
  name: "prove-operator",
  sections: ["PD3 §2", "Constitution 2.1"],
  input: Schema.Struct({ ...ById.fields, ...Reasoned.fields }),
  gather: ({ id }, _context, reader) => findNamedAgents(reader, id),
  decide: ({ operator, agents }, { reasons }, context) =>
    Either.gen(function* () {
      const open = agents.filter((agent) => !isProven(agent))
      yield* firstOf([registrarOnly(context.actor), when(open.length === 0, "already_proven", {})])
      return {
        changes: yield* prove(open, operator, "registrar", context, reasons ?? null),
        reply: { proven: open.map(({ handle }) => handle), at: format(context.now) },
      }
    }),
})
