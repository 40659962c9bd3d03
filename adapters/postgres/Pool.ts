/** The pool of connections to the server, or to that of several servers which takes writes. */
import { Effect, Either, Redacted, type Scope } from "effect"
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg"
import * as Hosts from "./Hosts.ts"
import { Primary, timelineOf } from "./Primary.ts"

export interface PoolOptions {
  /** `postgres://user@host:port/database`, with further settings as libpq names them; several hosts are parted by commas. */
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

/** Begins a session. A server that is silent loses the connection. */
const begin =
  (options: PoolOptions) =>
  async (client: ClientBase): Promise<void> => {
    const silent = setTimeout(() => {
      if (client instanceof Client) client.connection.stream.destroy()
    }, options.connectWithinMs)
    await client.query(session(options)).finally(() => clearTimeout(silent))
  }

/** A pool in which nothing waits without end: a server that stops answering loses the connection that waits for it. */
export const make = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => open(options)),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption(2_000)),
  )

/** An address for each server that a URL names. */
export const addressesOf = (url: PoolOptions["url"]): ReadonlyArray<string> => {
  const plain = Redacted.isRedacted(url) ? Redacted.value(url) : url
  return Either.getOrElse(Hosts.addressesOf(plain), () => [plain])
}

const open = (options: PoolOptions): Pool => {
  const { answerWithinMs } = options
  const addresses = addressesOf(options.url)
  const [first] = addresses
  const config: PoolConfig = {
    connectionString: first,
    application_name: "agent-court",
    max: options.connections,
    connectionTimeoutMillis: options.connectWithinMs,
    keepAlive: true,
  }
  const pool =
    addresses.length === 1
      ? new Pool({ ...config, onConnect: begin(options) })
      : following(addresses, options, config)
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
  pool.on("connect", leaveStandby)
  return pool
}

/** SQLSTATE of a write on a server that takes none. */
const readOnly = "25006"

/** A server that was made a standby may keep its connections, which are of no use any more. */
const leaveStandby = ({ connection }: PoolClient): void => {
  connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
    if (code === readOnly) connection.stream.destroy()
  })
}

/** A request that is not answered within this time, in ms, makes the pool look whether another server takes writes. */
const doubtAfterMs = 1_000

/**
 * A pool that follows the primary. Who connects while none is known waits for the search. A primary that fell silent is looked past
 * while requests wait for it, and once another is found, what is still open to the earlier one is closed at once.
 */
const following = (addresses: ReadonlyArray<string>, options: PoolOptions, config: PoolConfig): Pool => {
  const clients = new Set<PoolClient>()
  const primary = new Primary({
    addresses,
    // Within the time to connect, the connection itself has to be made too.
    withinMs: (options.connectWithinMs * 3) / 4,
    moved: () => {
      for (const client of clients) if (!primary.is(client)) client.connection.stream.destroy()
    },
  })
  const onConnect = async (client: ClientBase): Promise<void> => {
    await begin(options)(client)
    const timeline = await timelineOf(client)
    if (!(client instanceof Client)) return
    if (timeline === null) primary.lost(client)
    if (!primary.is(client)) throw new Error(`${client.host} takes no writes any more`)
  }
  const pool = new Pool({ ...config, onConnect, Client: seeking(primary) })
  const doubts = new WeakMap<PoolClient, NodeJS.Timeout>()
  pool.on("connect", (client) => {
    clients.add(client)
    client.on("error", () => primary.lost(client))
  })
  pool.on("remove", (client) => clients.delete(client))
  pool.on("acquire", (client) => {
    const doubt = () => primary.look().catch(() => {})
    doubts.set(client, setInterval(doubt, doubtAfterMs))
  })
  pool.on("release", (_error, client) => clearInterval(doubts.get(client)))
  return pool
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void)

/** A client that asks where the primary is before it connects. */
const seeking = (primary: Primary) =>
  class extends Client {
    override connect(): Promise<Client>
    override connect(connected: Connected): void
    override connect(connected?: Connected): Promise<Client> | undefined {
      const found = primary.find().then((server) => Object.assign(this, server))
      if (connected === undefined) return found.then(() => super.connect())
      const ended = connected as (error: Error | null, client?: Client) => void
      const connect = () =>
        super.connect((error: Error | null) => {
          if (error) primary.lost(this)
          ended(error, this)
        })
      found.then(connect, (error: Error) => ended(error))
      return undefined
    }
  }
