/**
 * Keys in a folder. The first start makes them; two processes that start at once end with the same ones, since a key file
 * appears whole (written apart, then linked) and the first link wins.
 */
import { createHmac, randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, Schema } from "effect"
import { format } from "../../core/Time.ts"
import * as ApiKey from "./ApiKey.ts"
import { jwkOf, signJws } from "./Jws.ts"
import { Keys, type KeysService } from "./Keys.ts"
import * as SigningKey from "./SigningKey.ts"
import { createWhole, replaceWhole } from "./WholeFile.ts"

const hexBytes = () => `${randomBytes(32).toString("hex")}\n`

/** Every key file, and how a new one is made. A secp256k1 key is any 32 bytes but for a chance of 2^-128. */
const files = {
  notary: SigningKey.freshPem,
  jwks: SigningKey.freshPem,
  payout: hexBytes,
  addresses: hexBytes,
  "registrar.key": () => `${ApiKey.fresh().apiKey}\n`,
  "judge.key": () => `${ApiKey.fresh().apiKey}\n`,
} as const
export type KeyFile = keyof typeof files
const names = Object.keys(files) as ReadonlyArray<KeyFile>
export type Signing = "notary" | "jwks"
export type Office = "registrar" | "judge"

const retiredFile = "retired.json"

/** A public key that signs no more: what it signed before `retiredAt` stays valid. */
const Retired = Schema.Struct({
  key: Schema.Literal("notary", "jwks"),
  publicKey: Schema.String,
  retiredAt: Schema.String,
})
type Retired = typeof Retired.Type

/** The keys can't be used as they are; the message says what to do. It never shows a key. */
export class KeysUnusable extends Error {
  override readonly name = "KeysUnusable"
}

/** Makes the folder and whatever key is missing. Returns the names of the files that this call made. */
export const ensure = (folder: string): ReadonlyArray<KeyFile> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return names.filter((name) => createWhole(join(folder, name), files[name]))
}

const readPrivate = (folder: string, name: KeyFile): string => {
  const path = join(folder, name)
  const open = statSync(path).mode & 0o077
  if (open !== 0 && process.platform !== "win32")
    throw new KeysUnusable(`${path} can be read by others; run: chmod 600 ${path}`)
  return readFileSync(path, "utf8")
}

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}

const decodeRetired = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Retired)))
const readRetired = (folder: string): ReadonlyArray<Retired> =>
  decodeRetired(readIfThere(join(folder, retiredFile)) ?? "[]")

const signingKey = (folder: string, name: Signing): SigningKey.SigningKey => {
  try {
    return SigningKey.fromPem(readPrivate(folder, name))
  } catch (cause) {
    if (cause instanceof KeysUnusable) throw cause
    throw new KeysUnusable(`${join(folder, name)} holds no ed25519 private key in PEM`)
  }
}

const credentialHash = (folder: string, office: Office): string => {
  const hash = ApiKey.parse(readPrivate(folder, `${office}.key`).trim())
  if (hash === null) throw new KeysUnusable(`${join(folder, `${office}.key`)} holds no credential`)
  return hash
}

const secretOf = (folder: string, name: "addresses" | "payout"): Buffer => {
  const bytes = Buffer.from(readPrivate(folder, name).trim(), "hex")
  if (bytes.length !== 32)
    throw new KeysUnusable(`${join(folder, name)} does not hold 32 bytes in hexadecimal`)
  return bytes
}

/** The keys as they stand in the folder now. */
const load = (folder: string) => {
  finishRotation(folder)
  const retired = readRetired(folder)
  const notary = signingKey(folder, "notary")
  const jwks = signingKey(folder, "jwks")
  const past = (key: Signing) => retired.filter((it) => it.key === key)
  secretOf(folder, "payout")
  return {
    registrarSha256: credentialHash(folder, "registrar"),
    judgeSha256: credentialHash(folder, "judge"),
    notarySigner: notary,
    jwksSigner: jwks,
    addresses: secretOf(folder, "addresses"),
    notary: {
      algorithm: "ed25519" as const,
      publicKey: notary.publicKey,
      retiredKeys: past("notary").map(({ publicKey, retiredAt }) => ({ publicKey, retiredAt })),
    },
    jwks: { keys: [jwks.publicKey, ...past("jwks").map(({ publicKey }) => publicKey)].map(jwkOf) },
  }
}

