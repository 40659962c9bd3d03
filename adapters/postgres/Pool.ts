/** The pool of connections to the server. */
import { Effect, Redacted, type Scope } from "effect"
import { Pool, type PoolClient } from "pg"

export interface PoolOptions {
  /** `postgres://user@host:port/database`, with further settings as libpq names them. */
  readonly url: Redacted.Redacted | string
  /** Connections open at most. */
  readonly connections: number
  /** How long a connection may take to open or to become free, in ms. */
  readonly connectWithinMs: number
  /** How long a statement may take, in ms. */
  readonly answerWithinMs: number
}

/**
 * Settings of every session. A commit reads what was committed while it waited for its locks, which READ COMMITTED alone
 * does; limits of time are ours, whatever the server's own are.
 */
const session = ({ answerWithinMs }: PoolOptions): string => `
  set statement_timeout = ${answerWithinMs};
  set default_transaction_isolation = 'read committed';
  set default_transaction_read_only = off;
  set lock_timeout = ${Math.ceil(answerWithinMs / 2)};
  set idle_in_transaction_session_timeout = ${answerWithinMs}`

/** A pool in which nothing waits without end: a server that stops answering loses the connection that waits for it. */
export const make = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => open(options)),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption(2_000)),
  )

const open = (options: PoolOptions): Pool => {
  const { url, connections, connectWithinMs, answerWithinMs } = options
  const pool = new Pool({
    connectionString: Redacted.isRedacted(url) ? Redacted.value(url) : url,
    application_name: "agent-court",
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(session(options))
    },
  })
  // A connection that breaks while idle leaves the pool; the next request opens another.
  pool.on("error", () => {})
  const watches = new WeakMap<PoolClient, NodeJS.Timeout>()
  // The server's own limit comes first; this one is for a server, or a network, that has gone silent.
  pool.on("acquire", (client) => {
    watches.set(
      client,
      setTimeout(() => client.connection.stream.destroy(), answerWithinMs + 500),
    )
  })
  pool.on("release", (_error, client) => clearTimeout(watches.get(client)))
  return pool
}
