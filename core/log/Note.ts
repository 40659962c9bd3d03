/** Signed notes: a text, and lines of signatures by named keys (C2SP signed-note). */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { byteLength, hashBytes } from "../kernel/Hash.ts"
import { decodeBase64, encodeBase64 } from "./Base64.ts"

/** A line under a note: who signed, the id of the key (32 bits), and the bytes of the signature. */
export interface Signature {
  readonly name: string
  readonly id: number
  readonly bytes: Uint8Array
}

/** A signed note (C2SP signed-note): its text, which ends in a newline, and the lines of its signatures. */
export interface Note {
  readonly text: string
  readonly signatures: ReadonlyArray<Signature>
}

/** The types of signatures that a log or a witness may use, by the byte that stands for each. */
export const signatureTypes = { ed25519: 1, cosignature: 4, mlDsa44: 6 } as const

/** A public key of a log or a witness, with the name that its signatures bear. */
export interface VerifierKey {
  readonly name: string
  readonly id: number
  /** The byte of its type, of those in `signatureTypes` or another one. */
  readonly type: number
  readonly publicKey: Uint8Array
}

const signaturesMax = 64

/** The most bytes of the name of a key or of a log: a cosignature by ML-DSA states their lengths in one byte. */
export const nameLengthMax = 255

const isName = (name: string): boolean => /^[^\s\u0085+]+$/.test(name) && byteLength(name) <= nameLengthMax
/** A control character below the space other than the newline. */
const control = /[^\P{Cc}\n\u007f-\u009f]/u

const uint32 = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)

/** The line of one signature, with the id of its key in its first four bytes. */
export const formatSignature = ({ name, id, bytes }: Signature): string => {
  const all = new Uint8Array(4 + bytes.length)
  new DataView(all.buffer).setUint32(0, id)
  all.set(bytes, 4)
  return `— ${name} ${encodeBase64(all)}\n`
}

/** The signature that a line without its newline states; null if it states no signature. */
const parseSignature = (line: string): Signature | null => {
  const [, name = "", signature = ""] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = decodeBase64(signature)
  if (!isName(name) || bytes === null || bytes.length < 5) return null
  return { name, id: uint32(bytes), bytes: bytes.subarray(4) }
}

/** The signatures of lines that each end in a newline; null if another line is among them, or more than `signaturesMax`. */
export const parseSignatures = (text: string): ReadonlyArray<Signature> | null => {
  if (!text.endsWith("\n")) return null
  const lines = text.slice(0, -1).split("\n")
  if (lines.length > signaturesMax) return null
  const signatures = lines.map(parseSignature).filter((signature) => signature !== null)
  return signatures.length === lines.length ? signatures : null
}

/** A note as it is published: the text, an empty line, and a line for each signature (C2SP signed-note). */
export const format = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(formatSignature).join("")}`

/** Reads a text as a note; null if the text is not a note, or has more than `signaturesMax` signatures. */
export const parse = (note: string): Note | null => {
  const end = note.lastIndexOf("\n\n")
  if (end < 0 || control.test(note)) return null
  const signatures = parseSignatures(note.slice(end + 2))
  return signatures === null ? null : { text: note.slice(0, end + 1), signatures }
}

/** A key with its id, which is the beginning of a hash of its name, type and bytes. */
export const makeVerifierKey = (name: string, type: number, publicKey: Uint8Array): VerifierKey => {
  const id = uint32(hashBytes(Uint8Array.from([...utf8ToBytes(`${name}\n`), type, ...publicKey])))
  return { name, id, type, publicKey }
}

/** The text of a key (a vkey), such as `example.com/foo+530d903a+AekyeRrm…`. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, id)
  return `${name}+${bytesToHex(bytes)}+${encodeBase64(Uint8Array.from([type, ...publicKey]))}`
}

/** The lengths of the public keys of the types that are known here. */
const keyLengths: Readonly<Record<number, number>> = {
  [signatureTypes.ed25519]: 32,
  [signatureTypes.cosignature]: 32,
  [signatureTypes.mlDsa44]: 1312,
}

/** The key that a vkey states; null if it states no key, if its type is not known here, or if its id is not that of its key. */
export const parseVerifierKey = (vkey: string): VerifierKey | null => {
  const [, name = "", id, material = ""] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
  const bytes = decodeBase64(material)
  if (!isName(name) || bytes === null) return null
  const [type = 0, publicKey] = [bytes[0], bytes.subarray(1)]
  if (keyLengths[type] !== publicKey.length) return null
  const key = makeVerifierKey(name, type, publicKey)
  return formatVerifierKey(key) === `${name}+${id}+${material}` ? key : null
}
