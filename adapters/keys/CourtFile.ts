/**
 * Two files beside the keys: the id of their court (`court`), and every citation that they have sealed (`citations`). With these, a court
 * whose store is lost or too old notices that it would give a citation again.
 */

import { closeSync, fsyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { citedAs, type SeriesCounter } from "../../core/judgments/index.ts"
import { createWhole } from "../host/WholeFile.ts"
import { KeysUnusable, readIfThere } from "./KeyFolder.ts"

const courtFile = "court"
const citationsFile = "citations"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of the court whose keys these are. Null if they have served no court yet. */
export const courtIdOf = (folder: string): string | null => {
  const text = readIfThere(join(folder, courtFile))?.trim() ?? null
  if (text !== null && !uuid.test(text))
    throw new KeysUnusable(
      `${join(folder, courtFile)} holds no id of a court; restore it from the copy of the keys`,
    )
  return text
}

/** Keeps the id of the court whose keys these are, unless there is one. Gives the id that is kept: of several callers, the first decides. */
export const keepCourtId = (folder: string, id: string): string => {
  createWhole(join(folder, courtFile), () => `${id}\n`)
  return courtIdOf(folder) ?? id
}

/** The highest number that these keys have sealed in each series and year. A line that a crash cut short is not counted. */
export const lastSealed = (folder: string): ReadonlyArray<SeriesCounter> => {
  const highest = new Map<string, SeriesCounter>()
  for (const line of readIfThere(join(folder, citationsFile))?.split("\n") ?? []) {
    const cited = citedAs(line)
    if (cited === null) continue
    const { series, year, number: last } = cited
    const key = `${series}/${year}`
    if (last > (highest.get(key)?.last ?? 0)) highest.set(key, { series, year, last })
  }
  return [...highest.values()]
}

/** Notes a citation, and syncs it to the disk before its seal is given out. Lines of several processes never mix: each is one short append. */
export const noteSealed = (folder: string, citation: string): void => {
  const path = join(folder, citationsFile)
  // Some runtimes ignore the mode of a file that they open to append.
  createWhole(path, () => "")
  const file = openSync(path, "a", 0o600)
  try {
    writeSync(file, `${citation}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
