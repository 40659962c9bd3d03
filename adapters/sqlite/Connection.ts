import Sqlite from "better-sqlite3"
import { Identity } from "./Identity.ts"
import { prepare, type Statements } from "./Statements.ts"

export interface Options {
  /** Path of the database file. It is made, with its folder, where it isn't there. */
  readonly file: string
  /** Anything but WAL is refused. */
  readonly journalMode?: string
  /** Anything weaker than FULL is refused. */
  readonly synchronous?: string
  /** How long a commit tries to get the lock that another process holds before it is given up; 5,000 ms by default. */
  readonly lockTimeoutMs?: number
  /** How long a commit may take before its caller is told that the store is unavailable; 8,000 ms by default. */
  readonly answerWithinMs?: number
  /** Take settings that can lose acknowledged commits: for tests. */
  readonly allowUnsafe?: boolean
}

/** The file can't be as durable as it must be. */
export class NotDurable extends Error {
  override readonly name = "NotDurable"
}

// How long a statement waits, holding up the whole process, for a lock of another one. Writers wait longer, off the thread.
const busyMs = 10

// A checkpoint runs inside the commit that reaches it, and copies each page that changed once: the rarer, the fewer, and the
// longer does that commit take. With 2,000 it takes about 10 ms; with 8,000 about 30, which a hundredth of all acts would feel.
const checkpointPages = 2_000

/** Throws `NotDurable` where a file can't be. */
export const configure = (
  db: Sqlite.Database,
  { synchronous = "FULL", allowUnsafe = false }: Options,
): void => {
  const mode = db.pragma("journal_mode = WAL", { simple: true })
  if (mode !== "wal") throw new NotDurable(`its journal mode stays ${mode}: the file system must support WAL`)
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  const level = db.pragma("synchronous", { simple: true })
  if (level !== 2 && level !== 3 && !allowUnsafe)
    throw new NotDurable(`synchronous is ${level} after it was set to ${synchronous}`)
}

// Reads may go on for so long in a file that was taken away; looking before every one would cost more than most reads do.
const momentMs = 5

/** One open database file: its prepared statements, as long as the file stands under its name. */
export class Connection {
  readonly #db: Sqlite.Database
  readonly #identity: Identity
  #checkedAt = performance.now()
  readonly statements: Statements

  /** Opens a file that was migrated before. */
  constructor(options: Options) {
    this.#db = new Sqlite(options.file, { fileMustExist: true, timeout: busyMs })
    try {
      configure(this.#db, options)
      this.statements = prepare(this.#db)
      this.#identity = new Identity(options.file)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Throws `FileGone` where the file or its log was moved, removed, replaced or shortened since it was opened. */
  check(): void {
    this.#identity.check()
    this.#checkedAt = performance.now()
  }

  /** As `check`, right after a commit of this connection, which is acknowledged on the strength of it. */
  checkCommitted(): void {
    this.#identity.checkOwn()
    this.#checkedAt = performance.now()
  }

  /** As `check`, where the last one lies back more than a moment. Nothing is acknowledged on the strength of this one. */
  checkNowAndThen(): void {
    if (performance.now() - this.#checkedAt > momentMs) this.check()
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction
  }

  close(): void {
    this.#identity.close()
    this.#db.close()
  }
}
