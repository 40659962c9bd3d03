/** Calls a function of the database, and decodes what it answers. */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/store/Store.ts"
import { givenJson } from "../store/Text.ts"
import { orUnavailable } from "./Failure.ts"
import type { Latest } from "./Position.ts"

type Argument = string | number | null

interface Row {
  readonly answer: string | null
  readonly position?: string
}

/** Evaluated after the answer, so that nothing in it is later. */
const position = ", agent_court.position() as position"

/** Calls a function of the database in a statement of its own and decodes its answer. `A` is what that function builds. */
export type Call = <A>(
  operation: string,
  text: string,
  args: ReadonlyArray<Argument>,
) => Effect.Effect<A | null, StoreUnavailable>

/** Calls on a server. `latest` is told how far the server had come, where that is asked for. */
export const make =
  (sql: SqlClient.SqlClient, latest: Latest | null = null): Call =>
  <A>(operation: string, text: string, args: ReadonlyArray<Argument>) =>
    sql.unsafe<Row>(`select ${text} as answer${latest === null ? "" : position}`, args).pipe(
      Effect.map((rows) => {
        const answer = rows[0]?.answer ?? null
        if (rows[0]?.position !== undefined) latest?.saw(rows[0].position)
        return answer === null ? null : (givenJson(answer) as A) // our own function built it
      }),
      orUnavailable(operation),
      Effect.withTracerEnabled(false),
    )
