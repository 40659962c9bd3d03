/**
 * `npm run fuzz -- [requests] [seed] [store]`: generates this many requests from the OpenAPI description and sends them to a court in a
 * separate process, on memory, sqlite, postgres or denokv. The seed `any` stands for a random seed.
 */
import fc from "fast-check"
import { requestTo, targets } from "../testing/Arbitrary.ts"
import { attacked } from "../testing/Attacked.ts"
import * as Player from "../testing/Player.ts"

const [count = "10000", given = "any", kind = "memory"] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const lanes = 8
/** The longest time for which the court's thread may be busy in one turn of its event loop, with the requests of all lanes. */
const turnMsMax = 200
/** How many requests go to an operation before the next one. */
const runLength = 25

console.log(`${count} requests to ${targets.length} operations on ${kind}, seed ${seed}`)
const court = await attacked({ store: kind, sandbox: true })
const statuses = new Map<number, number>()
/** The longest turn of the court's thread so far, in milliseconds of processor time. */
let longestMs = 0
const started = performance.now()
let sent = 0
try {
  const player = await Player.make(court)
  const rounds = Math.ceil(Number(count) / (runLength * targets.length))
  for (let round = 0; round < rounds; round++) {
    // The lanes share one iterator, so each target is taken by one lane.
    const waiting = targets.entries()
    const lane = async () => {
      for (const [i, target] of waiting) {
        const requests = fc.sample(requestTo(target), {
          numRuns: runLength,
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
  if (longestMs > turnMsMax) throw new Error(`one turn of the court's thread took ${longestMs.toFixed(0)} ms`)
  console.log(`The longest turn of the court's thread took ${longestMs.toFixed(0)} ms.`)
} catch (error) {
  console.error(`After ${sent} requests, seed ${seed}:`, error)
  process.exitCode = 1
} finally {
  court.stop()
}
