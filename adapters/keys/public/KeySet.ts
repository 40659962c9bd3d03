/** Sets of public keys (RFC 7517, §5). */
import { Either, Schema } from "effect"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import * as Jwk from "./Jwk.ts"

const decode = Schema.decodeUnknownEither(Schema.Struct({ keys: Schema.Array(Schema.Unknown) }))
const isCalled = Schema.is(Schema.Struct({ kid: Schema.String }))

/**
 * The one key of a set that has this `kid`; null if the set has no such key or several, or if the court does not verify by it.
 * `read` may be a reader that remembers keys.
 */
export const keyIn = (
  set: unknown,
  kid: string,
  read: typeof Jwk.read = Jwk.read,
): ProvenKey.PublicJwk | null => {
  const decoded = decode(set)
  if (Either.isLeft(decoded)) return null
  const [first, second] = decoded.right.keys.filter((key) => isCalled(key) && key.kid === kid)
  return second === undefined ? read(first) : null
}
