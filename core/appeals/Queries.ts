/** The questions about appeals: one of them, and the fee statement of the last one in a matter. */

import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import { mayRead } from "../matters/Detail.ts"
import { Matters } from "../matters/Matter.ts"
import { sideOf } from "../matters/Parties.ts"
import { partyOnly } from "../matters/Standing.ts"
import type { Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Instant } from "../Time.ts"
import { Appeals } from "./Appeal.ts"
import { passAppeal } from "./Moves.ts"
import { type AppealView, appealView, type FeeView, noteOf, statementView, wordsOf } from "./View.ts"

/** An appeal as its parties, the Registrar and the Judge read it: `GET /appeals/{id}`. */
export const readAppeal = (
  reader: Reader,
  id: string,
  actor: Actor,
  now: Instant,
): Effect.Effect<AppealView, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
    const matter = yield* reader.need(Matters, stored.matterId, () =>
      refusal("unknown_matter", { id: stored.matterId }),
    )
    if (!mayRead(matter, actor)) return yield* refusal("not_a_party", {})
    const { appeal } = passAppeal(stored, now)
    return appealView(appeal, yield* wordsOf(reader, appeal), matter, now)
  })

/** The fee statement of the last appeal in a matter, to its parties: `GET /matters/{id}/fee` (Rule 6.2). */
export const readFee = rule(
  ["Rule 6.2", "PD2 §5"],
  (
    reader: Reader,
    matterId: string,
    actor: Actor,
    now: Instant,
  ): Effect.Effect<FeeView, Refusal | StoreUnavailable> =>
    Effect.gen(function* () {
      const matter = yield* reader.need(Matters, matterId, () => refusal("unknown_matter", { id: matterId }))
      const refused = partyOnly(actor, sideOf(matter, actor))
      if (refused !== null) return yield* refused
      const appealId = matter.review?.appealId ?? null
      const absent = () => refusal("unknown_appeal", { id: `in matter ${matterId}` })
      if (appealId === null) return yield* absent()
      const { appeal } = passAppeal(yield* reader.need(Appeals, appealId, absent), now)
      return { appealId, statement: statementView(appeal.statement), note: noteOf(appeal) }
    }),
)
