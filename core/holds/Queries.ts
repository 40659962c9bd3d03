/** The questions about holds. */
import { Effect } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, sortable } from "../kernel/Time.ts"
import { Matters } from "../matters/index.ts"
import { mayReadQuote, Quotes } from "../quotes/index.ts"
import { type Hold, Holds, matterKey, onIndex, quoteKey } from "./Hold.ts"
import { lastPayout, type On } from "./Lookup.ts"
import { PayoutSigner, Payouts, revokedIndex } from "./Payout.ts"
import { holds } from "./Record.ts"
import { holdView, payoutView, revokedView } from "./View.ts"

/** The two parties of a hold and the Registrar may read it. */
export const mayReadHold = rule(["PD2 §6B"], (hold: Hold, actor: Actor): boolean =>
  holds.partsOf(hold, actor).some((part) => part !== "clock" && part !== "court"),
)

const viewOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold, { now }: QueryContext) {
  return holdView(hold, yield* lastPayout(reader, hold), now, yield* PayoutSigner)
})

/** A hold that the actor may read. Refused `unknown_hold`, `not_a_party`. */
const needReadable = Effect.fnUntraced(function* (reader: Reader, id: string, { actor }: QueryContext) {
  const hold = yield* holds.need(reader, id)
  return mayReadHold(hold, actor) ? hold : yield* refusal("not_a_party", {})
})

/** One hold, with its last instruction: `GET /holds/{id}`. */
export const readHold = query({
  name: "read-hold",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    return { hold: yield* viewOf(reader, yield* needReadable(reader, id, context), context) }
  }),
})

/** The last instruction of a hold: `GET /holds/{id}/payout`. Refused `unknown_payout` if there is none. */
export const readPayout = query({
  name: "read-payout",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const payout = yield* lastPayout(reader, yield* needReadable(reader, id, context))
    return payout === null
      ? yield* refusal("unknown_payout", {})
      : { payout: payoutView(payout, context.now) }
  }),
})

/** The holds on one quote or matter, oldest first. One page has them all, since their number is bounded (PD2 §6B). */
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

/**
 * Every revocation of an instruction that would not have expired yet: `GET /holds/revocations`, public. The journal has the older
 * ones.
 */
export const revocations = query({
  name: "hold-revocations",
  read: ({ page: { after, limit } }: Paged, { now }: QueryContext, reader: Reader) =>
    Effect.map(
      reader.list(Payouts, { index: revokedIndex, prefix: "", after: after ?? sortable(now), limit }),
      ({ items, next }) => ({ revoked: items.map(revokedView), next, asOf: format(now) }),
    ),
})
