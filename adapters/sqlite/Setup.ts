/** The steps before a file is used: a file that can't be durable is refused, and the tables are set up. */

import { hash } from "node:crypto"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import * as Migrator from "@effect/sql/Migrator"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqliteClient } from "@effect/sql-sqlite-node"
import Sqlite from "better-sqlite3"
import { Cause, Data, Effect, Option, Schedule } from "effect"
import { sqliteViews } from "../sql/Views.ts"
import { laterTables, StoreRefused } from "../store/Kind.ts"
import { configure, NotDurable, type Options } from "./Connection.ts"

/** The error that refuses to open a file, with all the reasons. */
export const refusalToOpen = (file: string, reasons: ReadonlyArray<string>): StoreRefused =>
  new StoreRefused({ store: `the SQLite store ${file || "without a file"}`, reasons })

/** Why these options can't make a durable store; empty if they can. No file is touched to find out. */
export const unsafe = ({
  file,
  journalMode = "WAL",
  synchronous = "FULL",
  allowUnsafe = false,
}: Options): ReadonlyArray<string> => {
  const reasons: ReadonlyArray<readonly [applies: boolean, reason: string]> = [
    [file === "" || file === ":memory:", "a database in memory ends with its process"],
    [file.startsWith("file:"), "a URI can switch durability off: give a path"],
    [
      journalMode.toUpperCase() !== "WAL",
      `the journal mode asked for is ${journalMode}, and group commit is only safe under WAL`,
    ],
    [
      !allowUnsafe && !["FULL", "EXTRA", "2", "3"].includes(synchronous.toUpperCase()),
      `with synchronous=${synchronous} a commit is acknowledged before it is on the disk; it must be FULL`,
    ],
  ]
  return reasons.flatMap(([applies, reason]) => (applies ? [reason] : []))
}

/** Some tables of a court's store. One transaction makes them all, after the table `migrations`. */
const courtTables = ["records", "journal", "tasks"]

/** Whether the file holds the tables of another program. A file without tables is new. */
const isForeign = (db: Sqlite.Database): boolean => {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  return !courtTables.every((name) => tables.includes(name)) && tables.some((name) => name !== "migrations")
}

/** Makes the file and its folder if they don't exist. Refuses the file if it is another program's or can't be durable. */
export const establish = (options: Options): void => {
  mkdirSync(dirname(options.file), { recursive: true })
  const db = new Sqlite(options.file, { timeout: 5000 })
  try {
    if (isForeign(db)) throw refusalToOpen(options.file, ["it holds the tables of another program"])
    configure(db, options)
    // Opening a file that is set up writes nothing, so without this a court would start on a file that it may only read.
    db.exec("BEGIN IMMEDIATE; CREATE TABLE trial (id); ROLLBACK")
  } catch (error) {
    throw error instanceof NotDurable ? refusalToOpen(options.file, [error.message]) : error
  } finally {
    db.close()
  }
}

/**
 * Records are stored in the order in which they were made, and an index entry names its record by its place, so a page of a list is
 * one walk along an index. `entries` repeats a record's own index entries, so a put needn't search for the entries that it replaces.
 */
const tables = [
  `CREATE TABLE records (
    place INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    number INTEGER,
    body TEXT NOT NULL,
    entries TEXT,
    UNIQUE (kind, id)
  )`,
  `CREATE TABLE index_entries (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (name, key)
  ) WITHOUT ROWID`,
  "CREATE TABLE names (name TEXT PRIMARY KEY, holder TEXT NOT NULL) WITHOUT ROWID",
  "CREATE TABLE tallies (name TEXT PRIMARY KEY, total INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE series (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL)",
  `CREATE TABLE receipts (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    reply TEXT NOT NULL,
    numbers TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  )`,
  `CREATE TABLE journal (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    subject TEXT NOT NULL,
    rules TEXT NOT NULL,
    data TEXT NOT NULL
  )`,
  "CREATE INDEX journal_subject ON journal (subject)",
  `CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    token TEXT,
    leased_until INTEGER
  ) WITHOUT ROWID`,
  "CREATE INDEX tasks_due ON tasks (due_at)",
]

/**
 * The words of index entries, for full-text search by FTS5. Its tokenizer `ascii` splits a text only at ASCII characters other than
 * letters and digits, so it leaves the words that the core made as they are. The text of the words is not stored.
 */
const search = [
  `CREATE TABLE searchable (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    record INTEGER NOT NULL,
    UNIQUE (name, key)
  )`,
  "CREATE VIRTUAL TABLE entry_words USING fts5(words, tokenize = 'ascii', content = '', contentless_delete = 1)",
]

const all = (statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    for (const statement of statements) yield* sql.unsafe(statement)
  })

const migrations = { "0001_store": all([...tables, ...search]) }

class NotYetMigrated extends Data.TaggedError("NotYetMigrated")<{ readonly applied: number }> {}

/** Makes the readable views again if their definitions differ from those in the file. They are not a migration, since they hold no data. */
const define = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS definitions (fingerprint TEXT NOT NULL)`
  const statements = sqliteViews()
  const fingerprint = hash("sha256", statements.join(";"))
  const [found] = yield* sql<{ fingerprint: string }>`SELECT fingerprint FROM definitions`
  if (found?.fingerprint === fingerprint) return
  const anew = [...statements, "DELETE FROM definitions"]
  yield* sql.withTransaction(
    Effect.zipRight(all(anew), sql`INSERT INTO definitions (fingerprint) VALUES (${fingerprint})`),
  )
})

const run = (file: string) =>
  Effect.gen(function* () {
    yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "migrations" })
    const sql = yield* SqlClient
    const [row] = yield* sql<{ applied: number }>`SELECT count(*) AS applied FROM migrations`
    const applied = row?.applied ?? 0
    const known = Object.keys(migrations).length
    if (applied < known) yield* new NotYetMigrated({ applied })
    if (applied > known) yield* refusalToOpen(file, [laterTables(applied, known)])
    yield* define
  })

const isRefusal = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.failureOption(cause), (error) => error instanceof StoreRefused)

/** Tries again every 20 ms, for five seconds, because another process may hold the file's lock while it opens the file. */
const retryWhileOpening = <A, E>(migration: Effect.Effect<A, Cause.Cause<E>>) =>
  Effect.retry(migration, {
    schedule: Schedule.spaced("20 millis"),
    times: 250,
    while: (cause) => !isRefusal(cause),
  })

/** Brings the tables of a file to this version. If two processes start at once, one waits for the other. */
export const migrate = (file: string) =>
  Effect.suspend(() => run(file).pipe(Effect.provide(SqliteClient.layer({ filename: file })))).pipe(
    // The client throws its errors while it opens a file, such as the lock of another process.
    Effect.sandbox,
    retryWhileOpening,
    Effect.unsandbox,
    Effect.catchAllDefect(Effect.fail),
  )
