/** The bytes of a checkpoint that logs and witnesses sign, and whether they signed them (C2SP signed-note, tlog-cosignature). */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { type VerifyEd25519, verifyEd25519 } from "../kernel/Ed25519.ts"
import type * as Checkpoint from "./Checkpoint.ts"
import * as Note from "./Note.ts"

/** The verifiers of a runtime. `mlDsa44` is null if the runtime has no verifier for it: such signatures then count as absent. */
export interface Verifiers {
  readonly ed25519: VerifyEd25519
  readonly mlDsa44: VerifyEd25519 | null
}

/** The checks that run in every browser; a signature by ML-DSA-44 counts as unknown there. */
export const portableVerifiers: Verifiers = { ed25519: verifyEd25519, mlDsa44: null }

const timeBytes = 8
const timeMax = 2n ** 63n - 1n

const uint64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(timeBytes)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

const concat = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A text behind its length in one byte; names and origins have at most 255 bytes. */
const opaque = (text: string): Uint8Array => {
  const bytes = utf8ToBytes(text)
  return concat(Uint8Array.of(bytes.length), bytes)
}

/** The message that a key signs at a time, in seconds. Only the signature of a log by Ed25519 states no time. */
const messageOf = (
  { type, name }: Note.VerifierKey,
  time: bigint,
  { text, checkpoint: { origin, size, root } }: Checkpoint.Signed,
): Uint8Array => {
  switch (type) {
    case Note.signatureTypes.ed25519:
      return utf8ToBytes(text)
    case Note.signatureTypes.cosignature:
      return utf8ToBytes(`cosignature/v1\ntime ${time}\n${text}`)
    default:
      return concat(
        utf8ToBytes("subtree/v1\n\0"),
        opaque(name),
        uint64(time),
        opaque(origin),
        uint64(0n),
        uint64(BigInt(size)),
        root,
      )
  }
}

const isTimed = ({ type }: Note.VerifierKey): boolean => type !== Note.signatureTypes.ed25519

/** The signature of a checkpoint by a key, made with `sign` at a time in whole seconds. */
export const signCheckpoint = (
  key: Note.VerifierKey,
  signed: Checkpoint.Signed,
  seconds: number,
  sign: (message: Uint8Array) => Uint8Array,
): Note.Signature => {
  const time = BigInt(seconds)
  const signature = sign(messageOf(key, time, signed))
  return { name: key.name, id: key.id, bytes: isTimed(key) ? concat(uint64(time), signature) : signature }
}

const verifies = (
  key: Note.VerifierKey,
  signed: Checkpoint.Signed,
  bytes: Uint8Array,
  verify: VerifyEd25519,
): boolean => {
  const from = isTimed(key) ? timeBytes : 0
  if (bytes.length <= from) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const time = isTimed(key) ? view.getBigUint64(0) : 0n
  if (time > timeMax) return false
  try {
    return verify(bytes.subarray(from), messageOf(key, time, signed), key.publicKey)
  } catch {
    // A verifier may throw at bytes that are not a signature or not a key.
    return false
  }
}

/**
 * Whether a key signed a checkpoint. `absent`: no line is by this key, or this runtime can't verify its type. `bad`: a line claims to be,
 * and isn't; then the whole note is to be rejected.
 */
export const signatureBy = (
  key: Note.VerifierKey,
  signed: Checkpoint.Signed,
  verifiers: Verifiers = portableVerifiers,
): "good" | "bad" | "absent" => {
  const verify = key.type === Note.signatureTypes.mlDsa44 ? verifiers.mlDsa44 : verifiers.ed25519
  const lines = signed.signatures.filter(({ name, id }) => name === key.name && id === key.id)
  if (verify === null || lines.length === 0) return "absent"
  return lines.every(({ bytes }) => verifies(key, signed, bytes, verify)) ? "good" : "bad"
}

/** When a key signed a checkpoint, in milliseconds, as its signature says; null if it didn't, or if such a signature states no time. */
export const signedAt = (
  key: Note.VerifierKey,
  signed: Checkpoint.Signed,
  verifiers: Verifiers = portableVerifiers,
): number | null => {
  const line = signed.signatures.find(({ name, id }) => name === key.name && id === key.id)
  if (line === undefined || !isTimed(key) || signatureBy(key, signed, verifiers) !== "good") return null
  return Number(new DataView(line.bytes.buffer, line.bytes.byteOffset).getBigUint64(0)) * 1000
}

/** A checkpoint that nobody has signed yet, so that it can be signed. */
export const withoutSignatures = (text: string, checkpoint: Checkpoint.Checkpoint): Checkpoint.Signed => ({
  text,
  signatures: [],
  checkpoint,
})
