/** The four rules by which anybody checks the seal of a judgment (Rule 5.4), as a person reads them. */
import { Schema } from "effect"
import { type SealCheck, verifySeal } from "../../core/judgments/Verify.ts"

/** Of a judgment record, what the seal rests on. */
export const JudgmentRecord = Schema.Struct({
  citation: Schema.String,
  payload: Schema.String,
  algorithm: Schema.String,
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

const rules: ReadonlyArray<{ readonly words: string; readonly checks: ReadonlyArray<SealCheck> }> = [
  { words: "1. the payload is taken as UTF-8 bytes", checks: ["payload"] },
  { words: "2. the public key is the court's, in force when it sealed", checks: ["key", "retired"] },
  { words: "3. the ed25519 signature is over these bytes", checks: ["algorithm", "signature"] },
  { words: "4. the sha256 is that of these bytes", checks: ["sha256"] },
]

const failures: Readonly<Record<SealCheck, string>> = {
  payload: "it is not text that UTF-8 can carry",
  algorithm: "the algorithm is not ed25519",
  key: "the court does not list this key",
  retired: "the key was retired before this seal",
  signature: "the signature does not verify",
  sha256: "the bytes have another hash",
}

export interface RuleChecked {
  readonly rule: string
  readonly holds: boolean
  /** Why it does not hold; empty where it does. */
  readonly why: string
}

/** Each rule with whether it holds. The seal is good where all do. */
export const check = (record: JudgmentRecord, notary: NotaryDocument): ReadonlyArray<RuleChecked> => {
  const { failed } = verifySeal(record, notary)
  return rules.map(({ words, checks }) => {
    const broken = checks.filter((name) => failed.includes(name))
    return {
      rule: words,
      holds: broken.length === 0,
      why: broken.map((name) => failures[name]).join(", "),
    }
  })
}
