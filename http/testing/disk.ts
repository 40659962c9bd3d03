/**
 * `npm run disk`: serves a court whose disk freezes, then becomes read-only, then is full. Strace causes each fault from outside the
 * running process and ends it again. During a fault every act must be answered with 503 within ten seconds, reads must go on, and
 * `/readyz` must name the cause. After the fault the court must serve again by itself and have every act that it acknowledged.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { enrolmentBody } from "./Bodies.ts"

const answerWithinMs = 10_000

interface Fault {
  readonly name: string
  /** The system calls of SQLite that the fault affects. */
  readonly calls: string
  /** What strace does to these calls. */
  readonly inject: string
  /** The cause that `/readyz` must name. */
  readonly cause: RegExp
}

const syncCalls = "fsync,fdatasync"
const writeCalls = "pwrite64,ftruncate,fsync,fdatasync"

const faults: ReadonlyArray<Fault> = [
  // The delay is longer than every wait in this file.
  { name: "frozen", calls: syncCalls, inject: "delay_enter=120s", cause: /ETIMEDOUT|no answer/ },
  { name: "read-only", calls: writeCalls, inject: "error=EROFS", cause: /READONLY|IOERR/ },
  { name: "full", calls: "pwrite64", inject: "error=ENOSPC", cause: /FULL/ },
]

const folder = mkdtempSync(join(tmpdir(), "agent-court-disk-"))
const children: Array<ChildProcess> = []

const started = async (): Promise<{ readonly url: string; readonly pid: number }> => {
  const program = join(import.meta.dirname, "../bin/agent-court.ts")
  const court = spawn(process.execPath, [program, "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, COURT_DATA: folder, PORT: "0", COURT_RATE_LIMIT: "off" },
  })
  children.push(court)
  for await (const line of createInterface({ input: court.stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined && court.pid !== undefined) return { url, pid: court.pid }
  }
  throw new Error("the court did not start")
}

/** Starts a fault, and gives the process whose end ends the fault. */
const begun = async (pid: number, { calls, inject }: Fault): Promise<ChildProcess> => {
  const arguments_ = ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${calls}:${inject}`]
  const strace = spawn("strace", arguments_, { stdio: ["ignore", "ignore", "pipe"] })
  children.push(strace)
  await once(strace.stderr, "data")
  return strace
}

const timed = async (act: () => Promise<Response>) => {
  const from = performance.now()
  const response = await act()
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

/** Checks the court during one fault and after it. */
const checked = async ({ url, pid, lodge, lodged }: Court, fault: Fault): Promise<void> => {
  const before = await lodged()
  const strace = await begun(pid, fault)
  const acts = Array.from({ length: 5 }, () => timed(lodge))
  const reads = await Promise.all(Array.from({ length: 5 }, () => timed(() => fetch(`${url}/api/v1/docket`))))
  must(
    `${fault.name}: reads go on`,
    reads.every(({ status, ms }) => status === 200 && ms < 2_000),
    summary(reads),
  )
  const refused = await Promise.all(acts)
  must(
    `${fault.name}: acts are answered with 503 in time`,
    refused.every(({ status, ms }) => status === 503 && ms < answerWithinMs),
    summary(refused),
  )
  const ready = await timed(() => fetch(`${url}/readyz`))
  must(
    `${fault.name}: /readyz names the cause`,
    ready.status === 503 && fault.cause.test(ready.body),
    ready.body,
  )

  strace.kill("SIGTERM")
  await once(strace, "exit")
  const until = performance.now() + 15_000
  let again = await timed(lodge)
  while (again.status !== 200 && performance.now() < until) again = await timed(lodge)
  must(`${fault.name}: the court serves again by itself`, again.status === 200, again.status)
  const after = await lodged()
  // One batch of the acts that were answered with 503 may have been committed, besides the act that was acknowledged.
  must(`${fault.name}: every acknowledged act is kept`, after > before && after <= before + 6, [
    before,
    after,
  ])
}

const main = async (): Promise<void> => {
  const court = await opened()
  let acknowledged = 0
  for (let i = 0; i < 5; i++) if ((await court.lodge()).status === 200) acknowledged += 1
  must(
    "acts are acknowledged before the first fault",
    acknowledged === 5 && (await court.lodged()) === 5,
    acknowledged,
  )
  for (const fault of faults) await checked(court, fault)
}

try {
  await main()
} finally {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures.length > 0 ? 1 : 0
