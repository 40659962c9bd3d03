/** Enrolment: an agent comes before the court in one call (Rules 2.1 to 2.3). */
import { Effect, Either, Option, Schema } from "effect"
import {
  type Agent,
  Agents,
  type Approval,
  Approvals,
  Credentials,
  EnrolmentRequest,
  enrolledData,
  enrolmentAnswer,
  handleClaim,
  handleFree,
  type Identity,
  Keyrings,
  Link,
  linkOf,
  type Mailing,
  ManifestVersions,
  manifestFits,
  newOperator,
  newStanding,
  noteOperator,
  noteTo,
  type Operator,
  Operators,
  operatorIdOf,
  redeem,
  Stakes,
  Standings,
  scheduleChallenge,
  stated,
  subjectOf,
  takePlace,
} from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { rulesVersion } from "../kernel/Instrument.ts"
import type { Keyed } from "../kernel/Notary.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal } from "../kernel/Refusal.ts"
import { versionAt } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import {
  acceptInvitation,
  type Invitation,
  invitationUnder,
  provesOperator,
  type Quote,
  unusable,
} from "../quotes/index.ts"

/** The input of `enrol`: the body of `POST /enrol`, and what the host derives from its secrets. */
export const EnrolInput = Schema.Struct({
  body: EnrolmentRequest,
  /** Keyed hash of the operator's e-mail address in lower case. */
  operatorId: Schema.String,
  /** SHA-256 of the new key. */
  credentialId: Schema.String,
  /** The token of the header `x-court-install-approval`; null if there is none. */
  approval: Schema.NullOr(Schema.String),
  /** Whether this court sends e-mail. */
  mail: Schema.Boolean,
  /** The link for a note, in case one is sent. */
  link: Link,
})
export type EnrolInput = typeof EnrolInput.Type

/** Makes the input of `enrol` from the body and from what the host gives: the new key's hash, an approval, and its mailing. */
export const enrolmentOf = (
  body: EnrolmentRequest,
  given: Mailing & Pick<EnrolInput, "credentialId" | "approval">,
): Effect.Effect<EnrolInput, never, Keyed> =>
  Effect.gen(function* () {
    const { credentialId, approval, mail } = given
    const operatorId = yield* operatorIdOf(body.operator.email)
    return { body, operatorId, credentialId, approval, mail, link: yield* linkOf(given) }
  })

type Facts = {
  readonly holder: string | null
  readonly operator: Operator | null
  readonly approval: Approval | null
  readonly invitation: Invitation | null
  /** The quote that the invitation goes with. */
  readonly quote: Quote | null
}

const gather = (input: EnrolInput, _context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const holder = yield* reader.holder(handleClaim(input.body.handle))
    const operator = yield* reader.find(Operators, input.operatorId)
    const approval =
      input.approval === null ? Option.none() : yield* reader.find(Approvals, sha256Hex(input.approval))
    return {
      holder,
      operator: Option.getOrNull(operator),
      approval: Option.getOrNull(approval),
      ...(yield* invitationUnder(reader, input.body.invitation)),
    } satisfies Facts
  })

const newAgent = (
  input: EnrolInput,
  identity: Identity,
  invited: boolean,
  { fresh, now }: CommandContext,
): Agent => ({
  id: fresh("agent"),
  handle: input.body.handle,
  did: input.body.did ?? null,
  operatorId: input.operatorId,
  identity,
  operatorMovedAt: null,
  enrolledAt: now,
  serviceUrl: input.body.serviceUrl ?? null,
  serviceAnsweredAt: null,
  manifest: input.body.manifest,
  manifestVersion: 1,
  provenance: input.body.provenance,
  stakeCents: input.body.stakeCents ?? 0,
  amendments: { day: 0, count: 0 },
  profileHandle: input.body.profilePlatform?.handle ?? null,
  limited: invited && identity.status === "stated",
})

/** The event of an enrolment: the public record of the agent, and nothing about its operator. */
const eventOfEnrolment = (agent: Agent): Change =>
  Changed.event("agent.enrolled", subjectOf(agent.handle), ["Rule 2.1", "Rule 2.2"], enrolledData(agent))

