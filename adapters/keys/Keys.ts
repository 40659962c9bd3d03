/**
 * The court's own keys, as the rest of a process uses them, wherever they come from. Private keys and credentials never leave the
 * modules of this folder.
 */

import { createHmac } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import type { Wallets } from "../../core/chains/index.ts"
import { Payout } from "../../core/holds/index.ts"
import type { NotaryDocument } from "../../core/judgments/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { Keyed, Notary, NotaryUnavailable } from "../../core/kernel/Notary.ts"
import type { Retired, Signing } from "./KeyFolder.ts"
import {
  addressOfPoint,
  type Jwk,
  type JwsHeader,
  jwkOf,
  type PayoutKey,
  type PayoutPublic,
  type SigningKey,
  signEachJws,
  signJws,
} from "./SigningKey.ts"

/** Signatures and public data of the keys in force. Read each member when you use it, so that a rotation takes effect. */
export interface KeysService {
  /** The SHA-256 of the credential of each office, by which its holder is known. */
  readonly registrarSha256: string
  readonly judgeSha256: string
  /** For `/.well-known/notary.json`: the key of the seal, and the retired ones. */
  readonly notary: NotaryDocument
  /** For `/.well-known/notary.json`: the public half of the payout key, and the retired ones. */
  readonly payout: PayoutPublic & {
    readonly retiredKeys: ReadonlyArray<PayoutPublic & { readonly retiredAt: string }>
  }
  /** For `/.well-known/jwks.json`: the key of compliance summaries and dispositions, and the retired ones. */
  readonly jwks: { readonly keys: ReadonlyArray<Jwk> }
  /**
   * A compact JWS over the RFC 8785 form of a value, with these further members in its header. The same value and header give the same
   * text as long as the key stays.
   */
  readonly sign: (value: Json, header?: JwsHeader) => Effect.Effect<string>
  /** As `sign`, for each of these values in their order. Few wait for a thread at one time, so that other signatures wait little. */
  readonly signEach: (values: ReadonlyArray<Json>, header?: JwsHeader) => Effect.Effect<ReadonlyArray<string>>
  /** The key of checkpoints of the court's log, in hexadecimal. */
  readonly log: { readonly publicKey: string }
  /** An ed25519 signature over bytes, or over the UTF-8 bytes of a text, by the key of the log. */
  readonly signLog: (message: string | Uint8Array) => Effect.Effect<Uint8Array>
  /** An ed25519 signature over the UTF-8 bytes of a text by the key of `jwks`, in base64. Calls to agents carry it. */
  readonly signText: (text: string) => Effect.Effect<string>
  /** As `signText`, of a text or of bytes that name the key by its `kid`. Gives the `kid` with the signature. */
  readonly signNamed: (
    textOf: (kid: string) => string | Uint8Array,
  ) => Effect.Effect<{ readonly kid: string; readonly signature: string }>
  /** The seal's ed25519 signature over the UTF-8 bytes of a text; key and signature in hexadecimal. Throws if the keys can't be read. */
  readonly seal: (text: string) => { readonly publicKey: string; readonly signature: string }
  /** Signs typed data with the payout key. Rejects if the key can't be read. */
  readonly signPayout: <Message extends object>(
    data: Wallets.TypedData<Message>,
  ) => Promise<Wallets.SignedData>
  /** A keyed hash (HMAC-SHA-256, hexadecimal) of a text that could be guessed from a plain hash, such as an e-mail address. */
  readonly keyedHash: (text: string) => string
}
/** The port of the keys of a court: files in a folder, or keys in memory. */
export class Keys extends Context.Tag("agent-court/Keys")<Keys, KeysService>() {}

/** The core's notary, who signs records by these keys. It fails with `NotaryUnavailable` if a key can't sign. */
export const layerNotary: Layer.Layer<Notary, never, Keys> = Layer.effect(
  Notary,
  Effect.map(Keys, (keys) => ({
    sign: (payload) =>
      Effect.try({
        try: () => ({ ...keys.seal(payload), sha256: sha256Hex(payload) }),
        catch: (cause) => new NotaryUnavailable({ cause }),
      }),
  })),
)

/** The core's keyed hash (HMAC-SHA-256), by the secret key of the court. */
export const layerKeyed: Layer.Layer<Keyed, never, Keys> = Layer.effect(
  Keyed,
  Effect.map(Keys, (keys) => ({ hash: (text) => keys.keyedHash(text) })),
)

/**
 * The core's signer of payout instructions, with these keys. `court` is the name in the domain of the typed data, and `idOf` gives the
 * court's id, which a court that has no id yet, such as one in memory, replaces by that name.
 */
export const layerPayouts = (
  court: string,
  idOf: () => string | null,
): Layer.Layer<Payout.Signer, never, Keys> =>
  Layer.effect(
    Payout.Signer,
    Effect.map(Keys, (keys) => ({
      court,
      get courtId() {
        return idOf() ?? court
      },
      get addresses() {
        return [keys.payout, ...keys.payout.retiredKeys].map(({ address }) => address)
      },
      sign: (data) =>
        Effect.tryPromise({
          try: () => keys.signPayout(data),
          catch: (cause) => new NotaryUnavailable({ cause }),
        }),
    })),
  )

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

const publishKeys = ({ notary, jwks, payout, log, retired, ...rest }: Secrets) => {
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
/** The keys of a court in memory, read and checked, with the documents that publish their public halves. */
export interface KeySet extends ReturnType<typeof publishKeys> {}

/** The secrets with the documents that publish their public halves. */
export const keySet: (secrets: Secrets) => KeySet = publishKeys

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
  signLog: (message) => Effect.sync(() => current().logSigner.sign(message)),
  sign: (value, header) => Effect.sync(() => signJws(current().jwksSigner, value, header)),
  signEach: (values, header) => Effect.suspend(() => signEachJws(current().jwksSigner, values, header)),
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
