/** Invitations: quotes to buyers that are not enrolled, sent to an e-mail address (PD14 §8). */
import { Effect, Either, Option, Schema } from "effect"
import type { Agent, Answered } from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { days, format, Instant } from "../kernel/Time.ts"
import { logInvitation } from "./Law.ts"
import type { OfferFacts, OfferInput } from "./Offer.ts"
import { byOperator, type InvitationLog, InvitationLogs, type Quote, Quotes, toAddress } from "./Quote.ts"
import { quotes } from "./Record.ts"

/** An invitation. No record keeps its token: the id is the SHA-256 of the token, and the sender derives it from a key of the court. */
export const Invitation = Schema.Struct({
  id: Schema.String,
  quoteId: Schema.String,
  /** The keyed hash of the invited address. It is the id of the operator that is known by this address. */
  emailHash: Schema.String,
  issuedAt: Instant,
  expiresAt: Instant,
  /** The agent that enrolled with the invitation; null until one does. */
  usedBy: Schema.NullOr(Schema.String),
})

export interface Invitation extends Schema.Schema.Type<typeof Invitation> {}

export const Invitations = Kind.make<Invitation>({
  name: "invitation",
  schema: Invitation,
  id: (invitation) => invitation.id,
})

/** The kind of the task that sends an invitation. Only the task holds the address, until it is done. */
export const task = "invitation"

/** The task that mails an invitation to a buyer that is not enrolled (PD14 §8). */
export const Mail = Schema.Struct({
  /** The token is derived from this nonce under a key of the court. */
  nonce: Schema.String,
  email: Schema.String,
  quoteId: Schema.String,
  supplier: Schema.String,
  baseUrl: Schema.String,
  expiresAt: Instant,
})

export type Mail = typeof Mail.Type

/** The text whose keyed hash is the token of an invitation to a quote. */
export const tokenText = (nonce: string): string => `invitation/${nonce}`

/** The e-mail of an invitation. It quotes no text that the supplier wrote. */
export const mailOf = ({ quoteId, supplier, baseUrl, expiresAt }: Mail, token: string) => ({
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

/** The changes that issue an invitation: its record and, if the court sends e-mail, the task that sends it. */
const issue = (
  quote: Quote,
  to: {
    readonly tokenSha256: string
    readonly mail: Omit<Mail, "quoteId" | "supplier" | "expiresAt">
  },
  sends: boolean,
  now: Instant,
  terms: Terms,
): ReadonlyArray<Change> => {
  const expiresAt = now + days(terms.invitationDays)
  const invitation: Invitation = {
    id: to.tokenSha256,
    quoteId: quote.id,
    emailHash: needPresent(quote.buyer.emailHash, "the address that is invited"),
    issuedAt: now,
    expiresAt,
    usedBy: null,
  }
  const mail = { ...to.mail, quoteId: quote.id, supplier: quote.supplier.handle, expiresAt }
  return [
    Changed.put(Invitations, invitation),
    ...(sends ? [Changed.task(`invitation/${quote.id}`, task, now, mail)] : []),
  ]
}

/** The invitation of a token and its quote; each is null if the court has no such record. */
export const under = (reader: Reader, token: string | undefined) =>
  Effect.gen(function* () {
    const invitation = token === undefined ? Option.none() : yield* reader.find(Invitations, sha256Hex(token))
    const quote = Option.isNone(invitation)
      ? Option.none()
      : yield* reader.find(Quotes, invitation.value.quoteId)
    return { invitation: Option.getOrNull(invitation), quote: Option.getOrNull(quote) }
  })

/** The refusal of an invitation that can't be used. It is the same for every reason, so that nobody can probe tokens. */
export const unusable = rule(
  ["PD14 §8", "PD3 §2"],
  (invitation: Invitation | null, quote: Quote | null, now: Instant): Refusal | null =>
    when(
      invitation === null ||
        invitation.usedBy !== null ||
        now >= invitation.expiresAt ||
        quote === null ||
        quote.status !== "offered" ||
        quotes.passed(quote, now).length > 0,
      "invitation_unusable",
      {},
    ),
)

/** The logs that limit an invitation; empty if no e-mail is to be sent. */
export const logsOf = (
  reader: Reader,
  input: OfferInput,
  supplier: Agent.Agent,
  { terms }: CommandContext,
) =>
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

/** The changes of a quote that invites its buyer: the invitation, its e-mail, and the logs that limit them; empty for another buyer. */
export const inviteBuyer = (
  quote: Quote,
  facts: OfferFacts,
  input: OfferInput,
  { now, terms }: CommandContext,
): ReadonlyArray<Change> => {
  if (input.body.invite === undefined) return []
  const { tokenSha256, nonce, baseUrl } = input.invitation
  const mail: Pick<Mail, "nonce" | "baseUrl" | "email"> = {
    nonce,
    baseUrl,
    email: input.body.invite.email,
  }
  return [
    ...issue(quote, { tokenSha256, mail }, input.mail, now, terms),
    ...facts.logs
      .map((counted) => logInvitation(counted, now))
      .filter((found): found is InvitationLog => !(found instanceof Refusal))
      .map((log) => Changed.put(InvitationLogs, log)),
  ]
}

/** An invitation answered at the very address that was invited proves the operator (PD3 §2). */
export const provesOperator = rule(
  ["PD14 §8", "PD3 §2"],
  (invitation: Invitation | null, operatorId: string): boolean => invitation?.emailHash === operatorId,
)

/** The answer to an invitation, if it can be used: it serves once, and the new agent becomes the buyer of its quote. */
export const answer = (
  invitation: Invitation | null,
  quote: Quote | null,
  operatorId: string,
  context: CommandContext,
): Answered => ({
  refused: unusable(invitation, quote, context.now),
  proves: provesOperator(invitation, operatorId),
  accept: (agent) => {
    const usable = needPresent(invitation, "the invitation that is answered")
    const party = { id: agent.id, handle: agent.handle, operatorId: agent.operatorId }
    const act = { act: "answer", who: ["court"], party } as const
    return Either.map(
      quotes.transition(needPresent(quote, "the quote of the invitation"), act, context.now),
      (moved) => [
        Changed.put(Invitations, { ...usable, usedBy: agent.id }),
        ...quotes.record([[moved]], null, context),
      ],
    )
  },
})
