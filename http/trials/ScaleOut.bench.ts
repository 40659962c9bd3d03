/**
 * The cost of an act if one, two or four processes serve one PostgreSQL, and how many processors ten thousand acts a second would take. All
 * processes, the server and the load share this machine, so the processor time of an act is what to use, and not the acts a second.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Client } from "pg"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { enrol, serving } from "../operate/testing/Process.ts"
import { load, lodgementOf, type Measured } from "../testing/Requests.ts"
import { spentMs } from "../testing/Spent.ts"

const shares = [1, 2, 4]
const most = Math.max(...shares)
const connections = 32
const rounds = 6
const turnMs = 2_000
const warmUpMs = 6_000
const idleMs = 5_000
const target = 10_000

const server = await start({ fsync: true })
const postmaster = Number.parseInt(readFileSync(join(server.folder, "data", "postmaster.pid"), "utf8"), 10)
const url = await newDatabase(server.url)
const data = mkdtempSync(join(tmpdir(), "court-scale-"))
const environment = { COURT_STORE: url, COURT_DATA: data, COURT_RATE_LIMIT: "off" }
const first = await serving(environment)
const courts = [first]
while (courts.length < most) courts.push(await serving(environment))
const ports = courts.map((court) => Number(new URL(court.url).port))
const pids = courts.map(({ child }) => Number(child.pid))
const key = await enrol(first.url, "seller")
await enrol(first.url, "buyer")
const body = lodgementOf("buyer")
const client = new Client({ connectionString: url })
await client.connect()

/** How much of its log the server has written, in bytes, and how many transactions have written something. */
const written = async () => {
  const text = "select pg_current_wal_lsn() - '0/0' as log, pg_current_xact_id()::text as transactions"
  const { rows } = await client.query(text)
  return { log: Number(rows[0].log), transactions: Number(rows[0].transactions) }
}

interface Figures {
  readonly perSecond: number
  readonly p99: number
  readonly court: number
  readonly database: number
  readonly together: number
  readonly log: number
}

const sum = (all: ReadonlyArray<Measured>, of: (one: Measured) => number) =>
  all.reduce((total, one) => total + of(one), 0)

/** Loads the first processes at once, each by its share of the connections. */
const turn = async (processes: number, ms: number): Promise<Figures> => {
  const before = { ...(await written()), database: spentMs(postmaster) }
  const found = await Promise.all(
    ports.slice(0, processes).map((port, i) =>
      load({
        port,
        connections: connections / processes,
        pids: [pids[i] ?? 0],
        ms,
        rate: 0,
        next: () => ({ method: "POST", path: "/notarise", key, body }),
      }),
    ),
  )
  const failure = found.find((one) => one.failure !== null)?.failure
  if (failure != null) throw new Error(failure)
  const after = { ...(await written()), database: spentMs(postmaster) }
  const acts = sum(found, (one) => one.answers)
  return {
    perSecond: sum(found, (one) => one.perSecond),
    p99: Math.max(...found.map((one) => one.p99)),
    court: sum(found, (one) => (one.cpuMicros[0] ?? 0) * one.answers) / acts,
    database: (1000 * (after.database - before.database)) / acts,
    together: acts / (after.transactions - before.transactions),
    log: (after.log - before.log) / acts,
  }
}

const median = (all: ReadonlyArray<Figures>, of: (one: Figures) => number): number =>
  all.map(of).sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN

/** The cost of all processes and of the server while nobody asks anything, in milliseconds of the processor in a second. */
const idle = async () => {
  const spent = () => [...pids, postmaster].map(spentMs)
  const before = spent()
  await setTimeout(idleMs)
  const each = spent().map((now, i) => ((now - (before[i] ?? 0)) * 1000) / idleMs)
  return {
    court: each.slice(0, -1).reduce((total, one) => total + one, 0) / most,
    database: each.at(-1) ?? 0,
  }
}

await turn(most, 2 * warmUpMs)
const found = new Map(shares.map((share) => [share, [] as Array<Figures>]))
for (let round = 0; round < rounds; round++)
  for (const share of round % 2 === 0 ? shares : shares.toReversed())
    found.get(share)?.push(await turn(share, turnMs))

console.log(`POST /notarise on one PostgreSQL, ${connections} connections in all; of an act:`)
for (const [share, all] of found) {
  const of = (figure: keyof Figures) => median(all, (one) => one[figure])
  console.log(
    `  ${share} serving: courts ${of("court").toFixed(0)} µs, database ${of("database").toFixed(0)} µs; ${of("together").toFixed(1)} acts a transaction, ${of("log").toFixed(0)} bytes of log; ${of("perSecond").toFixed(0)}/s, p99 ${of("p99").toFixed(0)} ms`,
  )
}
const rest = await idle()
console.log(
  `  at rest, of a second: a court ${rest.court.toFixed(1)} ms, the database with ${most} of them ${rest.database.toFixed(1)} ms`,
)
// One process that is busy shares its transactions as each of many busy ones would; of four on this machine each has a quarter of the acts.
for (const share of [1, most]) {
  const of = (figure: keyof Figures) => (median(found.get(share) ?? [], (one) => one[figure]) * target) / 1e6
  console.log(
    `  reckoned from ${share} serving, for ${target.toLocaleString("en")} acts a second: ${of("court").toFixed(1)} processors for courts, ${of("database").toFixed(1)} for the database, whose log grows by ${of("log").toFixed(0)} MB a second`,
  )
}
await client.end()
for (const { child } of courts) child.kill("SIGKILL")
await server.stop()
rmSync(data, { recursive: true, force: true })
process.exit(0)
