import Sqlite from "better-sqlite3"
import { Connection, type Options } from "./Connection.ts"
import { FileGone, isGone, Reopening } from "./Identity.ts"
import { WriteFailed } from "./Work.ts"

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
