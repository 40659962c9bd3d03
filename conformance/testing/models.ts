/**
 * `npm run models -- [sequences] [seed] [store …]`: that many random sequences of 120 commands on each store, answered as the store
 * in memory answers them. Stores are sqlite, postgres and denokv; `any` is a seed of chance. CI runs 500; every night, 10,000.
 *
 * One sequence runs at a time: another one's clock may be ahead, for which a receipt has expired, and another one's transaction
 * keeps back the end of PostgreSQL's journal. Both are as they should be, and no model in memory knows them.
 */
import { Effect } from "effect"
import * as Model from "../Model.ts"
import * as StoreModule from "../StoreModule.ts"

const [count = "10000", given = "any", ...named] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const stores = named.length > 0 ? named : ["sqlite", "postgres", "denokv"]

/** So many sequences share a store: it stays as small as a test's, and the first difference is soon told. */
const together = 50

const examine = (name: string, first: number, runs: number) =>
  Effect.gen(function* () {
    const module = yield* StoreModule.load(new URL(`../stores/${name}.ts`, import.meta.url).href)
    const location = yield* StoreModule.create(module)
    return yield* Model.compare(yield* StoreModule.open(module, location), first, runs)
  }).pipe(Effect.scoped)

for (const name of stores) {
  const started = performance.now()
  let done = 0
  let difference: Model.Difference | null = null
  while (done < Number(count) && difference === null) {
    const runs = Math.min(together, Number(count) - done)
    difference = await Effect.runPromise(examine(name, seed + done, runs))
    done += runs
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const found = difference === null ? "all answered alike" : `DIFFERENT\n${Model.describe(difference)}`
  console.log(`${name}: ${done} sequences from seed ${seed} in ${seconds} s, ${found}`)
  if (difference !== null) process.exitCode = 1
}
