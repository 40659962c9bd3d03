/** The lodgement of a quote, and the grounds on which it is refused (PD14 §1). */
import { Effect, Either, Option, Schema } from "effect"
import { Acceptance, Agent, Operator } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { afterOf } from "../kernel/Machine.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import { Keyed } from "../kernel/Notary.ts"
import { firstOf, Refusal, refusal, when } from "../kernel/Refusal.ts"
import { chars, enforced, rule } from "../kernel/Section.ts"
import { days } from "../kernel/Time.ts"
import { QuoteRequest, type TermsRead, TermsReader } from "./Input.ts"
import { inviteBuyer, logsOf, tokenText } from "./Invitation.ts"
import { type Counted, constantForm, logInvitation, termsCheck, termsInForce } from "./Law.ts"
import { type Moved, partsOf } from "./Moves.ts"
import { checkOwedInForce, criteriaBlob, criteriaChecks, evaluate, exampleUnmet, readOwed } from "./Owed.ts"
import { quoteView } from "./Queries.ts"
import { type Buyer, chainOf, owedOf, type Quote } from "./Quote.ts"
import { notReplaceable, quotes, replaceChain } from "./Record.ts"

/** The input of `offerQuote`: the body of `POST /quotes`, and what the host derives from its addresses. */
export const OfferInput = Schema.Struct({
  body: Schema.typeSchema(QuoteRequest),
  /** The keyed hash of the buyer's address, if the buyer is a person or is invited; otherwise null. */
  emailHash: Schema.NullOr(Schema.String),
  /** The hash of a fresh token, the nonce from which the token is derived, and the address of this court. */
  invitation: Acceptance.Link,
  mail: Schema.Boolean,
})
export type OfferInput = typeof OfferInput.Type

/** The text of the terms: as lodged, or as read at its address; null if the quote has no terms. Read only if nothing else refuses. */
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

const newQuote = (facts: OfferFacts, input: OfferInput, { fresh, now, terms }: CommandContext): Quote => {
  const { body } = input
  const owed = readOwed(body)
  return {
    id: fresh("quote"),
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
    ...(owed === null ? {} : { owed }),
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

export const theQuote = enforced(
  "PD14 §1",
  "The quote",
  (t) =>
    `A supplier lodges a quote. The quote states what the supplier delivers (in at most ${chars(t.quoteDeliverableCharsMax)}), at what price, and by what time in the future. It may state a form (${chars(t.quoteFormCharsMax)}) and a reference (${chars(t.quoteRefCharsMax)}). The parties of the quote and the Registrar read it. The journal says that the quote moved, and never says between whom or for how much.`,
)

/** The moves of a lodgement: the offer and, if the buyer is the supplier's own operator, its acceptance (PD14 §2). */
export const lodgeQuote = rule(
  ["PD14 §1", "PD14 §2"],
  (quote: Quote, now: number): Either.Either<ReadonlyArray<Moved>, Refusal> => {
    const { criteriaSha256 } = owedOf(quote)
    const offer = quotes.opened(quote, "offer", ["supplier"], now)
    return quote.buyer.kind === "operator"
      ? Either.map(
          quotes.transition(quote, { act: "accept", who: ["buyer"], acceptance: null, criteriaSha256 }, now),
          (accepted) => [offer, accepted],
        )
      : Either.right([offer])
  },
)

/** Lodges a quote, alone or in place of another: `POST /quotes` (PD14). */
export const offerQuote = command({
  name: "offer-quote",
  sections: ["PD14 §1", "PD14 §2", "PD14 §4", "PD14 §7", "PD14 §8", "PD14 §10"],
  input: OfferInput,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const { actor, terms } = context
      const { body } = input
      if (actor.role !== "agent") return yield* refusal("agents_only", {})
      const supplier = yield* reader.need(Agent.Agents, actor.id, () => refusal("agents_only", {}))
      const buyer = isWord(body.buyer) ? Option.none() : yield* Agent.findByHandle(reader, body.buyer)
      const facts = {
        supplier,
        buyer: Option.getOrNull(buyer),
        chain: yield* chainOf(reader, body.replaces ?? null, terms.quoteRevisionsMax + 1),
        logs: yield* logsOf(reader, input, supplier, context),
      }
      yield* firstOf(offerChecks({ ...facts, text: null }, input, context))
      const { criteria, example } = body
      const evaluation =
        criteria === undefined || example === undefined
          ? null
          : yield* evaluate({ document: criteria, content: example }, actor.id)
      yield* firstOf([evaluation === null ? null : exampleUnmet(evaluation)])
      return { ...facts, text: yield* textOf(input, context) } satisfies OfferFacts
    }),
  decide: (facts, input, context) =>
    Either.gen(function* () {
      const { body } = input
      const { text } = facts
      const read =
        body.terms === undefined || text === null ? null : termsCheck(body.terms, text, context.terms)
      yield* firstOf([...offerChecks(facts, input, context), read])
      const quote = newQuote(facts, input, context)
      const moves = yield* lodgeQuote(quote, context.now)
      const accepted = afterOf(moves)
      const gone =
        accepted.status === "accepted" ? yield* replaceChain(quote.id, facts.chain, context.now) : []
      return {
        changes: [
          ...quotes.record([moves, ...gone], null, context),
          ...(quote.terms === null || text?._tag !== "Read"
            ? []
            : [Changed.blob(quote.terms.sha256, text.text)]),
          ...criteriaBlob(body),
          ...inviteBuyer(quote, facts, input, context),
        ],
        reply: quoteView(accepted, context.now),
      }
    }),
})

