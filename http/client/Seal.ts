/** The rules by which anybody checks a judgment (Rule 5.4), in words: four on its seal and two on the words under it. */
import { Schema } from "effect"
import { type JudgmentCheck, verifyJudgment } from "../../core/judgments/index.ts"

/** The members of a judgment record that a check needs. `key` is the address of the court's key document. */
export const JudgmentRecord = Schema.Struct({
  court: Schema.String,
  register: Schema.String,
  citation: Schema.String,
  payload: Schema.String,
  algorithm: Schema.String,
  publicKey: Schema.String,
  signature: Schema.String,
  sha256: Schema.String,
  key: Schema.String,
})
export type JudgmentRecord = typeof JudgmentRecord.Type

/** The court's notary key document. */
export const NotaryDocument = Schema.Struct({
  publicKey: Schema.String,
  retiredKeys: Schema.Array(Schema.Struct({ publicKey: Schema.String, retiredAt: Schema.String })),
})
export type NotaryDocument = typeof NotaryDocument.Type

const rules: ReadonlyArray<{ readonly words: string; readonly checks: ReadonlyArray<JudgmentCheck> }> = [
  { words: "1. the payload is taken as UTF-8 bytes", checks: ["payload"] },
  { words: "2. the public key is the court's, in force at the delivery", checks: ["key", "retired"] },
  { words: "3. the ed25519 signature is over these bytes", checks: ["algorithm", "signature"] },
  { words: "4. the sha256 is that of these bytes", checks: ["sha256"] },
  { words: "5. the record says what is under seal", checks: ["words", "record"] },
  { words: "6. what is under seal is the judgment that was asked for", checks: ["asked"] },
]

const failures: Readonly<Record<JudgmentCheck, string>> = {
  payload: "it is not text that UTF-8 can carry",
  algorithm: "the algorithm is not ed25519",
  key: "the court does not list this key",
  retired: "the key was retired when the words under seal say that they were delivered",
  signature: "the signature does not verify",
  sha256: "the bytes have another hash",
  words: "the payload is no judgment",
  record: "the record states another citation, court or register than the payload",
  asked: "a true seal of another judgment is not this one's",
}

export interface RuleChecked {
  readonly rule: string
  readonly holds: boolean
  /** Why it does not hold; empty if it does. */
  readonly why: string
}

/** Each rule with whether it holds; the judgment is good if all do. `asked` is the citation that was asked for, or null. */
export const check = (
  record: Omit<JudgmentRecord, "key">,
  notary: NotaryDocument,
  asked: string | null,
): ReadonlyArray<RuleChecked> => {
  const { failed } = verifyJudgment(record, notary, asked)
  return rules.map(({ words, checks }) => {
    const broken = checks.filter((name) => failed.includes(name))
    return {
      rule: words,
      holds: broken.length === 0,
      why: broken.map((name) => failures[name]).join(", "),
    }
  })
}
