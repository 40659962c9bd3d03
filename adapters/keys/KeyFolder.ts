/** The files of the court's keys: their names, how each is made, read and replaced. */

import { randomBytes } from "node:crypto"
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { Schema } from "effect"
import { format } from "../../core/kernel/Time.ts"
import { createWhole, partial, replaceWhole } from "../host/WholeFile.ts"
import * as ApiKey from "./ApiKey.ts"
import * as SigningKey from "./SigningKey.ts"

const hexBytes = () => `${randomBytes(32).toString("hex")}\n`

/** Every key file, and how its content is made. Any 32 bytes are a secp256k1 key, except with a chance of 2^-128. */
export const files = {
  notary: SigningKey.freshPem,
  jwks: SigningKey.freshPem,
  log: SigningKey.freshPem,
  payout: hexBytes,
  addresses: hexBytes,
  "registrar.key": () => `${ApiKey.fresh().apiKey}\n`,
  "judge.key": () => `${ApiKey.fresh().apiKey}\n`,
} as const
/** The name of a file in a folder of keys, such as `notary` or `judge.key`. */
export type KeyFile = keyof typeof files
// `Object.keys` widens the names of the files to strings.
const names = Object.keys(files) as ReadonlyArray<KeyFile>
/** A key that signs: the seals of the notary, tokens under the key set, or instructions to pay. */
export type Signing = "notary" | "jwks" | "payout"
/** An office whose credential lies in the folder, under the name of the office. */
export type Office = "registrar" | "judge"

const retiredFile = "retired.json"

/** A public key that is no longer used. Its signatures from before `retiredAt` stay valid. */
export const Retired = Schema.Struct({
  key: Schema.Literal("notary", "jwks", "payout"),
  publicKey: Schema.String,
  retiredAt: Schema.String,
})
export type Retired = typeof Retired.Type

/** The keys can't be used as they are. The message says what to do, and never shows a key. */
export class KeysUnusable extends Error {
  override readonly name = "KeysUnusable"
}

/**
 * The key files that are missing, and whether that is all of them. The key of the log is not asked for, since a court from before the
 * log has no such key; a log knows its own key, and takes no other.
 */
export const missingKeys = (
  folder: string,
): { readonly names: ReadonlyArray<KeyFile>; readonly all: boolean } => {
  const asked = names.filter((name) => name !== "log")
  const absent = asked.filter((name) => !existsSync(join(folder, name)))
  return { names: absent, all: absent.length === asked.length }
}

/** Every file of the folder that a copy of the keys needs: the keys, and the files beside them. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(partial))
    .map(({ name }) => name)
    .sort()

/** Turns an error of the system into `KeysUnusable`, with the path. */
const usingPath = <A>(path: string, use: () => A): A => {
  try {
    return use()
  } catch (cause) {
    if (cause instanceof Error && "code" in cause)
      throw new KeysUnusable(`${path} can't be used for keys: ${cause.message}`)
    throw cause
  }
}

/** Makes the folder and whatever key is missing. Returns the names of the files that this call made. */
export const ensure = (folder: string): ReadonlyArray<KeyFile> =>
  usingPath(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    return names.filter((name) => createWhole(join(folder, name), files[name]))
  })

const readPrivate = (folder: string, name: KeyFile): string => {
  const path = join(folder, name)
  return usingPath(path, () => {
    const permissionsOfOthers = statSync(path).mode & 0o077
    if (permissionsOfOthers !== 0 && process.platform !== "win32")
      throw new KeysUnusable(`${path} can be read by others; run: chmod 600 ${path}`)
    return readFileSync(path, "utf8")
  })
}

/** The nearest folder above a path that exists, or the path itself. */
const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

/** Throws `KeysUnusable` if the folder can't be made, or if a key file can't be read. It makes nothing. */
export const checkFolder = (folder: string): void => {
  const above = nearestExisting(resolve(folder))
  if (!statSync(above).isDirectory())
    throw new KeysUnusable(`${folder} can't be made: ${above} is not a folder`)
  usingPath(above, () => accessSync(above, constants.W_OK))
  for (const name of names) if (existsSync(join(folder, name))) readPrivate(folder, name)
}

/** The text of a file; null if the file does not exist. */
export const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}

const decodeRetired = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Retired)))
/** The keys that signed before, with the instant at which each was retired. */
export const readRetired = (folder: string): ReadonlyArray<Retired> => {
  const path = join(folder, retiredFile)
  try {
    return decodeRetired(readIfThere(path) ?? "[]")
  } catch {
    throw new KeysUnusable(`${path} holds no list of retired keys; restore it from the copy of the keys`)
  }
}

/** The ed25519 key of this name. Throws `KeysUnusable` if its file holds no such key in PEM. */
export const signingKey = (
  folder: string,
  name: Exclude<Signing, "payout"> | "log",
): SigningKey.SigningKey => {
  try {
    return SigningKey.fromPem(readPrivate(folder, name))
  } catch (cause) {
    if (cause instanceof KeysUnusable) throw cause
    throw new KeysUnusable(`${join(folder, name)} holds no ed25519 private key in PEM`)
  }
}

