/** Where a backup is put back: the keys and the file of a configuration, and what stands there already. */
import { existsSync, renameSync } from "node:fs"
import { dirname } from "node:path"
import * as WholeFile from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { SqliteInspection } from "../../../adapters/sqlite/index.ts"
import { Failure } from "../Cli.ts"
import { cited } from "../Identity.ts"

/** The keys' folder and the store's file; the file is null where the store is no file. */
export interface Place {
  readonly keys: string
  readonly file: string | null
}
/** A place whose keys may stay as they are, which null says. */
export type Moving = Pick<Place, "file"> & { readonly keys: string | null }

const logs = ["", "-wal", "-shm"]

/** What of a place is there already. */
export const occupied = ({ keys, file }: Moving): ReadonlyArray<string> =>
  [...(keys === null ? [] : [keys]), ...(file === null ? [] : logs.map((log) => `${file}${log}`))].filter(
    (path) => existsSync(path),
  )

/**
 * The citations that the keys of a place remember, if they are those of this court: a store that is older than they are must not give
 * one of them again.
 */
export const remembered = ({ keys }: Pick<Place, "keys">, court: string): ReadonlyArray<string> =>
  existsSync(keys) && FileKeys.courtIdOf(keys) === court ? FileKeys.lastSealed(keys).map(cited) : []

/** Notes citations as sealed, in keys that no court uses now. */
export const note = (keys: string, citations: ReadonlyArray<string>): void => {
  const known = new Set(FileKeys.lastSealed(keys).map(cited))
  for (const citation of citations) if (!known.has(citation)) FileKeys.noteSealed(keys, citation)
}

/** Puts what stands in a place under other names beside it, and gives those names. Refused while a court has the file open. */
export const clear = (place: Moving, suffix: string): ReadonlyArray<string> => {
  const { file } = place
  if (file !== null && existsSync(file) && !SqliteInspection.settle(file))
    throw new Failure(`a process has ${file} open: stop the court first, its schedulers too`)
  return occupied(place).map((path) => {
    const aside = `${path}${suffix}`
    renameSync(path, aside)
    return aside
  })
}

/** Puts what was made ready in its place, the store first: a store without keys and keys without a store are both refused at start. */
export const settle = (from: Place, to: Moving): void => {
  if (from.file !== null && to.file !== null) {
    SqliteInspection.settle(from.file)
    WholeFile.syncFile(from.file)
    renameSync(from.file, to.file)
    WholeFile.syncFolder(dirname(to.file))
  }
  if (to.keys !== null) {
    WholeFile.syncFolder(from.keys)
    renameSync(from.keys, to.keys)
    WholeFile.syncFolder(dirname(to.keys))
  }
}
