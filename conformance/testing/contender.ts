/**
 * A process of the contention benchmark: it commits to a store as fast as it can for a number of seconds, eight commits at a time, and
 * prints the results as JSON. Arguments: the module's URL, the store's location, a prefix for names, the seconds.
 */
import { Effect } from "effect"
import { actOf } from "../Acts.ts"
import * as StoreModule from "../StoreModule.ts"

const [module = "", location = "", prefix = "", seconds = "5"] = process.argv.slice(2)

const atOnce = 8

/** The results: the number of acknowledged and of failed acts, and how long each act took, in milliseconds. */
export interface Contended {
  readonly acts: number
  readonly failed: number
  readonly ms: ReadonlyArray<number>
}

const program = Effect.gen(function* () {
  const store = yield* StoreModule.open(yield* StoreModule.load(module), location)
  const end = performance.now() + Number(seconds) * 1000
  const ms: Array<number> = []
  let failed = 0
  const worker = (w: number) =>
    Effect.gen(function* () {
      for (let i = 0; performance.now() < end; i++) {
        const began = performance.now()
        const result = yield* Effect.option(store.commit(actOf(prefix, `${w}/${i}`)))
        ms.push(performance.now() - began)
        if (result._tag === "None" || result.value._tag !== "Committed") failed++
      }
    })
  yield* Effect.all(
    Array.from({ length: atOnce }, (_, w) => worker(w)),
    { concurrency: "unbounded", discard: true },
  )
  return { acts: ms.length - failed, failed, ms } satisfies Contended
})

process.stdout.write(JSON.stringify(await Effect.runPromise(Effect.scoped(program))))
