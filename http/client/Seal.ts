/** The rules by which anybody checks a judgment (Rule 5.4), in words: four on its seal and two on the words under it. */
import { Schema } from "effect"

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

/** The keys of the notary as a court publishes them, with its retired keys. */
export const NotaryDocument = Schema.Struct({
  publicKey: Schema.String,
  retiredKeys: Schema.Array(Schema.Struct({ publicKey: Schema.String, retiredAt: Schema.String })),
})
export type NotaryDocument = typeof NotaryDocument.Type

export type { RuleChecked } from "../../core/judgments/index.ts"
export { checkSeal as check } from "./SealCheck.ts"
