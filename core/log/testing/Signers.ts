/** A log and witnesses for tests, which sign with keys from seeds. */
import { ed25519 } from "@noble/curves/ed25519.js"
import * as Checkpoint from "../Checkpoint.ts"
import { signCheckpoint, withoutSignatures } from "../Cosignature.ts"
import { makeVerifierKey, signatureTypes, type VerifierKey } from "../Note.ts"

export interface Signer {
  readonly key: VerifierKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

export const signer = (name: string, seed: number, type: number = signatureTypes.ed25519): Signer => {
  const secret = new Uint8Array(32).fill(seed)
  return {
    key: makeVerifierKey(name, type, ed25519.getPublicKey(secret)),
    sign: (message) => ed25519.sign(message, secret),
  }
}

export const origin = "court.example/log"
export const log = signer(origin, 1)
export const witness = (name: string, seed: number) => signer(name, seed, signatureTypes.cosignature)

/** A checkpoint with the signatures of these keys, each made at this time. */
export const signedBy = (
  { size, root, of = origin }: { readonly size: number; readonly root: Uint8Array; readonly of?: string },
  signers: ReadonlyArray<Signer>,
  seconds = 1_679_315_147,
): Checkpoint.Signed => {
  const checkpoint = { origin: of, size, root, extensions: [] }
  const signed = withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
  return { ...signed, signatures: signers.map(({ key, sign }) => signCheckpoint(key, signed, seconds, sign)) }
}
