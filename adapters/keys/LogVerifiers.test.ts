import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { Checkpoint, Cosignature, Merkle, Note } from "../../core/log/index.ts"
import { nodeVerifiers, rawKey } from "./LogVerifiers.ts"

const checkpoint = {
  origin: "court.example/log",
  size: 1,
  root: Merkle.hashLeaf(Buffer.from("a")),
  extensions: [],
}
const signedWith = (key: KeyObject, type: number, seconds = 7) => {
  const of = Note.makeVerifierKey("witness.example", type, rawKey(key))
  const signed = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
  const signature = Cosignature.signCheckpoint(
    of,
    signed,
    seconds,
    (message) => new Uint8Array(sign(null, message, key)),
  )
  return { of, signed: { ...signed, signatures: [signature] } }
}
const enlarged = <A extends { readonly checkpoint: object; readonly text: string }>(signed: A): A => ({
  ...signed,
  text: signed.text.replace("\n1\n", "\n2\n"),
  checkpoint: { ...signed.checkpoint, size: 2 },
})

describe("signatures of logs and witnesses by the runtime's cryptography", () => {
  it.each([Note.signatureTypes.ed25519, Note.signatureTypes.cosignature])(
    "C2SP tlog-cosignature Ed25519 of type %i verifies as it does in the core",
    (type) => {
      const { of, signed } = signedWith(generateKeyPairSync("ed25519").privateKey, type)
      for (const verifiers of [nodeVerifiers, Cosignature.portableVerifiers]) {
        expect(Cosignature.signatureBy(of, signed, verifiers)).toBe("good")
        expect(Cosignature.signatureBy(of, enlarged(signed), verifiers)).toBe("bad")
      }
    },
  )

  it("C2SP tlog-cosignature ML-DSA-44 verifies if the runtime has it, and else counts as absent", () => {
    const { privateKey } =
      nodeVerifiers.mlDsa44 === null ? generateKeyPairSync("ed25519") : generateKeyPairSync("ml-dsa-44")
    const { of, signed } = signedWith(privateKey, Note.signatureTypes.mlDsa44)
    const has = nodeVerifiers.mlDsa44 !== null
    expect(of.publicKey).toHaveLength(has ? 1312 : 32)
    expect(Cosignature.signatureBy(of, signed, nodeVerifiers)).toBe(has ? "good" : "absent")
    expect(Cosignature.signatureBy(of, enlarged(signed), nodeVerifiers)).toBe(has ? "bad" : "absent")
    expect(Cosignature.signatureBy(of, signed)).toBe("absent")
  })
})
