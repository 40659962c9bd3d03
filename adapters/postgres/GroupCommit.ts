/**
 * Group commit: change sets that wait in this process share a transaction, and so one wait for the disk. Two sets share one only
 * if neither writes a name that the other uses, and a set waits while such an earlier one is being committed.
 */
import { Effect, type Scope } from "effect"
import type { CommitResult, StoreUnavailable } from "../../core/store/Store.ts"
import * as Together from "../store/Together.ts"
import type { Prepared } from "./Rows.ts"

export type Outcome = Together.Outcome<CommitResult>

/** The limits of one transaction: sets, locks (the server has room for a few thousand) and characters. */
const most = { sets: 64, locks: 512, size: 2_000_000 }

/** When a transaction waits for more sets (http/docs/figures.md). The sets of the scheduler would only lose time by waiting. */
const gather = {
  counts: ({ set }: Prepared) => set.settles.length === 0,
  waits: [
    { after: 12, enough: 32, ms: 4 },
    { after: 2, enough: "as many", ms: 1 },
  ],
} as const

type Waiting = Together.Waiting<Prepared, CommitResult>

/** Names in use: the names that one set writes, and the names that a number of sets read. */
class NamesInUse {
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

/** Takes from the queue, in its order, the sets that may share a transaction now. A set that must wait holds back later sets with its names. */
const takeBatch = (queue: Array<Waiting>, underWay: NamesInUse): ReadonlyArray<Waiting> => {
  const batch: Array<Waiting> = []
  const heldBack = new NamesInUse()
  let locks = 0
  let size = 0
  for (let i = 0; i < queue.length && batch.length < most.sets; ) {
    const next = queue[i]
    if (next === undefined) break
    const { request: prepared } = next
    if (batch.length > 0 && (locks + prepared.locks > most.locks || size + prepared.size > most.size)) break
    if (underWay.clashes(prepared) || heldBack.clashes(prepared)) {
      heldBack.add(prepared)
      i += 1
      continue
    }
    underWay.add(prepared)
    batch.push(next)
    queue.splice(i, 1)
    locks += prepared.locks
    size += prepared.size
  }
  return batch
}

/** Returns the function that commits one set. `transact` commits a batch in one transaction and gives the outcome of each of its sets. */
export const make = (
  transact: (batch: ReadonlyArray<Prepared>) => Effect.Effect<ReadonlyArray<Outcome>, StoreUnavailable>,
  lanes: number,
): Effect.Effect<(prepared: Prepared) => Outcome, never, Scope.Scope> =>
  Effect.suspend(() => {
    const underWay = new NamesInUse()
    return Together.make<Prepared, CommitResult>({
      operation: "commit",
      lanes,
      take: (queue) => takeBatch(queue, underWay),
      run: transact,
      gather,
      done: (prepared) => underWay.drop(prepared),
    })
  })
