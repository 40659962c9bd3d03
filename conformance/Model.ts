/**
 * The comparison with a model: random sequences of commands run on the store under test and on the store in memory, and both must give
 * the same answers and end in the same state. Everything follows from a seed. A store may choose tokens, cursors and numbers freely, so
 * tokens and cursors are compared by the task or event that they belong to, and numbers by their order.
 */
import { Effect } from "effect"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"
import { start } from "./Changes.ts"
import { difference } from "./Diff.ts"
import { nextCommand, wholeState } from "./model/Commands.ts"
import { names, type Play, sideOf, text } from "./model/Play.ts"
import * as Random from "./Random.ts"

/** The first command of a sequence to which the two stores gave different answers. */
export interface Difference {
  readonly seed: number
  readonly step: number
  readonly command: string
  readonly expected: string
  readonly actual: string
}

/** A difference in words, with the seed that repeats it. */
export const describe = ({ seed, step, command, expected, actual }: Difference): string =>
  `seed ${seed}, step ${step}\n  command: ${command}\n  ${difference(expected, actual).replaceAll("\n", "\n  ")}`

const stepsOfSequence = 120

const runOnce = (store: Driver, seed: number): Effect.Effect<Difference | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const model = sideOf(yield* MemoryStore.make)
    const tested = sideOf(store)
    const prefix = `${Date.now().toString(36)}/${seed}`
    const random = Random.make(seed)
    const run: Play = { random, names: names(prefix), model, now: start, serial: 0, events: [] }
    for (let step = 0; step < stepsOfSequence; step++) {
      const command = step % 20 === 19 ? wholeState(run) : yield* nextCommand(run)
      const expected = text(yield* command.run(model))
      const actual = text(yield* command.run(tested))
      if (expected !== actual) return { seed, step, command: command.text, expected, actual }
    }
    return null
  })

/** Runs the sequences of `runs` consecutive seeds and gives the first difference, or null if store and model agree. Its seed repeats it. */
export const compare = (
  store: Driver,
  seed: number,
  runs: number,
): Effect.Effect<Difference | null, StoreUnavailable> =>
  Effect.gen(function* () {
    for (let i = 0; i < runs; i++) {
      const difference = yield* runOnce(store, seed + i)
      if (difference !== null) return difference
    }
    return null
  })