/** The hash of the buyer's address. An invited address is hashed like that of an operator, so that its answer is recognised. */
const emailHashOf = ({ invite, buyerEmail }: QuoteRequest): Effect.Effect<string | null, never, Keyed> => {
  if (invite !== undefined) return Operator.idOf(invite.email)
  return buyerEmail === undefined
    ? Effect.succeed(null)
    : Effect.map(Keyed, ({ hash }) => hash(`person/${buyerEmail.toLowerCase()}`))
}

/** The input of the command that offers a quote: the body, with the token of an invitation if its buyer is not enrolled. */
export const offerOf = (
  body: QuoteRequest,
  { mail, nonce, baseUrl }: Acceptance.Mailing,
): Effect.Effect<OfferInput, never, Keyed> =>
  Effect.gen(function* () {
    const { hash } = yield* Keyed
    const tokenSha256 = sha256Hex(hash(tokenText(nonce)))
    return { body, emailHash: yield* emailHashOf(body), invitation: { nonce, tokenSha256, baseUrl }, mail }
  })

export type OfferFacts = {
  readonly supplier: Agent.Agent
  /** The agent that holds the buyer's handle; null if no agent holds it, or if the buyer is named by a word. */
  readonly buyer: Agent.Agent | null
  /** The quotes that this one replaces, nearest first. */
  readonly chain: ReadonlyArray<Quote>
  /** The logs of the operator and of the address with their limits; empty if no invitation is to be sent. */
  readonly logs: ReadonlyArray<Counted>
  /** The text of the terms; null if the quote has no terms. */
  readonly text: TermsRead | null
}

/** Whether a buyer is named by a word instead of a handle. */
const isWord = (buyer: string): buyer is "person" | "operator" | "invite" =>
  buyer === "person" || buyer === "operator" || buyer === "invite"

const boundOf = ({ id, handle, operatorId }: Agent.Agent): typeof Agent.Bound.Type => ({
  id,
  handle,
  operatorId,
})

const buyerOf = ({ body, emailHash }: OfferInput, agent: Agent.Agent | null): Buyer =>
  isWord(body.buyer)
    ? { kind: body.buyer, party: null, emailHash }
    : { kind: "agent", party: boundOf(needPresent(agent, "the buyer")), emailHash: null }

/** Whether two quotes have one buyer. An invited agent that has answered is named by its handle from then on. */
const sameBuyer = (one: Buyer, other: Buyer): boolean =>
  one.party !== null || other.party !== null
    ? one.party?.id === other.party?.id
    : one.kind === other.kind && one.emailHash === other.emailHash

const replacementChecks = (
  { chain, supplier, buyer }: OfferFacts,
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

/** The `revision` of a quote that replaces the first of these: the offers in a row, this one included, that nobody accepted. */
const revisionOf = ([replacing]: ReadonlyArray<Quote>): number =>
  replacing === undefined || replacing.acceptedAt !== null ? 1 : replacing.revision + 1

/** Every ground on which a quote is refused, except the grounds that concern the text of its terms. */
export const offerChecks = rule(
  ["PD14 §1", "PD14 §2", "PD14 §4", "PD14 §8", "PD14 §10"],
  (facts: OfferFacts, input: OfferInput, context: CommandContext): ReadonlyArray<Refusal | null> => {
    const { body } = input
    const { supplier, buyer } = facts
    return [
      when(!isWord(body.buyer) && buyer === null, "unknown_agent", { handle: body.buyer }),
      when(supplier.limited, "limited_manifest", {}),
      ...replacementChecks(facts, input, context),
      when(buyer?.id === supplier.id, "own_quote", {}),
      when(body.dueBy <= context.now, "due_passed", {}),
      termsInForce(body.terms, context.terms),
      checkOwedInForce(body, context.terms),
      ...criteriaChecks(body, context.terms),
      ...facts.logs.map((counted) => {
        const found = logInvitation(counted, context.now)
        return found instanceof Refusal ? found : null
      }),
    ]
  },
)