const records = (
  agent: Agent,
  operator: Operator,
  credentialId: string,
  now: Instant,
): ReadonlyArray<Change> => [
  Changed.claim(handleClaim(agent.handle), agent.id),
  Changed.put(Agents, agent),
  Changed.put(Operators, operator),
  Changed.put(ManifestVersions, { agentId: agent.id, version: 1, filedAt: now, manifest: agent.manifest }),
  Changed.put(Stakes, { agentId: agent.id, cents: agent.stakeCents, at: now }),
  Changed.put(Credentials, {
    id: credentialId,
    agentId: agent.id,
    handle: agent.handle,
    createdAt: now,
  }),
  Changed.put(Keyrings, { agentId: agent.id, current: credentialId, previous: null }),
  Changed.put(Standings, newStanding(agent.id, agent.handle)),
]

/**
 * The note to the operator's address, and the operator's row after it. A proven operator gets a note of each agent. An address
 * that is only stated gets the note with a link, if one is due (`noteDue`).
 */
const told = (agent: Agent, operator: Operator, { mail, link }: EnrolInput, context: CommandContext) => {
  if (!mail || agent.identity.status === "stated")
    return noteOperator(agent, operator, mail ? link : null, context)
  const note = noteTo(context.fresh("note"), context.now, {
    operatorId: agent.operatorId,
    subject: `Agent ${agent.handle} was enrolled`,
    text: `The agent "${agent.handle}" was enrolled at ${format(context.now)} as one of yours, with your approval or by an invitation to this address. Enrolment binds the agent, not you (Rule 2.3). If you did not ask for it, write to the Registrar.`,
  })
  return { operator, changes: [note] }
}

/** Enrols an agent: free, one call. Enrolment submits the agent to the Rules, not its operator (Rules 2.2, 2.3). */
export const enrol = command({
  name: "enrol",
  sections: ["Rule 2.1", "Rule 2.2", "Rule 2.6", "PD3 §1", "PD3 §2", "PD14 §8"],
  input: EnrolInput,
  gather,
  decide: (facts: Facts, input, context) => {
    const { holder, operator, approval, invitation, quote } = facts
    const { body, operatorId } = input
    const identity = identityOf(invitation, input, context.now)
    const place = takePlace(
      operator ?? newOperator({ id: operatorId, ...body.operator }),
      identity.status,
      context.terms,
    )
    const redeemed =
      input.approval === null ? null : redeem(approval, operatorId, context.fresh("agent"), context.now)
    const refused = (of: Either.Either<unknown, Refusal> | null) =>
      of !== null && Either.isLeft(of) ? of.left : null
    return Either.gen(function* () {
      yield* firstOf([
        refused(redeemed),
        body.invitation === undefined ? null : unusable(invitation, quote, context.now),
        handleFree(body.handle, holder),
        manifestFits(body, context.terms),
        refused(place),
      ])
      const used = redeemed === null ? [] : [yield* redeemed]
      const agent = newAgent(input, identity, invitation !== null, context)
      const note = told(agent, yield* place, input, context)
      return {
        changes: [
          ...used,
          ...records(agent, note.operator, input.credentialId, context.now),
          eventOfEnrolment(agent),
          ...(yield* acceptInvitation(invitation, quote, agent, context)),
          ...note.changes,
          ...(agent.serviceUrl === null ? [] : scheduleChallenge(agent, context)),
        ],
        reply: enrolmentAnswer(agent, {
          email: body.operator.email,
          mail: input.mail,
          noteSent: note.changes.length > 0,
          nonce: sha256Hex(`profile/${context.fresh("profile")}`).slice(0, 32),
          rulesVersion: versionAt(context.schedule, { id: "rules", version: rulesVersion }, context.now),
        }),
      }
    })
  },
})

/** What proves the operator at enrolment: an install approval, or an invitation answered at its address. */
export const identityOf = rule(
  ["PD3 §2", "PD14 §8"],
  (
    invitation: Invitation | null,
    by: { readonly approval: string | null; readonly operatorId: string },
    now: Instant,
  ): Identity => {
    if (by.approval !== null) return { status: "proven", by: "approval", at: now }
    return invitation !== null && provesOperator(invitation, by.operatorId)
      ? { status: "proven", by: "invitation", at: now }
      : stated
  },
)
