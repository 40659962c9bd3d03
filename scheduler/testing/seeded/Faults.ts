/** What goes wrong between a process and its store, as the dice have it. */
import { Effect } from "effect"
import { type Driver, StoreUnavailable } from "../../../core/store/Store.ts"
import type { Dice } from "./Dice.ts"

/** How often in a hundred calls. */
export interface Rates {
  /** The call fails, and nothing was done. */
  readonly before: number
  /** The commit is done, and its answer lost. */
  readonly after: number
  /** The process ends, before or after the commit. */
  readonly crash: number
}
export const calm: Rates = { before: 0, after: 0, crash: 0 }

/** Every run has rates of its own, some of them none at all: a fault is often hidden by another. */
export const ratesOf = (dice: Dice): Rates => ({
  before: dice.of(0, 0, 1, 4),
  after: dice.of(0, 1, 4, 15),
  crash: dice.of(0, 0, 1, 4),
})

/** From its start to its end: once it has ended, nothing that it was doing goes on. */
export interface Incarnation {
  readonly end: () => void
  readonly ended: () => boolean
}

const away = (operation: string) =>
  Effect.fail(new StoreUnavailable({ operation, cause: "the connection was cut" }))

/** The store as a process meets it. Calls often let others go first, so that what runs at the same time mixes. */
export const faulty = (driver: Driver, process: Incarnation, dice: Dice, rates: () => Rates): Driver => {
  const crash = Effect.suspend(() => {
    process.end()
    return Effect.interrupt
  })
  const mixed = <A>(work: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
    dice.chance(30) ? Effect.zipRight(Effect.yieldNow(), unlessEnded(work)) : work
  const unlessEnded = <A>(work: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
    Effect.suspend(() => (process.ended() ? Effect.interrupt : work))
  const called = <A>(operation: string, work: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => {
      if (process.ended()) return Effect.interrupt
      return mixed(dice.chance(rates().before) ? away(operation) : work)
    })
  const answered = <A>(answer: A): Effect.Effect<A, StoreUnavailable> => {
    if (dice.chance(rates().crash)) return crash
    return mixed(dice.chance(rates().after) ? away("commit") : Effect.succeed(answer))
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
