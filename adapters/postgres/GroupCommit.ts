/**
 * Group commit: change sets that wait in this process share a transaction, and so one wait for the disk. Only sets that
 * touch nothing in common go together, and none goes while one before it that touches the same is under way.
 */
import { Cause, Effect, Exit, FiberSet, Option, type Scope } from "effect"
import { type CommitResult, StoreUnavailable } from "../../core/Store.ts"
import type { Prepared } from "./Rows.ts"

export type Outcome = Effect.Effect<CommitResult, StoreUnavailable>

/** Bounds of one transaction: sets, locks (the server has room for a few thousand) and characters of JSON. */
const most = { sets: 64, locks: 512, size: 2_000_000 }

interface Waiting {
  readonly prepared: Prepared
  readonly answer: (outcome: Outcome) => void
}

/** Names in use: written by one set, or read by so many. */
class Names {
  readonly #written = new Set<string>()
  readonly #read = new Map<string, number>()

  clashes({ writes, reads }: Prepared): boolean {
    for (const name of writes) if (this.#written.has(name) || this.#read.has(name)) return true
    for (const name of reads) if (this.#written.has(name)) return true
    return false
  }
  add({ writes, reads }: Prepared): void {
    for (const name of writes) this.#written.add(name)
    for (const name of reads) this.#read.set(name, (this.#read.get(name) ?? 0) + 1)
  }
  drop({ writes, reads }: Prepared): void {
    for (const name of writes) this.#written.delete(name)
    for (const name of reads) {
      const left = (this.#read.get(name) ?? 0) - 1
      if (left > 0) this.#read.set(name, left)
      else this.#read.delete(name)
    }
  }
}

/** Takes from the queue, in its order, what may go together now. What has to wait keeps later sets of its names waiting. */
const takeBatch = (queue: Array<Waiting>, underWay: Names): ReadonlyArray<Waiting> => {
  const batch: Array<Waiting> = []
  const passed = new Names()
  let locks = 0
  let size = 0
  for (let i = 0; i < queue.length && batch.length < most.sets; ) {
    const next = queue[i]
    if (next === undefined) break
    const { prepared } = next
    const count = prepared.writes.size + prepared.reads.size
    if (batch.length > 0 && (locks + count > most.locks || size + prepared.size > most.size)) break
    if (underWay.clashes(prepared) || passed.clashes(prepared)) {
      passed.add(prepared)
      i += 1
      continue
    }
    underWay.add(prepared)
    batch.push(next)
    queue.splice(i, 1)
    locks += count
    size += prepared.size
  }
  return batch
}

/**
 * Gives the effect that commits one set, by way of `transact`, which commits a batch in one transaction and answers for
 * each of it. `lanes` batches are under way at most: while one waits for the disk the next is at work.
 */
export const make = (
  transact: (batch: ReadonlyArray<Prepared>) => Effect.Effect<ReadonlyArray<Outcome>, StoreUnavailable>,
  lanes: number,
): Effect.Effect<(prepared: Prepared) => Outcome, never, Scope.Scope> =>
  Effect.gen(function* () {
    const run = yield* FiberSet.makeRuntime<never>()
    const queue: Array<Waiting> = []
    const underWay = new Names()
    let active = 0
    let woken = false
    let closed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
        for (const { answer } of queue.splice(0)) answer(gone)
      }),
    )

    const finish = (
      batch: ReadonlyArray<Waiting>,
      exit: Exit.Exit<ReadonlyArray<Outcome>, StoreUnavailable>,
    ): void => {
      active -= 1
      batch.forEach(({ prepared, answer }, i) => {
        underWay.drop(prepared)
        answer(outcomeOf(exit, i))
      })
      // Where the store is away, those that wait learn it now, not each after a wait of its own.
      if (isAway(exit)) for (const { answer } of queue.splice(0)) answer(exit)
      pump()
    }
    const pump = (): void => {
      while (active < lanes && queue.length > 0) {
        const batch = takeBatch(queue, underWay)
        if (batch.length === 0) return
        active += 1
        run(
          Effect.onExit(transact(batch.map(({ prepared }) => prepared)), (exit) =>
            Effect.sync(() => finish(batch, exit)),
          ),
        )
      }
    }
    // Sets that come in one turn of the event loop go together.
    const wake = (): void => {
      if (woken) return
      woken = true
      setImmediate(() => {
        woken = false
        pump()
      })
    }
    return (prepared) =>
      Effect.async<CommitResult, StoreUnavailable>((resume) => {
        if (closed) return resume(gone)
        const waiting = { prepared, answer: resume }
        queue.push(waiting)
        wake()
        // One that has gone to the database stays gone; one that still waits can be taken back.
        return Effect.sync(() => {
          const at = queue.indexOf(waiting)
          if (at >= 0) queue.splice(at, 1)
        })
      })
  })

const gone: Outcome = Effect.fail(
  new StoreUnavailable({ operation: "commit", cause: "the store was closed" }),
)

const isAway = (
  exit: Exit.Exit<ReadonlyArray<Outcome>, StoreUnavailable>,
): exit is Exit.Failure<never, StoreUnavailable> =>
  Exit.isFailure(exit) && Option.isSome(Cause.failureOption(exit.cause))

const outcomeOf = (exit: Exit.Exit<ReadonlyArray<Outcome>, StoreUnavailable>, i: number): Outcome => {
  if (Exit.isFailure(exit)) {
    return Cause.isInterruptedOnly(exit.cause) ? gone : Effect.failCause(exit.cause)
  }
  return exit.value[i] ?? Effect.dieMessage("a batch was answered in part")
}
