/** The questions about holds: by their parties and the Registrar, and the public list of revocations. */
import { Effect } from "effect"
import { Matters } from "../matters/Matter.ts"
import { type QueryContext, query } from "../Query.ts"
import { Quotes } from "../quotes/Quote.ts"
import { mayRead as mayReadQuote } from "../quotes/View.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import type { Page } from "../store/Store.ts"
import { format, sortable } from "../Time.ts"
import { lastPayout, needHold, type On } from "./Acts.ts"
import { type Hold, Holds, matterKey, onIndex, quoteKey } from "./Hold.ts"
import { type Payout, Payouts, revokedIndex } from "./Payout.ts"
import { holdView, mayRead, payoutView, revokedView } from "./View.ts"

const viewOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold, { now }: QueryContext) {
  return holdView(hold, yield* lastPayout(reader, hold), now)
})

/** A hold that whoever asks may read. Refused `unknown_hold`, `not_a_party`. */
const needReadable = Effect.fnUntraced(function* (reader: Reader, id: string, { actor }: QueryContext) {
  const hold = yield* needHold(reader, id)
  return mayRead(hold, actor) ? hold : yield* refusal("not_a_party", {})
})

/** One hold, with its last instruction: `GET /holds/{id}`. */
export const readHold = query({
  name: "read-hold",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    return { hold: yield* viewOf(reader, yield* needReadable(reader, id, context), context) }
  }),
})

/** The last instruction of a hold: `GET /holds/{id}/payout`. Refused `unknown_payout` where there is none. */
export const readPayout = query({
  name: "read-payout",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const payout = yield* lastPayout(reader, yield* needReadable(reader, id, context))
    return payout === null
      ? yield* refusal("unknown_payout", {})
      : { payout: payoutView(payout, context.now) }
  }),
})

/** The holds on one quote or matter, oldest first: their number is bounded (PD2 §6B). */
const holdsOn = Effect.fnUntraced(function* (reader: Reader, key: string, context: QueryContext) {
  const { items } = yield* reader.list(Holds, {
    index: onIndex,
    prefix: `${key}/`,
    after: null,
    limit: context.terms.holdsMax,
  })
  return { holds: yield* Effect.forEach(items, (hold) => viewOf(reader, hold, context)) }
})

/** The holds on a quote, for its parties and the Registrar: `GET /quotes/{id}/holds`. */
export const holdsOnQuote = query({
  name: "holds-on-quote",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const quote = yield* reader.need(Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayReadQuote(quote, context.actor)) return yield* refusal("not_a_party", {})
    return yield* holdsOn(reader, quoteKey(id), context)
  }),
})

/** The holds on a matter, for its parties and the Registrar: `GET /matters/{id}/holds`. */
export const holdsOnMatter = query({
  name: "holds-on-matter",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const { actor } = context
    const isParty = actor.role === "agent" && [matter.claimant.id, matter.respondent.id].includes(actor.id)
    const reads = actor.role === "registrar" || isParty
    return reads ? yield* holdsOn(reader, matterKey(id), context) : yield* refusal("not_a_party", {})
  }),
})

const pageItems = 500

/**
 * Every revocation that an escrow could still need: one whose instruction could be spent by now or later. One that has expired anyway
 * stands in the journal. `GET /holds/revocations`, public.
 */
export const revocations = query({
  name: "hold-revocations",
  read: Effect.fnUntraced(function* (_input: object, { now }: QueryContext, reader: Reader) {
    const revoked: Array<ReturnType<typeof revokedView>> = []
    for (let after: string | null = sortable(now); after !== null; ) {
      const query = { index: revokedIndex, prefix: "", after, limit: pageItems }
      const page: Page<Payout> = yield* reader.list(Payouts, query)
      revoked.push(...page.items.map(revokedView))
      after = page.next
    }
    return { revoked, asOf: format(now) }
  }),
})
