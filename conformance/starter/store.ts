/**
 * A store to begin with. It keeps records, names, counters and texts in memory. Everything else is refused as not written yet, so that
 * nothing which it drops is ever called committed. `Driver` in the types of agent-court states what each operation promises.
 *
 * agent-court conformance --store ./my-store.ts                  examines it
 * agent-court conformance --store ./my-store.ts --only holder    examines one part
 */
import { Effect } from "effect"
import { store } from "../../core/index.ts"

type ChangeSet = store.ChangeSet.ChangeSet
type Driver = store.Store.Driver
type Stored = store.Store.Stored

/** The state of the store. It is kept in maps, since a plain object has members such as `constructor` before anybody has put them there. */
interface State {
  readonly records: Map<string, Stored>
  readonly holders: Map<string, string>
  readonly tallies: Map<string, number>
  readonly blobs: Map<string, string>
}

const notYet = (operation: string, what: string) =>
  new store.Store.StoreUnavailable({ operation, cause: `not written yet: ${what}` })

/** The key of a record. JSON keeps kind and id apart, whatever characters they have. */
const keyOf = ({ kind, id }: store.ChangeSet.Ref): string => JSON.stringify([kind, id])

/** A copy, so that no caller can change what the store holds. */
const copyValue = <A>(value: A): A => structuredClone(value)

/** The parts of a change set that this store can't keep yet. Take a part out of this list once `write` keeps it. */
const unwrittenParts = (set: ChangeSet): ReadonlyArray<string> =>
  [
    set.puts.some(({ index }) => index.length > 0) ? "index entries (list and search read them)" : "",
    set.events.length > 0 ? "events (journal reads them)" : "",
    set.tasks.length + set.cancels.length + set.settles.length > 0 ? "tasks (lease gives them)" : "",
    set.numbers.length > 0 ? "serial numbers" : "",
    set.receipt === null ? "" : "receipts (a repeated command gets its first answer)",
  ].filter((part) => part !== "")

/** The preconditions that fail: records with another version, and names that another holds. */
const failedPreconditions = ({ records, holders }: State, set: ChangeSet) => {
  const versionOf = (ref: store.ChangeSet.Ref) => records.get(keyOf(ref))?.version ?? 0
  const expected = [...set.checks, ...set.puts.map(({ ref, expected }) => ({ ref, version: expected }))]
  const free = new Set(
    set.releases.filter(({ claim, holder }) => holders.get(claim) === holder).map(({ claim }) => claim),
  )
  const stale = expected.filter(({ ref, version }) => versionOf(ref) !== version).map(({ ref }) => ref)
  const taken = set.claims
    .filter(({ claim, holder }) => !free.has(claim) && (holders.get(claim) ?? holder) !== holder)
    .map(({ claim }) => claim)
  return { stale, taken }
}

const write = ({ records, holders, tallies, blobs }: State, set: ChangeSet): void => {
  for (const { ref, expected, body } of set.puts)
    records.set(keyOf(ref), copyValue({ ref, version: expected + 1, number: null, body }))
  for (const { claim, holder } of set.releases) if (holders.get(claim) === holder) holders.delete(claim)
  for (const { claim, holder } of set.claims) holders.set(claim, holder)
  for (const { name, add } of set.tallies) tallies.set(name, (tallies.get(name) ?? 0) + add)
  for (const sha256 of set.drops) blobs.delete(sha256)
  for (const { sha256, text } of set.blobs) if (!blobs.has(sha256)) blobs.set(sha256, text)
}

/** Opens the store. A location is what `create` gave; this store has no locations, so each opening gives a new store. */
export const open = (_location: string): Driver => {
  const state: State = { records: new Map(), holders: new Map(), tallies: new Map(), blobs: new Map() }
  return {
    // Say true once it is: the kit then runs the cases of durable stores, or of stores that several processes open.
    supports: { durable: false, shared: false },
    read: (refs) => Effect.sync(() => refs.map((ref) => copyValue(state.records.get(keyOf(ref)) ?? null))),
    list: () => notYet("list", "the records of one index, in the order of the bytes of their keys"),
    search: () => notYet("search", "as list, for entries whose words hold every phrase"),
    holder: (claim) => Effect.sync(() => state.holders.get(claim) ?? null),
    tallies: (names) => Effect.sync(() => names.map((name) => state.tallies.get(name) ?? 0)),
    blob: (sha256) => Effect.sync(() => state.blobs.get(sha256) ?? null),
    receipt: () => notYet("receipt", "the answer of an earlier command, until it expires"),
    journal: () => notYet("journal", "the events after a cursor; `next` is always a cursor"),
    lease: () => notYet("lease", "the tasks that are due, each to one worker at a time"),
    commit: (set) =>
      Effect.gen(function* () {
        const parts = unwrittenParts(set)
        if (parts.length > 0) return yield* notYet("commit", parts.join(", "))
        const { stale, taken } = failedPreconditions(state, set)
        if (stale.length + taken.length > 0) return { _tag: "Conflict", stale, taken, lost: [] }
        write(state, set)
        return { _tag: "Committed", numbers: [] }
      }),
  }
}
