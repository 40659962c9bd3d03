/** The look-up before a deal: a list of 100,000 names and an answer from it, and `GET /check` at 2,000 a second beside bare Fastify. */
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent } from "node:http"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { ask, measure, type Served, serve } from "../testing/ServedBench.ts"
import { findName, saltedName, writeRows } from "./List.ts"

const names = 100_000
const advices = ["trust", "caution", "avoid", "unknown"] as const
const labels = { trust: "good", caution: "qualified", avoid: "in default", unknown: "no record" }
const listed = Array.from({ length: names }, (_, i) => {
  const advice = advices[(i * 7) % 4] ?? "unknown"
  return { name: `agent-${i}`, advice, label: labels[advice], stakeCents: (i * 7919) % 100_000 }
})
const begun = performance.now()
const hashed = listed.map(({ name, ...said }) => ({
  ...said,
  hash: createHash("sha256").update(saltedName("salt", name)).digest(),
}))
const hashedMs = performance.now() - begun
const rows = writeRows(hashed)
const madeMs = performance.now() - begun - hashedMs
const brotli = brotliCompressSync(rows, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
const looks = 20_000
const used = process.cpuUsage()
const at = performance.now()
for (let i = 0; i < looks; i++) await findName("salt", rows, `agent-${(i * 7919) % (2 * names)}`)
const micros = ((performance.now() - at) * 1_000) / looks
const { user, system } = process.cpuUsage(used)
const kB = (bytes: Uint8Array) => `${(bytes.length / 1_000).toFixed(0)} kB`
console.log(`a list of ${names} names: ${kB(rows)}, ${kB(gzipSync(rows))} by gzip, ${kB(brotli)} by brotli`)
console.log(
  `  hashed in ${hashedMs.toFixed(0)} ms, sorted and written in ${madeMs.toFixed(0)} ms; an answer from it ${micros.toFixed(0)} µs, ${((user + system) / looks).toFixed(0)} of a processor`,
)

const rate = 2_000
const seconds = 5
/** The time from when each request was due to its answer, in milliseconds, in order. */
const timesAt = async ({ port }: Served, pathOf: (i: number) => string): Promise<ReadonlyArray<number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const times: Array<number> = []
  const sent: Array<Promise<void>> = []
  const from = performance.now()
  for (let i = 0; i < rate * seconds; i++) {
    const due = from + (i * 1_000) / rate
    if (due > performance.now() + 1) await sleep(1)
    const one = ask(agent, port, { method: "GET", path: pathOf(i), headers: {}, body: "" })
    sent.push(one.then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(sent)
  agent.destroy()
  return times.sort((a, b) => a - b)
}
const folder = mkdtempSync(join(tmpdir(), "court-bench-"))
const court = await serve("BenchCourt.ts", "sqlite", join(folder, "court.db"))
const paths = {
  "one agent, kept": () => "/api/v1/check?party=seller",
  "another price each time": (i: number) => `/api/v1/check?party=seller&priceCents=${i}`,
}
const once = new Agent()
const bytes = await ask(once, court.port, {
  method: "GET",
  path: paths["one agent, kept"](),
  headers: {},
  body: "",
})
const bare = await serve("BareAnswer.ts", bytes.toString())
const show = async (name: string, served: Served, pathOf: (i: number) => string) => {
  await timesAt(served, pathOf)
  const times = await timesAt(served, pathOf)
  const of = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  // The processor time of an answer says something on a busy machine too.
  let asked = 0
  const next = () => ({ method: "GET", path: pathOf(asked++), headers: {}, body: "" }) as const
  const { cpuMicros } = await measure(served, { connections: 16, warmUpMs: 500, ms: 4_000, next })
  console.log(
    `  ${name.padEnd(42)} median ${of(0.5)} ms, p99 ${of(0.99)} ms; ${cpuMicros.toFixed(0)} µs of its processors for each`,
  )
}
console.log(
  `GET /check, ${bytes.length} bytes, ${rate} a second, SQLite; load ${loadavg()[0]?.toFixed(1)} on two cores`,
)
await show("bare Fastify, the same bytes", bare, () => "/api/v1/check?party=seller")
for (const [name, pathOf] of Object.entries(paths)) await show(`the court, ${name}`, court, pathOf)
for (const { process: child } of [court, bare]) child.kill("SIGKILL")
rmSync(folder, { recursive: true })
