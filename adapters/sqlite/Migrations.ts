/** The tables of the file, and the steps that bring them to this version. */
import * as Migrator from "@effect/sql/Migrator"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { Cause, Data, Effect, Option, Schedule } from "effect"
import { sha256Hex } from "../../core/Text.ts"
import { StoreRefused } from "../sql/StoreRefused.ts"
import { sqliteViews } from "../sql/Views.ts"
import { refused } from "./Durability.ts"

/**
 * Records lie in the order in which they were made, and an index entry names its record by place, so that a page of a list
 * is one walk along an index. `entries` repeats a record's own index entries: a put needs no search for what it replaces.
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
 * Words of index entries, as FTS5 finds them. Its tokenizer `ascii` parts words at what is neither letter nor digit in ASCII and
 * takes every other character as it is, which leaves words that the core made just as they are. The words themselves are not kept.
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

/** The readable views are no step of the tables: they are made anew when this version writes them otherwise. */
const define = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS definitions (fingerprint TEXT NOT NULL)`
  const statements = sqliteViews()
  const fingerprint = sha256Hex(statements.join(";"))
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
    if (applied > known)
      yield* refused(file, [`its tables are of version ${applied}, and this program knows ${known}`])
    yield* define
  })

const isRefusal = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.failureOption(cause), (error) => error instanceof StoreRefused)

/** Tries again every 20 ms, for five seconds, while another process that opens the file keeps it. */
const retryWhileOpening = <A, E>(migration: Effect.Effect<A, Cause.Cause<E>>) =>
  Effect.retry(migration, {
    schedule: Schedule.spaced("20 millis"),
    times: 250,
    while: (cause) => !isRefusal(cause),
  })

/** Brings the tables of a file to the present version. Two processes may start at once: one waits for the other. */
export const migrate = (file: string) =>
  Effect.suspend(() => run(file).pipe(Effect.provide(SqliteClient.layer({ filename: file })))).pipe(
    // The client throws what it meets while opening a file; another opener's lock is one such thing.
    Effect.sandbox,
    retryWhileOpening,
    Effect.unsandbox,
    Effect.catchAllDefect(Effect.fail),
  )
