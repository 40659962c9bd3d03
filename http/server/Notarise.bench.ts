/**
 * `POST /notarise`, the whole path, beside two yardsticks in the same run: a bare server that commits each request, and the same server
 * with the court's duties. Each is given in requests a second, and in requests a second of processor time of all its threads and of
 * its database. All servers are alive, and the load goes to one after the other for a second; a ratio is the median of those of all turns,
 * with the quartiles. The lodgement names another agent of the court; for a lodgement that names somebody unknown, the store looks for the
 * name each time. Words choose the stores: `node http/server/Notarise.bench.ts sqlite`.
 */
import { load, lodgementOf, type Measured } from "../testing/Requests.ts"
import { serve } from "../testing/ServedBench.ts"
import { cpuOf, type Figure, inTurns, median, placeOf, ratios } from "../testing/Turns.ts"

const connections = 32
// Code that runs often is compiled in the first seconds. The court has more such code than a bare server, so it takes longer.
const warmUpMs = 15_000
const full = { count: 20, ms: 1_000 }
const half = { count: 8, ms: 2_000 }

/** The servers, in the order in which they are shown. */
const servers = [
  { name: "bare Fastify, a commit a request", script: "BareServer.ts", args: [], about: "buyer" },
  { name: "the same, with the court's duties", script: "BareServer.ts", args: ["duties"], about: "buyer" },
  { name: "the court, whole path", script: "BenchCourt.ts", args: [], about: "buyer" },
  { name: "the court, without its log", script: "BenchCourt.ts", args: ["without-log"], about: "buyer" },
  { name: "the court, an unknown counterparty", script: "BenchCourt.ts", args: [], about: "stranger" },
] as const

const perSecond: Figure = (one) => one.perSecond
const perCpuSecond: Figure = (one) => 1_000_000 / cpuOf(one)
const p50: Figure = (one) => one.p50
const p99: Figure = (one) => one.p99

const compare = async (kind: "sqlite" | "postgres"): Promise<void> => {
  const place = await placeOf(kind)
  const served = await Promise.all(
    servers.map(async ({ script, args }, i) => serve(script, kind, await place.fresh(`server${i}`), ...args)),
  )
  const loads = served.map(({ port, key, process: child }, i) => {
    const body = lodgementOf(servers[i]?.about ?? "buyer")
    const next = () => ({ method: "POST", path: "/notarise", key, body }) as const
    return { port, connections, pids: [Number(child.pid), ...place.pids], next }
  })
  for (const plan of loads) await load({ ...plan, ms: warmUpMs, rate: 0 })
  const found = await inTurns(loads, { ...full, rates: loads.map(() => 0) })
  const rates = found.map((all) => median(all, perSecond) / 2)
  const atHalf = await inTurns(loads, { ...half, rates })
  console.log(`POST /notarise on ${kind}, ${connections} connections`)
  const figure = (all: ReadonlyArray<Measured>, of: Figure, digits = 0): string =>
    median(all, of).toFixed(digits)
  for (const [i, { name }] of servers.entries()) {
    const [all = [], slow = []] = [found[i], atHalf[i]]
    console.log(
      `  ${name.padEnd(34)} ${figure(all, perSecond).padStart(7)}/s ${figure(all, perCpuSecond).padStart(7)} a CPU second  p50 ${figure(all, p50, 1)} ms  p99 ${figure(all, p99, 1)} ms, at half load ${figure(slow, p99, 1)} ms`,
    )
  }
  const [bare = [], duties = [], court = [], unlogged = [], unknown = []] = found
  const ratio = (ours: ReadonlyArray<Measured>, others: ReadonlyArray<Measured>, of: Figure): string => {
    const { low, middle, high } = ratios(ours, others, of)
    return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
  }
  console.log(
    `  ratio to the duties ${ratio(court, duties, perSecond)}, a CPU second ${ratio(court, duties, perCpuSecond)}`,
  )
  console.log(
    `  ratio ${ratio(court, bare, perSecond)}, with an unknown counterparty ${ratio(unknown, bare, perSecond)}`,
  )
  console.log(`  ratio to a court without its log ${ratio(court, unlogged, perSecond)}`)
  for (const { process: child } of served) child.kill("SIGKILL")
  await place.remove()
}

const asked = process.argv.slice(2)
for (const kind of ["sqlite", "postgres"] as const)
  if (asked.length === 0 || asked.includes(kind)) await compare(kind)
process.exit(0)
