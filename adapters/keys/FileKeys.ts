/**
 * Keys in a folder. The first start makes them; two processes that start at once end with the same ones, since a key file
 * appears whole (written apart, then linked) and the first link wins.
 */
import { createHmac } from "node:crypto"
import { Effect, Layer } from "effect"
import { wordsOf } from "../../core/judgments/Verify.ts"
import { noteSealed } from "./CourtFile.ts"
import {
  checkFolder,
  credentialHash,
  ensure,
  finishRotation,
  type KeyFile,
  missing,
  payoutKeyOf,
  readRetired,
  type Signing,
  secretOf,
  signingKey,
  stateOf,
} from "./KeyFolder.ts"
import { Keys, type KeysService } from "./Keys.ts"
import { addressOfPoint, jwkOf, signJws } from "./SigningKey.ts"

/** The keys as they stand in the folder now. */
const load = (folder: string) => {
  finishRotation(folder)
  const retired = readRetired(folder)
  const notary = signingKey(folder, "notary")
  const jwks = signingKey(folder, "jwks")
  const past = (key: Signing) => retired.filter((it) => it.key === key)
  const payout = payoutKeyOf(folder)
  return {
    registrarSha256: credentialHash(folder, "registrar"),
    judgeSha256: credentialHash(folder, "judge"),
    notarySigner: notary,
    jwksSigner: jwks,
    payoutSigner: payout,
    addresses: secretOf(folder, "addresses"),
    notary: {
      algorithm: "ed25519" as const,
      publicKey: notary.publicKey,
      retiredKeys: past("notary").map(({ publicKey, retiredAt }) => ({ publicKey, retiredAt })),
    },
    payout: {
      address: payout.address,
      publicKey: payout.publicKey,
      retiredKeys: past("payout").map(({ publicKey, retiredAt }) => ({
        address: addressOfPoint(publicKey),
        publicKey,
        retiredAt,
      })),
    },
    jwks: { keys: [jwks.publicKey, ...past("jwks").map(({ publicKey }) => publicKey)].map(jwkOf) },
  }
}

/** Throws `KeysUnusable` where the keys that are there can't be used, or none can be made there. It makes none. */
export const check = (folder: string): void => {
  checkFolder(folder)
  if (missing(folder).names.length === 0) load(folder)
}

/** How long a process may go on with keys that were replaced, in milliseconds: looking at every use would cost each request. */
const lookEvery = 100

/** What a process does with the keys of a folder. */
export interface Use {
  /** Within this time, in milliseconds, it sees what a rotation left. */
  readonly lookEveryMs?: number
  /** Whether it notes the citations that it seals; a court in memory does not, since it gives the same ones each time. */
  readonly notes?: boolean
}

/** Opens the keys of a folder, making those that are missing. */
export const open = (
  folder: string,
  { lookEveryMs = lookEvery, notes = true }: Use = {},
): KeysService & { readonly made: ReadonlyArray<KeyFile> } => {
  const made = ensure(folder)
  let state = stateOf(folder)
  let loaded = load(folder)
  let lookedAt = performance.now()
  let noted: string | null = null
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
    get payout() {
      return current().payout
    },
    get jwks() {
      return current().jwks
    },
    sign: (value) => Effect.suspend(() => signJws(current().jwksSigner, value)),
    signText: (text) => Effect.sync(() => current().jwksSigner.sign(text).toString("base64")),
    seal: (text) => {
      const { publicKey, sign } = current().notarySigner
      const citation = notes ? (wordsOf(text)?.citation ?? null) : null
      // A commit that is tried again seals again.
      if (citation !== null && citation !== noted) noteSealed(folder, citation)
      noted = citation
      return { publicKey, signature: sign(text).toString("hex") }
    },
    signPayout: (data) => current().payoutSigner.sign(data),
    keyedHash: (text) => createHmac("sha256", current().addresses).update(text).digest("hex"),
  }
}

/** Keys kept under `folder`. */
export const layer = (folder: string, use: Use = {}): Layer.Layer<Keys> =>
  Layer.sync(Keys, () => open(folder, use))

export { courtIdOf, keepCourtId, lastSealed, noteSealed } from "./CourtFile.ts"
export {
  ensure,
  filesIn,
  KeysUnusable,
  missing,
  notaryKeys,
  rotate,
  rotateCredential,
  stateOf,
} from "./KeyFolder.ts"
