/** A mutant store: each process knows the events that were there when it last wrote, and its cursor goes past the later ones of others. */
import { Effect } from "effect"
import type { Driver } from "../../../core/store/Store.ts"
import { spoilStore } from "./OneProcess.ts"

/** A process's knowledge of the journal. It looks again only when it writes. */
interface Known {
  writing: number
  last: number | null
}

const lastPlace = (store: Driver): Effect.Effect<number> => {
  const from = (after: string | null): Effect.Effect<number> =>
    Effect.flatMap(Effect.orDie(store.journal({ subject: null, after, limit: 1000 })), ({ items, next }) =>
      items.length === 0 ? Effect.succeed(Number(next)) : from(next),
    )
  return from(null)
}

const blind = (store: Driver, known: Known): Driver => {
  const look = Effect.map(lastPlace(store), (last) => {
    known.last = last
  })
  return {
    ...store,
    commit: (set) =>
      Effect.gen(function* () {
        known.writing += 1
        const result = yield* store.commit(set)
        yield* look
        known.writing -= 1
        return result
      }),
    journal: (query) =>
      Effect.gen(function* () {
        if (known.last === null || known.writing > 0) yield* look
        const { items, next } = yield* store.journal(query)
        const last = known.writing > 0 ? Number.POSITIVE_INFINITY : (known.last ?? 0)
        return { items: items.filter(({ cursor }) => Number(cursor) <= last), next }
      }),
  }
}

export const { create, destroy, open } = spoilStore((): Known => ({ writing: 0, last: null }), blind)
