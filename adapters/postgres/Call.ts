/** Calls of the database's functions, and what it means when a statement fails. */

import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { readJson } from "../store/Text.ts"
import type { Latest } from "./Position.ts"

/**
 * `again`: the transaction lost against another one, and nothing was written. `crowded`: it needed more locks than the server has.
 * `wrong`: the statement itself is at fault, and nothing was written. `unavailable`: everything else; the outcome may be unknown.
 */
type Failure = "again" | "crowded" | "wrong" | "unavailable"

const bySqlState: ReadonlyArray<readonly [prefix: string, failure: Failure]> = [
  ["40003", "unavailable"], // statement_completion_unknown
  ["40", "again"], // serialization failure, deadlock
  ["53200", "crowded"], // out of shared memory: the lock table is full
  ["42883", "unavailable"], // undefined function: the database was set up for another version meanwhile
  ["42P01", "unavailable"], // undefined table: the database was taken away
  ["0A", "wrong"],
  ["21", "wrong"],
  ["22", "wrong"],
  ["23", "wrong"],
  ["42", "wrong"],
  ["54", "wrong"],
  ["P0", "wrong"],
]

const stateOf = (error: SqlError): string | null => {
  const { cause } = error
  if (typeof cause !== "object" || cause === null || !("code" in cause) || typeof cause.code !== "string")
    return null
  // Errors of sockets have codes too; a SQLSTATE has five characters and comes with a severity.
  return "severity" in cause ? cause.code : null
}

/** The meaning of an error, by its SQLSTATE. An error without one means that the server did not answer. */
export const failureOf = (error: SqlError): Failure => {
  const state = stateOf(error)
  if (state === null) return "unavailable"
  return bySqlState.find(([prefix]) => state.startsWith(prefix))?.[1] ?? "unavailable"
}

/** Turns an error into a defect if the statement is at fault, else into `StoreUnavailable`. */
export const orUnavailable =
  (operation: string) =>
  <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, StoreUnavailable, R> =>
    Effect.catchAll(effect, (error) =>
      failureOf(error) === "wrong"
        ? Effect.die(error)
        : Effect.fail(new StoreUnavailable({ operation, cause: error })),
    )

type Argument = string | number | null

interface Row {
  readonly answer: string | null
  readonly position?: string
}

/** The server evaluates the position after the answer, so the answer shows nothing beyond the position. */
const position = ", agent_court.position() as position"

/** Calls a function of the database in a statement of its own and decodes its answer. `A` is what that function builds. */
export type Call = <A>(
  operation: string,
  text: string,
  args: ReadonlyArray<Argument>,
) => Effect.Effect<A | null, StoreUnavailable>

/** Makes the calls on a server. Each call also asks for the server's position if `latest` is given, and notes it there. */
export const make =
  (sql: SqlClient.SqlClient, latest: Latest | null = null): Call =>
  <A>(operation: string, text: string, args: ReadonlyArray<Argument>) =>
    sql.unsafe<Row>(`select ${text} as answer${latest === null ? "" : position}`, args).pipe(
      Effect.map((rows) => {
        const answer = rows[0]?.answer ?? null
        if (rows[0]?.position !== undefined) latest?.saw(rows[0].position)
        return answer === null ? null : (readJson(answer) as A) // our own function built it
      }),
      orUnavailable(operation),
      Effect.withTracerEnabled(false),
    )
