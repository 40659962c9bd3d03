import { Effect, Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { days, format, type Instant } from "../Time.ts"
import { type Agent, Agents, handleClaim, type Identity, operatorIndex, subjectOf } from "./Agent.ts"
import { Approvals } from "./Approval.ts"
import { unlimited } from "./Limited.ts"
import { needAgent } from "./Lookup.ts"
import { Operators } from "./Operator.ts"
import { registrarOnly } from "./Own.ts"

/** The agent with its operator proven, and what the journal says of it: by which route, never by whom. */
export const prove = rule(
  ["PD3 §2"],
  (
    agent: Agent,
    by: NonNullable<Identity["by"]>,
    now: Instant,
    reasons: string | null = null,
  ): ReadonlyArray<Change> => [
    Changed.put(Agents, { ...agent, identity: { status: "proven", by, at: now }, limited: false }),
    Changed.event("agent.identity_proven", subjectOf(agent.handle), ["PD3 §2"], {
      handle: agent.handle,
      operatorIdentity: "proven",
      by,
      ...(by === "registrar" ? { reasons } : {}),
    }),
    ...unlimited(agent),
  ],
)

const proven = (agent: Agent | null): boolean => agent?.identity.status === "proven"

/** The agent that acts, or nothing where no agent does. */
const acting = (reader: Reader, actor: { readonly role: string; readonly handle?: string }) =>
  actor.handle === undefined ? Effect.succeed(null) : needAgent(reader, actor.handle)

/** A proven agent vouches that another one, enrolled at the same address, has the same operator. */
export const vouch = command({
  name: "vouch",
  sections: ["PD3 §2"],
  gather: (input: { readonly handle: string }, { actor }, reader) =>
    Effect.gen(function* () {
      const agent = yield* needAgent(reader, input.handle)
      return { agent, voucher: yield* acting(reader, actor) }
    }),
  decide: ({ agent, voucher }, _input, { now }) =>
    Either.map(
      firstOf([
        when(voucher === null, "agents_only", {}),
        when(voucher !== null && !proven(voucher), "not_proven", {}),
        when(voucher !== null && voucher.operatorId !== agent.operatorId, "other_operator", {}),
        when(proven(agent), "already_proven", {}),
      ]),
      () => ({
        changes: prove(agent, "vouch", now),
        reply: { handle: agent.handle, operatorIdentity: "proven", at: format(now) },
      }),
    ),
})

/** A proven agent issues leave to enrol one more agent of its operator. The host adds the token to the answer; its hash is kept. */
export const issueApproval = command({
  name: "issueApproval",
  sections: ["PD3 §2"],
  gather: (_input: { readonly approvalId: string }, { actor }, reader) => acting(reader, actor),
  decide: (agent, { approvalId }, { now, terms }) => {
    if (agent === null) return Either.left(refusal("agents_only", {}))
    if (!proven(agent)) return Either.left(refusal("not_proven", {}))
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
const named = (reader: Reader, id: string) =>
  Effect.gen(function* () {
    const single = yield* reader.holder(handleClaim(id))
    if (single !== null) return [yield* needAgent(reader, id)]
    const operator = yield* reader.need(Operators, id, () => refusal("unknown_operator", {}))
    const page = yield* reader.list(Agents, {
      index: operatorIndex,
      prefix: `${operator.id}/`,
      after: null,
      limit: 100,
    })
    // Read again by id, so that the commit rests on each of them.
    return yield* Effect.forEach(page.items, ({ handle }) => needAgent(reader, handle))
  })

/** An operator's id or an agent's handle, and why the Registrar holds it to be proven. */
type Proving = { readonly id: string; readonly reasons?: string | undefined }

/**
 * The Registrar records that an operator is proven: for the agent of a handle, or for all agents that stand at the address
 * of an operator's id now. Later agents at that address are stated again until something proves them.
 */
export const proveOperator = command({
  name: "proveOperator",
  sections: ["PD3 §2", "Constitution 2.1"],
  gather: (input: Proving, _context, reader) => named(reader, input.id),
  decide: (agents, { reasons }, { actor, now }) => {
    const open = agents.filter((agent) => !proven(agent))
    return Either.map(firstOf([registrarOnly(actor), when(open.length === 0, "already_proven", {})]), () => ({
      changes: open.flatMap((agent) => prove(agent, "registrar", now, reasons ?? null)),
      reply: { proven: open.map(({ handle }) => handle), at: format(now) },
    }))
  },
})
