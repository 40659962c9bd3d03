/**
 * The memory of a witness: for each log the checkpoint that it signed last, in one file. The file is written whole and synced to the disk
 * before a signature leaves the process, so that a witness that dies at any moment never signs two trees of one size.
 */
import { readFileSync, realpathSync } from "node:fs"
import Database from "better-sqlite3"
import { Either, Schema } from "effect"
import { WholeFile } from "../../../adapters/host/index.ts"
import { Checkpoint, type Witness } from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"

/** The signed checkpoints by the origin of their logs. */
const Kept = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String }))

export interface Memory {
  readonly seen: (origin: string) => Witness.Seen | null
  /** The checkpoint of a log that was signed last, as the note that was kept. */
  readonly noteOf: (origin: string) => string | null
  readonly origins: () => ReadonlyArray<string>
  /** Keeps the note of a log's latest checkpoint. When this has returned, it is on the disk. */
  readonly keep: (origin: string, note: string) => void
  readonly close: () => void
}

/** Makes an empty memory. False if the file exists already: it is left as it is. */
export const makeMemory = (file: string): boolean => WholeFile.createWhole(file, () => "{}\n")

const readKept = (file: string): Map<string, string> => {
  const kept = Either.getOrThrowWith(
    Schema.decodeUnknownEither(Kept)(readFileSync(file, "utf8")),
    () => new Failure(`${file} is not the memory of a witness`),
  )
  for (const [origin, note] of Object.entries(kept))
    if (Checkpoint.parseSigned(note)?.checkpoint.origin !== origin)
      throw new Failure(`${file} has no checkpoint of ${origin} where it should have one`)
  return new Map(Object.entries(kept))
}

/** Holds a lock of the operating system for as long as this process lives. A second witness on the same file could sign a fork. */
const holdLock = (file: string): Database.Database => {
  const lock = new Database(`${realpathSync(file)}.lock`, { timeout: 0 })
  try {
    lock.exec("BEGIN EXCLUSIVE")
    return lock
  } catch {
    lock.close()
    throw new Failure(`another process is the witness that remembers in ${file}`)
  }
}

/** Opens a memory. Throws a `Failure` if the file is not one, or if another process has it open. */
export const openMemory = (file: string): Memory => {
  const lock = holdLock(file)
  const kept = readKept(file)
  const signedOf = (origin: string) => {
    const note = kept.get(origin)
    return note === undefined ? null : Checkpoint.parseSigned(note)
  }
  return {
    seen: (origin) => signedOf(origin)?.checkpoint ?? null,
    noteOf: (origin) => kept.get(origin) ?? null,
    origins: () => [...kept.keys()],
    keep: (origin, note) => {
      const next = new Map(kept).set(origin, note)
      WholeFile.replaceWhole(file, `${JSON.stringify(Object.fromEntries(next), null, 1)}\n`)
      kept.set(origin, note)
    },
    close: () => lock.close(),
  }
}
