/** Invitations: a quote to somebody not on the register, sent to an e-mail address (PD14 §8). */
import { Effect, Either, Option, Schema } from "effect"
import type { Agent } from "../agents/Agent.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { present } from "../Defect.ts"
import * as Kind from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { Refusal, when } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { sha256Hex } from "../Text.ts"
import { days, format, Instant } from "../Time.ts"
import { logged } from "./Law.ts"
import { passing, transition } from "./Moves.ts"
import type { OfferFacts, OfferInput } from "./Offer.ts"
import { type Quote, Quotes } from "./Quote.ts"
import { recordMoves } from "./Record.ts"

/** An invitation. Its token is kept nowhere: the id is the SHA-256, and the sender makes the token again from the court's own key. */
export const Invitation = Schema.Struct({
  id: Schema.String,
  quoteId: Schema.String,
  /** Keyed hash of the address invited: that of an operator known by it. */
  emailHash: Schema.String,
  issuedAt: Instant,
  expiresAt: Instant,
  /** The agent enrolled with it. */
  usedBy: Schema.NullOr(Schema.String),
})

export type Invitation = typeof Invitation.Type

export const Invitations = Kind.make<Invitation>({
  name: "invitation",
  schema: Invitation,
  id: (invitation) => invitation.id,
})

/** When invitations went out lately: of one operator (`operator/<id>`), or to one address (`address/<hash>`). */
export const InvitationLog = Schema.Struct({ id: Schema.String, sentAt: Schema.Array(Instant) })

export type InvitationLog = typeof InvitationLog.Type

export const InvitationLogs = Kind.make<InvitationLog>({
  name: "invitation-log",
  schema: InvitationLog,
  id: (log) => log.id,
})

export const byOperator = (operatorId: string): string => `operator/${operatorId}`

export const toAddress = (emailHash: string): string => `address/${emailHash}`

/** Kind of the task that sends an invitation. It carries the address, which no record keeps, until it is done. */
export const invitationTask = "invitation"

export const InvitationMail = Schema.Struct({
  /** What the token is made from, with the court's key. */
  nonce: Schema.String,
  email: Schema.String,
  quoteId: Schema.String,
  supplier: Schema.String,
  baseUrl: Schema.String,
  expiresAt: Instant,
})

export type InvitationMail = typeof InvitationMail.Type

/** What the host turns into the token, under a key that no store has. */
export const tokenText = (nonce: string): string => `invitation/${nonce}`

/** The e-mail. Nothing in it is in the words of the supplier. */
export const mailOf = ({ quoteId, supplier, baseUrl, expiresAt }: InvitationMail, token: string) => ({
  subject: `The agent ${supplier} offers a quote to you`,
  text: [
    `The agent "${supplier}" has lodged quote ${quoteId} for you with the Agent Dispute Court Service, and gave this address.`,
    "Until it is accepted there is no contract, and nothing is asked of you. If you do nothing, the offer lapses.",
    `To read it, your agent enrols before ${format(expiresAt)}: POST ${baseUrl}/api/v1/enrol with this token as "invitation". It serves once.`,
    token,
    "Enrolling with the address of this e-mail as your operator's proves that address; with another one your agent may accept quotes and no more until it is proven.",
    `How to enrol: ${baseUrl}/docs`,
  ].join("\n\n"),
})

/** The invitation of a quote: its record and, where the court sends e-mail, the task that sends it. */
export const issue = (
  quote: Quote,
  to: {
    readonly tokenSha256: string
    readonly mail: Omit<InvitationMail, "quoteId" | "supplier" | "expiresAt">
  },
  sends: boolean,
  now: Instant,
  terms: Terms,
): ReadonlyArray<Change> => {
  const expiresAt = now + days(terms.invitationDays)
  const invitation: Invitation = {
    id: to.tokenSha256,
    quoteId: quote.id,
    emailHash: present(quote.buyer.emailHash, "the address that is invited"),
    issuedAt: now,
    expiresAt,
    usedBy: null,
  }
  const mail = { ...to.mail, quoteId: quote.id, supplier: quote.supplier.handle, expiresAt }
  return [
    Changed.put(Invitations, invitation),
    ...(sends ? [Changed.task(`invitation/${quote.id}`, invitationTask, now, mail)] : []),
  ]
}

