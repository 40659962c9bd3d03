/** A change of version under load: each process of the court is stopped and started again, one after the other. */
import { setTimeout as sleep } from "node:timers/promises"
import { psql } from "./Beats.ts"
import type { Seen } from "./Load.ts"
import type { Court } from "./Servers.ts"

/** A stop ends what is under way within ten seconds. */
const stopWithinMs = 10_000
const settleMs = 3_000

type Line = readonly [what: string, holds: boolean]

/** Stops and starts the schedulers and then the servers. The database takes each for another version, whose functions are made anew. */
export const change = async ({ servers, schedulers }: Court, seen: Seen): Promise<ReadonlyArray<Line>> => {
  const before = { acknowledged: seen.acknowledged.length, faults: seen.faults.size }
  const stops: Array<number> = []
  for (const each of [...schedulers, ...servers]) {
    stops.push(await each.stop())
    psql("update agent_court.definitions set fingerprint = 'of another version'", "court")
    await each.start()
    await sleep(settleMs)
  }
  const done = seen.acknowledged.length - before.acknowledged
  return [
    [`a change of version of four processes under load: ${done} acts acknowledged meanwhile`, done > 0],
    [
      `their stops took ${stops.map((ms) => (ms / 1_000).toFixed(1)).join(", ")} s`,
      stops.every((ms) => ms < stopWithinMs),
    ],
    ["no answer of 5xx but 503 with Retry-After, and none withheld", seen.faults.size === before.faults],
  ]
}
