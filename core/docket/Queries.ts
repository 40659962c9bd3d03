/** The queries on matters that show what is awaited in their appeals. */
import { Effect } from "effect"
import { appealsOf, reviewNext } from "../appeals/index.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { Accounts, Matter, matters, matterView, Parties, readDetail, readPage } from "../matters/index.ts"
import { casesOn } from "./Cases.ts"

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
