/**
 * `POST /notarise`, the whole path, beside two yardsticks in the same run: a bare server that commits each request, and the same server
 * with the court's duties. Each is given in requests a second, and in requests a second of processor time of all its threads and of
 * its database. The lodgement names another agent of the court; for a lodgement that names somebody unknown, the store looks for the
 * name each time. Words choose the stores: `node http/server/Notarise.bench.ts sqlite`.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Client } from "pg"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"

const connections = "32"
const seconds = "4"
const rounds = 3

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** At half the rate that was answered; null if it was not tried. */
  readonly halfP99: number | null
  readonly failed: number
  /** Microseconds of processor time of a request, in the server and in its database if that runs by itself. */
  readonly cpu: ReadonlyArray<number>
}

// A court is measured as `npm start` runs it.
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))
const asStarted: ReadonlyArray<string> = scripts.start.match(/--\S+/g)

const node = (script: string, ...args: ReadonlyArray<string>): ChildProcess => {
  const flags = script === "BenchCourt.ts" ? asStarted : []
  return spawn(process.execPath, [...flags, join(import.meta.dirname, "../testing", script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
}

const firstLine = async <A>(child: ChildProcess): Promise<A> => {
  if (child.stdout === null) throw new Error("no output")
  for await (const line of createInterface(child.stdout)) return JSON.parse(line)
  throw new Error("ended without a word")
}

/** The process of the database, if it runs by itself. */
let database: number | null = null

/** One server under load, for a few seconds. */
const measure = async (
  script: string,
  counterparty: string,
  ...args: ReadonlyArray<string>
): Promise<Measured> => {
  const server = node(script, ...args)
  const watched = [server.pid, database].flatMap((pid) => (typeof pid === "number" ? [String(pid)] : []))
  try {
    const { port, key } = await firstLine<{ readonly port: number; readonly key: string }>(server)
    return await firstLine<Measured>(
      node("Load.ts", "--half", String(port), connections, seconds, key, counterparty, ...watched),
    )
  } finally {
    server.kill("SIGKILL")
  }
}

const median = (all: ReadonlyArray<Measured>): Measured =>
  [...all].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)] ?? {
    perSecond: 0,
    p50: 0,
    p99: 0,
    halfP99: null,
    failed: 0,
    cpu: [],
  }

/** Requests in a second of processor time: the median of all runs. */
const perCpuSecond = (all: ReadonlyArray<Measured>): number => {
  const rates = all.map(({ cpu }) => 1_000_000 / cpu.reduce((sum, each) => sum + each, 0))
  return rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? Number.NaN
}

/** Court and bare server in turns, so that what else the machine does falls on both. */
const compare = async (kind: string, fresh: (name: string) => Promise<string>): Promise<void> => {
  const bare: Array<Measured> = []
  const duties: Array<Measured> = []
  const court: Array<Measured> = []
  const unlogged: Array<Measured> = []
  const unknown: Array<Measured> = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await measure("BareServer.ts", "buyer", kind, await fresh(`bare${round}`)))
    duties.push(await measure("BareServer.ts", "buyer", kind, await fresh(`duties${round}`), "duties"))
    court.push(await measure("BenchCourt.ts", "buyer", kind, await fresh(`court${round}`)))
    unlogged.push(
      await measure("BenchCourt.ts", "buyer", kind, await fresh(`unlogged${round}`), "without-log"),
    )
    unknown.push(await measure("BenchCourt.ts", "stranger", kind, await fresh(`unknown${round}`)))
  }
  const show = (name: string, all: ReadonlyArray<Measured>) => {
    const { perSecond, p50, p99, failed } = median(all)
    const half = all.map(({ halfP99 }) => halfP99 ?? Number.NaN).sort((a, b) => a - b)[all.length >> 1]
    console.log(
      `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s ${perCpuSecond(all).toFixed(0).padStart(7)} a CPU second  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms, at half load ${half?.toFixed(1)} ms${failed > 0 ? `  ${failed} FAILED` : ""}`,
    )
  }
  console.log(`POST /notarise on ${kind}, ${connections} connections`)
  show("bare Fastify, a commit a request", bare)
  show("the same, with the court's duties", duties)
  show("the court, whole path", court)
  show("the court, without its log", unlogged)
  show("the court, an unknown counterparty", unknown)
  const ratio = (ours: ReadonlyArray<Measured>, others: ReadonlyArray<Measured>) =>
    (median(ours).perSecond / median(others).perSecond).toFixed(2)
  const perCpu = (ours: ReadonlyArray<Measured>, others: ReadonlyArray<Measured>) =>
    (perCpuSecond(ours) / perCpuSecond(others)).toFixed(2)
  console.log(`  ratio to the duties ${ratio(court, duties)}, a CPU second ${perCpu(court, duties)}`)
  console.log(`  ratio ${ratio(court, bare)}, with an unknown counterparty ${ratio(unknown, bare)}`)
  console.log(`  ratio to a court without its log ${ratio(court, unlogged)}`)
}

const asked = process.argv.slice(2)
const isAsked = (kind: string): boolean => asked.length === 0 || asked.includes(kind)

if (isAsked("sqlite")) {
  const folder = mkdtempSync(join(tmpdir(), "court-bench-"))
  await compare("sqlite", async (name) => join(folder, `${name}.db`))
  rmSync(folder, { recursive: true })
}

if (isAsked("postgres")) {
  const server = await start({ fsync: true })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as file")
  await client.end()
  database = Number.parseInt(rows[0].file, 10)
  await compare("postgres", () => newDatabase(server.url))
  await server.stop()
}
