/**
 * A child process that opens the store of a module for another process. Each line of its standard input is a call, each line of its
 * standard output an answer. It ends when its input ends. Arguments: the module's URL, the store's location.
 */
import { createInterface } from "node:readline"
import { Cause, Effect, Runtime } from "effect"
import { type Driver, StoreUnavailable } from "../core/store/Store.ts"
import * as StoreModule from "./StoreModule.ts"

interface Call {
  readonly id: number
  readonly operation: Exclude<keyof Driver, "supports">
  readonly parameters: ReadonlyArray<unknown>
  /** When the call begins, in milliseconds of the clock; null: at once. */
  readonly at: number | null
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

/**
 * Holds this process until the clock shows an instant, for which other processes wait as well. It sleeps, so that a busy machine lets it
 * run in the last millisecond, and then looks at the clock without a pause, because a timer could be late.
 */
const holdUntil = (at: number): void => {
  let now = Date.now()
  if (now < at - 1) Atomics.wait(nobodyWakes, 0, 0, at - 1 - now)
  while (now < at) now = Date.now()
}

/** On one line: these two characters end a line for a reader of lines, and names may have them. */
const lineOf = (answer: object): string =>
  JSON.stringify(answer).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")

const reply = (answer: object) => process.stdout.write(`${lineOf(answer)}\n`)

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof StoreUnavailable ? StoreModule.whyUnavailable(error) : Cause.pretty(cause)
}

/** Calls an operation and writes its result, or why it failed. */
const answer = (store: Driver, { id, operation, parameters, at }: Call): Effect.Effect<void> => {
  // The other process sends parameters of this operation; JSON has lost their types.
  const call = store[operation] as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
  return Effect.suspend(() => {
    if (at !== null) holdUntil(at)
    return call(...parameters)
  }).pipe(
    Effect.matchCause({
      onSuccess: (value) => reply({ id, value: value ?? null }),
      onFailure: (cause) => reply({ id, failed: reasonOf(cause) }),
    }),
  )
}

const [module = "", location = ""] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const store = yield* StoreModule.open(yield* StoreModule.load(module), location)
  const run = Runtime.runFork(yield* Effect.runtime<never>())
  reply({ id: 0, value: store.supports })
  yield* Effect.async<void>((resume) => {
    const lines = createInterface(process.stdin)
    lines.on("line", (line) => run(answer(store, JSON.parse(line))))
    lines.on("close", () => resume(Effect.void))
  })
})

await Effect.runPromise(Effect.scoped(program))
