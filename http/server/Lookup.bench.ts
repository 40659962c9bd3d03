/**
 * `GET /agents/{handle}/compliance`, signed and kept, beside bare Fastify that answers with the same bytes: in turns, on one load. Then one
 * look-up after the other of an agent with 24 orders: the whole record, as it was read before there was a check, and the check.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { Agent } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { ask, measure, type Served, serve } from "../testing/ServedBench.ts"

const path = "/api/v1/agents/seller/compliance"
const look = { method: "GET", path, headers: {}, body: "" } as const
const rounds = 3

const folder = mkdtempSync(join(tmpdir(), "court-bench-"))
const court = await serve("BenchCourt.ts", "sqlite", join(folder, "court.db"))
const once = new Agent()
const bytes = await ask(once, court.port, look)
const bare = await serve("BareAnswer.ts", bytes.toString())

const measured = (served: Served) =>
  measure(served, { connections: 16, warmUpMs: 4_000, ms: 4_000, next: () => look })
type Measured = Awaited<ReturnType<typeof measured>>
const median = (all: ReadonlyArray<Measured>, of: (one: Measured) => number): number =>
  all.map(of).sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN

const [ours, theirs]: [Array<Measured>, Array<Measured>] = [[], []]
for (let round = 0; round < rounds; round++) {
  theirs.push(await measured(bare))
  ours.push(await measured(court))
}
for (const { process: child } of [court, bare]) child.kill("SIGKILL")
rmSync(folder, { recursive: true })

console.log(`GET ${path}, ${bytes.length} bytes, 16 connections`)
const show = (name: string, all: ReadonlyArray<Measured>) =>
  console.log(
    `  ${name.padEnd(30)} ${median(all, ({ perSecond }) => perSecond)
      .toFixed(0)
      .padStart(6)}/s, ${median(all, ({ cpuMicros }) => cpuMicros).toFixed(0)} µs of its processors for each`,
  )
show("bare Fastify, the same bytes", theirs)
show("the court, signed and kept", ours)
const ratio = (of: (one: Measured) => number) => median(ours, of) / median(theirs, of)
console.log(
  `  ratio ${ratio(({ perSecond }) => perSecond).toFixed(2)}; by processor time ${(1 / ratio(({ cpuMicros }) => cpuMicros)).toFixed(2)}`,
)

const looks = 2_000
const folderOfBound = mkdtempSync(join(tmpdir(), "court-bench-"))
const bound = await serve("BenchCourt.ts", "sqlite", join(folderOfBound, "court.db"), "with-orders")
/** The middle of the times of answers that follow each other on one connection, in milliseconds, and the bytes of the answer. */
const timed = async (pathOf: () => string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: Array<number> = []
  let bytes = 0
  for (let i = 0; i < 2 * looks; i++) {
    const begun = performance.now()
    const answer = await ask(agent, bound.port, { ...look, path: pathOf() })
    bytes = answer.length
    if (i >= looks) times.push(performance.now() - begun)
  }
  agent.destroy()
  return { ms: times.sort((a, b) => a - b)[looks >> 1] ?? Number.NaN, bytes }
}
console.log("an agent with 24 orders, one look-up after the other")
let price = 0
for (const [name, pathOf] of [
  ["before: its whole record", () => "/api/v1/agents/seller/compliance?limit=100"],
  ["now: the check", () => "/api/v1/check?party=seller"],
  ["now: the check, another price each time", () => `/api/v1/check?party=seller&priceCents=${++price}`],
] as const) {
  const { ms, bytes } = await timed(pathOf)
  console.log(`  ${name.padEnd(42)} ${bytes} bytes, ${ms.toFixed(2)} ms`)
}

const everySecond = 2_000
const turnMs = 5
/** The 50th and the 99th percentile of the answers to so many requests a second, sent whether or not earlier ones were answered. */
const atRate = async (port: number, pathOf: () => string, seconds: number): Promise<[number, number]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: Array<number> = []
  const asked: Array<Promise<void>> = []
  const begun = performance.now()
  for (let n = 0; n < everySecond * seconds; n++) {
    const due = begun + Math.floor((n * 1_000) / everySecond / turnMs) * turnMs
    const early = due - performance.now()
    if (early > 0) await setTimeout(early)
    const answered = ask(agent, port, { ...look, path: pathOf() }).then(() => {
      times.push(performance.now() - due)
    })
    asked.push(answered)
  }
  await Promise.all(asked)
  agent.destroy()
  times.sort((left, right) => left - right)
  const at = (share: number): number => times[Math.floor(share * times.length)] ?? Number.NaN
  return [at(0.5), at(0.99)]
}
const same = await serve(
  "BareAnswer.ts",
  (await ask(once, bound.port, { ...look, path: "/api/v1/check?party=seller" })).toString(),
)
console.log(`${everySecond} look-ups a second, p50 and p99 from the instant at which each is due`)
for (const [name, port, pathOf] of [
  ["bare Fastify, the same bytes", same.port, () => "/"],
  ["the check", bound.port, () => "/api/v1/check?party=seller"],
  [
    "the check, another price each time",
    bound.port,
    () => `/api/v1/check?party=seller&priceCents=${++price}`,
  ],
] as const) {
  await atRate(port, pathOf, 3)
  const [middle, most] = await atRate(port, pathOf, 10)
  console.log(`  ${name.padEnd(42)} ${middle.toFixed(1)} and ${most.toFixed(1)} ms`)
}
same.process.kill("SIGKILL")
bound.process.kill("SIGKILL")
rmSync(folderOfBound, { recursive: true })
