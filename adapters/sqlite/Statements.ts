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

export interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly due_at: number
  readonly body: string
}

export interface ReceiptRow {
  readonly fingerprint: string
  readonly reply: string
  readonly numbers: string
  readonly expires_at: number
}

export interface ListQuery {
  readonly name: string
  readonly prefix: string
  readonly after: string | null
  /** What lies behind every key of the prefix. */
  readonly end: string | Buffer
  readonly limit: number
}

export interface DueQuery {
  readonly kinds: string | null
  readonly now: number
  readonly limit: number
}

const due = `FROM tasks INDEXED BY tasks_due WHERE due_at <= @now AND (leased_until IS NULL OR leased_until <= @now)
  AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds))) ORDER BY due_at, id LIMIT @limit`

/** Every statement of the store, prepared once for a connection. */
export const prepare = (db: Sqlite.Database) => ({
  begin: db.prepare<[]>("BEGIN"),
  beginImmediate: db.prepare<[]>("BEGIN IMMEDIATE"),
  commit: db.prepare<[]>("COMMIT"),
  rollback: db.prepare<[]>("ROLLBACK"),

  record: db.prepare<[kind: string, id: string], RecordRow>(
    "SELECT kind, id, version, number, body FROM records WHERE kind = ? AND id = ?",
  ),
  version: db.prepare<[kind: string, id: string], VersionRow>(
    "SELECT place, version, number, entries FROM records WHERE kind = ? AND id = ?",
  ),
  insertRecord: db.prepare<
    [kind: string, id: string, version: number, number: number | null, body: string, entries: string | null]
  >("INSERT INTO records (kind, id, version, number, body, entries) VALUES (?, ?, ?, ?, ?, ?)"),
  updateRecord: db.prepare<[version: number, body: string, entries: string | null, place: number]>(
    "UPDATE records SET version = ?, body = ?, entries = ? WHERE place = ?",
  ),
  list: db.prepare<[ListQuery], RecordRow & { readonly key: string }>(
    `SELECT e.key, r.kind, r.id, r.version, r.number, r.body FROM index_entries e JOIN records r ON r.place = e.record
     WHERE e.name = @name AND e.key >= max(@prefix, coalesce(@after, '')) AND e.key < @end AND e.key IS NOT @after
     ORDER BY e.key LIMIT @limit`,
  ),
  putEntry: db.prepare<[name: string, key: string, record: number | bigint]>(
    "INSERT OR REPLACE INTO index_entries (name, key, record) VALUES (?, ?, ?)",
  ),
  dropEntry: db.prepare<[name: string, key: string]>("DELETE FROM index_entries WHERE name = ? AND key = ?"),

  holder: db.prepare<[name: string], { readonly holder: string }>("SELECT holder FROM names WHERE name = ?"),
  take: db.prepare<[name: string, holder: string]>(
    "INSERT OR REPLACE INTO names (name, holder) VALUES (?, ?)",
  ),
  release: db.prepare<[name: string, holder: string]>("DELETE FROM names WHERE name = ? AND holder = ?"),

  tally: db.prepare<[name: string], { readonly total: number }>("SELECT total FROM tallies WHERE name = ?"),
  add: db.prepare<[name: string, add: number]>(
    "INSERT INTO tallies (name, total) VALUES (?, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total",
  ),
  draw: db.prepare<[series: string], { readonly last: number }>(
    "INSERT INTO series (name, last) VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last",
  ),

  blob: db.prepare<[sha256: string], { readonly text: string }>("SELECT text FROM blobs WHERE sha256 = ?"),
  putBlob: db.prepare<[sha256: string, text: string]>(
    "INSERT INTO blobs (sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
  ),

  receipt: db.prepare<[id: string], ReceiptRow>(
    "SELECT fingerprint, reply, numbers, expires_at FROM receipts WHERE id = ?",
  ),
  putReceipt: db.prepare<
    [id: string, fingerprint: string, reply: string, numbers: string, expiresAt: number]
  >("INSERT OR REPLACE INTO receipts (id, fingerprint, reply, numbers, expires_at) VALUES (?, ?, ?, ?, ?)"),
  dropReceipts: db.prepare<[limit: number, now: number]>(
    `DELETE FROM receipts WHERE place IN (SELECT place FROM receipts ORDER BY place LIMIT ?) AND expires_at <= ?`,
  ),

  append: db.prepare<[id: string, at: number, type: string, subject: string, rules: string, data: string]>(
    "INSERT INTO journal (id, at, type, subject, rules, data) VALUES (?, ?, ?, ?, ?, ?)",
  ),
  journal: db.prepare<[after: number, limit: number], EventRow>(
    "SELECT place, id, at, type, subject, rules, data FROM journal WHERE place > ? ORDER BY place LIMIT ?",
  ),
  journalOf: db.prepare<[subject: string, after: number, limit: number], EventRow>(
    `SELECT place, id, at, type, subject, rules, data FROM journal INDEXED BY journal_subject
     WHERE subject = ? AND place > ? ORDER BY place LIMIT ?`,
  ),

  anyDue: db.prepare<[DueQuery], { readonly found: 1 }>(`SELECT 1 AS found ${due}`),
  due: db.prepare<[DueQuery], TaskRow>(`SELECT id, kind, due_at, body ${due}`),
  leaseTask: db.prepare<[token: string, until: number, id: string]>(
    "UPDATE tasks SET token = ?, leased_until = ? WHERE id = ?",
  ),
  token: db.prepare<[id: string], { readonly token: string | null }>("SELECT token FROM tasks WHERE id = ?"),
  putTask: db.prepare<[id: string, kind: string, dueAt: number, body: string]>(
    "INSERT OR REPLACE INTO tasks (id, kind, due_at, body, token, leased_until) VALUES (?, ?, ?, ?, NULL, NULL)",
  ),
  dropTask: db.prepare<[id: string]>("DELETE FROM tasks WHERE id = ?"),
})

export type Statements = ReturnType<typeof prepare>
