/** A mutant store: its lock is a file that others take once it is old, and a process that was stopped meanwhile writes as if it still held it. */
import { closeSync, openSync, rmSync, statSync } from "node:fs"
import { Effect } from "effect"
import type { ChangeSet } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"
import type { StoreModule } from "../../StoreModule.ts"
import { create, destroy, openInThread } from "../../stores/sqliteInThread.ts"
import { expectingPresent, takingNames } from "../Commits.ts"

export { create, destroy }

export const lockMs = 1_500
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))
/** Between the check and the write, so that a process is nearly always stopped there. */
const betweenMs = 10

const isTaken = (lock: string): boolean => {
  try {
    closeSync(openSync(lock, "wx"))
    return true
  } catch {
    return false
  }
}

const isOld = (lock: string): boolean => {
  const stats = statSync(lock, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > lockMs
}

const takeLock = (lock: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (isTaken(lock)) return Effect.void
    if (isOld(lock)) rmSync(lock, { force: true })
    return Effect.zipRight(Effect.sleep(2), takeLock(lock))
  })

const isFree = (store: Driver, set: ChangeSet) =>
  Effect.gen(function* () {
    const records = yield* store.read(set.puts.map(({ ref }) => ref))
    const holders = yield* Effect.forEach(set.claims, ({ claim }) => store.holder(claim))
    return (
      set.puts.every(({ expected }, i) => (records[i]?.version ?? 0) === expected) &&
      set.claims.every(({ holder }, i) => (holders[i] ?? holder) === holder)
    )
  })

const locking = (store: Driver, lock: string): Driver => ({
  ...store,
  commit: (set) =>
    Effect.acquireUseRelease(
      takeLock(lock),
      () =>
        Effect.gen(function* () {
          if (!(yield* isFree(store, set))) return yield* store.commit(set)
          Atomics.wait(nobodyWakes, 0, 0, betweenMs)
          return yield* store.commit(yield* takingNames(yield* expectingPresent(set, store), store))
        }),
      () => Effect.sync(() => rmSync(lock, { force: true })),
    ),
})

export const open: StoreModule["open"] = (file) =>
  Effect.map(
    openInThread({ file, synchronous: "OFF", allowUnsafe: true }, (writer) => writer.drain()),
    (store) => locking(store, `${file}-lock`),
  )
