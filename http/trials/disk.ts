/**
 * `npm run disk`: serves a court whose disk freezes, is read-only and is full. Strace causes some faults from outside the running process.
 * Others happen to a file system of the court's own, as a disk does them: when it freezes, a thread that begins to read can stop in a page
 * of a mapped file, where no call of the system can be held up. During a fault every act must be answered with 503 within ten seconds,
 * reads must go on, `/healthz` must answer within 100 ms, and `/readyz` must name the cause. After the fault the court must serve again
 * by itself and have every act that it acknowledged.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import Sqlite from "better-sqlite3"
import { startEndsAfterMs } from "../operate/Heap.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { LoopDisk } from "../testing/LoopDisk.ts"

const answerWithinMs = 10_000
// Of twenty answers nineteen must take no longer. The others may meet what else the machine does, and no fault that lasts. So that it can be
// told apart, a fault lasts for so many answers at least.
const healthyWithinMs = 100
const answersAtLeast = 60
const healthyAtMostMs = 1_000

interface Fault {
  readonly name: string
  readonly begin: (pid: number) => Promise<() => Promise<void>>
  readonly reads: 200 | 503
  readonly cause: RegExp
}

const syncCalls = "fsync,fdatasync"
const writeCalls = "pwrite64,ftruncate,fsync,fdatasync"

/** Has strace do something to system calls of the court. */
const traced =
  (calls: string, inject: string): Fault["begin"] =>
  async (pid) => {
    const arguments_ = ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${calls}:${inject}`]
    const strace = spawn("strace", arguments_, { stdio: ["ignore", "ignore", "pipe"] })
    children.push(strace)
    await once(strace.stderr, "data")
    return async () => {
      strace.kill("SIGTERM")
      await once(strace, "exit")
    }
  }

const frozen: Fault["begin"] = async () => {
  disk.freeze()
  return async () => disk.thaw()
}

/**
 * Freezes the disk after another process has written, so that the next read must write to the mapped index of the log. The court is
 * stopped from the write to the freeze, since a read between them would find the index writable. The other process begins its
 * transaction before that, so the court holds no lock while it is stopped.
 */
const frozenBehindAnother: Fault["begin"] = async (pid) => {
  const other = new Sqlite(join(disk.folder, "court.db"))
  // A log that stands in the database whole is not read, nor is its index written.
  other.pragma("wal_autocheckpoint = 0")
  other.exec("BEGIN IMMEDIATE")
  other.exec(
    "INSERT INTO tallies (name, total) VALUES ('another', 1) ON CONFLICT DO UPDATE SET total = total + 1",
  )
  process.kill(pid, "SIGSTOP")
  other.exec("COMMIT")
  disk.freeze()
  process.kill(pid, "SIGCONT")
  return async () => {
    disk.thaw()
    other.close()
  }
}

const full: Fault["begin"] = async () => {
  disk.fill(0)
  return async () => disk.empty()
}

const slow = /ETIMEDOUT|no answer/

const faults: ReadonlyArray<Fault> = [
  // The delay is longer than every wait in this file.
  { name: "syncs held up", begin: traced(syncCalls, "delay_enter=120s"), reads: 200, cause: slow },
  { name: "frozen", begin: frozen, reads: 200, cause: slow },
  { name: "frozen behind another process", begin: frozenBehindAnother, reads: 503, cause: slow },
  { name: "read-only", begin: traced(writeCalls, "error=EROFS"), reads: 200, cause: /READONLY|IOERR/ },
  { name: "writes refused", begin: traced("pwrite64", "error=ENOSPC"), reads: 200, cause: /FULL/ },
  { name: "full", begin: full, reads: 200, cause: /FULL/ },
]

const folder = mkdtempSync(join(tmpdir(), "agent-court-disk-"))
const disk = new LoopDisk(folder, 64)
const children: Array<ChildProcess> = []

const started = async (): Promise<{ readonly url: string; readonly pid: number }> => {
  const program = join(import.meta.dirname, "../bin/agent-court.ts")
  const court = spawn(process.execPath, [program, "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, COURT_DATA: disk.folder, PORT: "0", COURT_RATE_LIMIT: "off" },
  })
  children.push(court)
  for await (const line of createInterface({ input: court.stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined && court.pid !== undefined) return { url, pid: court.pid }
  }
  throw new Error("the court did not start")
}

/** The answer to a request and its time. A request without an answer in twice the time allowed has status 0. */
const timed = async (act: () => Promise<Response>) => {
  const from = performance.now()
  const late = new Promise<Response>((resolve) => setTimeout(resolve, 2 * answerWithinMs, Response.error()))
  const response = await Promise.race([act(), late])
  return { status: response.status, ms: Math.round(performance.now() - from), body: await response.text() }
}

const failures: Array<string> = []
const must = (what: string, holds: boolean, seen: unknown): void => {
  console.log(`${holds ? "" : "FAILED "}${what}: ${JSON.stringify(seen)}`)
  if (!holds) failures.push(what)
}

type Timed = Awaited<ReturnType<typeof timed>>
const summary = (answers: ReadonlyArray<Timed>) => answers.map(({ status, ms }) => [status, ms])

interface Court {
  readonly url: string
  readonly pid: number
  readonly lodge: () => Promise<Response>
  readonly lodged: () => Promise<number>
}

const opened = async (): Promise<Court> => {
  const { url, pid } = await started()
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  const enrolled = (await (await post("/api/v1/enrol", enrolmentBody("seller"))).json()) as {
    readonly apiKey: string
  }
  const authorization = `Bearer ${enrolled.apiKey}`
  return {
    url,
    pid,
    lodge: () => post("/api/v1/notarise", { sha256: "ab".repeat(32) }, { authorization }),
    lodged: async () => {
      const agent = (await (await fetch(`${url}/api/v1/agents/seller`)).json()) as {
        readonly dealings: { readonly lodged: number }
      }
      return agent.dealings.lodged
    },
  }
}

/** Asks for `/healthz` again and again until it is stopped and has enough answers. Gives the times that they took, the shortest first. */
const watched = (url: string) => {
  let stopped = false
  const times: Array<number> = []
  const watching = (async () => {
    while (!stopped || times.length < answersAtLeast) {
      const { status, ms } = await timed(() => fetch(`${url}/healthz`))
      times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return async () => {
    stopped = true
    await watching
    return times.sort((a, b) => a - b)
  }
}

/** Checks what the court answers while a fault lasts. */
const during = async ({ url, lodge }: Court, { name, reads, cause }: Fault): Promise<void> => {
  const acts = Array.from({ length: 5 }, () => timed(lodge))
  const read = await Promise.all(Array.from({ length: 5 }, () => timed(() => fetch(`${url}/api/v1/docket`))))
  const withinMs = reads === 200 ? 2_000 : answerWithinMs
  must(
    `${name}: reads are answered with ${reads} in time`,
    read.every(({ status, ms }) => status === reads && ms < withinMs),
    summary(read),
  )
  const refused = await Promise.all(acts)
  must(
    `${name}: acts are answered with 503 in time`,
    refused.every(({ status, ms }) => status === 503 && ms < answerWithinMs),
    summary(refused),
  )
  const ready = await timed(() => fetch(`${url}/readyz`))
  must(
    `${name}: /readyz names the cause`,
    ready.status === 503 && cause.test(ready.body) && ready.ms < 3_000,
    ready,
  )
}

const checked = async (court: Court, fault: Fault): Promise<void> => {
  const { name } = fault
  const before = await court.lodged()
  const end = await fault.begin(court.pid)
  const healthy = watched(court.url)
  try {
    await during(court, fault)
    const times = await healthy()
    const [most = 0, longest = 0] = [times[Math.floor(times.length * 0.95)], times.at(-1)]
    const inTime = most < healthyWithinMs && longest < healthyAtMostMs
    must(`${name}: /healthz is answered in time`, inTime, [most, longest])
  } finally {
    await end()
  }
  const until = performance.now() + 15_000
  let again = await timed(court.lodge)
  while (again.status !== 200 && performance.now() < until) again = await timed(court.lodge)
  must(`${name}: the court serves again by itself`, again.status === 200, again.status)
  const after = await court.lodged()
  // One batch of the acts that were answered with 503 may have been committed, besides the act that was acknowledged.
  must(`${name}: every acknowledged act is kept`, after > before && after <= before + 6, [before, after])
}

const main = async (): Promise<void> => {
  const court = await opened()
  // At the end of its start a court frees its memory once, and strace stops each call of the system that this makes.
  const settled = performance.now() + 2 * startEndsAfterMs
  let acknowledged = 0
  for (let i = 0; i < 5; i++) if ((await court.lodge()).status === 200) acknowledged += 1
  let lodged = await court.lodged()
  while (performance.now() < settled) lodged = await court.lodged()
  must("acts are acknowledged before the first fault", acknowledged === 5 && lodged === 5, acknowledged)
  for (const fault of faults) await checked(court, fault)
}

const end = (): void => {
  for (const child of children) child.kill("SIGKILL")
  disk.unmount()
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    end()
    process.exit(1)
  })
}

try {
  await main()
} finally {
  end()
}
process.exitCode = failures.length > 0 ? 1 : 0
