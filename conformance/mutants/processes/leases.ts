/** A mutant store: it keeps leases in the memory of each process, so that two processes lease one task. */
import { Effect } from "effect"
import type { ChangeSet } from "../../../core/store/ChangeSet.ts"
import type { Driver, Leased } from "../../../core/store/Store.ts"
import { spoilStore } from "./OneProcess.ts"

/** A lease of this process: the token given to the worker, the token that the store has for the task now, and the end of the lease. */
interface Held {
  readonly given: string
  readonly token: string
  readonly until: number
}

/** The tasks that a commit puts, cancels or settles: their leases have ended. */
const endedTasks = ({ tasks, cancels, settles }: ChangeSet): ReadonlyArray<string> => [
  ...tasks.map(({ id }) => id),
  ...cancels,
  ...settles.map(({ id }) => id),
]

const forgetful = (store: Driver, held: Map<string, Held>): Driver => ({
  ...store,
  lease: (query) =>
    Effect.map(store.lease({ ...query, until: query.now, limit: 1000 }), (due) => {
      const free: Array<Leased> = []
      for (const task of due) {
        const lease = held.get(task.id)
        const isHeld = lease !== undefined && lease.until > query.now
        if (isHeld) held.set(task.id, { ...lease, token: task.token })
        else if (free.length < query.limit) {
          free.push(task)
          held.set(task.id, { given: task.token, token: task.token, until: query.until })
        }
      }
      return free
    }),
  commit: (set) => {
    const settles = set.settles.map(({ id, token }) => {
      const lease = held.get(id)
      return { id, token: lease?.given === token ? lease.token : token }
    })
    return Effect.tap(store.commit({ ...set, settles }), ({ _tag }) => {
      if (_tag === "Committed") for (const id of endedTasks(set)) held.delete(id)
    })
  },
})

export const { create, destroy, open } = spoilStore(() => new Map<string, Held>(), forgetful)
