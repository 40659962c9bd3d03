/**
 * `npm run models -- [sequences] [seed] [store …]`: compares that many random sequences of 120 commands on each store with the store in
 * memory. The seed `any` is random. CI runs 250 sequences, and 2,000 each night.
 *
 * Only one sequence runs at a time on a store. Concurrent sequences would differ from the model for good reasons: the clock of one may be
 * ahead, so that receipts expire earlier, and an open transaction hides the end of PostgreSQL's journal.
 */
import { Cause, Effect, Exit } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import * as Model from "../Model.ts"
import * as StoreModule from "../StoreModule.ts"

const [count = "10000", given = "any", ...named] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const stores = named.length > 0 ? named : Stores.own.filter((name) => Stores.kinds[name].lasts)

/** How many sequences share a store. It stays small, and a difference is reported early. */
const sequencesOfStore = 50

const examine = (name: string, first: number, runs: number) =>
  Effect.gen(function* () {
    const module = yield* StoreModule.load(new URL(`../stores/${name}.ts`, import.meta.url).href)
    const location = yield* StoreModule.create(module)
    return yield* Model.compare(yield* StoreModule.open(module, location), first, runs)
  }).pipe(Effect.scoped)

const compared = async (name: string): Promise<void> => {
  const started = performance.now()
  let done = 0
  let found = "no difference"
  while (done < Number(count) && found === "no difference") {
    const runs = Math.min(sequencesOfStore, Number(count) - done)
    const exit = await Effect.runPromiseExit(examine(name, seed + done, runs))
    if (Exit.isFailure(exit)) {
      found = `STOPPED: ${Cause.prettyErrors(exit.cause).map(String).join("; ")}`
      continue
    }
    done += runs
    if (exit.value !== null) found = `DIFFERENT\n${Model.describe(exit.value)}`
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${name}: ${done} sequences from seed ${seed} in ${seconds} s, ${found}`)
  if (found !== "no difference") process.exitCode = 1
}

// The stores wait for the disk most of the time, each for its own commits.
await Promise.all(stores.map(compared))
