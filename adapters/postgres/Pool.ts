/** The pool of connections to the server: of several servers, to the server that takes writes. */
import { Effect, Either, Redacted, type Scope } from "effect"
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg"
import * as Hosts from "./Hosts.ts"
import { Primary, timelineOf } from "./Primary.ts"

export interface PoolOptions {
  /** `postgres://user@host:port/database`, with further settings as libpq names them; several hosts are separated by commas. */
  readonly url: Redacted.Redacted | string
  readonly connections: number
  /** How long a connection may take to open or to become free, in ms. */
  readonly connectWithinMs: number
  readonly answerWithinMs: number
}

/**
 * The settings of every session. A commit must see what was committed while it waited for its locks, which needs READ COMMITTED. The
 * time limits replace those of the server. A wait for a lock is a part of the time of its statement.
 */
const session = ({ answerWithinMs }: PoolOptions): string => `
  set statement_timeout = ${answerWithinMs};
  set default_transaction_isolation = 'read committed';
  set default_transaction_read_only = off;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = ${answerWithinMs}`

/** Begins a session. If the server doesn't answer in time, the connection is closed. */
const begin =
  (options: PoolOptions) =>
  async (client: ClientBase): Promise<void> => {
    const silent = setTimeout(() => {
      if (client instanceof Client) client.connection.stream.destroy()
    }, options.connectWithinMs)
    await client.query(session(options)).finally(() => clearTimeout(silent))
  }

/** Makes a pool until the scope ends. No request waits for ever: if the server stops answering, its connection is closed. */
export const make = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => open(options)),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption(2_000)),
  )

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
      : makeFollowingPool(addresses, options, config)
  // If an idle connection breaks, the pool drops it, and the next request opens another.
  pool.on("error", () => {})
  const watches = new WeakMap<PoolClient, NodeJS.Timeout>()
  // The server's own time limit ends a statement first. This one is for a server or a network that doesn't answer at all.
  pool.on("acquire", (client) => {
    watches.set(
      client,
      setTimeout(() => client.connection.stream.destroy(), answerWithinMs + 500),
    )
  })
  pool.on("release", (_error, client) => clearTimeout(watches.get(client)))
  pool.on("connect", leaveStandby)
  pool.on("connect", prepareStatements)
  return pool
}

const names = new Map<string, string>()
/** A name for a statement, which is the same in every session of this process. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `court_${names.size}`
  names.set(text, name)
  return name
}

/** Lets the server parse each statement with parameters once in a session. The texts of the store's statements are few, and each is fixed. */
const prepareStatements = (client: PoolClient): void => {
  const query: (...given: ReadonlyArray<unknown>) => unknown = client.query.bind(client)
  const prepare = (text: unknown, values: unknown, ...rest: ReadonlyArray<unknown>) =>
    typeof text === "string" && Array.isArray(values) && values.length > 0
      ? query({ name: nameOf(text), text }, values, ...rest)
      : query(text, values, ...rest)
  Object.assign(client, { query: prepare })
}

/** The SQLSTATE of a write on a server that is read-only. */
const readOnly = "25006"

/** Closes a connection whose server refuses a write: it has become a standby, which keeps its connections. */
const leaveStandby = ({ connection }: PoolClient): void => {
  connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
    if (code === readOnly) connection.stream.destroy()
  })
}

/** While a request is not answered, the pool looks this often, in ms, whether another server takes writes. */
const searchEveryMs = 1_000

/**
 * A pool that follows the primary. If no primary is known, a new connection waits for the search. While requests wait for a primary that
 * doesn't answer, the search goes on; when it finds another primary, all connections to other servers are closed.
 */
const makeFollowingPool = (
  addresses: ReadonlyArray<string>,
  options: PoolOptions,
  config: PoolConfig,
): Pool => {
  const clients = new Set<PoolClient>()
  const primary = new Primary({
    addresses,
    // A part of the time to connect is left for the connection itself.
    withinMs: (options.connectWithinMs * 3) / 4,
    found: () => {
      for (const client of clients) if (!primary.is(client)) client.connection.stream.destroy()
    },
  })
  const onConnect = async (client: ClientBase): Promise<void> => {
    await begin(options)(client)
    const timeline = await timelineOf(client)
    if (!(client instanceof Client)) return
    if (timeline === null) primary.forget(client)
    if (!primary.is(client)) throw new Error(`${client.host} no longer takes writes`)
  }
  const pool = new Pool({ ...config, onConnect, Client: makeSeekingClient(primary) })
  const searches = new WeakMap<PoolClient, NodeJS.Timeout>()
  pool.on("connect", (client) => {
    clients.add(client)
    client.on("error", () => primary.forget(client))
  })
  pool.on("remove", (client) => clients.delete(client))
  pool.on("acquire", (client) => {
    const search = () => primary.look().catch(() => {})
    searches.set(client, setInterval(search, searchEveryMs))
  })
  pool.on("release", (_error, client) => clearInterval(searches.get(client)))
  return pool
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void)

/** A client that finds the primary before it connects. */
const makeSeekingClient = (primary: Primary) =>
  class extends Client {
    override connect(): Promise<Client>
    override connect(connected: Connected): void
    override connect(connected?: Connected): Promise<Client> | undefined {
      const found = primary.find().then((server) => Object.assign(this, server))
      if (connected === undefined) return found.then(() => super.connect())
      const answer = connected as (error: Error | null, client?: Client) => void // one signature for both of its calls
      const connect = () =>
        super.connect((error: Error | null) => {
          if (error) primary.forget(this)
          answer(error, this)
        })
      found.then(connect, (error: Error) => answer(error))
      return undefined
    }
  }
