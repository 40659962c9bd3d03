/** Copies, checks and moves a file that is a SQLite database, whichever store is in it, while courts may go on using it. */
import { existsSync } from "node:fs"
import Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"

// How long a statement waits for a lock, in milliseconds. Another process holds one while it recovers or closes the file.
const lockTimeoutMs = 5_000

/**
 * Opens a file to look into it. The connection is read-only if the file has a log, because a court may have it open. Without a log the
 * connection is an ordinary one: a read-only one would make a log and could not remove it again.
 */
export const openFile = (file: string): Sqlite.Database =>
  new Sqlite(file, { fileMustExist: true, timeout: lockTimeoutMs, readonly: existsSync(`${file}-wal`) })

export const attempt = <A>(operation: string, run: () => A): Effect.Effect<A, StoreUnavailable> =>
  Effect.try({ try: run, catch: (cause) => new StoreUnavailable({ operation, cause }) })

/** The damage that a check of the file finds, a line for each. If the file is too damaged to be checked, the line is SQLite's error. */
export const damageIn = (
  db: Sqlite.Database,
  check: "quick_check" | "integrity_check",
): ReadonlyArray<string> => {
  try {
    const rows = db.prepare<[], { [column: string]: unknown }>(`pragma ${check}(20)`).all()
    return rows.flatMap((row) => Object.values(row).map(String)).filter((line) => line !== "ok")
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code))
      return [error.message]
    throw error
  }
}

/**
 * Copies a store to a new file, as it is at one instant. The copy is one file without a log. Courts can go on writing: the log of
 * their file grows until the copy is done. If a disk fails, the copy fails and may leave part of a file.
 */
export const copy = (file: string, to: string): Effect.Effect<void, StoreUnavailable> =>
  Effect.tryPromise({
    try: async () => {
      const db = openFile(file)
      try {
        // All pages are copied in one step. Between two steps, a commit of another process would make the copy start again.
        await db.backup(to, { progress: () => 0x7fffffff })
      } finally {
        db.close()
      }
    },
    catch: (cause) => new StoreUnavailable({ operation: "copy", cause }),
  })

/** The damage in a file that nobody else has open, a line for each. Every page, index and constraint is checked. */
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
 * Writes the log of a store back into its file and removes the log, so that the file can be moved. Returns false if another process
 * has the file open. A damaged file stays as it is, and the result is true.
 */
export const settle = (file: string): boolean => {
  const db = new Sqlite(file, { fileMustExist: true, timeout: 0 })
  try {
    // SQLite leaves WAL only for a connection that has the file alone.
    return db.pragma("journal_mode = DELETE", { simple: true }) === "delete"
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return !error.code.startsWith("SQLITE_BUSY")
  } finally {
    db.close()
  }
}
