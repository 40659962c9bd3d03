/**
 * Keys in a folder. The first start makes them. Two processes that start at once use the same keys, since a key file appears whole (it
 * is written under another name, then linked) and the first link wins.
 *
 * Two files stand beside the keys: the id of their court (`court`), and every citation that they have sealed (`citations`). With these,
 * a court whose store is lost or too old notices that it would give a citation again.
 */
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { Layer } from "effect"
import { Judgment, wordsOf } from "../../core/judgments/index.ts"
import { createWhole } from "../host/WholeFile.ts"
import {
  checkFolder,
  credentialHash,
  ensure,
  finishRotation,
  type KeyFile,
  KeysUnusable,
  missingKeys,
  payoutKeyOf,
  readIfThere,
  readRetired,
  secretOf,
  signingKey,
  stateOf,
} from "./KeyFolder.ts"
import { type KeySet, Keys, type KeysService, keySet, serviceOf } from "./Keys.ts"

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
export const lastSealed = (folder: string): ReadonlyArray<Judgment.SeriesCounter> => {
  const highest = new Map<string, Judgment.SeriesCounter>()
  for (const line of readIfThere(join(folder, citationsFile))?.split("\n") ?? []) {
    const cited = Judgment.citedAs(line)
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

/** Reads the keys of the folder. Throws `KeysUnusable` if one is missing or can't be used. */
const load = (folder: string): KeySet => {
  finishRotation(folder)
  return keySet({
    retired: readRetired(folder),
    notary: signingKey(folder, "notary"),
    jwks: signingKey(folder, "jwks"),
    log: signingKey(folder, "log"),
    payout: payoutKeyOf(folder),
    registrarSha256: credentialHash(folder, "registrar"),
    judgeSha256: credentialHash(folder, "judge"),
    addresses: secretOf(folder, "addresses"),
  })
}

/** Throws `KeysUnusable` if the keys in the folder can't be used, or if keys can't be made there. It makes no keys. */
export const check = (folder: string): void => {
  checkFolder(folder)
  if (missingKeys(folder).names.length === 0 && existsSync(join(folder, "log"))) load(folder)
}

/** How long a process may go on with keys that were replaced, in milliseconds. Looking at every use would slow each request. */
const lookEveryMsDefault = 100

/** The use of a folder of keys: how soon a rotation counts, and whether citations are noted in it. */
export interface Use {
  /** The longest time, in milliseconds, until it uses the key of a rotation. */
  readonly lookEveryMs?: number
  /** Whether it notes the citations that it seals. A court in memory does not, since it gives the same citations at each start. */
  readonly notes?: boolean
}

/** Opens the keys of a folder and makes the keys that are missing. `made` names the files that this call made. */
export const open = (
  folder: string,
  { lookEveryMs = lookEveryMsDefault, notes = true }: Use = {},
): KeysService & { readonly made: ReadonlyArray<KeyFile> } => {
  const made = ensure(folder)
  let state = stateOf(folder)
  let loaded = load(folder)
  let lookedAt = performance.now()
  let lastNoted: string | null = null
  const current = () => {
    if (performance.now() - lookedAt < lookEveryMs) return loaded
    lookedAt = performance.now()
    const now = stateOf(folder)
    if (now !== state) {
      loaded = load(folder)
      state = now
    }
    return loaded
  }
  const service = serviceOf(current, (text) => {
    const citation = notes ? (wordsOf(text)?.citation ?? null) : null
    // A commit that is tried again seals the same citation again.
    if (citation !== null && citation !== lastNoted) noteSealed(folder, citation)
    lastNoted = citation
  })
  return Object.assign(service, { made })
}

/** The keys in a folder, which the first start makes. Throws if the folder is readable by others or lacks a key. */
export const layer = (folder: string, use: Use = {}): Layer.Layer<Keys> =>
  Layer.sync(Keys, () => open(folder, use))

export {
  dropNextLogKey,
  ensure,
  filesIn,
  KeysUnusable,
  keepLogName,
  keptLogName,
  logKeyOf,
  missingKeys,
  nextLogKeyOf,
  notaryKeys,
  prepareNextLogKey,
  rotate,
  rotateCredential,
  stateOf,
  takeNextLogKey,
} from "./KeyFolder.ts"
