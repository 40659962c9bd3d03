/** Which of several servers takes writes. They are asked at the same time, so one that is silent holds up nobody. */
import { setTimeout as sleep } from "node:timers/promises"
import { Client, type ClientBase } from "pg"

export interface Server {
  readonly host: string
  readonly port: number
}

export interface PrimaryOptions {
  /** An address for each server. */
  readonly addresses: ReadonlyArray<string>
  /** How long a search may take, in ms. */
  readonly withinMs: number
  /** What follows when another server than before takes writes. */
  readonly moved: (server: Server) => void
}

/** How long one server may take to answer, in ms, and how long a search waits before it asks the same server again. */
const askWithinMs = 1_000
const askAgainMs = 100

/**
 * The timeline that a server writes; null on a standby. A cluster counts the timelines of its primaries upwards, so a server that was replaced and doesn't know yet
 * is told by its lower one.
 */
export const timelineOf = async (client: ClientBase): Promise<number | null> => {
  const { rows } = await client.query<{ readonly timeline: string | null }>(timelineQuery)
  const timeline = rows[0]?.timeline ?? null
  return timeline === null ? null : Number.parseInt(timeline, 16)
}
const timelineQuery =
  "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline"

/** The timeline that a server writes; null where it is a standby. Rejects where it gives no answer. */
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
    // A server that is silent would keep a polite end waiting.
    client.connection.stream.destroy()
  }
}

const same = (a: Server | null, b: Server): boolean => a?.host === b.host && a.port === b.port

/** No server takes writes, or none that answers; with what each said. */
export class NoPrimary extends Error {
  readonly code = "no_primary"
  constructor(reasons: ReadonlyArray<string>) {
    super(`no server takes writes: ${reasons.join("; ")}`)
  }
}

export class Primary {
  readonly #options: PrimaryOptions
  #current: Server | null = null
  /** The highest timeline that was seen: a primary of an earlier one was replaced. */
  #timeline = 0
  #search: Promise<Server> | null = null

  constructor(options: PrimaryOptions) {
    this.#options = options
  }

  /** The server that takes writes, as far as known; else a search for it. Rejects where none is found in time. */
  find(): Promise<Server> {
    return this.#current === null ? this.look() : Promise.resolve(this.#current)
  }

  /** Whether a server is the one that takes writes, as far as known. */
  is(server: Server): boolean {
    return same(this.#current, server)
  }

  /** A server broke a connection, or takes no writes any more: the next who connects searches first. */
  lost(server: Server): void {
    if (this.is(server)) this.#current = null
  }

  /** Searches, though a primary may be known: it may have fallen silent. One search serves all who ask meanwhile. */
  look(): Promise<Server> {
    this.#search ??= this.#searched().finally(() => {
      this.#search = null
    })
    return this.#search
  }

  async #searched(): Promise<Server> {
    const { addresses, withinMs, moved } = this.#options
    const ending = new AbortController()
    const until = performance.now() + withinMs
    try {
      const server = await Promise.any(addresses.map((address) => this.#asked(address, until, ending.signal)))
      this.#current = server
      moved(server)
      return server
    } catch (error) {
      throw new NoPrimary((error as AggregateError).errors.map((each: Error) => each.message))
    } finally {
      ending.abort()
    }
  }

  /** Asks one server until it takes writes. */
  async #asked(address: string, until: number, ended: AbortSignal): Promise<Server> {
    for (;;) {
      const found = await ask(address).catch((error: Error) => error)
      if (!(found instanceof Error) && found.timeline !== null && found.timeline >= this.#timeline) {
        this.#timeline = found.timeline
        return found.server
      }
      if (ended.aborted || performance.now() + askAgainMs > until)
        throw found instanceof Error ? found : new Error(`${found.server.host} takes no writes`)
      await sleep(askAgainMs)
    }
  }
}
