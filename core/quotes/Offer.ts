/** The lodgement of a quote (PD14 §1). */
import { Effect, Either, Option } from "effect"
import { type Agent, Agents } from "../agents/Agent.ts"
import { agentByHandle } from "../agents/Lookup.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { defaultCurrency } from "../Money.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { days } from "../Time.ts"
import { type Moved, transition } from "./Apply.ts"
import { byOperator, InvitationLogs, type InvitationMail, issue, logged, toAddress } from "./Invitation.ts"
import {
  boundOf,
  buyerOf,
  isWord,
  type OfferFacts,
  type OfferInput,
  offerChecks,
  revisionOf,
} from "./OfferChecks.ts"
import type { Quote } from "./Quote.ts"
import { recordMoves } from "./Record.ts"
import { chainOf, replaced } from "./Replacing.ts"
import { constantForm, type TermsRead, TermsReader, termsCheck } from "./Terms.ts"
import { transitions } from "./Transitions.ts"
import { quoteView } from "./View.ts"

/** The logs that bound an invitation, where one is to go out. */
const logsOf = (reader: Reader, input: OfferInput, supplier: Agent, { terms }: CommandContext) =>
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

/** The text of the terms: as lodged, or read at its address. It is read last, once nothing else refuses. */
const textOf = (
  { body }: OfferInput,
  { terms }: CommandContext,
): Effect.Effect<TermsRead | null, never, TermsReader> => {
  if (body.terms === undefined) return Effect.succeed(null)
  const { text, url } = body.terms
  if (text !== undefined) return Effect.succeed({ _tag: "Read", text })
  return Effect.flatMap(TermsReader, (reader) =>
    reader.read(url, { timeoutMs: terms.termsReadSeconds * 1000, maxBytes: terms.termsBytesMax }),
  )
}

/** The quote as it is on offer. */
const offered = (facts: OfferFacts, input: OfferInput, { id, now, terms }: CommandContext): Quote => {
  const { body } = input
  return {
    id: id(0),
    supplier: boundOf(facts.supplier),
    buyer: buyerOf(input, facts.buyer),
    priceCents: body.priceCents,
    currency: body.currency ?? defaultCurrency,
    deliverable: body.deliverable,
    dueBy: body.dueBy,
    form: body.form ?? null,
    ref: body.ref ?? null,
    inspectionHours: body.inspectionHours ?? terms.inspectionHoursDefault,
    replaces: body.replaces ?? null,
    replacedBy: null,
    revision: revisionOf(facts.chain),
    terms: body.terms === undefined ? null : { url: body.terms.url, sha256: constantForm(body.terms.sha256) },
    rail: null,
    invitation:
      body.invite === undefined
        ? null
        : {
            name: body.invite.name,
            sent: input.mail,
            expiresAt: now + days(terms.invitationDays),
            answeredAt: null,
          },
    status: "offered",
    offeredAt: now,
    acceptedAt: null,
    acceptance: null,
    inspection: null,
    close: null,
    countersign: null,
    endedAt: null,
  }
}

/** What an invitation writes: its record, its mail, and the logs that bound them. */
const invited = (
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
    ...facts.logs.flatMap((counted) => {
      const found = logged(counted, now)
      return found instanceof Refusal ? [] : [Changed.put(InvitationLogs, found)]
    }),
  ]
}

/** The moves of a lodgement: the offer and, where the buyer is the supplier's own operator, its acceptance (PD14 §2). */
export const lodged = rule(
  ["PD14 §1", "PD14 §2"],
  (quote: Quote, now: number): Either.Either<ReadonlyArray<Moved>, Refusal> => {
    const [move] = transitions.offer.moves
    const offer: Moved = { act: "offer", move, before: quote, quote, at: now }
    return quote.buyer.kind === "operator"
      ? Either.map(
          transition(quote, { act: "accept", who: ["buyer"], acceptance: null }, now),
          (accepted) => [offer, accepted],
        )
      : Either.right([offer])
  },
)

/** Lodges a quote: `POST /quotes`. */
export const offerQuote = command({
  name: "offer-quote",
  sections: ["PD14 §1", "PD14 §2", "PD14 §4", "PD14 §7", "PD14 §8"],
  gather: (input: OfferInput, context, reader) =>
    Effect.gen(function* () {
      const { actor, terms } = context
      const { body } = input
      if (actor.role !== "agent") return yield* refusal("agents_only", {})
      const supplier = yield* reader.need(Agents, actor.id, () => refusal("agents_only", {}))
      const buyer = isWord(body.buyer) ? Option.none() : yield* agentByHandle(reader, body.buyer)
      const facts = {
        supplier,
        buyer: Option.getOrNull(buyer),
        chain: yield* chainOf(reader, body.replaces ?? null, terms.quoteRevisionsMax + 1),
        logs: yield* logsOf(reader, input, supplier, context),
      }
      yield* firstOf(offerChecks({ ...facts, text: null }, input, context))
      return { ...facts, text: yield* textOf(input, context) } satisfies OfferFacts
    }),
  decide: (facts, input, context) =>
    Either.gen(function* () {
      const { body } = input
      const { text } = facts
      const read =
        body.terms === undefined || text === null ? null : termsCheck(body.terms, text, context.terms)
      yield* firstOf([...offerChecks(facts, input, context), read])
      const quote = offered(facts, input, context)
      const moves = yield* lodged(quote, context.now)
      const accepted = moves.at(-1)?.quote ?? quote
      const gone = accepted.status === "accepted" ? yield* replaced(quote.id, facts.chain, context.now) : []
      return {
        changes: [
          ...recordMoves([moves, ...gone], context, { isNew: true, firstId: 1 }),
          ...(quote.terms === null || text?._tag !== "Read"
            ? []
            : [Changed.blob(quote.terms.sha256, text.text)]),
          ...invited(quote, facts, input, context),
        ],
        reply: quoteView(accepted, context.now),
      }
    }),
})
