/** One writer a folder. */
import { accessSync, constants } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"

/** The file that is locked. It stays, empty: were it removed, two processes could each lock a file of its name. */
export const lockFile = ".lock"

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")

/**
 * Takes the lock of a folder, which must exist, and gives what releases it; undefined where somebody else has it. It is a lock of the
 * operating system on a file, the one that SQLite takes for a writer, so that it ends with its process, however that ends: what a kill
 * leaves behind locks nothing.
 */
export const lock = (folder: string): (() => void) | undefined => {
  // Says in the words of the operating system why nothing can be written there.
  accessSync(folder, constants.W_OK)
  const path = join(folder, lockFile)
  let database: Database.Database | undefined
  try {
    const held = new Database(path, { timeout: 0 })
    database = held
    // Nothing is ever written: no journal is needed beside it.
    held.pragma("journal_mode = memory")
    held.exec("BEGIN EXCLUSIVE")
    return () => {
      held.close()
    }
  } catch (error) {
    database?.close()
    if (isBusy(error)) return undefined
    throw new Error(`${path} can't be locked: ${error instanceof Error ? error.message : String(error)}`)
  }
}
