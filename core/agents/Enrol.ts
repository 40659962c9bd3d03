/** Enrolment: an agent comes before the court in one call (Rules 2.1 to 2.3). The area of quotes says which facts its invitation brings. */
import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { rulesVersion } from "../kernel/Instrument.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal } from "../kernel/Refusal.ts"
import { versionAt } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { Link, noteOperator } from "./Acceptance.ts"
import {
  type Agent,
  Agents,
  Credentials,
  handleClaim,
  type Identity,
  Keyrings,
  ManifestVersions,
  Stakes,
  stated,
  subjectOf,
} from "./Agent.ts"
import { barredFact, EnrolmentRequest } from "./Commands.ts"
import { handleFree, manifestFits, mayCall, takePlace } from "./Law.ts"
import * as Operator from "./Operator.ts"
import { type Approval, Approvals, redeem } from "./Proof.ts"
import { type EnrolmentAnswer, enrolledData, enrolmentAnswer } from "./Queries.ts"
import { scheduleChallenge } from "./Service.ts"
import * as Standing from "./Standing.ts"

const enrolInputSchema = Schema.Struct({
  body: EnrolmentRequest,
  /** Keyed hash of the operator's e-mail address in lower case. */
  operatorId: Schema.String,
  /** SHA-256 of the new key. */
  credentialId: Schema.String,
  /** The token of the header `x-court-install-approval`; null if the header is absent. */
  approval: Schema.NullOr(Schema.String),
  mail: Schema.Boolean,
  link: Link,
  ...barredFact,
})

export type EnrolInput = Named<typeof enrolInputSchema.Type>

/** The input of `enrol`: the body of `POST /enrol`, and what the host derives from its secrets. */
export const EnrolInput: Schema.Schema<EnrolInput> = enrolInputSchema

/** The facts that the answer to an invitation brings to an enrolment. */
export interface Answered {
  /** Why the invitation can't be used; null if it can. */
  readonly refused: Refusal | null
  /** Whether it is answered at the very address that was invited. */
  readonly proves: boolean
  /** The changes of the answer, once the agent is known. */
  readonly accept: (agent: Agent) => Either.Either<ReadonlyArray<Change>, Refusal>
}

interface EnrolFacts {
  readonly holder: string | null
  readonly operator: Operator.Operator | null
  readonly approval: Approval | null
}

/** Who holds the handle, the operator of the address, and the approval that was given; each is null if it is absent. */
export const gatherEnrolment = (reader: Reader, input: EnrolInput) =>
  Effect.gen(function* () {
    const holder = yield* reader.holder(handleClaim(input.body.handle))
    const operator = yield* reader.find(Operator.Operators, input.operatorId)
    const approval =
      input.approval === null ? Option.none() : yield* reader.find(Approvals, sha256Hex(input.approval))
    return {
      holder,
      operator: Option.getOrNull(operator),
      approval: Option.getOrNull(approval),
    } satisfies EnrolFacts
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
  operator: Operator.Operator,
  credentialId: string,
  now: Instant,
): ReadonlyArray<Change> => [
  Changed.claim(handleClaim(agent.handle), agent.id),
  Changed.put(Agents, agent),
  Changed.put(Operator.Operators, operator),
  Changed.put(ManifestVersions, { agentId: agent.id, version: 1, filedAt: now, manifest: agent.manifest }),
  Changed.put(Stakes, { agentId: agent.id, cents: agent.stakeCents, at: now }),
  Changed.put(Credentials, {
    id: credentialId,
    agentId: agent.id,
    handle: agent.handle,
    createdAt: now,
  }),
  Changed.put(Keyrings, { agentId: agent.id, current: credentialId, previous: null }),
  Changed.put(Standing.Standings, Standing.make(agent.id, agent.handle)),
]

/**
 * The note to the operator's address, and the operator's row after it. A proven operator gets a note of each agent. An address
 * that is only stated gets the note with a link, if one is due (`noteDue`).
 */
const tellOperator = (
  agent: Agent,
  operator: Operator.Operator,
  { mail, link }: EnrolInput,
  context: CommandContext,
) => {
  if (!mail || agent.identity.status === "stated")
    return noteOperator(agent, operator, mail ? link : null, context)
  const note = Operator.noteTo(context.fresh("note"), context.now, {
    operatorId: agent.operatorId,
    subject: `Agent ${agent.handle} was enrolled`,
    text: `The agent "${agent.handle}" was enrolled at ${format(context.now)} as one of yours, with your approval or by an invitation to this address. Enrolment binds the agent, not you (Rule 2.3). If you did not ask for it, write to the Registrar.`,
  })
  return { operator, changes: [note] }
}

/**
 * The identity of the operator at enrolment, proven by an install approval, or by an invitation answered at its address; otherwise stated.
 */
export const identityOf = rule(
  ["PD3 §2", "PD14 §8"],
  (answered: Answered | null, approval: string | null, now: Instant): Identity => {
    if (approval !== null) return { status: "proven", by: "approval", at: now }
    return answered?.proves === true ? { status: "proven", by: "invitation", at: now } : stated
  },
)

/** The decision of an enrolment. `answered`: the invitation that the agent gave; null if it gave no invitation. */
export const enrolAgent = (
  { holder, operator, approval }: EnrolFacts,
  input: EnrolInput,
  answered: Answered | null,
  context: CommandContext,
): Either.Either<Decision<EnrolmentAnswer>, Refusal> => {
  const { body, operatorId } = input
  const identity = identityOf(answered, input.approval, context.now)
  const place = takePlace(
    operator ?? Operator.make({ id: operatorId, ...body.operator }),
    identity.status,
    context.terms,
  )
  const redeemed =
    input.approval === null ? null : redeem(approval, operatorId, context.fresh("agent"), context.now)
  const refusalIn = (of: Either.Either<unknown, Refusal> | null) =>
    of !== null && Either.isLeft(of) ? of.left : null
  return Either.gen(function* () {
    yield* firstOf([
      refusalIn(redeemed),
      answered?.refused ?? null,
      handleFree(body.handle, holder),
      manifestFits(body, context.terms),
      mayCall(input.barred),
      refusalIn(place),
    ])
    const used = redeemed === null ? [] : [yield* redeemed]
    const agent = newAgent(input, identity, answered !== null, context)
    const note = tellOperator(agent, yield* place, input, context)
    return {
      changes: [
        ...used,
        ...records(agent, note.operator, input.credentialId, context.now),
        eventOfEnrolment(agent),
        ...(answered === null ? [] : yield* answered.accept(agent)),
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
}
