/** The file of a witness's keys: its name in the first line, then its private keys as PEM (PKCS #8), which OpenSSL reads too. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { WholeFile } from "../../../adapters/host/index.ts"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Note } from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"

export interface WitnessKey {
  readonly key: Note.VerifierKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

const types: Readonly<Record<string, number>> = {
  ed25519: Note.signatureTypes.cosignature,
  "ml-dsa-44": Note.signatureTypes.mlDsa44,
}

const pemOf = (key: KeyObject): string => String(key.export({ format: "pem", type: "pkcs8" }))

/** Makes the file with new keys: Ed25519, and ML-DSA-44 if this version of Node has it. */
export const makeKeys = (file: string, name: string): void => {
  if (
    Note.parseVerifierKey(Note.formatVerifierKey(Note.makeVerifierKey(name, 1, new Uint8Array(32)))) === null
  )
    throw new Failure("the name of a witness has at most 255 bytes, no space and no plus")
  const pair =
    LogVerifiers.nodeVerifiers.mlDsa44 === null ? [] : [generateKeyPairSync("ml-dsa-44").privateKey]
  const keys = [generateKeyPairSync("ed25519").privateKey, ...pair]
  WholeFile.createWhole(file, () => `${name}\n${keys.map(pemOf).join("")}`)
}

const keyOf = (name: string, pem: string): WitnessKey => {
  const secret = createPrivateKey(pem)
  const type = types[secret.asymmetricKeyType ?? ""]
  if (type === undefined) throw new Failure(`a witness has no key of type ${secret.asymmetricKeyType}`)
  return {
    key: Note.makeVerifierKey(name, type, LogVerifiers.rawKey(secret)),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  }
}

/** The keys in the file. Throws a `Failure` if the file has no key, or has a key that this version of Node can't use. */
export const readKeys = (file: string): ReadonlyArray<WitnessKey> => {
  const [name = "", ...pems] = readFileSync(file, "utf8").split(/^(?=-----BEGIN )/m)
  try {
    const keys = pems.map((pem) => keyOf(name.trim(), pem))
    if (
      keys.length > 0 &&
      keys.every(({ key }) => Note.parseVerifierKey(Note.formatVerifierKey(key)) !== null)
    )
      return keys
  } catch (error) {
    throw new Failure(`a key in ${file} can't be used: ${error instanceof Error ? error.message : error}`)
  }
  throw new Failure(`${file} is not a file of a witness's keys: a name, and private keys as PEM`)
}
