/** The court's own keys, as the rest of a process uses them. Private keys and credentials never leave this folder's modules. */
import { Context, Effect, Layer } from "effect"
import { PayoutSigner, type SignedData, type TypedData } from "../../core/holds/Payout.ts"
import type { Json } from "../../core/Json.ts"
import type { NotaryDocument } from "../../core/judgments/Verify.ts"
import { Keyed, Notary, NotaryUnavailable } from "../../core/Notary.ts"
import { sha256Hex } from "../../core/Text.ts"
import type { PayoutPublic } from "./PayoutKey.ts"
import type { Jwk } from "./SigningKey.ts"

/** What is signed or told with the keys in force. Each member is read when used, so that a rotation takes effect at once. */
export interface KeysService {
  /** SHA-256 of the credentials of the offices. */
  readonly registrarSha256: string
  readonly judgeSha256: string
  /** `/.well-known/notary.json`: the key of the seal and those retired. */
  readonly notary: NotaryDocument
  /** The public half of the payout key, and those retired: part of `/.well-known/notary.json`. */
  readonly payout: PayoutPublic & {
    readonly retiredKeys: ReadonlyArray<PayoutPublic & { readonly retiredAt: string }>
  }
  /** `/.well-known/jwks.json`: the key of compliance summaries and dispositions, and those retired. */
  readonly jwks: { readonly keys: ReadonlyArray<Jwk> }
  /** A compact JWS over the RFC 8785 form of a value; the same value gives the same text while the key stays. */
  readonly sign: (value: Json) => Effect.Effect<string>
  /** An ed25519 signature over the UTF-8 bytes of a text by the key of `jwks`, in base64: what calls to agents carry. */
  readonly signText: (text: string) => Effect.Effect<string>
  /** The seal's ed25519 signature over the UTF-8 bytes of a text; key and signature in hexadecimal. Throws where the keys can't be read. */
  readonly seal: (text: string) => { readonly publicKey: string; readonly signature: string }
  /** Signs typed data with the payout key. It rejects where the key can't be read. */
  readonly signPayout: <Message extends object>(data: TypedData<Message>) => Promise<SignedData>
  /** A keyed hash (HMAC-SHA-256, hexadecimal) for what could be guessed from a plain one, such as an e-mail address. */
  readonly keyedHash: (text: string) => string
}
export class Keys extends Context.Tag("agent-court/Keys")<Keys, KeysService>() {}

/** The notary of the core, sealing with these keys. */
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

/** The keyed hash of the core, with these keys. */
export const layerKeyed: Layer.Layer<Keyed, never, Keys> = Layer.effect(
  Keyed,
  Effect.map(Keys, (keys) => ({ hash: (text) => keys.keyedHash(text) })),
)

/** The signer of payout instructions of the core, with these keys. `court` is the name of the typed data's domain. */
export const layerPayouts = (court: string): Layer.Layer<PayoutSigner, never, Keys> =>
  Layer.effect(
    PayoutSigner,
    Effect.map(Keys, (keys) => ({
      court,
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
