/** A connection to the file with its prepared statements and its checks, and the access that opens a new one after an error. */
import Sqlite from "better-sqlite3"
import { FileGone, FileSpoiled, Identity, isGone, Reopening } from "./Identity.ts"
import { LogIndexes } from "./LogIndex.ts"
import { prepare, type Statements } from "./Statements.ts"

/** The file of a SQLite store, and how it is opened. */
export interface Options {
  /** Path of the database file. The file and its folder are made if they don't exist. */
  readonly file: string
  /** How the file is written. Anything but WAL, and anything weaker than FULL, is refused. */
  readonly journalMode?: string
  readonly synchronous?: string
  /** How long a commit tries to get a lock that another process holds before it fails; 5,000 ms by default. */
  readonly lockTimeoutMs?: number
  /** How long a commit may take before its caller is told that the store is unavailable; 8,000 ms by default. */
  readonly answerWithinMs?: number
  /** How many frames of the log may be missing in the main file before they are copied there; 2,000 by default. */
  readonly copyAtFrames?: number
  /** Accept settings that can lose acknowledged commits: for tests. */
  readonly allowUnsafe?: boolean
}

export class NotDurable extends Error {
  override readonly name = "NotDurable"
}

// How long a statement waits for a lock of another process. The whole thread waits with it; `Writer` waits longer, by a timer.
const busyMs = 10

/**
 * After how many frames the log is copied to the main file. A page that changed in several of them is copied once, so rarer copies copy
 * fewer pages in all. With 2,000 it takes 5 to 10 ms, and commits go on meanwhile (`CopierThread.ts`).
 */
export const copyAtOf = ({ copyAtFrames = 2_000 }: Options): number => copyAtFrames

// The commit that fills the log to so many times this number copies it itself, so that the log stays small if the thread that copies has
// ended or can't keep up. Usually most frames are in the main file by then.
const boundTimes = 3

/** Sets a connection up. Throws `NotDurable` if the file can't be durable with it. */
export const configure = (db: Sqlite.Database, options: Options): void => {
  const { synchronous = "FULL", allowUnsafe = false } = options
  const mode = db.pragma("journal_mode = WAL", { simple: true })
  if (mode !== "wal") throw new NotDurable(`its journal mode stays ${mode}: the file system must support WAL`)
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma(`wal_autocheckpoint = ${boundTimes * copyAtOf(options)}`)
  const level = db.pragma("synchronous", { simple: true })
  if (level !== 2 && level !== 3 && !allowUnsafe)
    throw new NotDurable(`synchronous is ${level} after it was set to ${synchronous}`)
}

interface Witness {
  readonly place: number
  readonly id: string
}

// How far behind the newest event the witnesses stand. The newest one may be seen in the log alone; earlier ones are in the main file.
const distances = [0, 64, 512]

/**
 * Events of the journal that a process knows to be recorded, and looks up again whenever the main file has changed. SQLite writes to the
 * main file only as it copies pages from the log. If another program writes an older copy over it, what was copied since is lost, though
 * SQLite still finds it in its memory. So that memory is dropped before the events are looked up.
 */
class Witnesses {
  #known: ReadonlyArray<Witness> = []
  #written = ""

  /** Throws `FileSpoiled` if an event that was recorded is not there. `written` changes whenever the main file is written. */
  check(file: string, written: string, db: Statements): void {
    if (written === this.#written) return
    db.forget.run()
    for (const { place, id } of this.#known)
      if (db.eventAt.get(place)?.id !== id) throw new FileSpoiled(`${file} lost what was written to it`)
    const newest = db.newestEvent.get()?.place ?? 0
    this.#known = distances.flatMap((distance) => {
      const found = db.eventAt.get(newest - distance)
      return found === undefined ? [] : [found]
    })
    this.#written = written
  }
}

// Reads may go on for so long in a file that was moved or removed. A check before every read would cost more than most reads.
const checkEveryMs = 5

/** One connection to the file, with its prepared statements. Its checks tell whether the file is still the file that it opened. */
export class Connection {
  readonly #db: Sqlite.Database
  readonly #file: string
  readonly #identity: Identity
  readonly #witnesses: Witnesses
  #checkedAt = performance.now()
  readonly statements: Statements

