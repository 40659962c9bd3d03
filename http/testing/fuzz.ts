/**
 * `npm run fuzz -- [requests] [seed] [store]`: that many requests made from the description, at a court in a process of its own on memory,
 * sqlite, postgres or denokv. `any` is a seed of chance.
 */
import fc from "fast-check"
import { requestTo, targets } from "./Arbitrary.ts"
import { attacked } from "./Attacked.ts"
import * as Player from "./Player.ts"

const [count = "10000", given = "any", kind = "memory"] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const lanes = 8
/** How long one turn of the court's thread may take, with the requests of all lanes in it. */
const turnMsMax = 200
/** Requests to one operation at a time. */
const run = 25

console.log(`${count} requests to ${targets.length} operations on ${kind}, seed ${seed}`)
const court = await attacked({ store: kind, sandbox: true })
const statuses = new Map<number, number>()
/** The longest that the court's thread was kept from others while requests came, eight at a time, in milliseconds of the processor. */
let longestMs = 0
const started = performance.now()
let sent = 0
try {
  const player = await Player.make(court)
  const rounds = Math.ceil(Number(count) / (run * targets.length))
  for (let round = 0; round < rounds; round++) {
    const waiting = targets.entries()
    const lane = async () => {
      for (const [i, target] of waiting) {
        const requests = fc.sample(requestTo(target), {
          numRuns: run,
          seed: seed + round * targets.length + i,
        })
        for (const request of requests) {
          const status = await player.play(target, request)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          sent++
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    longestMs = Math.max(longestMs, (await court.cost()).longestMs)
  }
  const seconds = (performance.now() - started) / 1000
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  console.log(`${sent} answered in ${seconds.toFixed(0)} s, every one as documented. ${shown.join(", ")}`)
  if (longestMs > turnMsMax) throw new Error(`others had to wait ${longestMs.toFixed(0)} ms for their turn`)
  console.log(`The court's thread was kept from others for ${longestMs.toFixed(0)} ms at most.`)
} catch (error) {
  console.error(`After ${sent} requests, seed ${seed}:`, error)
  process.exitCode = 1
} finally {
  court.stop()
}
