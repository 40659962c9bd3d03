/**
 * `npm run soak -- [minutes]`: serves a court at half of its full load, for 60 minutes by default. From the first third of the run to the
 * last, its memory may grow by 5 %: each third counts by the lower quartile of its slices. Then another court is started beside it, and
 * both are loaded at the same time, each with half as much. The 99th percentile of the old court's latency may be 20 % over that of the
 * new one. Latencies of different times can't be compared: the machine's own speed comes and goes by more than that within a minute.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { enrolmentBody } from "../testing/Bodies.ts"

const minutes = Number(process.argv[2] ?? 60)
const callers = 16
const slices = 24
// During this time code is compiled and caches fill.
const warmUpMs = Math.min(120_000, minutes * 12_000)
const memoryGrowthMax = 0.05
const slowdownMax = 0.2

const folder = mkdtempSync(join(tmpdir(), "agent-court-soak-"))
const children: Array<ChildProcess> = []

/** Starts a court of its own store, with the flags of Node that `npm start` gives it. */
const started = async (name: string): Promise<{ readonly pid: number; readonly url: string }> => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    readonly scripts: { readonly start: string }
  }
  const flags = scripts.start.split(" ").filter((word) => word.startsWith("--"))
  const program = join(import.meta.dirname, "../bin/agent-court.ts")
  const court = spawn(process.execPath, [...flags, program, "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, COURT_DATA: join(folder, name), PORT: "0", COURT_RATE_LIMIT: "off" },
  })
  children.push(court)
  for await (const line of createInterface({ input: court.stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined && court.pid !== undefined) return { pid: court.pid, url }
  }
  throw new Error("the court did not start")
}

const memoryOf = (pid: number): number => {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

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
    // Nobody lodges a dealing with itself.
    const counterparty = handle === "agent-0" ? "agent-1" : "agent-0"
    return send("POST", "/api/v1/notarise", key, { sha256, kind: "delivery", counterparty })
  }
  if (share < 11) return send("POST", "/api/v1/heartbeat", key, {})
  if (share < 14) return send("GET", `/api/v1/agents/${handle}`, key)
  if (share < 16) return send("GET", "/api/v1/docket", key)
  if (share < 18) return send("GET", `/api/v1/dealings?sha256=${"0".repeat(64)}`, key)
  return share === 18 ? send("GET", "/api/v1/inbox", key) : send("GET", "/api/v1/journal", key)
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

interface Served {
  readonly pid: number
  readonly one: (caller: number) => Promise<void>
  /** How many requests a second were answered once the court was warm. */
  readonly full: number
}

/** Starts a court, enrols the callers, and lets them send requests for a time. */
const warmed = async (name: string, ms: number, failures: Map<string, number>): Promise<Served> => {
  const { pid, url } = await started(name)
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
  await load(one, ms / 2, 0)
  const full = (await load(one, ms / 2, 0)).length / (ms / 2000)
  return { pid, one, full }
}

/** Loads a court at a rate for a time, and gives the 99th percentile of latency in ms. */
const measure = async (name: string, { pid, one }: Served, ms: number, perSecond: number) => {
  const taken = await load(one, ms, perSecond)
  const p99 = at(taken, 0.99)
  console.log(`${name}: ${taken.length} answers, p99 ${p99.toFixed(1)} ms, ${memoryOf(pid).toFixed(0)} MB`)
  return p99
}

const soak = async (): Promise<boolean> => {
  const failures = new Map<string, number>()
  const old = await warmed("old", warmUpMs, failures)
  const perSecond = old.full / 2
  console.log(`full load: ${old.full.toFixed(0)} answers a second; soaking at half for ${minutes} minutes`)
  const ms = (minutes * 60_000) / slices
  const held: Array<number> = []
  for (let slice = 1; slice <= slices; slice++) {
    await measure(`${slice}/${slices}`, old, ms, perSecond)
    held.push(memoryOf(old.pid))
  }
  const third = slices / 3
  const memory = lowerQuartile(held.slice(-third)) / lowerQuartile(held.slice(0, third)) - 1
  const fresh = await warmed("new", warmUpMs / 2, failures)
  const beside = (name: string, court: Served) =>
    measure(`the ${name} court, both at once`, court, minutes * 6_000, perSecond / 2)
  const [oldP99, freshP99] = await Promise.all([beside("old", old), beside("new", fresh)])
  const p99 = oldP99 / freshP99 - 1
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`
  console.log(
    `memory ${percent(memory)} (at most ${percent(memoryGrowthMax)}), p99 ${percent(p99)} over a new court's (at most ${percent(slowdownMax)})`,
  )
  for (const [what, count] of failures) console.log(`FAILED ${count} times: ${what}`)
  return memory <= memoryGrowthMax && p99 <= slowdownMax && failures.size === 0
}

try {
  if (!(await soak())) process.exitCode = 1
} finally {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
