/** On what grounds a quote is refused at its lodgement (PD14). */
import type { Agent } from "../agents/Agent.ts"
import type { CommandContext } from "../Command.ts"
import type { Bound } from "../compliance/Entry.ts"
import { Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { partsOf } from "./Apply.ts"
import type { QuoteRequest } from "./Input.ts"
import { type Counted, logged } from "./Invitation.ts"
import type { Buyer, Quote } from "./Quote.ts"
import { notReplaceable } from "./Replacing.ts"
import { type TermsRead, termsInForce } from "./Terms.ts"

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

/** What a lodgement rests on. */
export type OfferFacts = {
  readonly supplier: Agent
  /** The agent that holds the buyer's handle; null where none does, or the buyer is no agent. */
  readonly buyer: Agent | null
  /** What the quote replaces, nearest first. */
  readonly chain: ReadonlyArray<Quote>
  /** The invitations of the operator and to the address, where one is to go out. */
  readonly logs: ReadonlyArray<Counted>
  readonly text: TermsRead | null
}

/** Buyers that are named by a word and not by a handle. */
export const isWord = (buyer: string): buyer is "person" | "operator" | "invite" =>
  buyer === "person" || buyer === "operator" || buyer === "invite"

export const boundOf = ({ id, handle, operatorId }: Agent): typeof Bound.Type => ({ id, handle, operatorId })

export const buyerOf = ({ body, emailHash }: OfferInput, agent: Agent | null): Buyer =>
  isWord(body.buyer)
    ? { kind: body.buyer, party: null, emailHash }
    : { kind: "agent", party: agent === null ? null : boundOf(agent), emailHash: null }

/** The same buyer, however it is named: an agent that answered an invitation is named by its handle from then on. */
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

/** How many offers in a row an offer makes that replaces the first of these. */
export const revisionOf = ([replacing]: ReadonlyArray<Quote>): number =>
  replacing === undefined || replacing.acceptedAt !== null ? 1 : replacing.revision + 1

/** Every ground on which a quote is refused, its terms' text apart. */
export const offerChecks = rule(
  ["PD14 §1", "PD14 §2", "PD14 §4", "PD14 §8"],
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
      ...facts.logs.map((counted) => {
        const found = logged(counted, context.now)
        return found instanceof Refusal ? found : null
      }),
    ]
  },
)
