/**
 * Random sequences of commands, given to the store under test and to the store in memory, which must answer alike and end in the
 * same state. Everything follows from a seed. What a store may choose freely is compared by what it stands for: tokens and
 * cursors by where they came from, numbers by their order.
 */
import { Effect } from "effect"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import type { Driver, StoreUnavailable } from "../core/store/Store.ts"
import { start } from "./Changes.ts"
import { nextCommand, wholeState } from "./model/Commands.ts"
import { names, type Play, sideOf, text } from "./model/Play.ts"
import * as Random from "./Random.ts"

/** The first command of a run whose answers differ. */
export interface Difference {
  readonly seed: number
  readonly step: number
  readonly command: string
  readonly expected: string
  readonly actual: string
}

export const describe = ({ seed, step, command, expected, actual }: Difference): string =>
  `seed ${seed}, step ${step}\n  asked:    ${command}\n  expected: ${expected}\n  got:      ${actual}`

const stepsOfRun = 120

/** One run of one seed. */
const runOnce = (store: Driver, seed: number): Effect.Effect<Difference | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const model = sideOf(yield* MemoryStore.make)
    const tested = sideOf(store)
    const prefix = `${Date.now().toString(36)}/${seed}`
    const random = Random.make(seed)
    const run: Play = { random, names: names(prefix), model, now: start, serial: 0, events: [] }
    for (let step = 0; step < stepsOfRun; step++) {
      const command = step % 20 === 19 ? wholeState(run) : yield* nextCommand(run)
      const expected = text(yield* command.run(model))
      const actual = text(yield* command.run(tested))
      if (expected !== actual) return { seed, step, command: command.text, expected, actual }
    }
    return null
  })

/** Runs sequences from `seed` on and gives the first difference, or null where there is none. A difference's own seed repeats it. */
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
