/** Whether a database file and its log are still those that were opened. */
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs"

/** The file that was opened is no longer at its path, or its log has lost what was written to it. */
export class FileGone extends Error {
  override readonly name = "FileGone"
}

/** The file was replaced. It is opened again as soon as this process has closed all its connections to the earlier file. */
export class Reopening extends Error {
  override readonly name = "Reopening"
  readonly code = "SQLITE_BUSY_REOPENING"
}

/** Whether an error is a `FileGone`, also one that the writing thread reported, which has the name alone. */
export const isGone = (error: unknown): error is Error => error instanceof Error && error.name === "FileGone"

const statsOf = (name: string): Stats => {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileGone(`${name} is not there`)
  return stats
}

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino

// The header of a log has two salts: https://www.sqlite.org/fileformat2.html#walformat.
const headerBytes = 32
const saltsAt = 16

// SQLite adds one to the first salt each time that it starts the log again. A larger difference between two checks is no restart.
const generationsMax = 1_000_000

type Salts = readonly [number, number]

/**
 * The identity of an open file and its log, which both hold acknowledged commits. SQLite keeps its index of the log in memory, so it
 * doesn't notice if another program shortens or overwrites the log, and would go on acknowledging commits that nobody can read.
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
    this.#main = statsOf(file)
    this.#log = statsOf(`${file}-wal`)
    this.#logBytes = this.#log.size
    this.#descriptor = openSync(`${file}-wal`, "r")
  }

  /** Throws `FileGone` if another file is at one of the two paths, or if the log was shortened or overwritten. */
  check(): void {
    const log = statsOf(`${this.#file}-wal`)
    if (!isSame(statsOf(this.#file), this.#main) || !isSame(log, this.#log))
      throw new FileGone(`${this.#file} was replaced`)
    if (log.size < this.#logBytes) throw new FileGone(`${this.#file}-wal was shortened`)
    this.#logBytes = log.size
    if (this.#salts !== null) this.#salts = this.#following(this.#salts)
  }

  /** As `check`, right after a commit of this connection. The salts of the log are known from the first commit on. */
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

  /** The salts of the log; null if it is empty. */
  #readSalts(): Salts | null {
    if (readSync(this.#descriptor, this.#header, 0, headerBytes, 0) < headerBytes) return null
    return [this.#header.readUInt32BE(saltsAt), this.#header.readUInt32BE(saltsAt + 4)]
  }
}

/** Whether a log with these salts can be the earlier log, unchanged or started again by SQLite. */
const follows = (earlier: Salts, salts: Salts): boolean => {
  const generations = (salts[0] - earlier[0]) >>> 0
  return generations === 0 ? salts[1] === earlier[1] : generations < generationsMax
}
