/** The four rules by which anybody checks the seal of a judgment (Rule 5.4), with nothing of the court's but its public key. */
import { createHash, createPublicKey, verify } from "node:crypto"
import { Schema } from "effect"

/** Of a judgment record, what the seal rests on. */
export const JudgmentRecord = Schema.Struct({
  citation: Schema.String,
  payload: Schema.String,
  publicKey: Schema.String,
  signature: Schema.String,
  sha256: Schema.String,
  sealedAt: Schema.String,
  key: Schema.String,
})
export type JudgmentRecord = typeof JudgmentRecord.Type

/** The court's notary key document. */
export const NotaryDocument = Schema.Struct({
  publicKey: Schema.String,
  retiredKeys: Schema.Array(Schema.Struct({ publicKey: Schema.String, retiredAt: Schema.String })),
})
export type NotaryDocument = typeof NotaryDocument.Type

export interface RuleChecked {
  readonly rule: string
  readonly holds: boolean
  readonly why: string
}

const hex = (text: string): Buffer | null =>
  /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, "hex") : null

/** Whether a signature is that of a raw ed25519 key (both in hexadecimal) over these bytes. */
const signed = (bytes: Buffer, signature: string, publicKey: string): boolean => {
  const key = hex(publicKey)
  const mark = hex(signature)
  if (key?.length !== 32 || mark?.length !== 64) return false
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") }
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), mark)
}

const keyRule = (record: JudgmentRecord, notary: NotaryDocument): Omit<RuleChecked, "rule"> => {
  const same = (key: string) => key.toLowerCase() === record.publicKey.toLowerCase()
  if (same(notary.publicKey)) return { holds: true, why: "it is the key in use" }
  const retired = notary.retiredKeys.find(({ publicKey }) => same(publicKey))
  if (retired === undefined) return { holds: false, why: "the court does not list this key" }
  return Date.parse(record.sealedAt) < Date.parse(retired.retiredAt)
    ? { holds: true, why: `it was in use until ${retired.retiredAt}` }
    : {
        holds: false,
        why: `the key was retired at ${retired.retiredAt}, before the seal of ${record.sealedAt}`,
      }
}

/** Each rule with whether it holds. The seal is good where all do. */
export const check = (record: JudgmentRecord, notary: NotaryDocument): ReadonlyArray<RuleChecked> => {
  const bytes = Buffer.from(record.payload, "utf8")
  // A lone surrogate has no UTF-8 form: the bytes would not be those of the text.
  const exact = bytes.toString("utf8") === record.payload
  const sealHolds = signed(bytes, record.signature, record.publicKey)
  const found = createHash("sha256").update(bytes).digest("hex")
  const hashHolds = found === record.sha256.toLowerCase()
  return [
    {
      rule: "1. the payload is taken as UTF-8 bytes",
      holds: exact,
      why: exact ? `${bytes.length} bytes` : "it is not text that UTF-8 can carry",
    },
    { rule: "2. the public key is the court's", ...keyRule(record, notary) },
    {
      rule: "3. the ed25519 signature is over these bytes",
      holds: sealHolds,
      why: sealHolds ? "the signature verifies" : "the signature does not verify",
    },
    {
      rule: "4. the sha256 is that of these bytes",
      holds: hashHolds,
      why: hashHolds ? found : `the bytes have ${found}`,
    },
  ]
}
