/** Logs for tests of witnesses, each with a key of its own, and with forks of their past. */
import { generateKeyPairSync, sign } from "node:crypto"
import { LogVerifiers } from "../../../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Merkle, Note, Witness } from "../../../../core/log/index.ts"

/** A log of 600 leaves. A fork of it has another past from a leaf on, under the same key. */
export const logOf = (name: string) => {
  const secret = generateKeyPairSync("ed25519").privateKey
  const key = Note.makeVerifierKey(name, Note.signatureTypes.ed25519, LogVerifiers.rawKey(secret))
  const signing = (message: Uint8Array) => new Uint8Array(sign(null, message, secret))
  const forked = (past: string, from = 0) => {
    const leaves = Array.from({ length: 600 }, (_, i) =>
      Merkle.hashLeaf(Buffer.from(i < from ? `${i}` : `${past}${i}`)),
    )
    const read = ({ level, index }: { readonly level: number; readonly index: number }) =>
      Merkle.rootOfHashes(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
    const signed = (size: number, extensions: ReadonlyArray<string> = []): Checkpoint.Signed => {
      const checkpoint = { origin: name, size, root: Merkle.computeRoot(size, read), extensions }
      const blank = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
      return { ...blank, signatures: [Cosignature.signCheckpoint(key, blank, 0, signing)] }
    }
    const request = (oldSize: number, size: number, extensions: ReadonlyArray<string> = []) =>
      Witness.formatRequest({
        oldSize,
        proof: Merkle.proveConsistency(oldSize, size, read),
        signed: signed(size, extensions),
      })
    return { signed, request }
  }
  return { key, signing, forked, ...forked("") }
}
export type Log = ReturnType<typeof logOf>
