/**
 * A child process that is killed while it writes: it opens the store of a module and commits without end, eight commits at a time. It
 * writes the name of each acknowledged commit to its standard output. Arguments: the module's URL, the store's location, a prefix for
 * names.
 */
import { Effect } from "effect"
import { actOf } from "./Acts.ts"
import * as StoreModule from "./StoreModule.ts"

const [module = "", location = "", prefix = ""] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const store = yield* StoreModule.open(yield* StoreModule.load(module), location)
  const worker = (w: number) =>
    Effect.gen(function* () {
      for (let i = 0; ; i++) {
        const name = `${w}/${i}`
        const { _tag } = yield* store.commit(actOf(prefix, name))
        process.stdout.write(_tag === "Committed" ? `${name}\n` : `unexpected ${_tag}\n`)
      }
    })
  yield* Effect.all(
    Array.from({ length: 8 }, (_, w) => worker(w)),
    { concurrency: "unbounded", discard: true },
  )
})

await Effect.runPromise(Effect.scoped(program))
