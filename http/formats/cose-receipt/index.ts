/**
 * A proof of the court's log as a COSE receipt of inclusion (RFC 9942), for readers that know no C2SP proof. The payload is detached, so that
 * a reader has to compute the root from the event. The root is that of a checkpoint that the log has signed already: a receipt states
 * nothing new, and it can't carry the signatures of witnesses.
 */
import { encode, Tag } from "cbor2"
import { cdeEncodeOptions } from "cbor2/encoder"
import { Note, type Proof } from "../../../core/log/index.ts"
import type { Format, Receipt } from "../Format.ts"

/** Labels of COSE headers, keys and claims, and their values, by the registries of IANA. */
const labels = { alg: 1, kid: 4, claims: 15, vds: 395, vdp: 396, issuer: 1, inclusion: -1 } as const
const keyLabels = { kty: 1, kid: 2, alg: 3, crv: -1, x: -2 } as const
/** `EdDSA` by its first number: the COSE libraries of today know no other. The key that goes with the receipt fixes the curve. */
const eddsa = -8
const okp = 1
const ed25519Curve = 6
const rfc9162Sha256 = 1
const sign1Tag = 18

const cbor = (value: unknown): Uint8Array => new Uint8Array(encode(value, cdeEncodeOptions))
const kidOf = (log: Note.VerifierKey): Uint8Array => new Uint8Array(Buffer.from(Note.formatVerifierKey(log)))

const coseKeyOf = (log: Note.VerifierKey): Uint8Array =>
  cbor(
    new Map<number, unknown>([
      [keyLabels.kty, okp],
      [keyLabels.kid, kidOf(log)],
      [keyLabels.alg, eddsa],
      [keyLabels.crv, ed25519Curve],
      [keyLabels.x, new Uint8Array(log.publicKey)],
    ]),
  )

const receiptOf = (
  { index, hashes, signed }: Proof.Proof,
  log: Note.VerifierKey,
  issuer: string,
): Receipt => {
  const { size, root } = signed.checkpoint
  if (hashes.length === 0) return { why: "the tree has one leaf, and the form has no proof of such a tree" }
  const header = cbor(
    new Map<number, unknown>([
      [labels.alg, eddsa],
      [labels.kid, kidOf(log)],
      [labels.claims, new Map([[labels.issuer, issuer]])],
      [labels.vds, rfc9162Sha256],
    ]),
  )
  const inclusion = cbor([size, index, hashes.map((hash) => new Uint8Array(hash))])
  const proofs = new Map([[labels.vdp, new Map([[labels.inclusion, [inclusion]]])]])
  return {
    key: coseKeyOf(log),
    signs: cbor(["Signature1", header, new Uint8Array(0), new Uint8Array(root)]),
    build: (signature) => cbor(new Tag(sign1Tag, [header, proofs, null, new Uint8Array(signature)])),
  }
}

export const coseReceipt: Format = {
  name: "cose-receipt",
  title: "A proof of the court's log as a COSE receipt",
  specification: "https://www.rfc-editor.org/rfc/rfc9942",
  read: "RFC 9942, as draft-ietf-cose-merkle-tree-proofs-18 (commit e08aa7be of its repository) has it",
  wellKnown: null,
  given: [],
  names: null,
  renders: null,
  receipts: receiptOf,
}
