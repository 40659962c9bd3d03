/** The connection to a file: its prepared statements as long as the file stands under its name, and what opens it again. */
import Sqlite from "better-sqlite3"
import { FileGone, Identity, isGone, Reopening } from "./Identity.ts"
import { prepare, type Statements } from "./Statements.ts"
import { WriteFailed } from "./Work.ts"

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

/** What a file or its disk can do to a statement, as against a mistake in this code. */
export const isTrouble = (error: unknown): boolean => {
  if (error instanceof WriteFailed) return error.trouble
  return (
    error instanceof Sqlite.SqliteError ||
    error instanceof FileGone ||
    (error instanceof Error && ("syscall" in error || "code" in error || error.message.includes("not open")))
  )
}

// After these the connection itself is sound.
const harmless = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_CONSTRAINT", "SQLITE_TOOBIG", "ETIMEDOUT"]

/**
 * The connection to a file that may go away and come back: closed at the first sign of trouble, opened again when next asked for.
 * After `FileGone` it stays closed until `reopen`: connections of one process share their picture of the log, so a new one would
 * believe the old picture for as long as any other is open.
 */
export class Access {
  readonly #options: Options
  #open: Connection | null = null
  #closed: Error | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** The connection to write by, opened again where it has to be. Throws what stands in the way. */
  connection(): Connection {
    return this.#checked((connection) => connection.check())
  }

  /** The connection to read by: the file is looked at now and then. Throws what stands in the way. */
  reading(): Connection {
    return this.#checked((connection) => connection.checkNowAndThen())
  }

  #checked(check: (connection: Connection) => void): Connection {
    if (this.#closed !== null) throw this.#closed
    this.#open ??= new Connection(this.#options)
    try {
      check(this.#open)
    } catch (error) {
      this.failed(error)
      throw error
    }
    return this.#open
  }

  /** Tells of an error of a statement, of this connection or of another of this process: a broken file needs all of them closed. */
  failed(error: unknown): void {
    const code = error instanceof Sqlite.SqliteError || error instanceof WriteFailed ? error.code : null
    if (isTrouble(error) && !harmless.some((sound) => code?.startsWith(sound))) this.#drop()
    if (isGone(error)) this.#closed ??= new Reopening(error.message)
  }

  /** Allows a new connection after `FileGone`, once every connection of this process is closed. */
  reopen(): void {
    this.#closed = null
  }

  close(): void {
    this.#closed = new FileGone(`${this.#options.file} was closed with its store`)
    this.#drop()
  }

  #drop(): void {
    try {
      this.#open?.close()
    } catch {
      // A broken file may not even close; the next connection is a new one.
    }
    this.#open = null
  }
}
