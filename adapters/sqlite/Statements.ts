/** Every statement of the store, with its parameters and rows. */
import type Sqlite from "better-sqlite3"

export interface RecordRow {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly number: number | null
  readonly body: string
}

export interface VersionRow {
  readonly place: number
  readonly version: number
  readonly number: number | null
  readonly entries: string | null
}

export interface EventRow {
  readonly place: number
  readonly id: string
  readonly at: number
  readonly type: string
  readonly subject: string
  readonly rules: string
  readonly data: string
}

interface CopiedRow {
  /** 1 if another connection copies the log now, so that nothing was done. */
  readonly busy: number
  /** How many frames the log of the file had as the copy began. */
  readonly log: number
}

interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly due_at: number
  readonly body: string
}

interface ReceiptRow {
  readonly fingerprint: string
  readonly reply: string
  readonly numbers: string
  readonly expires_at: number
}

export interface ListQuery {
  readonly name: string
  readonly prefix: string
  readonly after: string | null
  /** The least value that comes after every key with the prefix. */
  readonly end: string | Buffer
  readonly limit: number
}

interface SearchQuery extends ListQuery {
  /** In the syntax of FTS5. */
  readonly match: string
}

interface DueQuery {
  readonly kinds: string | null
  readonly now: number
  readonly limit: number
}

const due = `FROM tasks INDEXED BY tasks_due WHERE due_at <= @now AND (leased_until IS NULL OR leased_until <= @now)
  AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds))) ORDER BY due_at, id LIMIT @limit`

interface Statement<Parameters extends Array<unknown>, Row = never> {
  readonly run: (...parameters: Parameters) => { readonly lastInsertRowid: number | bigint }
  readonly get: (...parameters: Parameters) => Row | undefined
  readonly all: (...parameters: Parameters) => ReadonlyArray<Row>
}

type Preparing = <Parameters extends Array<unknown>, Row = never>(sql: string) => Statement<Parameters, Row>

/** Every statement of the store, prepared once for a connection. */
export const prepare = (db: Sqlite.Database) => statements((sql) => db.prepare(sql))

