/** The questions about appeals: one of them, and the fee statement of the last one in a matter. */
import { Effect } from "effect"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { Matters, mayReadMatter, partyOnly, sideOf } from "../matters/index.ts"
import { Appeals } from "./Appeal.ts"
import { passAppeal } from "./Moves.ts"
import { appealView, feeView, wordsOf } from "./View.ts"

export interface On {
  readonly id: string
}

/** An appeal as its parties, the Registrar and the Judge read it: `GET /appeals/{id}`. Refused `unknown_appeal`, `not_a_party`. */
export const readAppeal = query({
  name: "read-appeal",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const stored = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const matter = yield* reader.need(Matters, stored.matterId, () =>
      refusal("unknown_matter", { id: stored.matterId }),
    )
    if (!mayReadMatter(matter, actor)) return yield* refusal("not_a_party", {})
    const { appeal } = passAppeal(stored, now)
    return appealView(appeal, yield* wordsOf(reader, appeal), matter, now)
  }),
})

/**
 * The fee statement of the last appeal in a matter, for its parties (Rule 6.2): `GET /matters/{id}/fee`. Refused `unknown_matter`,
 * `unknown_appeal`, and to anybody who is not a party.
 */
export const readFee = query({
  name: "read-appeal-fee",
  read: Effect.fnUntraced(function* ({ id }: On, { actor, now }: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const refused = partyOnly(actor, sideOf(matter, actor))
    if (refused !== null) return yield* refused
    const appealId = matter.review?.appealId ?? null
    const absent = () => refusal("unknown_appeal", { id: `in matter ${id}` })
    if (appealId === null) return yield* absent()
    return feeView(passAppeal(yield* reader.need(Appeals, appealId, absent), now).appeal)
  }),
})
