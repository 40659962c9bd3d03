/** Reads and leases by the statements of a connection. A read gives the JSON text of its result, for another thread. */
import { randomUUID } from "node:crypto"
import type { Ref } from "../../core/store/ChangeSet.ts"
import type { Driver, Leased } from "../../core/store/Store.ts"
import { keep, restoreText } from "../store/Text.ts"
import { holderOf } from "./Commit.ts"
import type { EventRow, ListQuery, RecordRow, Statements } from "./Statements.ts"
import type { JobOf, Looks, Works } from "./Work.ts"

const quote = (kept: string): string => JSON.stringify(restoreText(kept))
const writeList = (texts: ReadonlyArray<string>): string => `[${texts.join(",")}]`
const writePage = (items: ReadonlyArray<string>, next: string | null): string =>
  `{"items":${writeList(items)},"next":${JSON.stringify(next)}}`

// A body is stored as JSON. It becomes a part of the answer as it is, so that it is parsed once, by who asked.
const writeRecord = ({ kind, id, version, number, body }: RecordRow, more = ""): string =>
  `{"ref":{"kind":${quote(kind)},"id":${quote(id)}},"version":${version},"number":${number},"body":${body}${more}}`

const readOne = (db: Statements, ref: Ref): string => {
  const row = db.record.get(keep(ref.kind), keep(ref.id))
  return row === undefined ? "null" : writeRecord(row)
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

const read = (db: Statements, refs: ReadonlyArray<Ref>): string =>
  writeList(fromOneSnapshot(db, refs, (ref) => readOne(db, ref)))

const tallies = (db: Statements, names: ReadonlyArray<string>): string =>
  // A tally that was never added to is zero.
  JSON.stringify(fromOneSnapshot(db, names, (name) => db.tally.get(keep(name))?.total ?? 0))

/** The text under its sha256; null if the store lacks it. */
const blob = (db: Statements, sha256: string): string => {
  const row = db.blob.get(keep(sha256))
  return row === undefined ? "null" : quote(row.text)
}

/** The receipt under a command id, whether or not it has expired; null if the store has no receipt. */
const receipt = (db: Statements, id: string): string => {
  const row = db.receipt.get(keep(id))
  if (row === undefined) return "null"
  const { fingerprint, reply, numbers, expires_at } = row
  return `{"fingerprint":${quote(fingerprint)},"reply":${reply},"numbers":${numbers},"expiresAt":${expires_at}}`
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

const pageOf = (rows: ReadonlyArray<RecordRow & { readonly key: string }>, { limit }: Range): string => {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return writePage(
    page.map((row) => writeRecord(row, `,"key":${quote(row.key)}`)),
    last === undefined ? null : restoreText(last.key),
  )
}

const list = (db: Statements, range: Range): string => pageOf(db.list.all(rangeOf(range)), range)

const search = (db: Statements, { phrases, ...range }: Parameters<Driver["search"]>[0]): string => {
  // Words have no quotes. If a word had one, it would be doubled, as FTS5 wants it.
  const match = phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" AND ")
  return pageOf(db.search.all({ ...rangeOf(range), match }), range)
}

const writeEvent = ({ place, id, at, type, subject, rules, data }: EventRow): string =>
  `{"cursor":"${place}","id":${quote(id)},"at":${at},"type":${quote(type)},"subject":${quote(subject)},"rules":${rules},"data":${data}}`

/**
 * A page of the journal. A cursor is the place of an event. Places are given under the writer's lock, so they rise in the order of the
 * commits. A cursor that no store gave reads from the beginning.
 */
const journal = (db: Statements, { subject, after, limit }: Parameters<Driver["journal"]>[0]): string => {
  const start = /^\d{1,15}$/.test(after ?? "") ? Number(after) : 0
  const rows = subject === null ? db.journal.all(start, limit) : db.journalOf.all(keep(subject), start, limit)
  return writePage(rows.map(writeEvent), String(rows.at(-1)?.place ?? start))
}

type LeaseQuery = Parameters<Driver["lease"]>[0]

const dueQuery = ({ kinds, now, limit }: LeaseQuery) => ({
  kinds: kinds === null ? null : JSON.stringify(kinds.map(keep)),
  now,
  limit,
})

const anyDue = (db: Statements, query: LeaseQuery): boolean =>
  db.anyDue.get({ ...dueQuery(query), limit: 1 }) !== undefined

export const lease = (db: Statements, query: LeaseQuery): ReadonlyArray<Leased> =>
  db.due.all(dueQuery(query)).map(({ id, kind, due_at, body }) => {
    const token = `${query.worker}/${randomUUID()}`
    db.leaseTask.run(keep(token), query.until, id)
    return { id: restoreText(id), kind: restoreText(kind), dueAt: due_at, body: JSON.parse(body), token }
  })

/** How each job of the reading thread is carried out. */
const looks: { readonly [Name in keyof Looks]: (db: Statements, of: Works[Name]["of"]) => string } = {
  read,
  list,
  search,
  holder: (db, claim) => JSON.stringify(holderOf(db, claim)),
  tallies,
  blob,
  receipt,
  journal,
  anyDue: (db, query) => JSON.stringify(anyDue(db, query)),
}

/** Carries out a job of the reading thread, and gives the JSON text of its result. */
export const look = <Name extends keyof Looks>(db: Statements, { work, of }: JobOf<Name>): string =>
  looks[work](db, of)