/** Tells one state of the folder from another: a file that is replaced has another inode. */
const stateOf = (folder: string): string =>
  [...names, retiredFile]
    .map((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      return found === undefined ? "-" : `${found.ino}/${found.mtimeMs}/${found.size}`
    })
    .join(" ")

/** Opens the keys of a folder, making those that are missing. Each use sees what a rotation has left, `lookAgainMs` later at most. */
export const open = (
  folder: string,
  lookAgainMs = 0,
): KeysService & { readonly made: ReadonlyArray<KeyFile> } => {
  const made = ensure(folder)
  let state = stateOf(folder)
  let loaded = load(folder)
  let looked = performance.now()
  const current = () => {
    // Looking at nine files costs more than a signature: under load, once in a while is enough.
    if (performance.now() - looked < lookAgainMs) return loaded
    looked = performance.now()
    const now = stateOf(folder)
    if (now !== state) {
      loaded = load(folder)
      state = now
    }
    return loaded
  }
  return {
    made,
    get registrarSha256() {
      return current().registrarSha256
    },
    get judgeSha256() {
      return current().judgeSha256
    },
    get notary() {
      return current().notary
    },
    get jwks() {
      return current().jwks
    },
    sign: (value) => Effect.sync(() => signJws(current().jwksSigner, value)),
    signText: (text) => Effect.sync(() => current().jwksSigner.sign(text).toString("base64")),
    seal: (text) => {
      const { publicKey, sign } = current().notarySigner
      return { publicKey, signature: sign(text).toString("hex") }
    },
    keyedHash: (text) => createHmac("sha256", current().addresses).update(text).digest("hex"),
  }
}

/** Keys kept under `folder`. */
export const layer = (folder: string, lookAgainMs = 0): Layer.Layer<Keys> =>
  Layer.sync(Keys, () => open(folder, lookAgainMs))

const nextFile = (folder: string, key: Signing) => join(folder, `${key}.next`)

/**
 * Puts a new signing key in the place of the one in force, which is listed as retired at `retiredAt` (milliseconds): what it
 * signed before stays valid. A process that runs meanwhile notices at its next signature; an instant a minute ahead leaves no gap.
 * A crash at any step is finished by the next start.
 */
export const rotate = (folder: string, key: Signing, retiredAt: number): { readonly publicKey: string } => {
  finishRotation(folder)
  const { publicKey } = signingKey(folder, key)
  replaceWhole(nextFile(folder, key), SigningKey.freshPem())
  const retired: Retired = { key, publicKey, retiredAt: format(retiredAt) }
  replaceWhole(join(folder, retiredFile), `${JSON.stringify([...readRetired(folder), retired], null, 2)}\n`)
  finishRotation(folder)
  return { publicKey: signingKey(folder, key).publicKey }
}

/** A key that is listed as retired and is still in its place gives way to the one made to follow it. */
const finishRotation = (folder: string): void => {
  const retired = new Set(readRetired(folder).map(({ publicKey }) => publicKey))
  for (const key of ["notary", "jwks"] as const) {
    if (retired.size === 0 || !retired.has(signingKey(folder, key).publicKey)) continue
    const next = readIfThere(nextFile(folder, key))
    if (next !== null) replaceWhole(join(folder, key), next, nextFile(folder, key))
    if (retired.has(signingKey(folder, key).publicKey))
      throw new KeysUnusable(`${join(folder, key)} is retired and ${nextFile(folder, key)} is missing`)
  }
}

/** A new credential for an office, written to its file; the old one serves no more. */
export const rotateCredential = (folder: string, office: Office): void =>
  replaceWhole(join(folder, `${office}.key`), files[`${office}.key`]())
