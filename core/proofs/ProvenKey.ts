/**
 * A key or an address that belongs to an agent, because it has signed a challenge of the court. A key is one key, whatever it is called,
 * by its fingerprint, and belongs to one agent at a time. A proof that has ended stays on record: what is shown to be older than its end
 * still speaks for that agent. Signed requests call a key by its name, or by its thumbprint and the host of its directory.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64urlnopad } from "@scure/base"
import { Effect, Option, Schema } from "effect"
import { Networks } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { canonical, exactly } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant, latestFirst } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { lookUpUnder, ProofMethod, placeOfKey, spellName } from "./KeyName.ts"

/** A public key as JSON (RFC 7517), with the members that its thumbprint is made of (RFC 7638). */
export const PublicJwk = Schema.Struct({
  kty: Schema.Literal("OKP", "EC"),
  crv: Schema.Literal("Ed25519", "P-256", "secp256k1"),
  x: Schema.String,
  y: exactly(Schema.String, "Only of a point on a curve."),
})
export type PublicJwk = typeof PublicJwk.Type

/** The thumbprint of a key (RFC 7638), in base64url. */
export const thumbprintOf = ({ kty, crv, x, y }: PublicJwk): string => {
  const members = y === undefined ? { kty, crv, x } : { kty, crv, x, y }
  return base64urlnopad.encode(sha256(utf8ToBytes(canonical(members))))
}

/** The key or the address that was proven. `chainId` is that of the contract that signed; it is absent if the address's own key did. */
type Proven = { readonly jwk: PublicJwk } | { readonly address: string; readonly chainId?: number }

/** The fingerprint of a key or an address: see `ProvenKey.fingerprint`. */
export const fingerprintOf = (proven: Proven): string => {
  if ("jwk" in proven) return `jwk:${thumbprintOf(proven.jwk)}`
  const { address, chainId } = proven
  const lower = address.toLowerCase()
  return chainId === undefined ? `evm:${lower}` : `evm:${chainId}:${lower}`
}

/** The checksummed address of a secp256k1 key on EVM chains. */
export const addressOf = ({ x, y }: PublicJwk): string => {
  const point = [x, needPresent(y, "the second coordinate of a point")].flatMap((one) => [
    ...base64urlnopad.decode(one),
  ])
  return Networks.addChecksum(bytesToHex(keccak_256(Uint8Array.from(point)).slice(12)))
}

/** A document that named the key when it was proven. It may change or vanish; its bytes are kept by their hash. */
export const KeyDocument = Schema.Struct({ url: Schema.String, sha256: Schema.String })

const provenKeySchema = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  handle: Schema.String,
  method: ProofMethod,
  /** The name of the key: a DID URL, a CAIP-10 address, or the address of a key set with `#kid`. It is `keyid` in signed requests. */
  name: Schema.String,
  /**
   * The key itself, whatever it is called: `jwk:` and its thumbprint (RFC 7638), `evm:` and an address in lower case whose key signs
   * on every chain, or `evm:`, a chain id, `:` and the address of a contract (ERC-1271).
   */
  fingerprint: Schema.String,
  jwk: Schema.NullOr(PublicJwk),
  /** Checksummed (EIP-55). */
  address: Schema.NullOr(Schema.String),
  document: Schema.NullOr(KeyDocument),
  provenAt: Instant,
  endedAt: Schema.NullOr(Instant),
})

export interface ProvenKey extends Schema.Schema.Type<typeof provenKeySchema> {}

/** A key or an address that has signed a challenge for an agent, and the time for which the proof stood. */
export const ProvenKey: Schema.Schema<ProvenKey> = provenKeySchema

const fingerprintIndex = "proven_keys.fingerprint"
const agentIndex = "proven_keys.agent"
/** The proofs of the keys of each agent, the latest first. */
export const latestIndex = "proven_keys.latest"
/** The standing proofs of keys that the document of one `did:web` lists, the earliest first. */
export const placeIndex = "proven_keys.place"
/** All proofs under a name, the earliest first; an address of an EVM chain is found under its name on every chain. */
export const nameIndex = "proven_keys.name"

/** The list of a place in which a proof stands; empty if it has ended, or if its key is in no document of a `did:web`. */
const listPlace = (name: string, endedAt: Instant | null): ReadonlyArray<string> => {
  const place = endedAt === null ? placeOfKey(name) : null
  return place === null ? [] : [`${lookUpUnder(place)}/`]
}

