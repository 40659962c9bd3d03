/**
 * `npm run contention -- [seconds] [store …]`: how many acts a second one, two, four and eight processes commit to one store. An act is
 * a commit that writes to every part of a store. Run it under Deno to measure Deno's own `Deno.openKv`.
 */
import { spawn } from "node:child_process"
import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import * as StoreModule from "../StoreModule.ts"
import type { Contended } from "./contender.ts"

const [seconds = "5", ...named] = process.argv.slice(2)
const stores = named.length > 0 ? named : Stores.own.filter((name) => Stores.kinds[name].lasts)
const runtime = "Deno" in globalThis ? ["run", "-A"] : []
const script = new URL("./contender.ts", import.meta.url).pathname

const contender = (args: ReadonlyArray<string>): Promise<Contended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...runtime, script, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let text = ""
    child.stdout.on("data", (part) => {
      text += part
    })
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`a process ended with exit code ${code}`)),
    )
  })

/** The value below which this percentage of the values lies. */
const percentile = (sorted: ReadonlyArray<number>, percent: number): string =>
  (sorted[Math.floor((sorted.length * percent) / 100)] ?? Number.NaN).toFixed(0)

const line = (name: string, processes: ReadonlyArray<Contended>): string => {
  const ms = processes.flatMap((one) => one.ms).sort((a, b) => a - b)
  const rates = processes.map(({ acts }) => Math.round(acts / Number(seconds)))
  const failed = processes.reduce((sum, one) => sum + one.failed, 0)
  return `${name}, ${processes.length}: ${rates.reduce((a, b) => a + b)} acts a second (${rates.join(", ")}), ${failed} failed; p50 ${percentile(ms, 50)} ms, p99 ${percentile(ms, 99)} ms, longest ${ms.at(-1)?.toFixed(0)} ms`
}

const examine = (name: string, processes: number) =>
  Effect.gen(function* () {
    const module = new URL(`../stores/${name}.ts`, import.meta.url).href
    const store = yield* StoreModule.load(module)
    const location = yield* StoreModule.create(store)
    // Opened once before the others, so that no two processes create it at the same time.
    yield* Effect.scoped(StoreModule.open(store, location))
    const all = Array.from({ length: processes }, (_, i) => contender([module, location, `p${i}`, seconds]))
    return yield* Effect.promise(() => Promise.all(all))
  }).pipe(Effect.scoped)

for (const name of stores)
  for (const processes of [1, 2, 4, 8])
    console.log(line(name, await Effect.runPromise(examine(name, processes))))
