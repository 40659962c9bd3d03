/**
 * Keys in a folder. The first start makes them. Two processes that start at once use the same keys, since a key file appears whole (it is
 * written under another name, then linked) and the first link wins.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Layer } from "effect"
import { wordsOf } from "../../core/judgments/index.ts"
import { noteSealed } from "./CourtFile.ts"
import {
  checkFolder,
  credentialHash,
  ensure,
  finishRotation,
  type KeyFile,
  missingKeys,
  payoutKeyOf,
  readRetired,
  secretOf,
  signingKey,
  stateOf,
} from "./KeyFolder.ts"
import { type KeySet, keySet, serviceOf } from "./KeySet.ts"
import { Keys, type KeysService } from "./Keys.ts"

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

/** Throws `KeysUnusable` if the keys in the folder can't be used, or if none can be made there. It makes none. */
export const check = (folder: string): void => {
  checkFolder(folder)
  if (missingKeys(folder).names.length === 0 && existsSync(join(folder, "log"))) load(folder)
}

/** How long a process may go on with keys that were replaced, in milliseconds. Looking at every use would slow each request. */
const lookEveryMsDefault = 100

/** How a process uses the keys of a folder. */
export interface Use {
  /** The longest time, in milliseconds, until it uses the key of a rotation. */
  readonly lookEveryMs?: number
  /** Whether it notes the citations that it seals. A court in memory does not, since it gives the same citations at each start. */
  readonly notes?: boolean
}

/** Opens the keys of a folder and makes those that are missing. `made` names the files that this call made. */
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

/** Keys kept under `folder`. */
export const layer = (folder: string, use: Use = {}): Layer.Layer<Keys> =>
  Layer.sync(Keys, () => open(folder, use))

export { courtIdOf, keepCourtId, lastSealed, noteSealed } from "./CourtFile.ts"
export {
  dropNextLogKey,
  ensure,
  filesIn,
  KeysUnusable,
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
