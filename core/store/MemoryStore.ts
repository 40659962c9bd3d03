/**
 * A store in the memory of one process, for tests, simulations and trials. It keeps every promise of `Driver` except durability. The
 * other stores are compared with it, so its code is as simple as it can be.
 */

import { Effect, Layer } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { commit, ifUnexpired, recordKey } from "./Commit.ts"
import {
  type EventRow,
  empty,
  lookIn,
  type RecordRow,
  receiptOf,
  type State,
  writingTo,
} from "./MemoryState.ts"
import { holdsAll } from "./Search.ts"
import { compareUtf8 } from "./SortedMap.ts"
import { type Driver, type Indexed, type Journalled, type Leased, Store, type Stored } from "./Store.ts"

const storedOf = ({ ref, version, number, body }: RecordRow): Stored => ({
  ref: { ...ref },
  version,
  number,
  body: body.get(),
})

type ListQuery = Parameters<Driver["list"]>[0]

/** A page of the entries of an index for which `wanted` holds. */
const list = (
  state: State,
  { index, prefix, after, limit }: ListQuery,
  wanted: (row: RecordRow, key: string) => boolean = () => true,
) => {
  const start = after !== null && compareUtf8(after, prefix) > 0 ? after : prefix
  const items: Array<Indexed> = []
  for (const [key, record] of state.indexes.get(index)?.from(start) ?? []) {
    if (!key.startsWith(prefix)) break
    if (key === after) continue
    const row = state.records.get(record)
    if (row === undefined || !wanted(row, key)) continue
    if (items.length === limit) return { items, next: items.at(-1)?.key ?? null }
    items.push({ ...storedOf(row), key })
  }
  return { items, next: null }
}

/** Looks at every entry under the prefix, which is simple and slow. */
const search = (state: State, query: Parameters<Driver["search"]>[0]) =>
  list(state, query, (row, key) => {
    const words = row.index.find((entry) => entry.index === query.index && entry.key === key)?.words
    return words !== undefined && holdsAll(words, query.phrases)
  })

const journalledOf = (row: EventRow, place: number): Journalled => ({
  ...row,
  cursor: String(place + 1),
  rules: [...row.rules],
  data: row.data.get(),
})

/** A page of the journal. A cursor is the number of events before it; an unknown cursor reads from the beginning. */
const journal = (state: State, { subject, after, limit }: Parameters<Driver["journal"]>[0]) => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const items: Array<Journalled> = []
  const places = subject === null ? null : (state.subjects.get(subject) ?? [])
  const from = places === null ? start : places.findIndex((place) => place >= start)
  const count = places === null ? state.journal.length : places.length
  for (let i = from === -1 ? count : from; i < count && items.length < limit; i++) {
    const place = places?.[i] ?? i
    items.push(journalledOf(needPresent(state.journal[place], "an event of the journal"), place))
  }
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}

const lease = (state: State, { kinds, worker, now, until, limit }: Parameters<Driver["lease"]>[0]) => {
  const leased: Array<Leased> = []
  for (const [, id] of state.due.from("")) {
    const task = state.tasks.get(id)
    if (task === undefined || task.dueAt > now || leased.length === limit) break
    if (kinds !== null && !kinds.includes(task.kind)) continue
    if (task.lease !== null && task.lease.until > now) continue
    const token = `${worker}/${++state.leases}`
    state.tasks.set(id, { ...task, lease: { token, until } })
    leased.push({ id, kind: task.kind, dueAt: task.dueAt, body: task.body.get(), token })
  }
  return leased
}

const driver = (state: State): Driver => {
  const [found, to] = [lookIn(state), writingTo(state)]
  return {
    supports: { durable: false, shared: false, large: true },
    read: (refs) =>
      Effect.sync(() =>
        refs.map((ref) => {
          const row = state.records.get(recordKey(ref))
          return row === undefined ? null : storedOf(row)
        }),
      ),
    list: (query) => Effect.sync(() => list(state, query)),
    search: (query) => Effect.sync(() => search(state, query)),
    holder: (claim) => Effect.sync(() => state.claims.get(claim) ?? null),
    tallies: (names) => Effect.sync(() => names.map((name) => state.tallies.get(name) ?? 0)),
    blob: (sha256) => Effect.sync(() => state.blobs.get(sha256) ?? null),
    receipt: (id, now) => Effect.sync(() => ifUnexpired(receiptOf(state, id), now)),
    journal: (query) => Effect.sync(() => journal(state, query)),
    lease: (query) => Effect.sync(() => lease(state, query)),
    commit: (changes) => Effect.sync(() => commit(changes, found, to)),
  }
}

/** A new store without records, which ends with its process. */
export const make: Effect.Effect<Driver> = Effect.sync(() => driver(empty()))

/** A store that is empty each time it is built. */
export const layer: Layer.Layer<Store> = Layer.effect(Store, make)
