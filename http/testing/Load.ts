/**
 * Lodges dealings, or reads a public page, in a process of its own: `node Load.ts <port> <connections> <seconds> <key> [counterparty, or
 * path of a page] [process ...]` prints its measurements as JSON. Among them is the processor time that each of these processes took, with
 * all of its threads and its children. With `--half` it goes on at half the rate that was answered.
 */
import { parseArgs } from "node:util"
import { load, type Plan } from "./Requests.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: "boolean", default: false } },
})
const [port = "0", connections = "32", seconds = "5", key = "", about = "buyer", ...watched] = positionals
const body = JSON.stringify({
  sha256: "ab".repeat(32),
  kind: "delivery",
  counterparty: about,
  valueCents: 1200,
})
const plan: Omit<Plan, "ms" | "rate"> = {
  port: Number(port),
  connections: Number(connections),
  pids: watched.map(Number),
  next: () =>
    about.startsWith("/") ? { method: "GET", path: about } : { method: "POST", path: "/notarise", key, body },
}
// Code that runs often is compiled in the first seconds. The court has more such code than a bare server, so it takes longer.
const warmUpMs = 12_000
const ms = Number(seconds) * 1_000

const warming = await load({ ...plan, ms: warmUpMs, rate: 0 })
const full = await load({ ...plan, ms, rate: 0 })
const half = values.half ? await load({ ...plan, ms, rate: full.perSecond / 2 }) : null
console.log(
  JSON.stringify({
    perSecond: full.perSecond,
    p50: full.p50,
    p99: full.p99,
    halfP99: half === null ? null : half.p99,
    failed: full.failed + (half?.failed ?? 0),
    answered: warming.answers + full.answers + (half?.answers ?? 0),
    cpu: full.cpuMicros,
  }),
)
process.exit(0)
