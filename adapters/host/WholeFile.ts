/** Files that are there whole or not at all: each is written under another name, synced to the disk and then renamed or linked. */
import { createHash, randomBytes } from "node:crypto"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"

/** The suffix of a file that is not whole yet. A process that dies may leave such a file, which can be removed. */
export const partial = ".partial"

/** A file as its manifest describes it: its length in bytes, and its SHA-256 in hexadecimal. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const forOwner = 0o600
const forEverybody = 0o666

/** Waits until the bytes of a file are on the disk (fsync). Throws if the file can't be opened. */
export const syncFile = (path: string): void => {
  const opened = openSync(path, "r")
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Waits until the names in a folder are on the disk, where the system can. */
export const syncFolder = (path: string): void => {
  // Some systems can't open a folder. There, nothing more can be done than to rename the file.
  try {
    syncFile(path)
  } catch {
    return
  }
}

/** A new file beside a path, with these permissions less the umask. */
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
    /** Syncs the file, and puts it in its place by `put`. */
    place: (put: (from: string, to: string) => void): void => {
      fsyncSync(file)
      close()
      put(name, path)
      syncFolder(dirname(path))
    },
    /** Removes the file if it is still beside its place. */
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

const alreadyExists = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/**
 * Makes a file with this text, which only its owner can read, unless the file exists. Gives true if this call made it; of several callers
 * at once, one call does.
 */
export const createWhole = (path: string, text: () => string): boolean => {
  if (existsSync(path)) return false
  try {
    placeText(path, text(), linkSync)
    return true
  } catch (error) {
    if (alreadyExists(error)) return false
    throw error
  }
}

/** Replaces a file by one with this text, which only its owner can read. Then removes the file `leftover`. */
export const replaceWhole = (path: string, text: string, leftover?: string): void => {
  placeText(path, text, renameSync)
  if (leftover !== undefined) rmSync(leftover, { force: true })
}

/**
 * Writes a file piece by piece, with the permissions that the umask allows, and gives its length and hash. If anything fails, the error is
 * thrown and the file is as it was before.
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
