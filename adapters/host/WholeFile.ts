/** Files that are there whole or not at all: written beside their place, forced to the disk, then put in it. */
import { createHash, randomBytes } from "node:crypto"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"

/** How the name of a file ends that is not whole yet. A process that dies may leave one; it can be removed. */
export const partial = ".partial"

/** What of a file its manifest keeps. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const forOwner = 0o600
const forEverybody = 0o666

/** Forces what was written to a file onto the disk. */
export const syncFile = (path: string): void => {
  const opened = openSync(path, "r")
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Forces the names in a folder onto the disk. */
export const syncFolder = (path: string): void => {
  // A folder can't be opened for this everywhere; where it can't, the rename itself is all there is.
  try {
    syncFile(path)
  } catch {
    return
  }
}

/** A new file beside a path, which the umask may narrow further. */
const beside = (path: string, mode: number) => {
  const name = `${path}.${randomBytes(6).toString("hex")}${partial}`
  const file = openSync(name, "wx", mode)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  return {
    write: (data: Uint8Array): void => {
      for (let from = 0; from < data.length; ) from += writeSync(file, data, from)
    },
    /** Puts the file in its place, whole and on the disk. */
    place: (put: (from: string, to: string) => void): void => {
      fsyncSync(file)
      close()
      put(name, path)
      syncFolder(dirname(path))
    },
    /** Leaves nothing beside the place, whatever became of the file. */
    end: (): void => {
      close()
      rmSync(name, { force: true })
    },
  }
}

const placeText = (path: string, text: string, put: (from: string, to: string) => void): void => {
  const file = beside(path, forOwner)
  try {
    file.write(Buffer.from(text, "utf8"))
    file.place(put)
  } finally {
    file.end()
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/**
 * Makes a file with this text, for its owner alone, unless there is one. It gives true where this call made it; of several callers
 * at once one does.
 */
export const createWhole = (path: string, text: () => string): boolean => {
  if (existsSync(path)) return false
  try {
    placeText(path, text(), linkSync)
    return true
  } catch (error) {
    if (isThere(error)) return false
    throw error
  }
}

/** Puts a file with this text, for its owner alone, in the place of the one there. `leftover` is a file that goes once this is done. */
export const replaceWhole = (path: string, text: string, leftover?: string): void => {
  placeText(path, text, renameSync)
  if (leftover !== undefined) rmSync(leftover, { force: true })
}

/**
 * Writes a file piece by piece, for everybody whom the umask allows, and tells its length and hash. Where anything fails, the file is
 * as it was before, and the failure is thrown.
 */
export const writeWhole = async (path: string, pieces: Pieces): Promise<Written> => {
  const hash = createHash("sha256")
  let bytes = 0
  const file = beside(path, forEverybody)
  try {
    for await (const piece of pieces) {
      const data = typeof piece === "string" ? Buffer.from(piece) : piece
      file.write(data)
      hash.update(data)
      bytes += data.length
    }
    file.place(renameSync)
  } finally {
    file.end()
  }
  return { bytes, sha256: hash.digest("hex") }
}