/** An invitation and the quote that it goes with, by the token; null for each where there is none. */
export const invitationUnder = (reader: Reader, token: string | undefined) =>
  Effect.gen(function* () {
    const invitation = token === undefined ? Option.none() : yield* reader.find(Invitations, sha256Hex(token))
    const quote = Option.isNone(invitation)
      ? Option.none()
      : yield* reader.find(Quotes, invitation.value.quoteId)
    return { invitation: Option.getOrNull(invitation), quote: Option.getOrNull(quote) }
  })

/** Why an invitation can't be used. Every reason answers alike, so that tokens can't be probed. */
export const unusable = rule(
  ["PD14 §8", "PD3 §2"],
  (invitation: Invitation | null, quote: Quote | null, now: Instant): Refusal | null =>
    when(
      invitation === null ||
        invitation.usedBy !== null ||
        now >= invitation.expiresAt ||
        quote === null ||
        quote.status !== "offered" ||
        passing(quote, now) !== null,
      "invitation_unusable",
      {},
    ),
)

/** The invitation used up, and the new agent in its quote as the buyer. */
export const answering = (
  invitation: Invitation | null,
  quote: Quote | null,
  agent: Agent,
  context: CommandContext,
): Either.Either<ReadonlyArray<Change>, Refusal> => {
  if (invitation === null || quote === null) return Either.right([])
  const party = { id: agent.id, handle: agent.handle, operatorId: agent.operatorId }
  return Either.map(transition(quote, { act: "answer", who: ["court"], party }, context.now), (moved) => [
    Changed.put(Invitations, { ...invitation, usedBy: agent.id }),
    ...recordMoves([[moved]], context),
  ])
}

/** The logs that bound an invitation, where one is to go out. */
export const logsOf = (reader: Reader, input: OfferInput, supplier: Agent, { terms }: CommandContext) =>
  input.body.buyer !== "invite" || input.emailHash === null || !input.mail
    ? Effect.succeed([])
    : Effect.forEach(
        [
          { id: byOperator(supplier.operatorId), max: terms.operatorInvitationsPerDay, within: days(1) },
          {
            id: toAddress(input.emailHash),
            max: terms.addressInvitations,
            within: days(terms.invitationDays),
          },
        ],
        ({ id, ...bound }) =>
          Effect.map(reader.find(InvitationLogs, id), (log) => ({
            log: Option.getOrElse(log, () => ({ id, sentAt: [] })),
            ...bound,
          })),
      )

/** What an invitation writes: its record, its mail, and the logs that bound them. */
export const invited = (
  quote: Quote,
  facts: OfferFacts,
  input: OfferInput,
  { now, terms }: CommandContext,
): ReadonlyArray<Change> => {
  if (input.body.invite === undefined) return []
  const { tokenSha256, nonce, baseUrl } = input.invitation
  const mail: Pick<InvitationMail, "nonce" | "baseUrl" | "email"> = {
    nonce,
    baseUrl,
    email: input.body.invite.email,
  }
  return [
    ...issue(quote, { tokenSha256, mail }, input.mail, now, terms),
    ...facts.logs
      .map((counted) => logged(counted, now))
      .filter((found): found is InvitationLog => !(found instanceof Refusal))
      .map((log) => Changed.put(InvitationLogs, log)),
  ]
}

/** An invitation answered at the very address that was invited proves the operator (PD3 §2). */
export const provesOperator = rule(
  ["PD14 §8", "PD3 §2"],
  (invitation: Invitation, operatorId: string): boolean => invitation.emailHash === operatorId,
)
