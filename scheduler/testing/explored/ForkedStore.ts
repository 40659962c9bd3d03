/**
 * A store whose state is a value: each commit makes a new snapshot and leaves the earlier one as it was, so that an exploration goes on
 * from any state that it has reached. Everything that a command reads is noted, since whoever reads the same again is answered the same
 * again.
 */
import { Effect } from "effect"
import { Deliveries, Notice } from "../../../core/agents/index.ts"
import { deadlines } from "../../../core/Deadlines.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import type { ChangeSet, Put, Ref, Task } from "../../../core/store/ChangeSet.ts"
import { commit, type KeptEntry, keyEntry, recordKey, type Transaction } from "../../../core/store/Commit.ts"
import { compareUtf8 } from "../../../core/store/SortedMap.ts"
import type { Driver, Indexed } from "../../../core/store/Store.ts"

export interface Row {
  readonly ref: Ref
  readonly version: number
  readonly number: number | null
  readonly body: Json
  readonly index: ReadonlyArray<KeptEntry>
}

/** The entries of an index in the order of their keys, each with the record that it names. */
type Entries = ReadonlyArray<readonly [key: string, record: string]>

export interface Snapshot {
  readonly at: Instant
  /** The number of commits behind it. It makes the ids of the next one fresh. */
  readonly commits: number
  /** The records of the scene in which the exploration began. */
  readonly root: ReadonlyMap<string, Row>
  /** The records that are new or changed since. */
  readonly records: ReadonlyMap<string, Row>
  readonly indexes: ReadonlyMap<string, Entries>
  readonly claims: ReadonlyMap<string, string>
  readonly tallies: ReadonlyMap<string, number>
  readonly series: ReadonlyMap<string, number>
  readonly tasks: ReadonlyMap<string, Task>
  readonly places: number
}

export const emptyAt = (at: Instant): Snapshot => ({
  at,
  commits: 0,
  root: new Map(),
  records: new Map(),
  indexes: new Map(),
  claims: new Map(),
  tallies: new Map(),
  series: new Map(),
  tasks: new Map(),
  places: 0,
})

export const rooted = (state: Snapshot): Snapshot => ({
  ...state,
  root: new Map([...state.root, ...state.records]),
  records: new Map(),
})

export const rowOf = ({ records, root }: Snapshot, key: string): Row | undefined =>
  records.get(key) ?? root.get(key)

/** The records that no rule reads again: notices and their deliveries. */
const unread: ReadonlySet<string> = new Set([Notice.Notices.name, Deliveries.name])
const awaited: ReadonlySet<string> = new Set(Object.keys(deadlines))

/** The token of every lease: one worker runs all tasks. */
export const token = "explored"

/** The rows and the indexes that were read, as they were. A claim or a tally that was read makes it `unsure`. */
export interface Reads {
  readonly rows: Map<string, Row | undefined>
  readonly indexes: Map<string, Entries | undefined>
  unsure: boolean
}

type Draft = { -readonly [Member in keyof Snapshot]: Snapshot[Member] } & {
  readonly records: Map<string, Row>
  readonly indexes: Map<string, Entries>
  readonly claims: Map<string, string>
  readonly tallies: Map<string, number>
  readonly series: Map<string, number>
  readonly tasks: Map<string, Task>
}

const draftOf = (state: Snapshot): Draft => ({
  ...state,
  commits: state.commits + 1,
  records: new Map(state.records),
  indexes: new Map(state.indexes),
  claims: new Map(state.claims),
  tallies: new Map(state.tallies),
  series: new Map(state.series),
  tasks: new Map(state.tasks),
})

const isSame = (some: ReadonlyArray<KeptEntry>, others: ReadonlyArray<KeptEntry>): boolean =>
  some.length === others.length &&
  some.every(({ index, key }, i) => others[i]?.index === index && others[i]?.key === key)

/** Puts the entries of a record in its indexes. An index whose keys stay stays the same value. */
const reindex = (
  draft: Draft,
  key: string,
  before: ReadonlyArray<KeptEntry>,
  after: ReadonlyArray<KeptEntry>,
) => {
  if (isSame(before, after)) return
  for (const { index, key: old } of before)
    draft.indexes.set(
      index,
      (draft.indexes.get(index) ?? []).filter(([at]) => at !== old),
    )
  for (const { index, key: at } of after)
    draft.indexes.set(
      index,
      [...(draft.indexes.get(index) ?? []), [at, key] as const].sort(([a], [b]) => compareUtf8(a, b)),
    )
}

const putIn = (draft: Draft, put: Put, number: number | null) => {
  if (unread.has(put.ref.kind)) return
  const key = recordKey(put.ref)
  const before = rowOf(draft, key)
  const index = put.index.map((entry) => keyEntry(entry, before?.index ?? [], () => ++draft.places))
  reindex(draft, key, before?.index ?? [], index)
  draft.records.set(key, {
    ref: put.ref,
    version: put.expected + 1,
    number: before?.number ?? number,
    // As every store does, it drops what JSON has no word for.
    body: JSON.parse(JSON.stringify(put.body)),
    index,
  })
}