  constructor(options: Options, indexes: LogIndexes, witnesses: Witnesses) {
    this.#file = options.file
    this.#witnesses = witnesses
    this.#db = new Sqlite(options.file, { fileMustExist: true, timeout: busyMs })
    try {
      configure(this.#db, options)
      this.statements = prepare(this.#db)
      this.#identity = new Identity(options.file, indexes.open(options.file))
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Throws `FileGone` if the file or its log was moved, removed or replaced, and `FileSpoiled` if one was changed in place. */
  check(): void {
    this.#identity.check()
    this.#checkedAt = performance.now()
  }

  /** As `check`, before a commit: also looks up again what was recorded, if the main file was written. */
  checkToCommit(): void {
    this.check()
    this.#witnesses.check(this.#file, this.#identity.written, this.statements)
  }

  /**
   * As `check`, right after a commit of this connection. The commit is acknowledged only if this passes. The read before it marks in the
   * index of the log that readers have come as far as this commit. So the next reader need not write there, and can read even if the
   * disk freezes now.
   */
  checkCommitted(): void {
    this.statements.newest.get()
    this.#identity.checkOwn()
    this.#witnesses.check(this.#file, this.#identity.written, this.statements)
    this.#checkedAt = performance.now()
  }

  /** As `check`, but only if the last check is more than 5 ms ago: enough for a read, and too little to acknowledge a commit. */
  checkNowAndThen(): void {
    if (performance.now() - this.#checkedAt > checkEveryMs) this.check()
  }

  /** How many frames of the log were not in the main file yet after the last commit of this connection. */
  get uncopied(): number {
    return this.#identity.uncopied
  }

  /** Whether the file that was opened is still at its path. */
  get isThere(): boolean {
    return this.#identity.isThere
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction
  }

  close(): void {
    this.#identity.close()
    this.#db.close()
  }
}

/** Whether an error comes from the file or its disk, and not from a mistake in this code. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError ||
  error instanceof FileGone ||
  error instanceof FileSpoiled ||
  (error instanceof Error && ("syscall" in error || "code" in error || error.message.includes("not open")))

// After these errors the connection can still be used.
const harmless = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_CONSTRAINT", "SQLITE_TOOBIG"]

/**
 * The connection to a file that may be removed and put back. An error of the file closes it, and the next request opens a new one.
 * After `FileGone` it stays closed: the connections of one process share their index of the log in memory, so a new connection would use
 * the old index for as long as another one is open. The store ends all its threads then, and starts new ones. After
 * `FileSpoiled` nothing is done with the file until another one takes its place or the process starts again.
 */
export class Access {
  readonly #options: Options
  readonly #indexes: LogIndexes
  readonly #witnesses = new Witnesses()
  #open: Connection | null = null
  #closed: Error | null = null
  #spoiled: FileSpoiled | null = null

  /** `opened` is called with each descriptor of an index of the log, for `Descriptors`. */
  constructor(options: Options, opened: (descriptor: number) => void) {
    this.#options = options
    this.#indexes = new LogIndexes(opened)
  }

  /** The connection to write with, opened again if necessary. Throws the error that prevents it. */
  connection(): Connection {
    return this.#check((connection) => connection.checkToCommit())
  }

  /** The connection to read with, which checks the file at most every 5 ms. Throws the error that prevents it. */
  reading(): Connection {
    return this.#check((connection) => connection.checkNowAndThen())
  }

  /** As `Connection.uncopied`; 0 while the file is not open. */
  get uncopied(): number {
    return this.#open?.uncopied ?? 0
  }

  #check(check: (connection: Connection) => void): Connection {
    if (this.#closed !== null) throw this.#closed
    this.#open ??= new Connection(this.#options, this.#indexes, this.#witnesses)
    try {
      if (this.#spoiled !== null && this.#open.isThere) throw this.#spoiled
      check(this.#open)
    } catch (error) {
      this.report(error)
      throw error
    }
    return this.#open
  }

  /** Reports an error of a statement: if the file is broken, the connection is closed. */
  report(error: unknown): void {
    if (error instanceof FileSpoiled) {
      // The connection stays open: closing the last one would copy a spoiled log into the file.
      this.#spoiled = error
      return
    }
    const code = error instanceof Sqlite.SqliteError ? error.code : null
    if (isTrouble(error) && !harmless.some((sound) => code?.startsWith(sound))) this.#drop()
    if (isGone(error)) this.#closed ??= new Reopening(error.message)
  }

  close(): void {
    this.#closed = new FileGone(`${this.#options.file} was closed with its store`)
    this.#drop()
  }

  #drop(): void {
    try {
      this.#open?.close()
    } catch {
      // Closing a broken file can fail too; the next connection is a new one.
    }
    this.#open = null
  }
}
