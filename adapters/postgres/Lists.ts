/** Pages of lists. Pages that are asked for in one turn of the event loop share one statement, and so one snapshot. */
import { Effect, type Scope } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import { keepJson } from "../store/Text.ts"
import * as Together from "../store/Together.ts"
import type { Call } from "./Call.ts"
import { type EntryRow, pageOf, type Range } from "./Reading.ts"

/** The largest number of rows that the pages of a statement may have, and of statements at the same time. */
const most = { rows: 3_200, lanes: 8 }

/** The pages of ranges: the argument is an array of ranges, and the answer an array with the rows of each. */
export const listsText = `(
  select json_agg(agent_court.list(q.index, q.prefix, q.after, q.page)::json order by q.n)::text
  from rows from (json_to_recordset($1) as (index text, prefix text, after text, page int))
    with ordinality as q (index, prefix, after, page, n))`

/** It asks for one row more than the page holds, which shows whether another page follows. */
const askedOf = ({ index, prefix, after, limit }: Range) => ({ index, prefix, after, page: limit + 1 })

/** Takes ranges from the queue until their pages may have too many rows for one statement. */
const takeRanges = <A extends { readonly request: Range }>(queue: Array<A>): ReadonlyArray<A> => {
  let rows = 0
  const over = queue.findIndex(({ request }, i) => {
    rows += request.limit
    return i > 0 && rows > most.rows
  })
  return queue.splice(0, over < 0 ? queue.length : over)
}

export const lists = (call: Call): Effect.Effect<Driver["list"], never, Scope.Scope> =>
  Together.make<Range, Effect.Effect.Success<ReturnType<Driver["list"]>>>({
    operation: "list",
    lanes: most.lanes,
    take: takeRanges,
    run: (batch) =>
      Effect.map(
        call<ReadonlyArray<ReadonlyArray<EntryRow>>>("list", listsText, [keepJson(batch.map(askedOf))]),
        (found) => batch.map((range, i) => Effect.succeed(pageOf(range)(found?.[i] ?? null))),
      ),
    done: () => {},
    patienceMs: 0,
  })
