/** Which file stands under a name, and whether it is still the one that was opened. */
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs"

/** The file that was opened no longer stands under its name, or its log no longer holds what was written to it. */
export class FileGone extends Error {
  override readonly name = "FileGone"
}

/** The file is opened again in a moment, when all connections of this process that knew the one before it are closed. */
export class Reopening extends Error {
  override readonly name = "Reopening"
  readonly code = "SQLITE_BUSY_REOPENING"
}

/** Whether an error is a `FileGone`, of this thread or told by another one. */
export const isGone = (error: unknown): error is Error => error instanceof Error && error.name === "FileGone"

const found = (name: string): Stats => {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileGone(`${name} is not there`)
  return stats
}

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino

// https://www.sqlite.org/fileformat2.html#walformat: the header of a log, and its two salts.
const headerBytes = 32
const saltsAt = 16

// SQLite adds one to the first salt each time that it begins the log anew. Between two looks it does not do so very often.
const generationsMax = 1_000_000

type Salts = readonly [number, number]

/**
 * Which file stands under a name, and which log beside it: acknowledged commits live in both. SQLite itself keeps its picture of
 * the log in memory, so it does not notice when somebody else shortens the log or writes another one over it, and goes on to
 * acknowledge commits that nobody can ever read.
 */
export class Identity {
  readonly #file: string
  readonly #main: Stats
  readonly #log: Stats
  readonly #descriptor: number
  readonly #header = Buffer.alloc(headerBytes)
  #logBytes: number
  #salts: Salts | null = null

  constructor(file: string) {
    this.#file = file
    this.#main = found(file)
    this.#log = found(`${file}-wal`)
    this.#logBytes = this.#log.size
    this.#descriptor = openSync(`${file}-wal`, "r")
  }

  /** Throws `FileGone` where something else stands under one of the names, or the log has lost what it had. */
  check(): void {
    const log = found(`${this.#file}-wal`)
    if (!isSame(found(this.#file), this.#main) || !isSame(log, this.#log))
      throw new FileGone(`${this.#file} was replaced`)
    if (log.size < this.#logBytes) throw new FileGone(`${this.#file}-wal was shortened`)
    this.#logBytes = log.size
    if (this.#salts !== null) this.#salts = this.#following(this.#salts)
  }

  /** As `check`, right after a commit of this connection: the log is its own from here on. */
  checkOwn(): void {
    this.check()
    this.#salts ??= this.#readSalts()
  }

  #following(earlier: Salts): Salts {
    const salts = this.#readSalts()
    if (salts === null || !follows(earlier, salts)) throw new FileGone(`${this.#file}-wal was overwritten`)
    return salts
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** The salts of the log; null while it is empty. */
  #readSalts(): Salts | null {
    if (readSync(this.#descriptor, this.#header, 0, headerBytes, 0) < headerBytes) return null
    return [this.#header.readUInt32BE(saltsAt), this.#header.readUInt32BE(saltsAt + 4)]
  }
}

/** Whether a log with these salts can be the earlier one, as it is or begun anew. */
const follows = (earlier: Salts, salts: Salts): boolean => {
  const generations = (salts[0] - earlier[0]) >>> 0
  return generations === 0 ? salts[1] === earlier[1] : generations < generationsMax
}
