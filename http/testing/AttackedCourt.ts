/**
 * A court to be attacked, in a process of its own: `fork("AttackedCourt.ts", [rate limit, store, "sandbox"])`. Its parent asks it what an
 * attack cost, or to let its log take what is recorded. It measures the processor time of the serving thread, which other work on the machine does not raise, unlike time on a clock.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { formats } from "../formats/index.ts"
import { open } from "./OpenedStores.ts"
import { enrolled, startCourt } from "./TestCourt.ts"

/** The cost that the serving thread measured since the last question. */
export interface Cost {
  /** The longest turn, for which others had to wait, in milliseconds of processor time. */
  readonly longestMs: number
  /** The same in milliseconds by the clock. */
  readonly delayMs: number
  readonly cpuMs: number
  /** How many times as long as on an idle machine a fixed piece of work took right after the attack; 1 at least. */
  readonly slowness: number
  /** Live memory after a collection, in megabytes: the JavaScript heap and the buffers that it refers to. */
  readonly megabytes: number
}

export interface Opened {
  readonly url: string
  readonly key: string
  readonly registrar: string
  readonly judge: string
}

const tickMs = 5
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A fixed piece of work, and the processor time that it takes on an idle machine: other work makes caches and processors slower. */
const document = JSON.stringify(
  Array.from({ length: 10_000 }, (_, n) => ({ n, text: "x".repeat(40), list: [n] })),
)
const rounds = 10
const idleMs = 28
const slowness = (): number => {
  const from = cpu()
  for (let i = 0; i < rounds; i++) JSON.stringify(JSON.parse(document))
  return Math.max(1, (cpu() - from) / idleMs)
}

const [limit, kind = "memory", sandbox] = process.argv.slice(2)
const [perSecond = 0, burst = 0] = (limit ?? "").split("/").map(Number)
const store = await open[kind]?.()
if (store === undefined) throw new Error(`${kind} is not one of ${Object.keys(open).join(", ")}`)
const court = await startCourt({
  realTime: true,
  store: store.layer,
  sandbox: sandbox === "sandbox",
  formats: formats.map(({ name }) => name),
  rateLimit: perSecond > 0 ? { perSecond, burst } : null,
})
const key = await enrolled(court, "attacked")

const delay = monitorEventLoopDelay({ resolution: tickMs })
delay.enable()
let from = cpu()
let last = from
let longestMs = 0
setInterval(() => {
  const now = cpu()
  longestMs = Math.max(longestMs, now - last)
  last = now
}, tickMs)

process.on("message", (what) => {
  if (what === "integrate") {
    void court.integrate().then(() => process.send?.(what))
    return
  }
  // The turn in which the question arrived counts too.
  setTimeout(() => {
    // The second collection waits until the buffers that the first one found are freed.
    globalThis.gc?.()
    globalThis.gc?.()
    const now = cpu()
    const { heapUsed, external } = process.memoryUsage()
    const megabytes = (heapUsed + external) / 1e6
    const cost: Cost = {
      longestMs,
      delayMs: delay.max / 1e6 - tickMs,
      cpuMs: now - from,
      slowness: slowness(),
      megabytes,
    }
    process.send?.(cost)
    delay.reset()
    from = cpu()
    last = from
    longestMs = 0
  }, 2 * tickMs)
})
process.on("disconnect", async () => {
  await court.stop()
  await store.close()
  process.exit(0)
})
const { url, registrar, judge } = court
const opened: Opened = { url, key, registrar, judge }
process.send?.(opened)
