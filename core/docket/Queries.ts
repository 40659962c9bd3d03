/** The queries on matters that show what is awaited in their appeals, and to a party its own case. */
import { Effect } from "effect"
import { awaitedOn, Causes, type Deal, Prospect } from "../account/index.ts"
import { appealsOf, reviewNext } from "../appeals/index.ts"
import { type Determined, dealsOf } from "../bench/index.ts"
import { askedIn, heldFor, nothingHeld } from "../deals/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Next } from "../kernel/Moves.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import {
  Accounts,
  capAtFiling,
  Matter,
  type MatterDetail,
  matters,
  matterView,
  Parties,
  type Pleading,
  readDetail,
  readPage,
  readPleading,
  Suits,
  stakesAt,
} from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"

/** A page of an agent's own matters, or of all matters for the Registrar and the Judge: `GET /matters`. Refused `agents_only`. */
export const listMatters = query({
  name: "list-matters",
  read: Effect.fnUntraced(function* (
    { page }: Paged,
    { actor, now, schedule }: QueryContext,
    reader: Reader,
  ) {
    const { items, next } = yield* readPage(reader, actor, page)
    const appeals = yield* appealsOf(reader, items)
    const views = yield* Effect.forEach(items, (stored, i) =>
      Effect.gen(function* () {
        const terms = schedule.at(stored.filedAt)
        const onAppeal = reviewNext(stored, appeals[i] ?? null, now)
        const opensAt = yield* Accounts.callOpensAt(reader, matters.current(stored, now, terms), {
          now,
          terms,
        })
        return matterView(stored, actor, now, terms, { onAppeal, callOpensAt: opensAt })
      }),
    )
    return { items: views, next }
  }),
})

/** The case of a party in its own matter: the accounts as its judge would read them now, and what is still awaited for them. */
interface Cases {
  readonly accounts: MatterDetail["accounts"]
  readonly awaited: ReadonlyArray<Next>
}
const noCases: Cases = { accounts: [], awaited: [] }

/** Acts of the deal that stand in `next` of its matter by another name, or not at all once there is one. */
const ofDeal = ({ act }: Next): boolean => act !== "matters"

/** The deals of a matter, each once, with the orders that rest on it. */
const eachOnce = (
  { quote, debts }: Determined.Deals,
  orders: ReadonlyArray<Pleading.OrderSought>,
): ReadonlyArray<readonly [Determined.JudgedDeal, ReadonlyArray<Pleading.OrderSought>]> => [
  ...(quote === null ? [] : [[quote, orders.filter(({ cause }) => Causes.isOfQuote(cause))] as const]),
  ...[...new Set(debts.values())].map(
    (deal) => [deal, orders.filter(({ on }) => on !== undefined && debts.get(on) === deal)] as const,
  ),
]

/** The accounts of an undecided matter as the party that reads it is told of them; everybody else gets no account. */
const casesOn = Effect.fnUntraced(function* (reader: Reader, matter: Matter.Matter, context: QueryContext) {
  const own = Parties.sideOf(matter, context.actor)
  if (own === null || matter.endedAt !== null) return noCases
  const terms = context.schedule.at(matter.filedAt)
  const claim = yield* readPleading(reader, matter.claim)
  const at = { now: matter.call?.at ?? context.now, terms }
  const deals = yield* dealsOf(reader, { matter, claim }, at.now, { ...context, terms })
  if (deals === null) return noCases
  const other = matter[own === "claimant" ? "respondent" : "claimant"]
  const stakes = yield* stakesAt(reader, other.id === null ? [] : [other.id], matter.stakeAt)
  const stakeCents = capAtFiling(matter.id, stakes, yield* Suits.of(reader, matter)) ?? 0
  const accounts: Array<MatterDetail["accounts"][number]> = []
  const awaited: Array<Next> = []
  for (const [{ facts, sides, ...standing }, orders] of eachOnce(
    deals,
    needPresent(claim.orders, "the orders that a claim seeks"),
  )) {
    const side: Deal.Side = sides.supplier === matter[own].handle ? "supplier" : "buyer"
    const askedCents = own === "claimant" ? askedIn(orders) : null
    const told = Prospect.caseOf(facts, side, at, { askedCents, isCalled: matter.call !== null })
    const quote = facts.kind === "quote" ? yield* quotes.need(reader, facts.id) : null
    const held = quote === null ? nothingHeld : yield* heldFor(reader, quote, facts, side, context)
    accounts.push(Prospect.showCase(told, { stakeCents, ...held }))
    const seen = { deal: facts, asOf: at.now, ...standing, terms }
    awaited.push(...(told.isCalled ? [] : awaitedOn(seen, sides).filter(ofDeal)))
  }
  return { accounts, awaited }
})

/**
 * One matter with the words of its papers: `GET /matters/{id}`. Refused `unknown_matter`, and `not_a_party` to everybody but its
 * parties, counsel on the record, the Registrar and the Judge.
 */
export const readMatter = query({
  name: "read-matter",
  read: Effect.fnUntraced(function* ({ id }: { readonly id: string }, context: QueryContext, reader: Reader) {
    const { actor, now, schedule } = context
    const stored = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    if (!Parties.mayReadMatter(stored, actor)) return yield* refusal("not_a_party", {})
    const matter = matters.current(stored, now, schedule.at(stored.filedAt))
    const appeal = (yield* appealsOf(reader, [matter]))[0] ?? null
    const { accounts, awaited } = yield* casesOn(reader, matter, context)
    const at = { now, terms: schedule.at(matter.filedAt) }
    const next = {
      onAppeal: [...reviewNext(matter, appeal, now), ...awaited],
      callOpensAt: yield* Accounts.callOpensAt(reader, matter, at),
    }
    return yield* readDetail(reader, matter, context, next, accounts)
  }),
})
