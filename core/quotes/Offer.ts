/** The lodgement of a quote (PD14 §1). */
import { Effect, Either, Option } from "effect"
import { type Agent, Agents } from "../agents/Agent.ts"
import { agentByHandle } from "../agents/Lookup.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import type { Bound } from "../compliance/Entry.ts"
import { defaultCurrency } from "../Money.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { days } from "../Time.ts"
import { type Moved, partsOf, transition } from "./Apply.ts"
import type { QuoteRequest } from "./Input.ts"
import {
  byOperator,
  type InvitationLog,
  InvitationLogs,
  type InvitationMail,
  issue,
  logged,
  toAddress,
} from "./Invitation.ts"
import type { Buyer, Quote } from "./Quote.ts"
import { recordMoves } from "./Record.ts"
import { chainOf, notReplaceable, replaced } from "./Replacing.ts"
import { constantForm, type TermsRead, TermsReader, termsCheck, termsInForce } from "./Terms.ts"
import { transitions } from "./Transitions.ts"
import { quoteView } from "./View.ts"

/** What `POST /quotes` brings, with what the host makes of its addresses. */
export type OfferInput = {
  readonly body: QuoteRequest
  /** Keyed hash of the buyer's address, where it is a person's or an invitation's. */
  readonly emailHash: string | null
  /** A fresh token by its hash, what it is made from, and where this court is reached. */
  readonly invitation: { readonly tokenSha256: string; readonly nonce: string; readonly baseUrl: string }
  /** Whether this court sends e-mail. */
  readonly mail: boolean
}

type Facts = {
  readonly supplier: Agent
  /** The agent that holds the buyer's handle; null where none does, or the buyer is no agent. */
  readonly buyer: Agent | null
  /** What the quote replaces, nearest first. */
  readonly chain: ReadonlyArray<Quote>
  /** The invitations of the operator and to the address, where one is to go out. */
  readonly logs: ReadonlyArray<{ readonly log: InvitationLog; readonly max: number }>
  readonly text: TermsRead | null
}

const isWord = (buyer: string): buyer is "person" | "operator" | "invite" =>
  buyer === "person" || buyer === "operator" || buyer === "invite"

const boundOf = ({ id, handle, operatorId }: Agent): typeof Bound.Type => ({ id, handle, operatorId })

const buyerOf = ({ body, emailHash }: OfferInput, agent: Agent | null): Buyer =>
  isWord(body.buyer)
    ? { kind: body.buyer, party: null, emailHash }
    : { kind: "agent", party: agent === null ? null : boundOf(agent), emailHash: null }

/** The same buyer, however it is named: an agent that answered an invitation is named by its handle from then on. */
const sameBuyer = (one: Buyer, other: Buyer): boolean =>
  one.party !== null || other.party !== null
    ? one.party?.id === other.party?.id
    : one.kind === other.kind && one.emailHash === other.emailHash

const logsOf = (reader: Reader, input: OfferInput, supplier: Agent, { terms }: CommandContext) =>
  input.body.buyer !== "invite" || input.emailHash === null || !input.mail
    ? Effect.succeed([])
    : Effect.forEach(
        [
          { id: byOperator(supplier.operatorId), max: terms.operatorInvitationsPerDay },
          { id: toAddress(input.emailHash), max: terms.addressInvitationsPerDay },
        ],
        ({ id, max }) =>
          Effect.map(reader.find(InvitationLogs, id), (log) => ({
            log: Option.getOrElse(log, () => ({ id, sentAt: [] })),
            max,
          })),
      )

const replacementChecks = (
  { chain, supplier, buyer }: Facts,
  input: OfferInput,
  { actor, now, terms }: CommandContext,
): ReadonlyArray<Refusal | null> => {
  const { replaces } = input.body
  const [replacing] = chain
  if (replaces === undefined) return []
  if (replacing === undefined) return [refusal("unknown_quote", { id: replaces })]
  return [
    when(partsOf(replacing, actor).length === 0, "not_a_party", {}),
    when(replacing.supplier.id !== supplier.id, "not_supplier", {}),
    notReplaceable(replacing, now),
    when(!sameBuyer(replacing.buyer, buyerOf(input, buyer)), "other_buyer", {}),
    when(revisionOf(chain) > terms.quoteRevisionsMax, "quote_revisions", { max: terms.quoteRevisionsMax }),
  ]
}

const revisionOf = ([replacing]: ReadonlyArray<Quote>): number =>
  replacing === undefined || replacing.acceptedAt !== null ? 1 : replacing.revision + 1

/** Every ground on which a quote is refused, its terms' text apart. */
export const offerChecks = rule(
  ["PD14 §1", "PD14 §2", "PD14 §4", "PD14 §8"],
  (facts: Facts, input: OfferInput, context: CommandContext): ReadonlyArray<Refusal | null> => {
    const { body } = input
    const { supplier, buyer } = facts
    return [
      when(!isWord(body.buyer) && buyer === null, "unknown_agent", { handle: body.buyer }),
      when(supplier.limited, "limited_manifest", {}),
      ...replacementChecks(facts, input, context),
      when(buyer?.id === supplier.id, "own_quote", {}),
      when(body.dueBy <= context.now, "due_passed", {}),
      termsInForce(body.terms, context.terms),
      ...facts.logs.map(({ log, max }) => {
        const found = logged(log, max, context.now)
        return found instanceof Refusal ? found : null
      }),
    ]
  },
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
const offered = (facts: Facts, input: OfferInput, { id, now, terms }: CommandContext): Quote => {
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
  facts: Facts,
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
    ...facts.logs.flatMap(({ log, max }) => {
      const found = logged(log, max, now)
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
      return { ...facts, text: yield* textOf(input, context) } satisfies Facts
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
