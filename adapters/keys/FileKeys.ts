/**
 * Keys in a folder. The first start makes them; two processes that start at once end with the same ones, since a key file
 * appears whole (written apart, then linked) and the first link wins.
 */
import { createHmac } from "node:crypto"
import { Effect, Layer } from "effect"
import { jwkOf, signJws } from "./Jws.ts"
import {
  credentialHash,
  ensure,
  type KeyFile,
  readRetired,
  type Signing,
  secretOf,
  signingKey,
  stateOf,
} from "./KeyFolder.ts"
import { Keys, type KeysService } from "./Keys.ts"
import { finishRotation } from "./Rotation.ts"

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

/** How long a process may go on with keys that were replaced, in milliseconds: looking at every use would cost each request. */
const lookEvery = 100

/** Opens the keys of a folder, making those that are missing. What a rotation leaves is seen within `lookEveryMs`. */
export const open = (
  folder: string,
  lookEveryMs = lookEvery,
): KeysService & { readonly made: ReadonlyArray<KeyFile> } => {
  const made = ensure(folder)
  let state = stateOf(folder)
  let loaded = load(folder)
  let lookedAt = performance.now()
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
    sign: (value) => Effect.suspend(() => signJws(current().jwksSigner, value)),
    signText: (text) => Effect.sync(() => current().jwksSigner.sign(text).toString("base64")),
    seal: (text) => {
      const { publicKey, sign } = current().notarySigner
      return { publicKey, signature: sign(text).toString("hex") }
    },
    keyedHash: (text) => createHmac("sha256", current().addresses).update(text).digest("hex"),
  }
}

/** Keys kept under `folder`. */
export const layer = (folder: string): Layer.Layer<Keys> => Layer.sync(Keys, () => open(folder))

export { ensure, KeysUnusable } from "./KeyFolder.ts"
export { rotate, rotateCredential } from "./Rotation.ts"
