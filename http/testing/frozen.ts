/**
 * `npm run frozen`: a served court whose disk freezes. Every wait for the disk of a running process is held up from outside by
 * strace, and let go again. Meanwhile acts are answered with 503 within ten seconds, reads go on, and `/readyz` says why; after it
 * the court serves by itself, and has every act that it acknowledged.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { enrolmentBody } from "./Bodies.ts"

const answerWithinMs = 10_000
// Longer than anything here waits for.
const frozenSeconds = 120

const folder = mkdtempSync(join(tmpdir(), "agent-court-frozen-"))
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

const frozen = async (pid: number): Promise<ChildProcess> => {
  const calls = "fsync,fdatasync"
  const inject = `inject=${calls}:delay_enter=${frozenSeconds}s`
  const strace = spawn("strace", ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", inject], {
    stdio: ["ignore", "ignore", "pipe"],
  })
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

const main = async (): Promise<void> => {
  const { url, pid } = await started()
  const post = (path: string, body: unknown, key?: string) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })
  const enrolled = (await (await post("/api/v1/enrol", enrolmentBody("seller"))).json()) as {
    readonly apiKey: string
  }
  const lodge = () => post("/api/v1/notarise", { sha256: "ab".repeat(32) }, enrolled.apiKey)
  let acknowledged = 0
  for (let i = 0; i < 5; i++) if ((await lodge()).status === 200) acknowledged += 1
  must("acts before", acknowledged === 5, acknowledged)

  const strace = await frozen(pid)
  const acts = Array.from({ length: 5 }, () => timed(lodge))
  const reads = await Promise.all(Array.from({ length: 5 }, () => timed(() => fetch(`${url}/api/v1/docket`))))
  must(
    "reads go on",
    reads.every(({ status, ms }) => status === 200 && ms < 2_000),
    reads.map(({ status, ms }) => [status, ms]),
  )
  const refused = await Promise.all(acts)
  must(
    "acts are 503 in time",
    refused.every(({ status, ms }) => status === 503 && ms < answerWithinMs),
    refused.map(({ status, ms }) => [status, ms]),
  )
  const ready = await timed(() => fetch(`${url}/readyz`))
  must("/readyz says why", ready.status === 503 && /ETIMEDOUT|no answer/.test(ready.body), ready.body)

  strace.kill("SIGTERM")
  await once(strace, "exit")
  const until = performance.now() + 15_000
  let again = await timed(lodge)
  while (again.status !== 200 && performance.now() < until) again = await timed(lodge)
  must("it serves again by itself", again.status === 200, again.status)
  const agent = (await (await fetch(`${url}/api/v1/agents/seller`)).json()) as {
    readonly dealings: { readonly lodged: number }
  }
  const { lodged } = agent.dealings
  // Of the acts that were under way when the disk froze, one batch may have come to its end.
  must("what was acknowledged is kept", lodged >= acknowledged + 1 && lodged <= acknowledged + 6, lodged)
}

try {
  await main()
} finally {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures.length > 0 ? 1 : 0
