/** Calls a function of the database, and decodes what it answers. */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/store/Store.ts"
import { givenJson } from "../store/Text.ts"
import { orUnavailable } from "./Failure.ts"

type Argument = string | number | null

/** Calls a function of the database in a statement of its own and decodes its answer. `A` is what that function builds. */
export type Call = <A>(
  operation: string,
  text: string,
  args: ReadonlyArray<Argument>,
) => Effect.Effect<A | null, StoreUnavailable>

export const make =
  (sql: SqlClient.SqlClient): Call =>
  <A>(operation: string, text: string, args: ReadonlyArray<Argument>) =>
    sql.unsafe<{ readonly answer: string | null }>(`select ${text} as answer`, args).pipe(
      Effect.map((rows) => {
        const answer = rows[0]?.answer ?? null
        return answer === null ? null : (givenJson(answer) as A) // our own function built it
      }),
      orUnavailable(operation),
      Effect.withTracerEnabled(false),
    )
