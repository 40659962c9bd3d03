/**
 * The load that a replica takes from the primary: public reads of one agent's page through a served court, without a replica and with one,
 * in turns. The servers, the court and the load share this machine's processors, so the rates say less than the primary's processor time.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { follow } from "../../adapters/postgres/testing/Standby.ts"
import { enrol, serving } from "../operate/testing/Process.ts"

const run = promisify(execFile)

const connections = "16"
const seconds = "4"
const rounds = 3
/** The clock ticks of a second in which Linux counts processor time. */
const ticks = 100

/** The processor time of a server since it started, in seconds: of its first process, and of the processes that this one started. */
const processorTime = ({ folder }: EmbeddedPostgres): number => {
  const first = readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]
  const counted = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      // The name of the process, in parentheses, may hold spaces; the fields after it don't.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      const own = Number(fields[11]) + Number(fields[12])
      if (pid === first) return [own + Number(fields[13]) + Number(fields[14])]
      return fields[1] === first ? [own] : []
    } catch {
      return [] // The process has ended since.
    }
  })
  return counted.reduce((sum, each) => sum + each, 0) / ticks
}

const [primary, standby] = await Promise.all([start({ fsync: true }), start({ fsync: true })])
await follow(standby, primary)

interface Measured {
  readonly perSecond: number
  readonly p99: number
  readonly failed: number
  readonly answered: number
}

const load = join(import.meta.dirname, "../testing/Load.ts")
const page = "/agents/seller"

/** One court under load, and the processor time that the primary took for an answer, in microseconds. */
const measure = async (withReplica: boolean): Promise<Measured & { readonly ofPrimary: number }> => {
  const url = await newDatabase(primary.url)
  const data = mkdtempSync(join(tmpdir(), "court-replicas-"))
  const replica = Object.assign(new URL(url), { host: new URL(standby.url).host }).href
  const court = await serving({
    COURT_STORE: url,
    COURT_DATA: data,
    COURT_SCHEDULER: "off",
    COURT_RATE_LIMIT: "off",
    ...(withReplica ? { COURT_STORE_READ: replica } : {}),
  })
  try {
    await enrol(court.url, "seller")
    const before = processorTime(primary)
    const given = [load, new URL(court.url).port, connections, seconds, "", page]
    const measured: Measured = JSON.parse((await run(process.execPath, given)).stdout)
    return { ...measured, ofPrimary: ((processorTime(primary) - before) / measured.answered) * 1e6 }
  } finally {
    court.child.kill("SIGKILL")
    rmSync(data, { recursive: true })
  }
}

console.log(`GET /agents/{handle} on PostgreSQL, ${connections} connections`)
for (let round = 0; round < rounds; round++) {
  for (const [name, withReplica] of [
    ["without a replica", false],
    ["with one", true],
  ] as const) {
    const { perSecond, p99, failed, ofPrimary } = await measure(withReplica)
    console.log(
      `  ${name.padEnd(18)} ${perSecond.toFixed(0).padStart(6)}/s  p99 ${p99.toFixed(1)} ms  the primary ${ofPrimary.toFixed(0).padStart(4)} µs an answer${failed > 0 ? `  ${failed} FAILED` : ""}`,
    )
  }
}
await Promise.all([primary.stop(), standby.stop()])
