/** Files that are there whole or not at all: written beside their place, forced to the disk, then renamed into it. */
import { createHash } from "node:crypto"
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"

/** What of a file its manifest keeps. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** How a file being written ends, until it has its name. */
export const partial = ".partial"

/** Writes a file piece by piece. Where anything fails, the file is as it was before, and the failure is thrown. */
export const write = async (path: string, pieces: Pieces): Promise<Written> => {
  const beside = `${path}${partial}`
  const hash = createHash("sha256")
  let bytes = 0
  const file = openSync(beside, "w")
  try {
    try {
      for await (const piece of pieces) {
        const data = typeof piece === "string" ? Buffer.from(piece) : piece
        for (let from = 0; from < data.length; ) from += writeSync(file, data, from)
        hash.update(data)
        bytes += data.length
      }
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  return { bytes, sha256: hash.digest("hex") }
}

const enough = 1 << 16

/** Lines in pieces worth writing. */
export const gathered = function* (lines: Iterable<string>): Generator<string> {
  let waiting = ""
  for (const line of lines) {
    waiting += line
    if (waiting.length < enough) continue
    yield waiting
    waiting = ""
  }
  yield waiting
}
