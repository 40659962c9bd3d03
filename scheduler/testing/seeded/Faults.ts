/** Random faults between a process and its store. */
import { Effect } from "effect"
import { type Driver, StoreUnavailable } from "../../../core/store/Store.ts"
import type { Dice } from "./Dice.ts"

/** The probability of each fault, in percent of calls. */
export interface Rates {
  /** The call fails, and nothing was done. */
  readonly before: number
  readonly after: number
  readonly crash: number
}
export const calm: Rates = { before: 0, after: 0, crash: 0 }

/** Every run has its own rates, and some are 0, since one fault often hides another. */
export const ratesOf = (dice: Dice): Rates => ({
  before: dice.of(0, 0, 1, 4),
  after: dice.of(0, 1, 4, 15),
  crash: dice.of(0, 0, 1, 4),
})

/** A process from its start to its end. Once it has ended, nothing that it was doing goes on. */
export interface Incarnation {
  readonly end: () => void
  readonly ended: () => boolean
}

const away = (operation: string) =>
  Effect.fail(new StoreUnavailable({ operation, cause: "the connection was cut" }))

/** The store with faults, as a process uses it. Calls often yield first, so that concurrent work interleaves. */
export const faulty = (driver: Driver, process: Incarnation, dice: Dice, rates: () => Rates): Driver => {
  const crash = Effect.suspend(() => {
    process.end()
    return Effect.interrupt
  })
  const interleaved = <A>(work: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
    dice.chance(30) ? Effect.zipRight(Effect.yieldNow(), unlessEnded(work)) : work
  const unlessEnded = <A>(work: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
    Effect.suspend(() => (process.ended() ? Effect.interrupt : work))
  const called = <A>(operation: string, work: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => {
      if (process.ended()) return Effect.interrupt
      return interleaved(dice.chance(rates().before) ? away(operation) : work)
    })
  const answered = <A>(answer: A): Effect.Effect<A, StoreUnavailable> => {
    if (dice.chance(rates().crash)) return crash
    return interleaved(dice.chance(rates().after) ? away("commit") : Effect.succeed(answer))
  }
  return {
    supports: driver.supports,
    read: (refs) => called("read", driver.read(refs)),
    list: (query) => called("list", driver.list(query)),
    search: (query) => called("search", driver.search(query)),
    holder: (claim) => called("holder", driver.holder(claim)),
    tallies: (names) => called("tallies", driver.tallies(names)),
    blob: (sha256) => called("blob", driver.blob(sha256)),
    receipt: (id, now) => called("receipt", driver.receipt(id, now)),
    journal: (query) => called("journal", driver.journal(query)),
    lease: (query) => called("lease", driver.lease(query)),
    commit: (set) =>
      called(
        "commit",
        Effect.suspend(() =>
          dice.chance(rates().crash) ? crash : Effect.flatMap(driver.commit(set), answered),
        ),
      ),
  }
}
