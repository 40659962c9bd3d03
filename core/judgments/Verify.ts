/** Checking a seal: the four rules of the contract, with nothing but the record and the court's key document. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { sha256Hex } from "../Hash.ts"
import { rule } from "../Rule.ts"
import { parse } from "../Time.ts"

/** `/.well-known/notary.json`: the key that seals now, and those that sealed before. */
export type NotaryDocument = {
  readonly algorithm?: "ed25519"
  readonly publicKey: string
  readonly retiredKeys: ReadonlyArray<{ readonly publicKey: string; readonly retiredAt: string }>
}

/** The members of a served judgment record on which its seal rests. */
export interface SealedRecord {
  readonly payload: string
  readonly algorithm: string
  /** Hexadecimal. */
  readonly publicKey: string
  readonly signature: string
  readonly sha256: string
  /** RFC 3339. */
  readonly sealedAt: string
}

/**
 * `payload`: not a text that UTF-8 can carry exactly. `algorithm`: not ed25519. `key`: not a key of this court.
 * `retired`: sealed when the key was retired already. `sha256`: not the hash of the payload. `signature`: does not verify.
 */
export type SealCheck = "payload" | "algorithm" | "key" | "retired" | "sha256" | "signature"
export type SealVerdict = { readonly valid: boolean; readonly failed: ReadonlyArray<SealCheck> }

const hex32 = /^[0-9a-f]{64}$/
const hex64 = /^[0-9a-f]{128}$/

const signs = (record: SealedRecord): boolean => {
  if (!hex32.test(record.publicKey) || !hex64.test(record.signature)) return false
  // RFC 8032 as written: the laxer ZIP 215 takes encodings that other libraries refuse.
  return ed25519.verify(
    hexToBytes(record.signature),
    utf8ToBytes(record.payload),
    hexToBytes(record.publicKey),
    { zip215: false },
  )
}

const keyCheck = ({ publicKey, sealedAt }: SealedRecord, notary: NotaryDocument): SealCheck | null => {
  if (publicKey === notary.publicKey) return null
  const retirements = notary.retiredKeys.filter((key) => key.publicKey === publicKey)
  if (retirements.length === 0) return "key"
  // Written so that an instant that can't be read counts as too late.
  return retirements.every(({ retiredAt }) => parse(sealedAt) < parse(retiredAt)) ? null : "retired"
}

/** Whether the seal of a record is this court's (Rule 5.4), and if not, every check that failed. */
export const verifySeal = rule(["Rule 5.4"], (record: SealedRecord, notary: NotaryDocument): SealVerdict => {
  const checks: ReadonlyArray<SealCheck | null> = [
    /\p{Surrogate}/u.test(record.payload) ? "payload" : null,
    record.algorithm === "ed25519" ? null : "algorithm",
    keyCheck(record, notary),
    record.sha256 === sha256Hex(record.payload) ? null : "sha256",
    signs(record) ? null : "signature",
  ]
  const failed = checks.filter((check) => check !== null)
  return { valid: failed.length === 0, failed }
})

/** Whether a payload is byte for byte the text of a hash. */
export const isIntact = rule(
  ["Rule 5.4"],
  (payload: string, sha256: string): boolean => sha256Hex(payload) === sha256,
)
