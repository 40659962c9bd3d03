/** Whether a database file and its log are still the files that were opened. */
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs"

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

// The header of a log has two salts: https://www.sqlite.org/fileformat2.html#walformat.
const headerBytes = 32
const saltsAt = 16

// SQLite adds one to the first salt each time that it starts the log again. A larger difference between two checks is no restart.
const generationsMax = 1_000_000

type Salts = readonly [number, number]
const isSameLog = (a: Salts, b: Salts): boolean => a[0] === b[0] && a[1] === b[1]

// A frame is a header of 24 bytes, which repeats the salts, and a page of the default size.
const frameBytes = 24 + 4096
const frameSaltsAt = 8

/** A frame as it was written, and where. */
interface Frame {
  readonly at: number
  readonly bytes: Buffer
  readonly salts: Salts
}

const compared = Buffer.alloc(frameBytes)
const isAt = (descriptor: number, { at, bytes }: Frame): boolean =>
  readSync(descriptor, compared, 0, frameBytes, at) === frameBytes && compared.equals(bytes)

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
  #frame: Frame | null = null

  constructor(file: string) {
    this.#file = file
    this.#main = statsOf(file)
    this.#log = statsOf(`${file}-wal`)
    this.#logBytes = this.#log.size
    this.#descriptor = openSync(`${file}-wal`, "r")
  }

  /** Throws `FileGone` if another file is at one of the two paths, and `FileSpoiled` if the log was shortened or overwritten. */
  check(): void {
    const log = statsOf(`${this.#file}-wal`)
    if (!isSame(statsOf(this.#file), this.#main) || !isSame(log, this.#log))
      throw new FileGone(`${this.#file} was replaced`)
    if (log.size < this.#logBytes) throw new FileSpoiled(`${this.#file}-wal was shortened`)
    this.#logBytes = log.size
    this.#compareFrame()
    if (this.#salts !== null) this.#salts = this.#following(this.#salts)
  }

  /** As `check`, right after a commit of this connection. Keeps the last of the log's `frames` to compare it later. */
  checkOwn(frames: () => number): void {
    this.check()
    this.#salts ??= this.#readSalts()
    this.#keepFrame(frames)
  }

  /** Text that changes whenever the main file is written, by a checkpoint or by another program. */
  get written(): string {
    const { mtimeMs, size } = statsOf(this.#file)
    return `${mtimeMs}/${size}`
  }

  /**
   * A log that is shortened loses its last frames, even if later commits make it longer again. So the last frame that is known must
   * still be there, unless SQLite has started the log again.
   */
  #compareFrame(): void {
    const kept = this.#frame
    if (kept === null || isAt(this.#descriptor, kept)) return
    const salts = this.#readSalts()
    if (salts !== null && isSameLog(salts, kept.salts))
      throw new FileSpoiled(`${this.#file}-wal lost what was written to it`)
    this.#frame = null
  }

  /** The frames are counted between two looks at the salts: another process may start the log again at any moment. */
  #keepFrame(count: () => number): void {
    this.#frame = null
    const salts = this.#readSalts()
    const frames = count()
    if (frames < 1 || salts === null) return
    const bytes = Buffer.alloc(frameBytes)
    const at = headerBytes + (frames - 1) * frameBytes
    const read = readSync(this.#descriptor, bytes, 0, frameBytes, at)
    const own: Salts = [bytes.readUInt32BE(frameSaltsAt), bytes.readUInt32BE(frameSaltsAt + 4)]
    const now = this.#readSalts()
    // If the log was started again meanwhile, the frame that was read is of no use.
    if (now === null || !isSameLog(now, salts)) return
    if (read < frameBytes || !isSameLog(own, salts))
      throw new FileSpoiled(`${this.#file}-wal lost what was written to it`)
    this.#frame = { at, bytes, salts }
  }

  #following(earlier: Salts): Salts {
    const salts = this.#readSalts()
    if (salts === null || !follows(earlier, salts)) throw new FileSpoiled(`${this.#file}-wal was overwritten`)
    return salts
  }

  /** Whether the file that was opened is still at its path, whatever is in it. */
  get isThere(): boolean {
    const stats = statSync(this.#file, { throwIfNoEntry: false })
    return stats !== undefined && isSame(stats, this.#main)
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
