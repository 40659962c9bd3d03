/** SQLite's index of a log: the file `-shm`, which every process that has the database open maps into its memory. */
import { fstatSync, openSync, readSync, type Stats, statSync } from "node:fs"
import { endianness } from "node:os"

/** Two numbers that SQLite draws for a log each time that it starts it again. They stand in its header and in each of its frames. */
export type Salts = readonly [number, number]

export const isSameLog = (a: Salts, b: Salts): boolean => a[0] === b[0] && a[1] === b[1]

export const saltsAt = (bytes: Buffer, at: number): Salts => [
  bytes.readUInt32BE(at),
  bytes.readUInt32BE(at + 4),
]

/** The state of a log as SQLite knows it: how many frames were committed to it and are not superseded, and its salts. */
export interface Indexed {
  readonly frames: number
  /** How many of the frames, from the first on, are in the main file already. */
  readonly copied: number
  readonly salts: Salts
}

// The header has two copies of 48 bytes: https://www.sqlite.org/walformat.html, "WAL-Index Header". A writer changes the second copy
// first, so a reader has a whole header if both are equal.
const copyBytes = 48
const framesAt = 16
const indexSaltsAt = 32
// Behind the two copies, in "WAL Index Checkpoint Information": `nBackfill`.
const copiedAt = 2 * copyBytes

const numberAt = (bytes: Buffer, at: number): number =>
  endianness() === "LE" ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

/** The index of the log of one open file. It stays the same file if its name is removed, as SQLite's own mapping does. */
export class LogIndex {
  readonly #descriptor: number
  readonly #header = Buffer.alloc(2 * copyBytes + 4)

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Null while another process changes it. */
  read(): Indexed | null {
    const header = this.#header
    if (readSync(this.#descriptor, header, 0, header.length, 0) < header.length) return null
    if (header.compare(header, copyBytes, 2 * copyBytes, 0, copyBytes) !== 0) return null
    return {
      frames: numberAt(header, framesAt),
      copied: numberAt(header, copiedAt),
      salts: saltsAt(header, indexSaltsAt),
    }
  }
}

const inodeOf = ({ dev, ino }: Stats): string => `${dev}/${ino}`

/** The indexes that one thread reads. It opens each once. Only `Descriptors` closes them, and says why. */
export class LogIndexes {
  readonly #opened: (descriptor: number) => void
  readonly #descriptors = new Map<string, number>()

  /** `opened` is called with each descriptor. */
  constructor(opened: (descriptor: number) => void) {
    this.#opened = opened
  }

  /** The index of a file that a connection has open. */
  open(file: string): LogIndex {
    const path = `${file}-shm`
    const known = this.#descriptors.get(inodeOf(statSync(path)))
    if (known !== undefined) return new LogIndex(known)
    const descriptor = openSync(path, "r")
    this.#opened(descriptor)
    this.#descriptors.set(inodeOf(fstatSync(descriptor)), descriptor)
    return new LogIndex(descriptor)
  }
}
