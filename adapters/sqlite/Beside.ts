/** A file of a store seen from beside the courts that use it, and copied while they go on. */
import { existsSync, statSync } from "node:fs"
import Sqlite from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { type Beside, common, type Rows } from "../sql/Beside.ts"

// Another process recovers or closes the file for so long at most, in milliseconds.
const waitMs = 5_000

/**
 * A connection that is for looking. A connection that may only read leaves a log behind where it finds none, so that the one for a
 * file that nobody has open is an ordinary one, which puts its log away again.
 */
const opened = (file: string): Sqlite.Database =>
  new Sqlite(file, { fileMustExist: true, timeout: waitMs, readonly: existsSync(`${file}-wal`) })

const attempt = <A>(operation: string, run: () => A): Effect.Effect<A, StoreUnavailable> =>
  Effect.try({ try: run, catch: (cause) => new StoreUnavailable({ operation, cause }) })

/** What a check of the file finds, a line each. A file may be too damaged to be checked. */
const damageIn = (db: Sqlite.Database, check: "quick_check" | "integrity_check"): ReadonlyArray<string> => {
  try {
    const rows = db.prepare<[], { [column: string]: unknown }>(`pragma ${check}(20)`).all()
    return rows.flatMap((row) => Object.values(row).map(String)).filter((line) => line !== "ok")
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code))
      return [error.message]
    throw error
  }
}

const dialect = {
  records: "records",
  tasks: "tasks",
  lastEvent: "select at from journal order by place desc limit 1",
  failures: "coalesce(json_extract(body, '$.failures'), 0)",
}

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** The store of a file that is there, seen from beside until the scope closes. */
export const make = (file: string): Effect.Effect<Beside, StoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const db = yield* Effect.acquireRelease(
      attempt("open", () => opened(file)),
      (connection) => Effect.sync(() => connection.close()),
    )
    const rows: Rows = (text) =>
      attempt("look", () => db.prepare<[], { [column: string]: unknown }>(text).all())
    return {
      ...common(rows, dialect),
      // How far a commit is forced to the disk is said by whoever commits; the court says FULL.
      faults: attempt("look", () => {
        const mode = String(db.pragma("journal_mode", { simple: true }))
        return mode === "wal" ? [] : [`its journal mode is ${mode}, and a court needs wal`]
      }),
      damage: attempt("check", () => damageIn(db, "quick_check")),
      clock: Effect.succeed(null),
      numbers: Effect.map(rows("select name, last from series order by name"), (found) =>
        found.map(({ name, last }) => ({ series: String(name), last: Number(last) })),
      ),
      bytes: Effect.sync(() => bytesOf(file) + bytesOf(`${file}-wal`)),
    }
  })

/**
 * Copies a store to a new file, as it stands at one instant, and closes the copy, so that it is one file without a log. Courts go on
 * to write meanwhile: the log of their file grows until the copy is done. Fails, and may leave part of a file, where either disk does.
 */
export const copy = (file: string, to: string): Effect.Effect<void, StoreUnavailable> =>
  Effect.tryPromise({
    try: async () => {
      const db = opened(file)
      try {
        // All pages in one go are of one instant; page by page, each commit of another process would begin the copy anew.
        await db.backup(to, { progress: () => 0x7fffffff })
      } finally {
        db.close()
      }
    },
    catch: (cause) => new StoreUnavailable({ operation: "copy", cause }),
  })

/** What is damaged in a file that nobody else has open, a line each: every page, every index and every bound is read. */
export const damageOf = (file: string): Effect.Effect<ReadonlyArray<string>, StoreUnavailable> =>
  attempt("check", () => {
    const db = new Sqlite(file, { fileMustExist: true })
    try {
      return damageIn(db, "integrity_check")
    } finally {
      db.close()
    }
  })

/**
 * Makes one whole file of a store and its log, so that it can be put elsewhere. Gives false where a process has it open. A file
 * that is damaged stays as it is.
 */
export const settle = (file: string): boolean => {
  const db = new Sqlite(file, { fileMustExist: true, timeout: 0 })
  try {
    // Only who has the file alone can take its log away.
    return db.pragma("journal_mode = DELETE", { simple: true }) === "delete"
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return !error.code.startsWith("SQLITE_BUSY")
  } finally {
    db.close()
  }
}