const statements = (statement: Preparing) => ({
  begin: statement<[]>("BEGIN"),
  beginImmediate: statement<[]>("BEGIN IMMEDIATE"),
  commit: statement<[]>("COMMIT"),
  rollback: statement<[]>("ROLLBACK"),

  record: statement<[kind: string, id: string], RecordRow>(
    "SELECT kind, id, version, number, body FROM records WHERE kind = ? AND id = ?",
  ),
  version: statement<[kind: string, id: string], VersionRow>(
    "SELECT place, version, number, entries FROM records WHERE kind = ? AND id = ?",
  ),
  newest: statement<[], { readonly place: number | null }>("SELECT max(place) AS place FROM records"),
  insertRecord: statement<
    [kind: string, id: string, version: number, number: number | null, body: string, entries: string | null]
  >("INSERT INTO records (kind, id, version, number, body, entries) VALUES (?, ?, ?, ?, ?, ?)"),
  updateRecord: statement<[version: number, body: string, entries: string | null, place: number]>(
    "UPDATE records SET version = ?, body = ?, entries = ? WHERE place = ?",
  ),
  list: statement<[ListQuery], RecordRow & { readonly key: string }>(
    `SELECT e.key, r.kind, r.id, r.version, r.number, r.body FROM index_entries e JOIN records r ON r.place = e.record
     WHERE e.name = @name AND e.key >= max(@prefix, coalesce(@after, '')) AND e.key < @end AND e.key IS NOT @after
     ORDER BY e.key LIMIT @limit`,
  ),
  putEntry: statement<[name: string, key: string, record: number | bigint]>(
    "INSERT OR REPLACE INTO index_entries (name, key, record) VALUES (?, ?, ?)",
  ),
  // CROSS JOIN makes SQLite find the words first, however many entries the index has. Bodies are read for the page alone.
  search: statement<[SearchQuery], RecordRow & { readonly key: string }>(
    `SELECT e.key, r.kind, r.id, r.version, r.number, r.body FROM (
       SELECT s.key, s.record FROM entry_words CROSS JOIN searchable s ON s.place = entry_words.rowid
       WHERE entry_words MATCH @match AND s.name = @name
         AND s.key >= max(@prefix, coalesce(@after, '')) AND s.key < @end AND s.key IS NOT @after
       ORDER BY s.key LIMIT @limit
     ) e JOIN records r ON r.place = e.record ORDER BY e.key`,
  ),
  putSearchable: statement<[name: string, key: string, record: number | bigint]>(
    "INSERT INTO searchable (name, key, record) VALUES (?, ?, ?)",
  ),
  putWords: statement<[place: number | bigint, words: string]>(
    "INSERT INTO entry_words (rowid, words) VALUES (?, ?)",
  ),
  searchable: statement<[name: string, key: string], { readonly place: number }>(
    "SELECT place FROM searchable WHERE name = ? AND key = ?",
  ),
  dropSearchable: statement<[place: number]>("DELETE FROM searchable WHERE place = ?"),
  dropWords: statement<[place: number]>("DELETE FROM entry_words WHERE rowid = ?"),
  dropEntry: statement<[name: string, key: string]>("DELETE FROM index_entries WHERE name = ? AND key = ?"),

  holder: statement<[name: string], { readonly holder: string }>("SELECT holder FROM names WHERE name = ?"),
  take: statement<[name: string, holder: string]>(
    "INSERT OR REPLACE INTO names (name, holder) VALUES (?, ?)",
  ),
  release: statement<[name: string, holder: string]>("DELETE FROM names WHERE name = ? AND holder = ?"),

  tally: statement<[name: string], { readonly total: number }>("SELECT total FROM tallies WHERE name = ?"),
  add: statement<[name: string, add: number]>(
    "INSERT INTO tallies (name, total) VALUES (?, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total",
  ),
  draw: statement<[series: string], { readonly last: number }>(
    "INSERT INTO series (name, last) VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last",
  ),

  blob: statement<[sha256: string], { readonly text: string }>("SELECT text FROM blobs WHERE sha256 = ?"),
  dropBlob: statement<[sha256: string]>("DELETE FROM blobs WHERE sha256 = ?"),
  putBlob: statement<[sha256: string, text: string]>(
    "INSERT INTO blobs (sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
  ),

  receipt: statement<[id: string], ReceiptRow>(
    "SELECT fingerprint, reply, numbers, expires_at FROM receipts WHERE id = ?",
  ),
  putReceipt: statement<[id: string, fingerprint: string, reply: string, numbers: string, expiresAt: number]>(
    "INSERT OR REPLACE INTO receipts (id, fingerprint, reply, numbers, expires_at) VALUES (?, ?, ?, ?, ?)",
  ),
  dropReceipts: statement<[limit: number, now: number]>(
    `DELETE FROM receipts WHERE place IN (SELECT place FROM receipts ORDER BY place LIMIT ?) AND expires_at <= ?`,
  ),

  append: statement<[id: string, at: number, type: string, subject: string, rules: string, data: string]>(
    "INSERT INTO journal (id, at, type, subject, rules, data) VALUES (?, ?, ?, ?, ?, ?)",
  ),
  journal: statement<[after: number, limit: number], EventRow>(
    "SELECT place, id, at, type, subject, rules, data FROM journal WHERE place > ? ORDER BY place LIMIT ?",
  ),
  journalOf: statement<[subject: string, after: number, limit: number], EventRow>(
    `SELECT place, id, at, type, subject, rules, data FROM journal INDEXED BY journal_subject
     WHERE subject = ? AND place > ? ORDER BY place LIMIT ?`,
  ),

  newestEvent: statement<[], { readonly place: number | null }>("SELECT max(place) AS place FROM journal"),
  eventAt: statement<[place: number], { readonly place: number; readonly id: string }>(
    "SELECT place, id FROM journal WHERE place = ?",
  ),
  /** Drops the pages that the connection keeps in memory. */
  forget: statement<[]>("PRAGMA shrink_memory"),
  /** Copies the frames of the log to the main file, as many as no reader still needs there. It never waits for a lock. */
  copyLog: statement<[], CopiedRow>("PRAGMA wal_checkpoint(PASSIVE)"),

  anyDue: statement<[DueQuery], { readonly found: 1 }>(`SELECT 1 AS found ${due}`),
  due: statement<[DueQuery], TaskRow>(`SELECT id, kind, due_at, body ${due}`),
  leaseTask: statement<[token: string, until: number, id: string]>(
    "UPDATE tasks SET token = ?, leased_until = ? WHERE id = ?",
  ),
  token: statement<[id: string], { readonly token: string | null }>("SELECT token FROM tasks WHERE id = ?"),
  putTask: statement<[id: string, kind: string, dueAt: number, body: string]>(
    // Many acts may set the same task: a task that already waits as it is asked for is not written again.
    `INSERT INTO tasks (id, kind, due_at, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
      kind = excluded.kind, due_at = excluded.due_at, body = excluded.body, token = NULL, leased_until = NULL
      WHERE token IS NOT NULL OR (kind, due_at, body) <> (excluded.kind, excluded.due_at, excluded.body)`,
  ),
  dropTask: statement<[id: string]>("DELETE FROM tasks WHERE id = ?"),
})

export type Statements = ReturnType<typeof prepare>
