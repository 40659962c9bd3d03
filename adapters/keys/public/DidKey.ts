/** Keys in multibase (base58btc) with a multicodec before them, as `did:key` and `publicKeyMultibase` have them. */
import { base58 } from "@scure/base"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import { ofEd25519, ofPoint } from "./Jwk.ts"

/** The multicodecs of public keys, as unsigned varints of two bytes. */
const codecs: ReadonlyArray<
  readonly [first: number, second: number, read: (key: Uint8Array) => ProvenKey.PublicJwk | null]
> = [
  [0xed, 0x01, ofEd25519],
  [0x80, 0x24, (key) => ofCompressed("P-256", key)],
  [0xe7, 0x01, (key) => ofCompressed("secp256k1", key)],
]

const compressedBytes = 33
const ofCompressed = (crv: "P-256" | "secp256k1", key: Uint8Array): ProvenKey.PublicJwk | null =>
  key.length === compressedBytes ? ofPoint(crv, key) : null

/** No key here is longer. Decoding takes time that grows with the square of the length. */
const multibaseMax = 64

/** The key of a multibase text; null if it is not a key that the court verifies by. */
export const ofMultibase = (text: string): ProvenKey.PublicJwk | null => {
  if (!text.startsWith("z") || text.length > multibaseMax) return null
  try {
    const [first, second, ...key] = base58.decode(text.slice(1))
    const codec = codecs.find(([one, two]) => one === first && two === second)
    return codec === undefined ? null : codec[2](Uint8Array.from(key))
  } catch {
    return null
  }
}

/** The key of a `did:key`, with or without a fragment; null if it is not a key, or if the fragment names something else. */
export const keyOf = (did: string): ProvenKey.PublicJwk | null => {
  const [, id, fragment] = /^did:key:([^#]+)(?:#(.*))?$/.exec(did) ?? []
  if (id === undefined || (fragment !== undefined && fragment !== id)) return null
  return ofMultibase(id)
}
