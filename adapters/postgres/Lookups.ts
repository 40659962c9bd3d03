/** Reads by key, and lists. Look-ups that are asked for at the same time share one statement, and so one snapshot. */
import { Effect, type Scope } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Ref } from "../../core/store/ChangeSet.ts"
import type { Driver, Receipt, Stored } from "../../core/store/Store.ts"
import { keepJson } from "../store/Text.ts"
import * as Together from "../store/Together.ts"
import type { Call } from "./Call.ts"
import { type EntryRow, pageOf, type Range } from "./Reading.ts"

/** The largest number of keys in a statement, and of statements at the same time. */
const most = { keys: 400, lanes: 4 }

/** A kind of look-up: a function of the database that takes an array of keys and gives an array with the row of each, or null. */
interface Lookup<In, Row, Out> {
  readonly operation: "read" | "holder" | "tallies" | "receipt"
  readonly keysOf: (request: In) => ReadonlyArray<Json>
  readonly answerOf: (request: In, rows: ReadonlyArray<Row | null>) => Out
}

const make = <In, Row, Out>(call: Call, { operation, keysOf, answerOf }: Lookup<In, Row, Out>) =>
  Together.make<{ readonly request: In; readonly keys: ReadonlyArray<Json> }, Out>({
    operation,
    lanes: most.lanes,
    take: (queue) => {
      let keys = 0
      const over = queue.findIndex(({ request }, i) => {
        keys += request.keys.length
        return i > 0 && keys > most.keys
      })
      return queue.splice(0, over < 0 ? queue.length : over)
    },
    run: (batch) => {
      const keys = keepJson(batch.flatMap((each) => each.keys))
      return Effect.map(
        call<ReadonlyArray<Row | null>>(operation, `agent_court.${operation}($1)`, [keys]),
        (found) => {
          const rows = [...(found ?? [])]
          return batch.map(({ request, keys: { length } }) =>
            Effect.succeed(answerOf(request, rows.splice(0, length))),
          )
        },
      )
    },
    done: () => {},
  }).pipe(
    Effect.map((ask) => (request: In) => {
      const keys = keysOf(request)
      return keys.length === 0 ? Effect.succeed(answerOf(request, [])) : ask({ request, keys })
    }),
  )

type RecordRow = readonly [version: number, number: number | null, body: Json]

const storedOf = ({ kind, id }: Ref, row: RecordRow | null): Stored | null => {
  if (row === null) return null
  const [version, number, body] = row
  return { ref: { kind, id }, version, number, body }
}

const read: Lookup<ReadonlyArray<Ref>, RecordRow, ReadonlyArray<Stored | null>> = {
  operation: "read",
  keysOf: (refs) => refs.map(({ kind, id }) => ({ kind, id })),
  answerOf: (refs, rows) => refs.map((ref, i) => storedOf(ref, rows[i] ?? null)),
}
const holder: Lookup<string, string, string | null> = {
  operation: "holder",
  keysOf: (claim) => [claim],
  answerOf: (_claim, [found]) => found ?? null,
}
const tallies: Lookup<ReadonlyArray<string>, number, ReadonlyArray<number>> = {
  operation: "tallies",
  keysOf: (names) => names,
  answerOf: (names, sums) => names.map((_, i) => sums[i] ?? 0),
}
const receipt: Lookup<{ readonly id: string; readonly now: number }, Receipt, Receipt | null> = {
  operation: "receipt",
  keysOf: ({ id, now }) => [{ id, now }],
  answerOf: (_asked, [found]) => found ?? null,
}

/** The largest number of rows that the pages of a statement may have, and of statements at the same time. */
const mostListed = { rows: 3_200, lanes: 8 }

/** The pages of ranges: the argument is an array of ranges, and the answer an array with the rows of each. */
export const listsText = `(
  select json_agg(agent_court.list(q.index, q.prefix, q.after, q.page)::json order by q.n)::text
  from rows from (json_to_recordset($1) as (index text, prefix text, after text, page int))
    with ordinality as q (index, prefix, after, page, n))`

/** It asks for one row more than the page holds, which shows whether another page follows. */
const queryOf = ({ index, prefix, after, limit }: Range) => ({ index, prefix, after, page: limit + 1 })

/** Takes ranges from the queue until their pages may have too many rows for one statement. */
const takeRanges = <A extends { readonly request: Range }>(queue: Array<A>): ReadonlyArray<A> => {
  let rows = 0
  const over = queue.findIndex(({ request }, i) => {
    rows += request.limit
    return i > 0 && rows > mostListed.rows
  })
  return queue.splice(0, over < 0 ? queue.length : over)
}

const lists = (call: Call): Effect.Effect<Driver["list"], never, Scope.Scope> =>
  Together.make<Range, Effect.Effect.Success<ReturnType<Driver["list"]>>>({
    operation: "list",
    lanes: mostListed.lanes,
    take: takeRanges,
    run: (batch) =>
      Effect.map(
        call<ReadonlyArray<ReadonlyArray<EntryRow>>>("list", listsText, [keepJson(batch.map(queryOf))]),
        (found) => batch.map((range, i) => Effect.succeed(pageOf(range)(found?.[i] ?? null))),
      ),
    done: () => {},
    patienceMs: 0,
  })

export const lookups = (
  call: Call,
): Effect.Effect<Pick<Driver, "read" | "holder" | "tallies" | "receipt" | "list">, never, Scope.Scope> =>
  Effect.gen(function* () {
    const receiptOf = yield* make(call, receipt)
    return {
      read: yield* make(call, read),
      holder: yield* make(call, holder),
      tallies: yield* make(call, tallies),
      receipt: (id, now) => receiptOf({ id, now }),
      list: yield* lists(call),
    }
  })
