/**
 * `npm run sizes -- [seconds]` measures what an act costs: the processor time of the court and of its database, and the bytes that stay
 * on disk. It repeats each kind of act for this many seconds (5 by default), on SQLite and on PostgreSQL, and prints a table.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Client as Postgres } from "pg"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { type Running, serving } from "../operate/testing/Process.ts"
import { enrolmentBody } from "../testing/Bodies.ts"

const seconds = Number(process.argv[2] ?? "5")
const root = mkdtempSync(join(tmpdir(), "agent-court-sizes-"))
const lanes = 8

/** Times are processor time per act, of the court and of the database. */
interface Measured {
  readonly acts: number
  readonly perSecond: number
  readonly courtMs: number
  readonly databaseMs: number
  readonly bytes: number
  /** Bytes per act that the database wrote to its log; null if the database does not report them. */
  readonly logged: number | null
}

/** A store under measurement: its setting for the court, its size and its processes. */
interface Place {
  readonly name: string
  readonly store: string
  readonly bytes: () => Promise<number>
  /** The bytes ever written to its log; null if the database does not report them. */
  readonly logged: () => Promise<number | null>
  readonly processes: () => ReadonlyArray<number>
}

// Linux counts the time of a process in hundredths of a second.
const tickMs = 10
/** The processor time of a process and of the children that it has waited for, in ms; 0 if the process has ended. */
const timeOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * tickMs
  } catch {
    return 0
  }
}
const timeOfAll = (pids: ReadonlyArray<number>): number => pids.reduce((sum, pid) => sum + timeOf(pid), 0)
const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)

const queried = async (url: string, statement: string): Promise<{ readonly answer: unknown } | undefined> => {
  const client = new Postgres({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end()
  }
}

const sqlite = (data: string): Place => ({
  name: "SQLite",
  store: `sqlite:${data}/court.db`,
  bytes: async () => {
    // The checkpoint writes the content of the log to the file. The log keeps its length, so only the file is counted.
    const db = new Sqlite(join(data, "court.db"))
    db.pragma("wal_checkpoint(PASSIVE)")
    db.close()
    return statSync(join(data, "court.db")).size
  },
  logged: async () => null,
  processes: () => [],
})
const postgres = ({ url, folder }: EmbeddedPostgres): Place => ({
  name: "PostgreSQL",
  store: url,
  bytes: async () => {
    await queried(url, "checkpoint")
    return Number((await queried(url, "select pg_database_size(current_database()) as answer"))?.answer)
  },
  logged: async () =>
    Number((await queried(url, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as answer"))?.answer),
  processes: () => {
    const postmaster = Number.parseInt(readFileSync(join(folder, "data", "postmaster.pid"), "utf8"), 10)
    return [postmaster, ...childrenOf(postmaster)]
  },
})

type Act = (lane: number, n: number) => Promise<void>
/** Repeats an act in several lanes for the given seconds, and measures its cost. */
const measured = async (court: Running, place: Place, act: Act): Promise<Measured> => {
  const pid = Number(court.child.pid)
  // Compilation of the code is not a part of the cost of an act, so some acts go first.
  for (let n = 0; n < 200; n++) await act(0, -n - 1)
  const bytes = await place.bytes()
  const logged = await place.logged()
  const [courtBefore, databaseBefore] = [timeOf(pid), timeOfAll(place.processes())]
  const began = performance.now()
  let acts = 0
  const lane = async (i: number) => {
    for (let n = 0; performance.now() - began < seconds * 1_000; n++, acts++) await act(i, n)
  }
  await Promise.all(Array.from({ length: lanes }, (_, i) => lane(i)))
  const took = performance.now() - began
  const loggedAfter = await place.logged()
  return {
    acts,
    perSecond: acts / (took / 1_000),
    courtMs: (timeOf(pid) - courtBefore) / acts,
    databaseMs: (timeOfAll(place.processes()) - databaseBefore) / acts,
    bytes: ((await place.bytes()) - bytes) / acts,
    logged: logged === null || loggedAfter === null ? null : (loggedAfter - logged) / acts,
  }
}

const actsOn = async (url: string): Promise<Readonly<Record<string, Act>>> => {
  const post = (path: string, token: string, body?: object, method = "POST") =>
    Client.call(url, method, `/api/v1${path}`, {
      token,
      key: crypto.randomUUID(),
      ...(body === undefined ? {} : { body }),
    })
  const enrol = async (handle: string) => {
    const body = await Client.call(url, "POST", "/api/v1/enrol", { body: enrolmentBody(handle) })
    return (body as { readonly apiKey: string }).apiKey
  }
  const [seller, buyer] = [await enrol("seller"), await enrol("buyer")]
  const sha256 = () => crypto.getRandomValues(Buffer.alloc(32)).toString("hex")
  const dueBy = new Date(Date.now() + 86_400_000).toISOString()
  let agents = 0
  return {
    "POST /notarise": async () =>
      void (await post("/notarise", seller, { sha256: sha256(), kind: "delivery" })),
    "the same, naming a counterparty": async () =>
      void (await post("/notarise", seller, {
        sha256: sha256(),
        kind: "delivery",
        counterparty: "buyer",
        valueCents: 900,
      })),
    "POST /quotes and its acceptance": async () => {
      const offered = await post("/quotes", seller, { ...Examples.quote, buyer: "buyer", dueBy })
      const { id } = offered as { readonly id: string }
      await post(`/quotes/${id}/accept`, buyer, {})
    },
    "POST /enrol": async () => void (await enrol(`agent-${agents++}`)),
    "POST /heartbeat": async () => void (await post("/heartbeat", seller)),
    "GET /agents/{handle}/compliance": async () =>
      void (await Client.call(url, "GET", "/api/v1/agents/seller/compliance")),
  }
}

const row = (
  place: string,
  act: string,
  { acts, perSecond, courtMs, databaseMs, bytes, logged }: Measured,
): string =>
  `| ${act} | ${place} | ${acts} | ${perSecond.toFixed(0)} | ${courtMs.toFixed(2)} | ${databaseMs.toFixed(2)} | ${Math.max(0, bytes).toFixed(0)} | ${logged === null ? "" : logged.toFixed(0)} |`

/** Measures every kind of act on a new court with this store. */
const measureOn = async (place: Place, data: string): Promise<void> => {
  const court = await serving({ COURT_DATA: data, COURT_STORE: place.store, COURT_RATE_LIMIT: "off" })
  try {
    for (const [name, act] of Object.entries(await actsOn(court.url)))
      console.log(row(place.name, name, await measured(court, place, act)))
  } finally {
    court.child.kill("SIGTERM")
    await court.ended
  }
}

console.log(
  "| act | store | acts | per second | court, ms of processor time | database, ms of processor time | bytes kept | bytes to its log |\n|---|---|---|---|---|---|---|---|",
)
const server = await start({ fsync: true })
try {
  await measureOn(sqlite(join(root, "sqlite")), join(root, "sqlite"))
  await measureOn(postgres(server), join(root, "postgres"))
  const sizes = readdirSync(join(root, "sqlite")).map(
    (name) => `${name} ${statSync(join(root, "sqlite", name)).size}`,
  )
  console.log(`\nFiles on SQLite afterwards: ${sizes.join(", ")}`)
} finally {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
}
