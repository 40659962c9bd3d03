/**
 * A store whose reads, asked for at the same time by several pieces of work, go as one. Each still sees one snapshot: all
 * of them see the same. A tick that works on many tasks at once so asks the store few questions instead of many.
 */
import { Effect, Exit, Layer } from "effect"
import { type Driver, type Ref, Store, type Stored, type StoreUnavailable } from "../../core/store/Store.ts"

type Found = ReadonlyArray<Stored | null>
interface Asked {
  readonly refs: ReadonlyArray<Ref>
  readonly answer: (found: Effect.Effect<Found, StoreUnavailable>) => void
}

/** Records asked for in one read at most. */
const refsMax = 512

const readTogether = (driver: Driver, asked: ReadonlyArray<Asked>): Effect.Effect<void> => {
  const refs = asked.flatMap((one) => one.refs)
  return Effect.map(Effect.exit(driver.read(refs)), (exit) => {
    let from = 0
    for (const one of asked) {
      const to = from + one.refs.length
      const [start, end] = [from, to]
      one.answer(Exit.isSuccess(exit) ? Effect.succeed(exit.value.slice(start, end)) : exit)
      from = to
    }
  })
}

export const coalesced = (driver: Driver): Driver => {
  let waiting: Array<Asked> = []
  let count = 0
  const send = (): void => {
    const asked = waiting
    waiting = []
    count = 0
    if (asked.length > 0) Effect.runFork(readTogether(driver, asked))
  }
  return {
    ...driver,
    read: (refs) =>
      Effect.async((answer) => {
        if (count + refs.length > refsMax) send()
        // What else runs until then joins in.
        if (waiting.length === 0) setImmediate(send)
        waiting.push({ refs, answer })
        count += refs.length
      }),
  }
}

export const layer = Layer.effect(Store, Effect.map(Store, coalesced))
