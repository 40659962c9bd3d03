/**
 * `npm run versions -- <sqlite or postgres> <acts a second, or 0 for all> <folder> <folder> …` compares what an act costs in versions of
 * the court. Each folder is a checkout with its packages. A turn is a second for each version. `--turns` and `--warm-up` (seconds) make a
 * run shorter or longer. Linux only.
 */
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { load, lodgementOf } from "../testing/Requests.ts"
import type * as ServedBench from "../testing/ServedBench.ts"
import { cpuOf, inTurns, median, placeOf, ratios } from "../testing/Turns.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: "string", default: "24" }, "warm-up": { type: "string", default: "9" } },
})
const [kind, rate = "", ...folders] = positionals
if ((kind !== "sqlite" && kind !== "postgres") || !(Number(rate) >= 0) || folders.length < 2)
  throw new Error(
    "npm run versions -- <sqlite or postgres> <acts a second, or 0 for all> <folder> <folder> …",
  )

const place = await placeOf(kind)
const body = lodgementOf("buyer")
const versions = await Promise.all(
  folders.map(async (folder, i) => {
    const { serve }: typeof ServedBench = await import(join(resolve(folder), "http/testing/ServedBench.ts"))
    const court = await serve("BenchCourt.ts", kind, await place.fresh(`version${i}`))
    const { port, key } = court
    const pids = [Number(court.process.pid), ...place.pids]
    const next = () => ({ method: "POST", path: "/notarise", key, body }) as const
    return { court, plan: { port, pids, connections: 32, next } }
  }),
)
const loads = versions.map(({ plan }) => plan)
for (const plan of loads) await load({ ...plan, ms: Number(values["warm-up"]) * 1_000, rate: 0 })
const turns = { count: Number(values.turns), ms: 1_000, rates: loads.map(() => Number(rate)) }
const found = await inTurns(loads, turns)
for (const [i, all] of found.entries()) {
  const cpu = ratios(all, found[0] ?? [], cpuOf)
  const rates = ratios(all, found[0] ?? [], ({ perSecond }) => perSecond)
  console.log(
    [
      `${folders[i]}: ${median(all, cpuOf).toFixed(0)} µs of processor time an act, ${cpu.middle.toFixed(2)} of the first (${cpu.low.toFixed(2)} to ${cpu.high.toFixed(2)})`,
      `${median(all, ({ perSecond }) => perSecond).toFixed(0)}/s, ${rates.middle.toFixed(2)} of the first`,
      `p50 ${median(all, ({ p50 }) => p50).toFixed(1)} ms, p99 ${median(all, ({ p99 }) => p99).toFixed(1)} ms`,
    ].join("; "),
  )
}
for (const { court } of versions) court.process.kill("SIGKILL")
await place.remove()
process.exit(0)
