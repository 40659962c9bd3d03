/** Reads and leases by the statements of a connection. */
import { randomUUID } from "node:crypto"
import type { Driver, Indexed, Journalled, Leased, Page, Ref, Stored } from "../../core/store/Store.ts"
import { given, keep } from "../store/Text.ts"
import type { EventRow, ListQuery, RecordRow, Statements } from "./Statements.ts"

const stored = ({ kind, id, version, number, body }: RecordRow): Stored => ({
  ref: { kind: given(kind), id: given(id) },
  version,
  number,
  body: JSON.parse(body),
})

const readOne = (db: Statements, ref: Ref): Stored | null => {
  const row = db.record.get(keep(ref.kind), keep(ref.id))
  return row === undefined ? null : stored(row)
}

/** Runs several look-ups in one transaction, so that all of them see one snapshot. */
const fromOneSnapshot = <A, B>(
  db: Statements,
  asked: ReadonlyArray<A>,
  one: (of: A) => B,
): ReadonlyArray<B> => {
  if (asked.length === 1) return asked.map(one)
  db.begin.run()
  try {
    return asked.map(one)
  } finally {
    db.commit.run()
  }
}

export const read = (db: Statements, refs: ReadonlyArray<Ref>): ReadonlyArray<Stored | null> =>
  fromOneSnapshot(db, refs, (ref) => readOne(db, ref))

export const tallies = (db: Statements, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  // A tally that was never added to is zero.
  fromOneSnapshot(db, names, (name) => db.tally.get(keep(name))?.total ?? 0)

/** The text under its sha256; null if there is none. */
export const blob = (db: Statements, sha256: string): string | null => {
  const row = db.blob.get(keep(sha256))
  return row === undefined ? null : given(row.text)
}

// SQLite orders every blob after every text.
const behindEverything = Buffer.alloc(0)

/** The least value that comes after every text with this prefix, in the order of UTF-8 bytes. */
export const prefixEnd = (prefix: string): string | Buffer => {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue
    // U+D800 to U+DFFF are surrogates. No stored text has one by itself.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
  }
  return behindEverything
}

type Range = Parameters<Driver["list"]>[0]

/** A range as the statements take it. It asks for one row more than the page holds, which shows whether another page follows. */
const rangeOf = ({ index, prefix, after, limit }: Range): ListQuery => {
  const kept = keep(prefix)
  const behind = after === null ? null : keep(after)
  return { name: keep(index), prefix: kept, after: behind, end: prefixEnd(kept), limit: limit + 1 }
}

const pageOf = (
  rows: ReadonlyArray<RecordRow & { readonly key: string }>,
  { limit }: Range,
): Page<Indexed> => {
  const items = rows.slice(0, limit).map((row) => ({ ...stored(row), key: given(row.key) }))
  return { items, next: rows.length > limit ? (items.at(-1)?.key ?? null) : null }
}

export const list = (db: Statements, range: Range): Page<Indexed> =>
  pageOf(db.list.all(rangeOf(range)), range)

export const search = (
  db: Statements,
  { phrases, ...range }: Parameters<Driver["search"]>[0],
): Page<Indexed> => {
  // Words have no quotes. One that had would be doubled, as FTS5 wants it.
  const match = phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" AND ")
  return pageOf(db.search.all({ ...rangeOf(range), match }), range)
}

const journalled = ({ place, id, at, type, subject, rules, data }: EventRow): Journalled => ({
  cursor: String(place),
  id: given(id),
  at,
  type: given(type),
  subject: given(subject),
  rules: JSON.parse(rules),
  data: JSON.parse(data),
})

/**
 * A page of the journal. A cursor is the place of an event. Places are given under the writer's lock, so they rise in the order of the
 * commits. A cursor that no store gave reads from the beginning.
 */
export const journal = (
  db: Statements,
  { subject, after, limit }: Parameters<Driver["journal"]>[0],
): Page<Journalled> => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const rows = subject === null ? db.journal.all(start, limit) : db.journalOf.all(keep(subject), start, limit)
  const items = rows.map(journalled)
  return { items, next: items.at(-1)?.cursor ?? String(start) }
}

type LeaseQuery = Parameters<Driver["lease"]>[0]

const dueQuery = ({ kinds, now, limit }: LeaseQuery) => ({
  kinds: kinds === null ? null : JSON.stringify(kinds.map(keep)),
  now,
  limit,
})

/** Whether any task is due. It is asked before a lease takes the writer's lock. */
export const anyDue = (db: Statements, query: LeaseQuery): boolean =>
  db.anyDue.get({ ...dueQuery(query), limit: 1 }) !== undefined

/** Leases due tasks, inside an open transaction. */
export const lease = (db: Statements, query: LeaseQuery): ReadonlyArray<Leased> =>
  db.due.all(dueQuery(query)).map(({ id, kind, due_at, body }) => {
    const token = `${query.worker}/${randomUUID()}`
    db.leaseTask.run(keep(token), query.until, id)
    return { id: given(id), kind: given(kind), dueAt: due_at, body: JSON.parse(body), token }
  })
