/**
 * A process that opens the store of a module and calls it as it is told: one call a line of its standard input, one answer a line
 * of its standard output. It ends with its input. Arguments: the module's URL, the store's location.
 */
import { createInterface } from "node:readline"
import { Cause, Effect, Runtime } from "effect"
import { type Driver, StoreUnavailable } from "../core/store/Store.ts"
import * as StoreModule from "./StoreModule.ts"

interface Call {
  readonly id: number
  readonly operation: Exclude<keyof Driver, "supports">
  readonly parameters: ReadonlyArray<unknown>
}

const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`)

const why = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof StoreUnavailable ? StoreModule.whyUnavailable(error) : Cause.pretty(cause)
}

/** Calls an operation, and says what it gave or how it failed. */
const answer = (store: Driver, { id, operation, parameters }: Call): Effect.Effect<void> => {
  // The parameters were those of this operation before they became JSON.
  const call = store[operation] as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
  return Effect.suspend(() => call(...parameters)).pipe(
    Effect.matchCause({
      onSuccess: (value) => say({ id, value: value ?? null }),
      onFailure: (cause) => say({ id, failed: why(cause) }),
    }),
  )
}

const [module = "", location = ""] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const store = yield* StoreModule.open(yield* StoreModule.load(module), location)
  const run = Runtime.runFork(yield* Effect.runtime<never>())
  say({ id: 0, value: store.supports })
  yield* Effect.async<void>((resume) => {
    const lines = createInterface(process.stdin)
    lines.on("line", (line) => run(answer(store, JSON.parse(line))))
    lines.on("close", () => resume(Effect.void))
  })
})

await Effect.runPromise(Effect.scoped(program))