/** The SHA-256 of an office's credential, in hexadecimal. Throws `KeysUnusable` if its file holds no credential. */
export const credentialHash = (folder: string, office: Office): string => {
  const hash = ApiKey.parse(readPrivate(folder, `${office}.key`).trim())
  if (hash === null) throw new KeysUnusable(`${join(folder, `${office}.key`)} holds no credential`)
  return hash
}

/** The secp256k1 key that signs payout instructions. Throws `KeysUnusable` if its file holds no such key. */
export const payoutKeyOf = (folder: string): SigningKey.PayoutKey => {
  try {
    return SigningKey.payoutKey(secretOf(folder, "payout"))
  } catch (cause) {
    if (cause instanceof KeysUnusable) throw cause
    throw new KeysUnusable(`${join(folder, "payout")} holds no secp256k1 private key`)
  }
}

/** The public keys that seal or have sealed judgments, the one in force first. Reading them writes nothing. */
export const notaryKeys = (folder: string): ReadonlyArray<string> => [
  publicKeyOf(folder, "notary"),
  ...readRetired(folder).flatMap(({ key, publicKey }) => (key === "notary" ? [publicKey] : [])),
]

/** The public key of a key that signs, in hexadecimal. Throws `KeysUnusable` if the file of the key can't be read. */
export const publicKeyOf = (folder: string, name: Signing): string =>
  (name === "payout" ? payoutKeyOf(folder) : signingKey(folder, name)).publicKey

/** The public key of the log, in hexadecimal; null if the folder has no such key yet. */
export const logKeyOf = (folder: string): string | null =>
  existsSync(join(folder, "log")) ? signingKey(folder, "log").publicKey : null

/** The last verifier key of the log of `log`, with the log's name. The key in `log` doesn't tell it, and the court's address may change. */
const logNameFile = (folder: string) => join(folder, "log.name")

/** The verifier key of the log as it was kept; null if it was not kept. */
export const keptLogName = (folder: string): string | null => readIfThere(logNameFile(folder))?.trim() ?? null

/** Keeps the verifier key of the log, unless it is kept. */
export const keepLogName = (folder: string, vkey: string): void => {
  if (keptLogName(folder) !== vkey) replaceWhole(logNameFile(folder), `${vkey}\n`)
}

/** The key of a log that is about to follow the log in force. It stands beside the key in force until the store names it. */
const nextLogFile = (folder: string) => join(folder, "log.next")

/** The public key of the log that is about to follow, in hexadecimal; null if no log is about to follow. */
export const nextLogKeyOf = (folder: string): string | null =>
  existsSync(nextLogFile(folder)) ? nextLogKey(folder).publicKey : null

const nextLogKey = (folder: string): SigningKey.SigningKey => {
  try {
    return SigningKey.fromPem(readFileSync(nextLogFile(folder), "utf8"))
  } catch {
    throw new KeysUnusable(`${nextLogFile(folder)} holds no ed25519 private key in PEM`)
  }
}

/** Makes the key of the log that is about to follow, unless it is there. */
export const prepareNextLogKey = (folder: string): SigningKey.SigningKey => {
  createWhole(nextLogFile(folder), files.log)
  return nextLogKey(folder)
}

/** Puts the key of the log that follows in force, if it has not been done. */
export const takeNextLogKey = (folder: string): void => {
  const next = readIfThere(nextLogFile(folder))
  if (next !== null) replaceWhole(join(folder, "log"), next, nextLogFile(folder))
}

/** Removes the key that was prepared for the next log. */
export const dropNextLogKey = (folder: string): void => rmSync(nextLogFile(folder), { force: true })

/** The 32 bytes of a secret in a folder of keys. Throws if the file holds anything else. */
export const secretOf = (folder: string, name: "addresses" | "payout"): Buffer => {
  const bytes = Buffer.from(readPrivate(folder, name).trim(), "hex")
  if (bytes.length !== 32)
    throw new KeysUnusable(`${join(folder, name)} does not hold 32 bytes in hexadecimal`)
  return bytes
}

/** A text that differs whenever a key file was replaced, since the new file has another inode. */
export const stateOf = (folder: string): string =>
  [...names, retiredFile]
    .map((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      return found === undefined ? "-" : `${found.ino}/${found.mtimeMs}/${found.size}`
    })
    .join(" ")

const nextFile = (folder: string, key: Signing) => join(folder, `${key}.next`)

/** Replaces each key that is listed as retired, and is still in its place, by the key that was made to follow it. */
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
 * Replaces the signing key in force by a new one, and lists it as retired at `retiredAt` (milliseconds). Its earlier signatures
 * stay valid. Running processes notice within a moment, so an instant a minute ahead leaves no gap. The next start finishes a rotation that
 * a crash interrupted.
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

/** Writes a new credential for an office to its file. The old one is no longer accepted. */
export const rotateCredential = (folder: string, office: Office): void =>
  replaceWhole(join(folder, `${office}.key`), files[`${office}.key`]())
