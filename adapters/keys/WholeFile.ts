/** Files that appear whole or not at all, for their owner alone. */
import { randomBytes } from "node:crypto"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"

const writeAside = (path: string, text: string): string => {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`
  const file = openSync(aside, "wx", 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return aside
}

const syncFolder = (path: string): void => {
  // A folder can't be opened for this everywhere; where it can't, the rename itself is all there is.
  try {
    const folder = openSync(dirname(path), "r")
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    return
  }
}

const exists = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/** Makes a file with this text unless there is one. True where this call made it; of several callers at once one does. */
export const createWhole = (path: string, text: () => string): boolean => {
  if (existsSync(path)) return false
  const aside = writeAside(path, text())
  try {
    linkSync(aside, path)
    syncFolder(path)
    return true
  } catch (error) {
    if (exists(error)) return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Puts a file with this text in the place of the one there. `leftover` is a file that goes once this is done. */
export const replaceWhole = (path: string, text: string, leftover?: string): void => {
  renameSync(writeAside(path, text), path)
  syncFolder(path)
  if (leftover !== undefined) rmSync(leftover, { force: true })
}
