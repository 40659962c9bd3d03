/**
 * A watched store: everything that it acknowledges is also kept here, record by record and task by task, so that its later answers can be
 * checked.
 */
import { Effect } from "effect"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Kind } from "../../../core/kernel/Kind.ts"
import { type ChangeSet, type Put, type Ref, refKey, type Task } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"

export interface Remembered {
  readonly ref: Ref
  readonly version: number
  readonly body: Json
}

export interface Changed {
  readonly put: Put
  /** Null if the record is new. */
  readonly before: Json
  readonly version: number
}

/** A change set that was committed, and on whose behalf. */
export interface Commit {
  readonly by: string
  readonly set: ChangeSet
  readonly changed: ReadonlyArray<Changed>
  readonly numbers: ReadonlyArray<number>
}

export interface Watched {
  /** The store for a user, whose name its commits get. */
  readonly as: (by: string) => Driver
  /** Sets the function that is called right after every commit. */
  readonly look: (at: (commit: Commit) => void) => void
  /** Takes the commits since the last call, in order. */
  readonly take: () => ReadonlyArray<Commit>
  readonly records: ReadonlyMap<string, Remembered>
  readonly tasks: ReadonlyMap<string, Task>
  readonly claims: ReadonlyMap<string, string>
  readonly tallies: ReadonlyMap<string, number>
  readonly blobs: ReadonlySet<string>
  /** The replies under each command id, in the order of the commits. */
  readonly receipts: ReadonlyMap<string, ReadonlyArray<Json>>
  /** Every record of a kind, in the order of creation. */
  readonly all: <A>(kind: Kind<A>) => ReadonlyArray<A>
  readonly find: <A>(kind: Kind<A>, id: string) => A | null
}

export const watch = (driver: Driver): Watched => {
  const records = new Map<string, Remembered>()
  const kinds = new Map<string, Map<string, Json>>()
  const tasks = new Map<string, Task>()
  const claims = new Map<string, string>()
  const tallies = new Map<string, number>()
  const blobs = new Set<string>()
  const receipts = new Map<string, Array<Json>>()
  let commits: Array<Commit> = []
  let looking: (commit: Commit) => void = () => {}

  const remember = (by: string, set: ChangeSet, numbers: ReadonlyArray<number>): void => {
    const changed = set.puts.map((put): Changed => {
      const key = refKey(put.ref)
      const known = records.get(key)
      const version = known?.version ?? 0
      records.set(key, { ref: put.ref, version: version + 1, body: put.body })
      const ofKind = kinds.get(put.ref.kind) ?? new Map<string, Json>()
      kinds.set(put.ref.kind, ofKind.set(put.ref.id, put.body))
      return { put, before: known?.body ?? null, version }
    })
    for (const { claim, holder } of set.releases) if (claims.get(claim) === holder) claims.delete(claim)
    for (const { claim, holder } of set.claims) claims.set(claim, holder)
    for (const { id } of set.settles) tasks.delete(id)
    for (const id of set.cancels) tasks.delete(id)
    for (const task of set.tasks) tasks.set(task.id, task)
    for (const { name, add } of set.tallies) tallies.set(name, (tallies.get(name) ?? 0) + add)
    for (const sha256 of set.drops) blobs.delete(sha256)
    for (const { sha256 } of set.blobs) blobs.add(sha256)
    if (set.receipt !== null) {
      const { id, reply } = set.receipt
      receipts.set(id, [...(receipts.get(id) ?? []), reply])
    }
    const commit = { by, set, changed, numbers }
    commits.push(commit)
    looking(commit)
  }

  return {
    as: (by) => ({
      ...driver,
      commit: (set) =>
        Effect.map(driver.commit(set), (result) => {
          if (result._tag === "Committed") remember(by, set, result.numbers)
          return result
        }),
    }),
    look: (at) => {
      looking = at
    },
    take: () => {
      const taken = commits
      commits = []
      return taken
    },
    records,
    tasks,
    claims,
    tallies,
    blobs,
    receipts,
    // A record's type is its JSON (core/kernel/Kind.ts).
    all: <A>(kind: Kind<A>) => [...(kinds.get(kind.name)?.values() ?? [])] as unknown as ReadonlyArray<A>,
    find: <A>(kind: Kind<A>, id: string) => (kinds.get(kind.name)?.get(id) ?? null) as A | null,
  }
}
