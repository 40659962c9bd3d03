/**
 * `npm run histories -- [count] [seed] [store …]`: checks that many histories of 40 acts on each store for linearizability. The stores
 * are the court's own and `cut`, which is PostgreSQL behind a proxy that cuts connections. The seed `any` is random.
 */
import { Effect } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import { actsOfHistory, violation } from "../linearizability/History.ts"
import * as StoreModule from "../StoreModule.ts"

const [count = "2000", given = "any", ...named] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const stores = named.length > 0 ? named : Stores.own

/** Checks histories on one store, with three openers if it can be shared. */
const examine = (name: string) =>
  Effect.gen(function* () {
    const module = yield* StoreModule.load(new URL(`../stores/${name}.ts`, import.meta.url).href)
    const location = yield* StoreModule.create(module)
    const first = yield* StoreModule.open(module, location)
    const others = first.supports.shared
      ? yield* Effect.all([StoreModule.open(module, location), StoreModule.open(module, location)])
      : []
    return yield* violation([first, ...others], "h", seed, Number(count))
  }).pipe(Effect.scoped)

const checked = async (name: string): Promise<void> => {
  const started = performance.now()
  const found = await Effect.runPromise(examine(name))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${name}: ${count} histories of ${actsOfHistory} acts from seed ${seed} in ${seconds} s: ${found === null ? "all are linearizable" : found}`,
  )
  if (found !== null) process.exitCode = 1
}

// The stores wait for the disk most of the time, each for its own commits.
await Promise.all(stores.map(checked))
