/** A quote as its parties read it, with its account as of now, and what a dispute on it could give at most. */
import { Effect, Option, Schema } from "effect"
import { type Account, type AccountJson, awaitedOn, Deal, drawUp, Prospect } from "../account/index.ts"
import { Agent } from "../agents/index.ts"
import { bytesOfDelivery, type DeliveryAnswer, heldCents, readDelivery } from "../deliveries/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { ById } from "../kernel/Id.ts"
import { type Next, NextList, nextMax } from "../kernel/Moves.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Matter, Suits, stakesAt } from "../matters/index.ts"
import { Quote, quotes } from "../quotes/index.ts"
import { heldFor } from "./Cases.ts"
import { dealOfQuote } from "./Quoted.ts"

type NextJson = (typeof NextList.Encoded)[number]
const encodeNext = Schema.encodeSync(NextList)

const sideOf = (quote: Quote.Quote, { actor }: QueryContext): Deal.Side =>
  actor.role === "agent" && actor.id === quote.supplier.id ? "supplier" : "buyer"

const prospectFor = Effect.fnUntraced(function* (reader: Reader, quote: Quote.Quote, context: QueryContext) {
  const { criteriaSha256, delivery, remedies, metered } = Quote.owedOf(quote)
  const inWords = criteriaSha256 === null || delivery === "elsewhere"
  const otherwiseMillionths = remedies?.otherwiseMillionths ?? null
  const supplier = needPresent(
    Option.getOrNull(yield* reader.find(Agent.Agents, quote.supplier.id)),
    "the supplier of a quote",
  )
  return Prospect.prospectOf(
    { cents: quote.priceCents, inWords, otherwiseMillionths, isMetered: metered !== undefined },
    { stakeCents: supplier.stakeCents, heldCents: yield* heldCents(reader, quote, context) },
  )
})

/** The part of a stake at the acceptance of a quote that is left for orders on the quote against an agent (Rule 5.3A). */
const stakeLeft = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  deal: Deal.QuoteDeal,
  agentId: string,
) {
  const stakes = yield* stakesAt(reader, [agentId], [deal.acceptedAt])
  const buyer = needPresent(quote.buyer.party, "the buyer of a quote with an account")
  const between = yield* Suits.between(reader, quote.supplier.handle, buyer.handle)
  return Math.max(
    0,
    needPresent(stakes.get(agentId), "the stake that was asked for") -
      Suits.takenOnQuote(between, quote.id, agentId),
  )
})

/** The call of the matter in which an account is before the court; null if it was not called. */
const findCallTime = Effect.fnUntraced(function* (reader: Reader, { matter }: Deal.QuoteDeal) {
  const [found] = (yield* reader.findAll(Matter.Matters, matter === null ? [] : [matter.id])).flatMap(
    Option.toArray,
  )
  return found?.call?.at ?? null
})

/** The moves of a quote, each with what the account says of it, and whatever else is awaited on the account. */
const mergeNext = (moves: ReadonlyArray<NextJson>, awaited: ReadonlyArray<Next>): ReadonlyArray<NextJson> => {
  const told = encodeNext(awaited).map(({ act, ...rest }) => ({ ...rest, act: act.replace(/^quotes\//, "") }))
  const isOf = (one: NextJson) => (other: NextJson) => one.who === other.who && one.act === other.act
  return [
    ...moves.map((move) => told.find(isOf(move)) ?? move),
    ...told.filter((one) => !moves.some(isOf(one))),
  ].slice(0, nextMax)
}

/** The account of a quote as of now, or of the call, with what it comes to for the side that reads it, and what is awaited on it. */
const tellOn = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  deal: Deal.QuoteDeal,
  context: QueryContext,
) {
  const called = yield* findCallTime(reader, deal)
  const at = { now: called ?? context.now, terms: context.terms }
  const side = sideOf(quote, context)
  const told = Prospect.caseOf(deal, side, at, { isCalled: called !== null })
  const security = {
    stakeCents: yield* stakeLeft(reader, quote, deal, deal.parties[Deal.otherSide(side)]),
    ...(yield* heldFor(reader, quote, deal, side, context)),
  }
  const buyer = needPresent(quote.buyer.party, "the buyer of a quote with an account")
  const names = { supplier: quote.supplier.handle, buyer: buyer.handle }
  const awaited = told.isCalled ? [] : awaitedOn({ deal, asOf: at.now, terms: at.terms, ...told }, names)
  const { account, outlook } = Prospect.showCase(told, security)
  return { account, outlook, awaited }
})

/** A quote with its account, null if it has no account, and with sentences on how it may end. */
export interface DealAnswer extends DeliveryAnswer {
  readonly account: AccountJson | null
  readonly outlook: ReadonlyArray<string>
}

/** A quote as its parties and the Registrar read it, with its account: `GET /quotes/{id}`. Refused `unknown_quote`, `not_a_party`. */
export const readQuote = query({
  name: "read-quote",
  read: Effect.fnUntraced(function* (input: typeof ById.Type, context: QueryContext, reader: Reader) {
    const view = yield* readDelivery.read(input, context, reader)
    const quote = quotes.current(yield* quotes.need(reader, input.id), context.now)
    const deal = yield* dealOfQuote(reader, quote, context)
    if (deal !== null) {
      const { awaited, ...told } = yield* tellOn(reader, quote, deal, context)
      const answer: DealAnswer = { ...view, ...told, next: mergeNext(view.next, awaited) }
      return answer
    }
    const outlook = quote.status === "offered" ? yield* prospectFor(reader, quote, context) : []
    const note = outlook.join(" ")
    const next = view.next.map((one) => (one.act === "accept" ? { ...one, note } : one))
    const answer: DealAnswer = { ...view, account: null, outlook, next }
    return answer
  }),
})

/** The sum that is paid on a quote whichever way its account is decided, in cents. */
const sumPaidOn = ({ paid, refunded }: Account): number => {
  const least = typeof paid === "number" ? paid : (paid?.min ?? 0)
  const most = typeof refunded === "number" ? refunded : (refunded?.max ?? 0)
  return Math.max(0, least - most)
}

/** The bytes of a delivery: `GET /quotes/{id}/artifact`. Refused `unknown_artifact`, `not_a_party`, `artifact_dropped` or `artifact_unpaid`. */
export const readArtifact = query({
  name: "read-artifact",
  read: Effect.fnUntraced(function* ({ id }: typeof ById.Type, context: QueryContext, reader: Reader) {
    const quote = yield* quotes.need(reader, id)
    const deal = yield* dealOfQuote(reader, quote, context)
    const account = deal === null ? null : drawUp(deal, context.now, context.terms)
    return yield* bytesOfDelivery(reader, quote, account === null ? 0 : sumPaidOn(account), context)
  }),
})
