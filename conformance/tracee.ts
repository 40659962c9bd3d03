/**
 * A child process whose calls to the operating system are watched (`Tracing.ts`): it opens the store of a module, commits one act after
 * another, and marks where each begins and ends. Arguments: the module's URL, the store's location, a prefix for names, the number of acts.
 */
import { rmdirSync } from "node:fs"
import { Effect } from "effect"
import { actOf } from "./Acts.ts"
import * as StoreModule from "./StoreModule.ts"
import { markOf } from "./Tracing.ts"

const [module = "", location = "", prefix = "", acts = "0"] = process.argv.slice(2)

const mark = (moment: "begin" | "end", n: number) =>
  Effect.sync(() => {
    try {
      rmdirSync(markOf(moment, n))
    } catch {
      // The folder does not exist: the call itself is the mark.
    }
  })

const program = Effect.gen(function* () {
  const store = yield* StoreModule.open(yield* StoreModule.load(module), location)
  for (let n = 0; n < Number(acts); n++) {
    yield* mark("begin", n)
    yield* store.commit(actOf(prefix, String(n)))
    yield* mark("end", n)
  }
})

await Effect.runPromise(Effect.scoped(program))
process.exit()
