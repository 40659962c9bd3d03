/** Putting a new key in the place of one in force. */
import { join } from "node:path"
import { format } from "../../core/Time.ts"
import { replaceWhole } from "../host/WholeFile.ts"
import {
  files,
  KeysUnusable,
  type Office,
  publicKeyOf,
  type Retired,
  readIfThere,
  readRetired,
  retiredFile,
  type Signing,
} from "./KeyFolder.ts"

const nextFile = (folder: string, key: Signing) => join(folder, `${key}.next`)

/** A key that is listed as retired and is still in its place gives way to the one made to follow it. */
export const finishRotation = (folder: string): void => {
  const retired = new Set(readRetired(folder).map(({ publicKey }) => publicKey))
  for (const key of ["notary", "jwks", "payout"] as const) {
    if (retired.size === 0 || !retired.has(publicKeyOf(folder, key))) continue
    const next = readIfThere(nextFile(folder, key))
    if (next !== null) replaceWhole(join(folder, key), next, nextFile(folder, key))
    if (retired.has(publicKeyOf(folder, key)))
      throw new KeysUnusable(`${join(folder, key)} is retired and ${nextFile(folder, key)} is missing`)
  }
}

/**
 * Puts a new signing key in the place of the one in force, which is listed as retired at `retiredAt` (milliseconds): what it
 * signed before stays valid. Processes that run meanwhile notice within a moment; an instant a minute ahead leaves no gap.
 * A crash at any step is finished by the next start.
 */
export const rotate = (folder: string, key: Signing, retiredAt: number): { readonly publicKey: string } => {
  finishRotation(folder)
  const publicKey = publicKeyOf(folder, key)
  replaceWhole(nextFile(folder, key), files[key]())
  const retired: Retired = { key, publicKey, retiredAt: format(retiredAt) }
  replaceWhole(join(folder, retiredFile), `${JSON.stringify([...readRetired(folder), retired], null, 2)}\n`)
  finishRotation(folder)
  return { publicKey: publicKeyOf(folder, key) }
}

/** A new credential for an office, written to its file; the old one serves no more. */
export const rotateCredential = (folder: string, office: Office): void =>
  replaceWhole(join(folder, `${office}.key`), files[`${office}.key`]())
