/** What a failed statement means: by its SQLSTATE, or by its lack of one where the server did not answer. */
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"

/**
 * `again`: the transaction was given up for the sake of another, and nothing was written. `crowded`: too much was locked at
 * once. `wrong`: the statement itself is at fault, and nothing was written. `unavailable`: everything else; its outcome may
 * be unknown.
 */
export type Failure = "again" | "crowded" | "wrong" | "unavailable"

const bySqlState: ReadonlyArray<readonly [prefix: string, failure: Failure]> = [
  ["40003", "unavailable"], // statement_completion_unknown
  ["40", "again"], // serialization failure, deadlock
  ["55P03", "again"], // lock_timeout
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

export const failureOf = (error: SqlError): Failure => {
  const state = stateOf(error)
  if (state === null) return "unavailable"
  return bySqlState.find(([prefix]) => state.startsWith(prefix))?.[1] ?? "unavailable"
}

/** Ends in a defect where the statement is at fault, else in `StoreUnavailable`. */
export const orUnavailable =
  (operation: string) =>
  <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, StoreUnavailable, R> =>
    Effect.catchAll(effect, (error) =>
      failureOf(error) === "wrong"
        ? Effect.die(error)
        : Effect.fail(new StoreUnavailable({ operation, cause: error })),
    )
