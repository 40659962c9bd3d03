/** Whether a database file and its log are still the files that were opened. */
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs"
import { isSameLog, type LogIndex, type Salts, saltsAt } from "./LogIndex.ts"

/** The file that was opened is no longer at its path, or its log has lost what was written to it. */
export class FileGone extends Error {
  override readonly name = "FileGone"
}

/** The file or its log was changed in place by another program, so acknowledged commits may be lost. Nothing more is acknowledged in it. */
export class FileSpoiled extends Error {
  override readonly name = "FileSpoiled"
  readonly code = "SPOILED"
}

/** The file was replaced. It is opened again as soon as this process has closed all its connections to the earlier file. */
export class Reopening extends Error {
  override readonly name = "Reopening"
  readonly code = "SQLITE_BUSY_REOPENING"
}

/** Whether an error is a `FileGone`. An error that a thread reported has the name alone. */
export const isGone = (error: unknown): error is Error => error instanceof Error && error.name === "FileGone"

const statsOf = (name: string): Stats => {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileGone(`${name} is not there`)
  return stats
}

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino

// A log has a header of 32 bytes with its salts: https://www.sqlite.org/fileformat2.html#walformat. A frame is a header of 24 bytes, which
// repeats the salts, and a page of the default size.
const headerBytes = 32
const headerSaltsAt = 16
const frameBytes = 24 + 4096
const frameSaltsAt = 8

interface Frame {
  readonly at: number
  readonly bytes: Buffer
  readonly salts: Salts
}

/** Another process may start the log again between two reads, so a log is spoiled only if so many looks in a row find it so. */
const looks = 10

const compared = Buffer.alloc(frameBytes)
const isAt = (descriptor: number, { at, bytes }: Frame): boolean =>
  readSync(descriptor, compared, 0, frameBytes, at) === frameBytes && compared.equals(bytes)

/**
 * The identity of an open file and its log, which both hold acknowledged commits. SQLite keeps its index of the log in memory, so it
 * doesn't notice if another program shortens or overwrites the log, and would go on acknowledging commits that nobody can read.
 */
export class Identity {
  readonly #file: string
  readonly #index: Pick<LogIndex, "read">
  readonly #main: Stats
  readonly #log: Stats
  readonly #descriptor: number
  readonly #header = Buffer.alloc(headerBytes)
  #frame: Frame | null = null
  #uncopied = 0

  constructor(file: string, index: Pick<LogIndex, "read">) {
    this.#file = file
    this.#index = index
    this.#main = statsOf(file)
    this.#log = statsOf(`${file}-wal`)
    this.#descriptor = openSync(`${file}-wal`, "r")
  }

  /** Throws `FileGone` if another file is at one of the two paths, and `FileSpoiled` if the log was shortened or overwritten. */
  check(): void {
    this.#compareLog()
    this.#compareFrame()
  }

  /** As `check`, right after a commit of this connection. Keeps the last frame of the log to compare it later. */
  checkOwn(): void {
    this.check()
    this.#keepFrame()
  }

  /** Text that changes whenever the main file is written, by a checkpoint or by another program. */
  get written(): string {
    const { mtimeMs, size } = statsOf(this.#file)
    return `${mtimeMs}/${size}`
  }

  /** Whether the file that was opened is still at its path, whatever is in it. */
  get isThere(): boolean {
    const stats = statSync(this.#file, { throwIfNoEntry: false })
    return stats !== undefined && isSame(stats, this.#main)
  }

  /** How many frames of the log were not in the main file yet at the last `checkOwn`. */
  get uncopied(): number {
    return this.#uncopied
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /**
   * The log must have the frames and the salts that SQLite's index says. A checkpoint of any process (`wal_checkpoint(TRUNCATE)`, as
   * operators and replicators run it) copies every frame to the main file, says in the index that no frame is left, and only then makes
   * the log empty. A change of the log by another program is not in the index.
   */
  #compareLog(): void {
    let problem: string | null = null
    for (let look = 0; look < looks; look++) {
      problem = this.#problem()
      if (problem === null) return
    }
    throw new FileSpoiled(`${this.#file}-wal ${problem}`)
  }

  #problem(): string | null {
    const index = this.#index.read()
    const log = statsOf(`${this.#file}-wal`)
    if (!isSame(statsOf(this.#file), this.#main) || !isSame(log, this.#log))
      throw new FileGone(`${this.#file} was replaced`)
    // A writer that the system interrupts in the middle of its change leaves the index like this for milliseconds, and SQLite makes an
    // index that stays like this anew. So it says nothing about the log; the next check sees it whole.
    if (index === null || index.frames === 0) return null
    const salts = this.#readSalts()
    if (salts === null || log.size < headerBytes + index.frames * frameBytes)
      return "was shortened by another program: frames that its index names are lost"
    return isSameLog(salts, index.salts) ? null : "was overwritten by another program"
  }

  /**
   * A log that is shortened loses its last frames, even if later commits make it longer again. So the last frame that is known must
   * still be there, unless SQLite has started the log again.
   */
  #compareFrame(): void {
    const kept = this.#frame
    if (kept === null || isAt(this.#descriptor, kept)) return
    const salts = this.#readSalts()
    if (salts !== null && isSameLog(salts, kept.salts)) throw this.#makeLost()
    this.#frame = null
  }

  #keepFrame(): void {
    this.#frame = null
    const index = this.#index.read()
    if (index === null || index.frames === 0) return
    this.#uncopied = index.frames - index.copied
    const bytes = Buffer.alloc(frameBytes)
    const at = headerBytes + (index.frames - 1) * frameBytes
    const read = readSync(this.#descriptor, bytes, 0, frameBytes, at)
    const now = this.#index.read()
    // If the log was started again meanwhile, the frame that was read is of no use.
    if (now === null || !isSameLog(now.salts, index.salts)) return
    if (read < frameBytes || !isSameLog(saltsAt(bytes, frameSaltsAt), index.salts)) throw this.#makeLost()
    this.#frame = { at, bytes, salts: index.salts }
  }

  #makeLost(): FileSpoiled {
    return new FileSpoiled(`${this.#file}-wal lost what was written to it`)
  }

  /** The salts of the log; null if it is empty. */
  #readSalts(): Salts | null {
    if (readSync(this.#descriptor, this.#header, 0, headerBytes, 0) < headerBytes) return null
    return saltsAt(this.#header, headerSaltsAt)
  }
}
