import { type ChangeSet, type IndexEntry, isPlaced, type Put, type Task, toldOf } from "../ChangeSet.ts"
import { type Instant, sortable } from "../Time.ts"
import { SortedMap } from "./SortedMap.ts"
import { Copied, dueKey, ensure, type KeptEntry, recordKey, type State } from "./State.ts"
import type { CommitResult, Receipt, Ref } from "./Store.ts"

/** The receipt under a command id, unless it has expired: at its instant it has. */
export const receiptOf = (state: State, id: string, now: Instant): Receipt | null => {
  const row = state.receipts.get(id)
  if (row === undefined || row.expiresAt <= now) return null
  return { ...row, reply: row.reply.get(), numbers: [...row.numbers] }
}

const staleRefs = (state: State, set: ChangeSet): ReadonlyArray<Ref> => {
  const expected = [
    ...set.checks.map(({ ref, version }) => ({ ref, version })),
    ...set.puts.map(({ ref, expected }) => ({ ref, version: expected })),
  ]
  const stale = new Map<string, Ref>()
  for (const { ref, version } of expected) {
    if ((state.records.get(recordKey(ref))?.version ?? 0) !== version) stale.set(recordKey(ref), ref)
  }
  return [...stale.values()].map(({ kind, id }) => ({ kind, id }))
}

/** Names that somebody else holds once this set's own releases are done. */
const takenClaims = (state: State, set: ChangeSet): ReadonlyArray<string> => {
  const released = set.releases.filter(({ claim, holder }) => state.claims.get(claim) === holder)
  const free = new Set(released.map(({ claim }) => claim))
  const taken = new Set<string>()
  const wanted = new Map<string, string>()
  for (const { claim, holder } of set.claims) {
    const current = wanted.get(claim) ?? (free.has(claim) ? undefined : state.claims.get(claim))
    if (current !== undefined && current !== holder) taken.add(claim)
    wanted.set(claim, holder)
  }
  return [...taken]
}

const lostTasks = (state: State, set: ChangeSet): ReadonlyArray<string> =>
  set.settles.filter(({ id, token }) => state.tasks.get(id)?.lease?.token !== token).map(({ id }) => id)

/** An entry with its key: a placed one has the key that the record's entry has already, or the next place of all. */
const keyed = (state: State, entry: IndexEntry, before: ReadonlyArray<KeptEntry>): KeptEntry => {
  if (!isPlaced(entry)) return { ...entry }
  const { index, list, rest } = entry
  const asked = JSON.stringify([list, rest])
  return (
    before.find((kept) => kept.index === index && kept.asked === asked) ?? {
      index,
      key: `${list}${sortable(++state.places)}/${rest}`,
      asked,
    }
  )
}

const replaceIndex = (
  state: State,
  key: string,
  before: ReadonlyArray<KeptEntry>,
  after: ReadonlyArray<KeptEntry>,
): void => {
  for (const entry of before) state.indexes.get(entry.index)?.delete(entry.key)
  for (const entry of after)
    ensure(state.indexes, entry.index, () => new SortedMap<string>()).set(entry.key, key)
}

const writePut = (state: State, put: Put, number: number | null): void => {
  const key = recordKey(put.ref)
  const before = state.records.get(key)
  const index = put.index.map((entry) => keyed(state, entry, before?.index ?? []))
  replaceIndex(state, key, before?.index ?? [], index)
  state.records.set(key, {
    ref: { kind: put.ref.kind, id: put.ref.id },
    version: put.expected + 1,
    number: before?.number ?? number,
    body: new Copied(put.body),
    index,
  })
}

const dropTask = (state: State, id: string): void => {
  const task = state.tasks.get(id)
  if (task === undefined) return
  state.tasks.delete(id)
  state.due.delete(dueKey(task))
}

const writeTask = (state: State, { id, kind, dueAt, body }: Task): void => {
  dropTask(state, id)
  state.tasks.set(id, { id, kind, dueAt, body: new Copied(body), lease: null })
  state.due.set(dueKey({ id, dueAt }), id)
}

/** A few receipts whose time is over go with each commit, oldest first. */
const dropExpired = (state: State, now: Instant): void => {
  let looked = 0
  for (const [id, { expiresAt }] of state.receipts) {
    if (looked++ === 4 || expiresAt > now) return
    state.receipts.delete(id)
  }
}

const drawNumbers = (state: State, set: ChangeSet): ReadonlyMap<string, number> => {
  const drawn = new Map<string, number>()
  for (const { series, ref } of set.numbers) {
    const next = (state.series.get(series) ?? 0) + 1
    state.series.set(series, next)
    drawn.set(recordKey(ref), next)
  }
  return drawn
}

const write = (state: State, set: ChangeSet): ReadonlyArray<number> => {
  const drawn = drawNumbers(state, set)
  for (const put of set.puts) writePut(state, put, drawn.get(recordKey(put.ref)) ?? null)
  for (const { claim, holder } of set.releases)
    if (state.claims.get(claim) === holder) state.claims.delete(claim)
  for (const { claim, holder } of set.claims) state.claims.set(claim, holder)
  for (const { id } of set.settles) dropTask(state, id)
  for (const id of set.cancels) dropTask(state, id)
  for (const task of set.tasks) writeTask(state, task)
  for (const event of set.events) {
    const { id, at, type, subject, rules } = event
    const data = toldOf(event, (ref) => drawn.get(recordKey(ref)))
    ensure(state.subjects, subject, () => [] as number[]).push(state.journal.length)
    state.journal.push({ id, at, type, subject, rules: [...rules], data: new Copied(data) })
  }
  for (const { sha256, text } of set.blobs) ensure(state.blobs, sha256, () => text)
  for (const { name, add } of set.tallies) state.tallies.set(name, (state.tallies.get(name) ?? 0) + add)
  const numbers = set.numbers.map(({ ref }) => drawn.get(recordKey(ref)) ?? 0)
  if (set.receipt !== null) {
    const { id, fingerprint, reply, expiresAt } = set.receipt
    state.receipts.delete(id)
    state.receipts.set(id, { fingerprint, reply: new Copied(reply), numbers, expiresAt })
  }
  return numbers
}

/** One change set: its receipt looked up, its preconditions examined, and only then everything written. */
export const commit = (state: State, set: ChangeSet): CommitResult => {
  if (set.receipt !== null) {
    const earlier = receiptOf(state, set.receipt.id, set.at)
    if (earlier !== null)
      return earlier.fingerprint === set.receipt.fingerprint
        ? { _tag: "Replayed", receipt: earlier }
        : { _tag: "Mismatch" }
  }
  const stale = staleRefs(state, set)
  const taken = takenClaims(state, set)
  const lost = lostTasks(state, set)
  if (stale.length + taken.length + lost.length > 0) return { _tag: "Conflict", stale, taken, lost }
  dropExpired(state, set.at)
  return { _tag: "Committed", numbers: write(state, set) }
}
