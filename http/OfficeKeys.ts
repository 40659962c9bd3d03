import { Context, type Effect } from "effect"
import type { Json } from "../core/Json.ts"

/** The keys that the interface uses beside the notary's seal: the offices' credentials (their hashes) and the signing key of jwks.json. */
export interface OfficeKeysService {
  readonly registrarSha256: string
  readonly judgeSha256: string
  /** A compact JWS over the RFC 8785 form of a value; the same value always gives the same text. */
  readonly sign: (value: Json) => Effect.Effect<string>
  /** The documents of `/.well-known/notary.json` and `/.well-known/jwks.json`. */
  readonly notary: Json
  readonly jwks: Json
}
export class OfficeKeys extends Context.Tag("agent-court/http/OfficeKeys")<OfficeKeys, OfficeKeysService>() {}
