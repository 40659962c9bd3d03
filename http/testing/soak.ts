/**
 * `npm run soak -- [minutes]`: serves a court at half of its full load, for 60 minutes by default. From the first third of the run to the
 * last, memory may grow by 5 % and the 99th percentile of latency by 20 %. Each third counts by the lower quartile of its slices: other
 * work on the machine slows some slices, but a court that degrades slows all of them.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { enrolmentBody } from "./Bodies.ts"

const minutes = Number(process.argv[2] ?? 60)
const callers = 16
const slices = 24
// During this time code is compiled and caches fill.
const warmUpMs = Math.min(120_000, minutes * 12_000)
const memoryGrowthMax = 0.05
const slowdownMax = 0.2

const folder = mkdtempSync(join(tmpdir(), "agent-court-soak-"))

/** Starts a court with the flags of Node that `npm start` gives it. */
const started = async (): Promise<{ readonly court: ChildProcess; readonly url: string }> => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    readonly scripts: { readonly start: string }
  }
  const flags = scripts.start.split(" ").filter((word) => word.startsWith("--"))
  const program = join(import.meta.dirname, "../bin/agent-court.ts")
  const court = spawn(process.execPath, [...flags, program, "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, COURT_DATA: folder, PORT: "0", COURT_RATE_LIMIT: "off" },
  })
  for await (const line of createInterface({ input: court.stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { court, url }
  }
  throw new Error("the court did not start")
}

/** The resident memory of a process, in MB. */
const memoryOf = (pid: number): number => {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

/** A quantile of sorted values. */
const at = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const lowerQuartile = (values: ReadonlyArray<number>): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.25,
  )

type Send = (method: string, path: string, key: string, body?: unknown) => Promise<unknown>

/** Sends requests to a court, and counts the requests that are not answered with 200. */
const sending = (url: string, failures: Map<string, number>): Send => {
  return async (method, path, key, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.status !== 200) {
      const what = `${method} ${path.replace(/\/[0-9a-f-]{36}/, "/{id}")}: ${response.status}`
      failures.set(what, (failures.get(what) ?? 0) + 1)
    }
    return answer
  }
}

/** Sends the n-th request. The kinds of requests have about the shares that they have in daily use. */
const sendNth = (send: Send, key: string, handle: string, n: number): Promise<unknown> => {
  const share = n % 20
  if (share < 9) {
    const sha256 = n.toString(16).padStart(64, "0")
    return send("POST", "/api/v1/notarise", key, { sha256, kind: "delivery", counterparty: "agent-0" })
  }
  if (share < 11) return send("POST", "/api/v1/heartbeat", key, {})
  if (share < 14) return send("GET", `/api/v1/agents/${handle}`, key)
  if (share < 16) return send("GET", "/api/v1/docket", key)
  if (share < 18) return send("GET", `/api/v1/dealings?sha256=${"0".repeat(64)}`, key)
  return share === 18 ? send("GET", "/api/v1/inbox", key) : send("GET", "/api/v1/journal", key)
}

interface Slice {
  readonly memory: number
  readonly p99: number
  readonly answers: number
}

/** Lets all callers send requests for a time: at this rate, or as fast as they are answered if it is 0. Gives the sorted latencies, in ms. */
const load = async (
  one: (caller: number) => Promise<unknown>,
  ms: number,
  perSecond: number,
): Promise<ReadonlyArray<number>> => {
  const taken: Array<number> = []
  const until = performance.now() + ms
  const gapMs = perSecond === 0 ? 0 : (1000 * callers) / perSecond
  const caller = async (_: unknown, i: number): Promise<void> => {
    for (let next = performance.now() + (gapMs * i) / callers; next < until; ) {
      const wait = next - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const from = performance.now()
      await one(i)
      taken.push(performance.now() - from)
      next = gapMs === 0 ? performance.now() : Math.max(next + gapMs, from)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return taken.toSorted((a, b) => a - b)
}

const soak = async (url: string, pid: number): Promise<boolean> => {
  const failures = new Map<string, number>()
  const send = sending(url, failures)
  const agents: Array<{ readonly key: string; readonly handle: string }> = []
  for (let i = 0; i < callers; i++) {
    const handle = `agent-${i}`
    const enrolled = await send("POST", "/api/v1/enrol", "", enrolmentBody(handle))
    agents.push({ key: (enrolled as { readonly apiKey: string }).apiKey, handle })
  }
  let n = 0
  const one = async (caller: number): Promise<void> => {
    const agent = agents[caller]
    if (agent === undefined) throw new Error(`there is no caller ${caller}`)
    await sendNth(send, agent.key, agent.handle, n++)
  }
  await load(one, warmUpMs / 2, 0)
  const full = (await load(one, warmUpMs / 2, 0)).length / (warmUpMs / 2000)
  console.log(`full load: ${full.toFixed(0)} answers a second; soaking at half for ${minutes} minutes`)
  const done: Array<Slice> = []
  for (let slice = 0; slice < slices; slice++) {
    const taken = await load(one, (minutes * 60_000) / slices, full / 2)
    const found = { memory: memoryOf(pid), p99: at(taken, 0.99), answers: taken.length }
    done.push(found)
    console.log(
      `${slice + 1}/${slices}: ${found.answers} answers, p99 ${found.p99.toFixed(1)} ms, ${found.memory.toFixed(0)} MB`,
    )
  }
  const third = slices / 3
  const growth = (of: (slice: Slice) => number): number =>
    lowerQuartile(done.slice(-third).map(of)) / lowerQuartile(done.slice(0, third).map(of)) - 1
  const [memory, p99] = [growth((slice) => slice.memory), growth((slice) => slice.p99)]
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`
  console.log(
    `memory ${percent(memory)} (at most ${percent(memoryGrowthMax)}), p99 ${percent(p99)} (at most ${percent(slowdownMax)})`,
  )
  for (const [what, count] of failures) console.log(`FAILED ${count} times: ${what}`)
  return memory <= memoryGrowthMax && p99 <= slowdownMax && failures.size === 0
}

const { court, url } = await started()
try {
  if (court.pid === undefined || !(await soak(url, court.pid))) process.exitCode = 1
} finally {
  court.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
