/** The questions about holds whose `next` says whether a judgment can pay them now: one hold, and the holds on a quote or a matter. */
import { Effect, Option } from "effect"
import { Hold, holds, holdView, listHolds, needReadable, Payout } from "../holds/index.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { Matter, Suits } from "../matters/index.ts"
import { mayReadQuote, Quote } from "../quotes/index.ts"
import { isEvaluable } from "./Evaluation.ts"
import { isPayable } from "./Instruct.ts"

/** The judgments that could pay a hold: those in force in its matter, or in the matters on its quote. */
const judgmentsFor = Effect.fnUntraced(function* (
  reader: Reader,
  { quoteId, matterId, payer, payee }: Hold.Hold,
) {
  const ids =
    quoteId === null
      ? [matterId].filter((id) => id !== null)
      : Suits.onQuote(yield* Suits.between(reader, payer.handle, payee.handle), quoteId)
  const found = (yield* reader.findAll(Matter.Matters, ids)).flatMap(Option.toArray)
  return found.flatMap(({ review }) => review?.inForce ?? [])
})

/** The judgments by which either side could have the hold paid now. */
const payableBy = Effect.fnUntraced(function* (reader: Reader, stored: Hold.Hold, context: QueryContext) {
  const hold = holds.current(stored, context.now)
  if (hold.status !== "confirmed") return []
  return yield* Effect.filter(yield* judgmentsFor(reader, hold), (citation) =>
    isPayable(reader, hold, citation, context),
  )
})

const viewOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold.Hold, context: QueryContext) {
  const court = yield* Payout.Signer
  const holder = yield* reader.holder(Hold.escrowClaim(hold))
  return holdView(hold, yield* Payout.findLast(reader, hold), context, court, {
    payableBy: yield* payableBy(reader, hold, context),
    isTaken: holder !== null && holder !== hold.id,
    isEvaluable: hold.escrowKind === "erc8183" && (yield* isEvaluable(reader, hold, context)),
  })
})

/** One hold, with its last instruction: `GET /holds/{id}`. */
export const readHold = query({
  name: "read-hold",
  read: Effect.fnUntraced(function* ({ id }: Payout.On, context: QueryContext, reader: Reader) {
    return { hold: yield* viewOf(reader, yield* needReadable(reader, id, context), context) }
  }),
})

const holdsOn = Effect.fnUntraced(function* (reader: Reader, key: string, context: QueryContext) {
  const items = yield* listHolds(reader, key, context.terms)
  return { holds: yield* Effect.forEach(items, (hold) => viewOf(reader, hold, context)) }
})

/** The holds on a quote, for its parties and the Registrar: `GET /quotes/{id}/holds`. */
export const listHoldsOnQuote = query({
  name: "list-holds-on-quote",
  read: Effect.fnUntraced(function* ({ id }: Payout.On, context: QueryContext, reader: Reader) {
    const quote = yield* reader.need(Quote.Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayReadQuote(quote, context.actor)) return yield* refusal("not_a_party", {})
    return yield* holdsOn(reader, Hold.quoteKey(id), context)
  }),
})

/** The holds on a matter, for its parties and the Registrar: `GET /matters/{id}/holds`. */
export const listHoldsOnMatter = query({
  name: "list-holds-on-matter",
  read: Effect.fnUntraced(function* ({ id }: Payout.On, context: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    const { actor } = context
    const isParty = actor.role === "agent" && [matter.claimant.id, matter.respondent.id].includes(actor.id)
    const reads = actor.role === "registrar" || isParty
    return reads ? yield* holdsOn(reader, Hold.matterKey(id), context) : yield* refusal("not_a_party", {})
  }),
})
