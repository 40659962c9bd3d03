/** A pooler before the server, such as PgBouncer, that gives each transaction a session of its own choice. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const processOf = "select pg_backend_pid() as pid"

// A pooler gives the session that was freed last, or takes them in turns. Either shows in the first look, unless others use it meanwhile.
const looks = 3

/**
 * Whether two transactions of one connection can have different sessions. A court gives each session its time limits, and lets it parse
 * each statement once; both are lost then, or reach others. One connection asks for its process before and after another connection
 * begins a transaction: a session of its own would keep its process, and share it with nobody.
 */
export const sharesSessions = Effect.scoped(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [one, other] = yield* Effect.all([sql.reserve, sql.reserve])
    const pid = (connection: typeof one) =>
      Effect.map(connection.executeUnprepared(processOf, [], undefined), ([row]) => row?.pid)
    const ask = (connection: typeof one, text: string) => connection.executeUnprepared(text, [], undefined)
    const look = Effect.gen(function* () {
      const before = yield* pid(one)
      yield* ask(other, "begin")
      const isTaken = (yield* pid(other)) === before
      // A pooler with one session would let the second question wait for it.
      const isShared = isTaken || (yield* pid(one)) !== before
      yield* ask(other, "rollback")
      return isShared
    })
    for (let i = 0; i < looks; i++) if (yield* look) return true
    return false
  }),
)

export const refusal =
  "a pooler in transaction mode stands before it, so statements and time limits of a session are lost: set pool_mode = session for this database, or name the server itself (http/docs/operating.md, Poolers)"
