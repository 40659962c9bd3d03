/** The acts of the parties, and of time, on one quote. Each first makes the move that is due, in the same commit. */
import { Effect, Either, Option, Schema } from "effect"
import { Networks, Reading } from "../chains/index.ts"
import { Dealing } from "../dealings/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn } from "../kernel/Refusal.ts"
import { Accepting, hashIn, QuoteClose, RailRequest } from "./Input.ts"
import { mayMoveRail, showsAcceptance } from "./Law.ts"
import { type Part, partsOf, type Stated } from "./Moves.ts"
import { type QuoteJson, quoteView } from "./Queries.ts"
import { acceptanceClaim, chainOf, deadlineKind, type Quote } from "./Quote.ts"
import { quotes, replaceChain } from "./Record.ts"

const answer = (quote: Quote, { now }: CommandContext): QuoteJson => quoteView(quote, now)

/** The buyer declines an offer: `POST /quotes/{id}/decline`. */
export const declineQuote = quotes.command({
  name: "decline-quote",
  sections: ["PD14 §4"],
  input: ById,
  act: (_facts, who) => ({ act: "decline", who }),
  answer,
})

/** The supplier withdraws an offer: `POST /quotes/{id}/withdraw`. */
export const withdrawQuote = quotes.command({
  name: "withdraw-quote",
  sections: ["PD14 §4"],
  input: ById,
  act: (_facts, who) => ({ act: "withdraw", who }),
  answer,
})

/** Whether a reader of the court has read the network of a rail; false without a rail. */
const readsNetwork = (reader: Reader, rail: Networks.Address | null) =>
  rail === null
    ? Effect.succeed(false)
    : Effect.map(reader.find(Reading.Readings, rail.network), (found) =>
        Option.exists(found, ({ answeredAt }) => answeredAt !== null),
      )

/** The supplier states where to pay: `PUT /quotes/{id}/rail`. Refused `rail_unreadable`, `rails_spent`, `rail_unread`. */
export const setQuoteRail = quotes.command({
  name: "set-quote-rail",
  sections: ["PD14 §3", "PD14 §9"],
  input: Schema.Struct({ ...ById.fields, ...RailRequest.fields }),
  gather: (_facts, input, _context, reader) =>
    Effect.map(readsNetwork(reader, Networks.readAddress(input)), (read) => ({ read })),
  act: (_facts, who, input) => ({ act: "rail", who, rail: Networks.readAddress(input) }),
  against: ({ record, read }, input, { terms }) => {
    const rail = Networks.readAddress(input)
    return [rail === null ? null : mayMoveRail(record, rail.network, read, terms)]
  },
  answer,
})

const statedOf = (close: QuoteClose, { currency }: Quote): Stated => ({
  priceChargedCents: close.priceChargedCents,
  currency: close.currency ?? currency,
  delivered: close.delivered,
  deliveredAt: close.deliveredAt ?? null,
  dispute: close.dispute ?? null,
  ...(close.received === undefined ? {} : { received: close.received }),
})

/** Whether an account is the first close or the second. An actor with both parts (the supplier of its own operator) closes, then countersigns. */
const whichClose = (who: ReadonlyArray<Part>, quote: Quote): "close" | "countersign" => {
  if (!who.includes("buyer")) return "close"
  return who.includes("supplier") && quote.close === null ? "close" : "countersign"
}

/** Either side closes a quote: `POST /quotes/{id}/close`. The supplier's close opens the inspection; the buyer's settles or disputes it. */
export const closeQuote = quotes.command({
  name: "close-quote",
  sections: ["PD14 §5", "PD14 §6"],
  input: Schema.Struct({ ...ById.fields, ...QuoteClose.fields }),
  act: ({ record }, who, input) => ({ act: whichClose(who, record), who, account: statedOf(input, record) }),
  answer,
})

interface Acceptance {
  readonly quote: Quote
  readonly chain: ReadonlyArray<Quote>
  readonly dealing: Dealing.Dealing | null
  /** The quote that the dealing has already accepted; null if it has accepted no quote. */
  readonly usedFor: string | null
}

/** The id of the dealing that an acceptance names, null if it names no dealing, or the refusal of the dealing. */
const acceptanceOf = (
  { dealing, usedFor, quote }: Acceptance,
  named: string | undefined,
  { actor }: CommandContext,
): Either.Either<string | null, Refusal> => {
  if (named === undefined) return Either.right(null)
  if (dealing === null) return Either.left(refusal("unknown_dealing", { id: named }))
  if (usedFor !== null && usedFor !== quote.id) return Either.left(refusal("acceptance_used", {}))
  return actor.role === "agent" && showsAcceptance(dealing, quote, actor.handle)
    ? Either.right(dealing.id)
    : Either.left(refusal("acceptance_wanted", {}))
}

/**
 * The buyer accepts: `POST /quotes/{id}/accept`. If the buyer is a person, the supplier lodges the acceptance as a dealing and names
 * it. The same commit replaces the quotes that this one replaces.
 */
export const acceptQuote = command({
  name: "accept-quote",
  sections: ["PD14 §2", "PD14 §4", "PD14 §10"],
  input: Schema.Struct({ ...ById.fields, ...Accepting.fields }),
  gather: ({ id, dealing }, { terms }, reader) =>
    Effect.gen(function* () {
      const quote = yield* quotes.need(reader, id)
      const found = dealing === undefined ? Option.none() : yield* reader.find(Dealing.Dealings, dealing)
      const usedFor = dealing === undefined ? null : yield* reader.holder(acceptanceClaim(dealing))
      return {
        quote,
        chain: yield* chainOf(reader, quote.replaces, terms.quoteRevisionsMax),
        dealing: Option.getOrNull(found),
        usedFor,
      } satisfies Acceptance
    }),
  decide: (facts, input, context) =>
    Either.gen(function* () {
      const { quote, chain } = facts
      const shown = acceptanceOf(facts, input.dealing, context)
      const who = partsOf(quote, context.actor)
      const criteriaSha256 = input.criteriaSha256 === undefined ? null : hashIn(input.criteriaSha256)
      const acceptance = Either.getOrElse(shown, () => null)
      const moves = quotes.perform(quote, { act: "accept", who, acceptance, criteriaSha256 }, context.now)
      yield* firstOf([refusedIn(shown), refusedIn(moves)])
      const gone = yield* replaceChain(quote.id, chain, context.now)
      const used = acceptance === null ? [] : [Changed.claim(acceptanceClaim(acceptance), quote.id)]
      const done = yield* moves
      return {
        changes: [...quotes.record([done, ...gone], null, context), ...used],
        reply: answer(afterOf(done), context),
      }
    }),
})

/** The deadline of a quote fires, with the body of its task as the input. If the move is no longer due, nothing changes. */
export const passQuote = bindTask(
  deadlineKind,
  quotes.passing({ name: "pass-quote", sections: ["PD14 §4", "PD14 §6"], answer }),
)
