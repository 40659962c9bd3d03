import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  formatCheckpoint,
  hashLeaf,
  makeVerifierKey,
  portableVerifiers,
  signatureBy,
  signatureTypes,
  signCheckpoint,
  withoutSignatures,
} from "../../core/log/index.ts"
import { nodeVerifiers, rawKey } from "./LogVerifiers.ts"

const checkpoint = { origin: "court.example/log", size: 1, root: hashLeaf(Buffer.from("a")), extensions: [] }
const signedWith = (key: KeyObject, type: number, seconds = 7) => {
  const of = makeVerifierKey("witness.example", type, rawKey(key))
  const signed = withoutSignatures(formatCheckpoint(checkpoint), checkpoint)
  const signature = signCheckpoint(of, signed, seconds, (message) => new Uint8Array(sign(null, message, key)))
  return { of, signed: { ...signed, signatures: [signature] } }
}
const enlarged = <A extends { readonly checkpoint: object; readonly text: string }>(signed: A): A => ({
  ...signed,
  text: signed.text.replace("\n1\n", "\n2\n"),
  checkpoint: { ...signed.checkpoint, size: 2 },
})

describe("signatures of logs and witnesses by the runtime's cryptography", () => {
  it.each([signatureTypes.ed25519, signatureTypes.cosignature])(
    "C2SP tlog-cosignature Ed25519 of type %i verifies as it does in the core",
    (type) => {
      const { of, signed } = signedWith(generateKeyPairSync("ed25519").privateKey, type)
      for (const verifiers of [nodeVerifiers, portableVerifiers]) {
        expect(signatureBy(of, signed, verifiers)).toBe("good")
        expect(signatureBy(of, enlarged(signed), verifiers)).toBe("bad")
      }
    },
  )

  it("C2SP tlog-cosignature ML-DSA-44 verifies if the runtime has it, and else counts as absent", () => {
    const { privateKey } =
      nodeVerifiers.mlDsa44 === null ? generateKeyPairSync("ed25519") : generateKeyPairSync("ml-dsa-44")
    const { of, signed } = signedWith(privateKey, signatureTypes.mlDsa44)
    const has = nodeVerifiers.mlDsa44 !== null
    expect(of.publicKey).toHaveLength(has ? 1312 : 32)
    expect(signatureBy(of, signed, nodeVerifiers)).toBe(has ? "good" : "absent")
    expect(signatureBy(of, enlarged(signed), nodeVerifiers)).toBe(has ? "bad" : "absent")
    expect(signatureBy(of, signed)).toBe("absent")
  })
})