const writingTo = (draft: Draft, blobs: Map<string, string>): Transaction => {
  const count = (counters: Map<string, number>, name: string, add: number) => {
    const sum = (counters.get(name) ?? 0) + add
    counters.set(name, sum)
    return sum
  }
  return {
    draw: (series) => count(draft.series, series, 1),
    put: (put, number) => putIn(draft, put, number),
    release: (claim, holder) => {
      if (draft.claims.get(claim) === holder) draft.claims.delete(claim)
    },
    claim: (claim, holder) => void draft.claims.set(claim, holder),
    dropTask: (id) => void draft.tasks.delete(id),
    putTask: (task) => {
      if (awaited.has(task.kind)) draft.tasks.set(task.id, task)
    },
    append: () => {},
    // Another snapshot may still have the text. No task that drops one is awaited here.
    dropText: () => {},
    keepText: (sha256, text) => void blobs.set(sha256, text),
    add: (tally, add) => void count(draft.tallies, tally, add),
    putReceipt: () => {},
  }
}

export interface Forked {
  readonly driver: Driver
  /** Goes on from a state. Everything that is read from then on is noted in a new `Reads`. */
  readonly begin: (state: Snapshot) => Reads
  /** The state now, and the change sets that led there from the last beginning. */
  readonly state: () => Snapshot
  readonly commits: () => ReadonlyArray<Written>
}

/** A change set with the states before and after it. */
export interface Written {
  readonly set: ChangeSet
  readonly before: Snapshot
  readonly after: Snapshot
}

/** One store for any number of snapshots. Texts are kept under their hashes, so that all snapshots may share them. */
export const make = (): Forked => {
  const blobs = new Map<string, string>()
  let state = emptyAt(0)
  let reads: Reads = { rows: new Map(), indexes: new Map(), unsure: false }
  let commits: Array<Written> = []

  const read = (key: string) => {
    const row = rowOf(state, key)
    if (!reads.rows.has(key)) reads.rows.set(key, row)
    return row
  }
  const storedOf = ({ ref, version, number, body }: Row) => ({ ref, version, number, body })

  const list = ({ index, prefix, after, limit }: Parameters<Driver["list"]>[0]) => {
    const entries = state.indexes.get(index)
    reads.indexes.set(index, entries)
    const items: Array<Indexed> = []
    for (const [key, record] of entries ?? []) {
      if (!key.startsWith(prefix) || (after !== null && compareUtf8(key, after) <= 0)) continue
      const row = read(record)
      if (row === undefined) continue
      if (items.length === limit) return { items, next: items.at(-1)?.key ?? null }
      items.push({ ...storedOf(row), key })
    }
    return { items, next: null }
  }

  const unsure = <A>(answer: () => A) =>
    Effect.sync(() => {
      reads.unsure = true
      return answer()
    })

  const write = (set: ChangeSet) => {
    const draft = draftOf(state)
    const found = {
      receipt: () => null,
      version: (ref: Ref) => rowOf(state, recordKey(ref))?.version ?? 0,
      holder: (claim: string) => state.claims.get(claim) ?? null,
      token: (task: string) => (state.tasks.has(task) ? token : null),
    }
    const result = commit(set, found, writingTo(draft, blobs))
    if (result._tag === "Committed") {
      commits.push({ set, before: state, after: draft })
      state = draft
    } else reads.unsure = true
    return result
  }

  return {
    driver: {
      supports: { durable: false, shared: false, large: true },
      read: (refs) =>
        Effect.sync(() =>
          refs.map((ref) => {
            const row = read(recordKey(ref))
            return row === undefined ? null : storedOf(row)
          }),
        ),
      list: (query) => Effect.sync(() => list(query)),
      search: () => Effect.dieMessage("nothing is searched here"),
      holder: (claim) => unsure(() => state.claims.get(claim) ?? null),
      tallies: (names) => unsure(() => names.map((name) => state.tallies.get(name) ?? 0)),
      blob: (sha256) => Effect.sync(() => blobs.get(sha256) ?? null),
      receipt: () => Effect.succeed(null),
      journal: () => Effect.succeed({ items: [], next: "0" }),
      lease: () => Effect.dieMessage("tasks are run one by one"),
      commit: (set) => Effect.sync(() => write(set)),
    },
    begin: (from) => {
      state = from
      commits = []
      reads = { rows: new Map(), indexes: new Map(), unsure: false }
      return reads
    },
    state: () => state,
    commits: () => commits,
  }
}

/** Whether everything that was read is still the same in another state. */
export const isUntouched = ({ rows, indexes, unsure }: Reads, state: Snapshot): boolean => {
  if (unsure) return false
  for (const [key, row] of rows) if (rowOf(state, key) !== row) return false
  for (const [index, entries] of indexes) if (state.indexes.get(index) !== entries) return false
  return true
}