export const ProvenKeys = Kind.make<ProvenKey>({
  name: "proven_key",
  schema: ProvenKey,
  id: ({ id }) => id,
  index: ({ id, agentId, fingerprint, name, provenAt, endedAt }) => [
    { index: fingerprintIndex, list: `${fingerprint}/`, rest: id },
    { index: agentIndex, list: `${agentId}/`, rest: id },
    { index: latestIndex, key: `${agentId}/${latestFirst(provenAt)}/${id}` },
    { index: nameIndex, list: `${lookUpUnder(name)}/`, rest: id },
    ...listPlace(name, endedAt).map((list) => ({ index: placeIndex, list, rest: id })),
  ],
})

/** The unique name of a key while a proof of it stands; its holder is the id of the proof. */
export const keyClaim = (fingerprint: string): string => `proven-key/${fingerprint}`
/** The unique name under which a standing proof is found by what the key is called. */
export const nameClaim = (name: string): string => `proven-name/${name}`

/**
 * The unique names that a key has while its proof stands. A secp256k1 key is that of an address too, so that nobody else proves the
 * same key as an address.
 */
export const claimsOf = ({
  name,
  fingerprint,
  jwk,
}: Pick<ProvenKey, "name" | "fingerprint" | "jwk">): ReadonlyArray<string> => {
  const own = [nameClaim(name), keyClaim(fingerprint)]
  return jwk?.crv === "secp256k1" ? [...own, keyClaim(fingerprintOf({ address: addressOf(jwk) }))] : own
}

/** All proofs of a key, standing and ended, the earliest first. The rules let a key have no more. */
export const proofsOfKey = (
  reader: Reader,
  fingerprint: string,
): Effect.Effect<ReadonlyArray<ProvenKey>, StoreUnavailable> =>
  Effect.map(
    reader.list(ProvenKeys, {
      index: fingerprintIndex,
      prefix: `${fingerprint}/`,
      after: null,
      limit: bounds.keyProofsMax,
    }),
    ({ items }) => items,
  )

/** How many proofs of one agent are read, standing and ended: many more than an agent has. */
const agentProofsRead = 200

/** The proofs of an agent, standing and ended, the earliest first. */
export const proofsOfAgent = (
  reader: Reader,
  agentId: string,
): Effect.Effect<ReadonlyArray<ProvenKey>, StoreUnavailable> =>
  Effect.map(
    reader.list(ProvenKeys, {
      index: agentIndex,
      prefix: `${agentId}/`,
      after: null,
      limit: agentProofsRead,
    }),
    ({ items }) => items,
  )

/** The standing proof of the key that is called so; null if no proof of it stands. It is read by its id, so that a commit rests on it. */
export const standingProof = (
  reader: Reader,
  name: string,
): Effect.Effect<ProvenKey | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const id = yield* reader.holder(nameClaim(name))
    if (id === null) return null
    const found = Option.getOrNull(yield* reader.find(ProvenKeys, id))
    return found === null || found.endedAt !== null ? null : found
  })

/** Whether a key of this name was proven at some time. It tells the holder of an ended key from somebody unknown. */
export const wasProven = (reader: Reader, name: string): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    reader.list(ProvenKeys, {
      index: nameIndex,
      prefix: `${lookUpUnder(name)}/`,
      after: null,
      limit: 1,
    }),
    ({ items }) => items.length > 0,
  )

/** The proofs under a name, standing and ended, the earliest first. */
export const proofsUnder = (
  reader: Reader,
  name: string,
): Effect.Effect<ReadonlyArray<ProvenKey>, StoreUnavailable> => {
  const spelt = spellName(name)
  const list = { index: nameIndex, prefix: `${lookUpUnder(spelt)}/`, after: null, limit: bounds.keyProofsMax }
  return Effect.map(reader.list(ProvenKeys, list), ({ items }) => items.filter((one) => one.name === spelt))
}

/** The keys that agents have proven under a name, standing and ended, the latest first. */
export const keysUnder = (
  reader: Reader,
  name: string,
): Effect.Effect<ReadonlyArray<PublicJwk>, StoreUnavailable> =>
  Effect.map(proofsUnder(reader, name), (proofs) =>
    proofs.flatMap(({ jwk }) => (jwk === null ? [] : [jwk])).toReversed(),
  )

/** Whether a document of this host named the key when it was proven. */
const isOf = (host: string, { document }: ProvenKey): boolean =>
  document?.url.startsWith(`https://${host}/`) === true

/**
 * The standing proof of the key with this thumbprint (RFC 7638), if a document of this host named the key when it was proven. It is
 * read by its id, so that a commit rests on it.
 */
export const proofOfHost = (
  reader: Reader,
  { thumbprint, host }: { readonly thumbprint: string; readonly host: string },
): Effect.Effect<ProvenKey | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const id = yield* reader.holder(keyClaim(`jwk:${thumbprint}`))
    const found = id === null ? null : Option.getOrNull(yield* reader.find(ProvenKeys, id))
    return found === null || found.endedAt !== null || !isOf(host, found) ? null : found
  })
