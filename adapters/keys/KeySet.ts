/** A set of keys that a process holds, and what the process does with them, wherever the keys come from. */
import { createHmac } from "node:crypto"
import { Effect } from "effect"
import type { Retired, Signing } from "./KeyFolder.ts"
import type { KeysService } from "./Keys.ts"
import { addressOfPoint, jwkOf, type PayoutKey, type SigningKey, signEachJws, signJws } from "./SigningKey.ts"

/** The secrets of a court, the hashes of the credentials of its offices, and the public keys that it no longer uses. */
export interface Secrets {
  readonly registrarSha256: string
  readonly judgeSha256: string
  readonly notary: SigningKey
  readonly jwks: SigningKey
  readonly payout: PayoutKey
  readonly log: SigningKey
  /** 32 bytes, under which texts that could be guessed are hashed. */
  readonly addresses: Uint8Array
  readonly retired: ReadonlyArray<Retired>
}

/** The secrets with the documents that publish their public halves. */
export const keySet = ({ notary, jwks, payout, log, retired, ...rest }: Secrets) => {
  const past = (key: Signing) => retired.filter((it) => it.key === key)
  return {
    ...rest,
    notarySigner: notary,
    jwksSigner: jwks,
    payoutSigner: payout,
    logSigner: log,
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
export type KeySet = ReturnType<typeof keySet>

/** The service over the keys that `current` gives at each use. `sealing` is told each text before it is sealed. */
export const serviceOf = (current: () => KeySet, sealing: (text: string) => void): KeysService => ({
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
  get log() {
    return { publicKey: current().logSigner.publicKey }
  },
  signLog: (text) => Effect.sync(() => current().logSigner.sign(text)),
  sign: (value, header) => Effect.suspend(() => signJws(current().jwksSigner, value, header ?? null)),
  signEach: (values) => Effect.suspend(() => signEachJws(current().jwksSigner, values)),
  signNamed: (textOf) =>
    Effect.sync(() => {
      const { publicKey, sign } = current().jwksSigner
      const { kid } = jwkOf(publicKey)
      return { kid, signature: sign(textOf(kid)).toString("base64") }
    }),
  signText: (text) => Effect.sync(() => current().jwksSigner.sign(text).toString("base64")),
  seal: (text) => {
    const { publicKey, sign } = current().notarySigner
    sealing(text)
    return { publicKey, signature: sign(text).toString("hex") }
  },
  signPayout: (data) => current().payoutSigner.sign(data),
  keyedHash: (text) => createHmac("sha256", current().addresses).update(text).digest("hex"),
})
