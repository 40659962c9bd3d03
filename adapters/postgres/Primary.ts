/** Finds which of several servers takes writes. All are asked at the same time, so a server that doesn't answer delays nothing. */
import { setTimeout as sleep } from "node:timers/promises"
import { Client, type ClientBase } from "pg"

interface Server {
  readonly host: string
  readonly port: number
}

interface PrimaryOptions {
  readonly addresses: ReadonlyArray<string>
  readonly withinMs: number
  /** Is called after each search that found the primary. */
  readonly found: (server: Server) => void
}

/** How long a server may take to answer, and how long a search waits before it asks the same server again, in ms. */
const askWithinMs = 1_000
const askAgainMs = 100

/**
 * The timeline that a server writes; null on a standby. Each new primary of a cluster has a higher timeline, so a primary that was
 * replaced without knowing it is recognised by its lower one.
 */
export const timelineOf = async (client: ClientBase): Promise<number | null> => {
  const { rows } = await client.query<{ readonly timeline: string | null }>(timelineQuery)
  const timeline = rows[0]?.timeline ?? null
  return timeline === null ? null : Number.parseInt(timeline, 16)
}
const timelineQuery =
  "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline"

/** Connects to a server and asks for its timeline; null on a standby. Rejects if the server doesn't answer. */
const ask = async (
  address: string,
): Promise<{ readonly server: Server; readonly timeline: number | null }> => {
  const client = new Client({
    connectionString: address,
    application_name: "agent-court search",
    connectionTimeoutMillis: askWithinMs,
    query_timeout: askWithinMs,
  })
  client.on("error", () => {})
  try {
    await client.connect()
    const timeline = await timelineOf(client)
    const { host, port } = client
    return { server: { host, port }, timeline }
  } finally {
    // Without waiting, since `end` would wait for a server that doesn't answer.
    client.connection.stream.destroy()
  }
}

const same = (a: Server | null, b: Server): boolean => a?.host === b.host && a.port === b.port

/** No server that answers takes writes; the message has the answer of each. */
class NoPrimary extends Error {
  readonly code = "no_primary"
  constructor(reasons: ReadonlyArray<string>) {
    super(`no server takes writes: ${reasons.join("; ")}`)
  }
}

/** The primary as far as it is known, and the search for it. */
export class Primary {
  readonly #options: PrimaryOptions
  #current: Server | null = null
  /** The highest timeline that was seen. A primary of a lower one was replaced. */
  #timeline = 0
  #search: Promise<Server> | null = null

  constructor(options: PrimaryOptions) {
    this.#options = options
  }

  /** The server that is known to take writes, or else the result of a search. Rejects if no such server is found in time. */
  find(): Promise<Server> {
    return this.#current === null ? this.look() : Promise.resolve(this.#current)
  }

  /** Whether a server is known as the server that takes writes. */
  is(server: Server): boolean {
    return same(this.#current, server)
  }

  /** Forgets a server that broke a connection or no longer takes writes, so that the next connection begins with a search. */
  forget(server: Server): void {
    if (this.is(server)) this.#current = null
  }

  /** Searches even if a primary is known, because it may have stopped answering. Requests during a search share its result. */
  look(): Promise<Server> {
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = null
    })
    return this.#search
  }

  async #searchAll(): Promise<Server> {
    const { addresses, withinMs, found } = this.#options
    const ending = new AbortController()
    const until = performance.now() + withinMs
    try {
      const server = await Promise.any(
        addresses.map((address) => this.#askUntil(address, until, ending.signal)),
      )
      this.#current = server
      found(server)
      return server
    } catch (error) {
      throw new NoPrimary((error as AggregateError).errors.map((each: Error) => each.message)) // as `Promise.any` rejects
    } finally {
      ending.abort()
    }
  }

  async #askUntil(address: string, until: number, ended: AbortSignal): Promise<Server> {
    for (;;) {
      const answer = await ask(address).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.timeline !== null && answer.timeline >= this.#timeline) {
        this.#timeline = answer.timeline
        return answer.server
      }
      if (ended.aborted || performance.now() + askAgainMs > until)
        throw answer instanceof Error ? answer : new Error(`${answer.server.host} takes no writes`)
      await sleep(askAgainMs)
    }
  }
}
