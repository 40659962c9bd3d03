/** A SQLite file that is filled row by row, while no court uses it. */
import Sqlite from "better-sqlite3"
import type { EntryRow, Rows } from "./Copies.ts"
import type { Target } from "./Filling.ts"

/** So many index entries are sorted and written at once: neighbours in the tree are written one after another. */
const entriesAtOnce = 1_000_000
const rowsInTransaction = 2_000_000

/** Opens the file for filling. Nothing is durable before it is closed. */
export const open = (file: string): Target => {
  const db = new Sqlite(file)
  db.pragma("journal_mode = DELETE")
  db.pragma("synchronous = OFF")
  db.pragma("locking_mode = EXCLUSIVE")
  db.pragma("cache_size = -3000000")
  const rows = <A>(sql: string): ReadonlyArray<A> => db.prepare<[], A>(sql).all()
  const last = (sql: string): number => Number(db.prepare(sql).pluck().get() ?? 0)
  const record = db.prepare(
    "INSERT INTO records (place, kind, id, version, number, body, entries) VALUES (?, ?, ?, ?, ?, ?, ?)",
  )
  const entry = db.prepare("INSERT INTO index_entries (name, key, record) VALUES (?, ?, ?)")
  const event = db.prepare(
    "INSERT INTO journal (id, at, type, subject, rules, data) VALUES (?, ?, ?, ?, ?, ?)",
  )
  const task = db.prepare("INSERT INTO tasks (id, kind, due_at, body) VALUES (?, ?, ?, ?)")
  const receipt = db.prepare(
    "INSERT INTO receipts (id, fingerprint, reply, numbers, expires_at) VALUES (?, ?, ?, ?, ?)",
  )
  const waiting: Array<readonly [EntryRow, place: number]> = []
  const write = () => {
    waiting.sort(([a], [b]) =>
      a.index < b.index ? -1 : a.index > b.index ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0,
    )
    for (const [{ index, key }, place] of waiting) entry.run(index, key, place)
    waiting.length = 0
  }
  const read: Rows = {
    records: rows("SELECT kind, id, version, number, body, entries FROM records ORDER BY place"),
    entries: rows(
      "SELECT e.name AS 'index', e.key, r.kind, r.id FROM index_entries e JOIN records r ON r.place = e.record",
    ),
    events: rows("SELECT id, at, type, subject, rules, data FROM journal ORDER BY place"),
    tasks: rows("SELECT id, kind, due_at AS due, body FROM tasks"),
    receipts: rows("SELECT id, fingerprint, reply, numbers, expires_at AS expires FROM receipts"),
  }
  let written = 0
  db.exec("BEGIN")
  return {
    rows: read,
    last: {
      place: last("SELECT max(place) FROM records"),
      dealing: last("SELECT last FROM series WHERE name = 'dealings'"),
      matter: last("SELECT body ->> '$.lastNumber' FROM records WHERE kind = 'docket-list'"),
    },
    add: ({ records, entries, events, tasks, receipts }, { place }) => {
      const places = new Map(records.map(({ kind, id }, i) => [kind + id, place + i]))
      records.forEach((r, i) => {
        record.run(place + i, r.kind, r.id, r.version, r.number, r.body, r.entries)
      })
      for (const one of entries) waiting.push([one, places.get(one.kind + one.id) ?? 0])
      for (const e of events) event.run(e.id, e.at, e.type, e.subject, e.rules, e.data)
      for (const t of tasks) task.run(t.id, t.kind, t.due, t.body)
      for (const r of receipts) receipt.run(r.id, r.fingerprint, r.reply, r.numbers, r.expires)
      if (waiting.length > entriesAtOnce) write()
      written += records.length + events.length
      if (written < rowsInTransaction) return
      written = 0
      db.exec("COMMIT; BEGIN")
    },
    finish: async ({ dealing, matter }) => {
      write()
      db.prepare("UPDATE series SET last = ? WHERE name = 'dealings'").run(dealing)
      db.prepare(
        "UPDATE records SET body = json_set(body, '$.lastNumber', ?) WHERE kind = 'docket-list'",
      ).run(matter)
      db.exec("COMMIT")
      db.pragma("locking_mode = NORMAL")
      db.pragma("journal_mode = WAL")
      db.close()
    },
  }
}
