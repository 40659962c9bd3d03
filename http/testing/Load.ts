/**
 * Lodges dealings, or reads a public page, in a process of its own: `node Load.ts <port> <connections> <seconds> <key> [counterparty, or
 * path of a page] [process ...]` prints its measurements as JSON. Among them is the processor time that each of these processes took, with
 * all of its threads and its children.
 */
import { load, lodgementOf, type Plan } from "./Requests.ts"

const [port = "0", connections = "32", seconds = "5", key = "", about = "buyer", ...watched] =
  process.argv.slice(2)
const body = lodgementOf(about)
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
console.log(
  JSON.stringify({
    perSecond: full.perSecond,
    p50: full.p50,
    p99: full.p99,
    failed: full.failed,
    answered: warming.answers + full.answers,
    cpu: full.cpuMicros,
  }),
)
process.exit(0)
