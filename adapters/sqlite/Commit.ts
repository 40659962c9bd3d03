import { type ChangeSet, type Put, toldOf } from "../../core/ChangeSet.ts"
import type { CommitResult, Receipt, Ref } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import * as Entries from "./Entries.ts"
import type { Statements, VersionRow } from "./Statements.ts"
import { given, keep } from "./Text.ts"

/** The receipt under a command id, unless it has expired: at its instant it has. */
export const receiptOf = (db: Statements, id: string, now: Instant): Receipt | null => {
  const row = db.receipt.get(keep(id))
  if (row === undefined || row.expires_at <= now) return null
  return {
    fingerprint: given(row.fingerprint),
    reply: JSON.parse(row.reply),
    numbers: JSON.parse(row.numbers),
    expiresAt: row.expires_at,
  }
}

const refKey = (ref: Ref): string => `${ref.kind}\0${ref.id}`

/** The records that the puts of a set replace, by name. */
type Current = Map<string, VersionRow>

const staleRefs = (db: Statements, set: ChangeSet, current: Current): ReadonlyArray<Ref> => {
  const stale = new Map<string, Ref>()
  for (const { ref, version } of set.checks) {
    if ((db.version.get(keep(ref.kind), keep(ref.id))?.version ?? 0) !== version) stale.set(refKey(ref), ref)
  }
  for (const { ref, expected } of set.puts) {
    const found = db.version.get(keep(ref.kind), keep(ref.id))
    if (found !== undefined) current.set(refKey(ref), found)
    if ((found?.version ?? 0) !== expected) stale.set(refKey(ref), ref)
  }
  return [...stale.values()].map(({ kind, id }) => ({ kind, id }))
}

/** Who holds a name; null where it is free. */
export const holderOf = (db: Statements, claim: string): string | null => {
  const row = db.holder.get(keep(claim))
  return row === undefined ? null : given(row.holder)
}

/** Names that somebody else holds once this set's own releases are done. */
const takenClaims = (db: Statements, set: ChangeSet): ReadonlyArray<string> => {
  if (set.claims.length === 0) return []
  const released = new Set(set.releases.map(({ claim, holder }) => `${claim}\0${holder}`))
  const wanted = new Map<string, string>()
  const taken = new Set<string>()
  for (const { claim, holder } of set.claims) {
    const stored = holderOf(db, claim)
    const left = stored === null || released.has(`${claim}\0${stored}`) ? undefined : stored
    const current = wanted.get(claim) ?? left
    if (current !== undefined && current !== holder) taken.add(claim)
    wanted.set(claim, holder)
  }
  return [...taken]
}

const lostTasks = (db: Statements, set: ChangeSet): ReadonlyArray<string> =>
  set.settles.filter(({ id, token }) => db.token.get(keep(id))?.token !== keep(token)).map(({ id }) => id)

const writePut = (db: Statements, put: Put, before: VersionRow | undefined, number: number | null): void => {
  const version = put.expected + 1
  const body = JSON.stringify(put.body)
  if (before !== undefined) {
    db.updateRecord.run(version, body, Entries.replace(db, put.index, before), before.place)
    return
  }
  const { kind, id } = put.ref
  Entries.putNew(
    db,
    put.index,
    (entries) => db.insertRecord.run(keep(kind), keep(id), version, number, body, entries).lastInsertRowid,
  )
}

const drawNumbers = (db: Statements, set: ChangeSet): ReadonlyMap<string, number> => {
  const drawn = new Map<string, number>()
  for (const { series, ref } of set.numbers) drawn.set(refKey(ref), db.draw.get(keep(series))?.last ?? 0)
  return drawn
}

/** After so many receipts, twice as many old ones go at most. */
const dropEach = 16

const write = (db: Statements, set: ChangeSet, current: Current): ReadonlyArray<number> => {
  const drawn = drawNumbers(db, set)
  for (const put of set.puts)
    writePut(db, put, current.get(refKey(put.ref)), drawn.get(refKey(put.ref)) ?? null)
  for (const { claim, holder } of set.releases) db.release.run(keep(claim), keep(holder))
  for (const { claim, holder } of set.claims) db.take.run(keep(claim), keep(holder))
  for (const { id } of set.settles) db.dropTask.run(keep(id))
  for (const id of set.cancels) db.dropTask.run(keep(id))
  for (const { id, kind, dueAt, body } of set.tasks)
    db.putTask.run(keep(id), keep(kind), dueAt, JSON.stringify(body))
  for (const event of set.events) {
    const { id, at, type, subject, rules } = event
    const data = toldOf(event, (ref) => drawn.get(refKey(ref)))
    db.append.run(keep(id), at, keep(type), keep(subject), JSON.stringify(rules), JSON.stringify(data))
  }
  for (const { sha256, text } of set.blobs) db.putBlob.run(keep(sha256), keep(text))
  for (const { name, add } of set.tallies) db.add.run(keep(name), add)
  const numbers = set.numbers.map(({ ref }) => drawn.get(refKey(ref)) ?? 0)
  if (set.receipt !== null) {
    const { id, fingerprint, reply, expiresAt } = set.receipt
    const [answered, numbered] = [JSON.stringify(reply), JSON.stringify(numbers)]
    const { lastInsertRowid } = db.putReceipt.run(keep(id), keep(fingerprint), answered, numbered, expiresAt)
    // Receipts lie in the order in which they were given. To look for old ones costs as much as two writes, so it is done now and then.
    if (Number(lastInsertRowid) % dropEach === 0) db.dropReceipts.run(2 * dropEach, set.at)
  }
  return numbers
}

/**
 * One change set inside a transaction that is open: its receipt looked up, its preconditions examined, and only then
 * everything written. A set that ends in a conflict has written nothing, so it needs no savepoint.
 */
export const commit = (db: Statements, set: ChangeSet): CommitResult => {
  if (set.receipt !== null) {
    const earlier = receiptOf(db, set.receipt.id, set.at)
    if (earlier !== null)
      return earlier.fingerprint === set.receipt.fingerprint
        ? { _tag: "Replayed", receipt: earlier }
        : { _tag: "Mismatch" }
  }
  const current: Current = new Map()
  const stale = staleRefs(db, set, current)
  const taken = takenClaims(db, set)
  const lost = lostTasks(db, set)
  if (stale.length + taken.length + lost.length > 0) return { _tag: "Conflict", stale, taken, lost }
  return { _tag: "Committed", numbers: write(db, set, current) }
}
