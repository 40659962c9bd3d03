/** The trial of an act by `dryRun=true`: the parameter, and the answer that says what would be recorded. */
import { Schema } from "effect"
import { Verified } from "../../core/evidence/index.ts"
import { elementsMax, listOf } from "../../core/kernel/Json.ts"

const asFlag = Schema.transformLiterals(["true", true], ["false", false])

export const DryRun = Schema.Struct({
  dryRun: Schema.optional(
    asFlag.annotations({
      jsonSchema: { type: "boolean", description: "true: answer what would be recorded, and record nothing" },
      message: () => ({ message: "must be true or false", override: true }),
    }),
  ),
})

const TriedEvidence = Schema.Struct({
  label: Schema.String,
  sha256: Schema.String,
  verified: Schema.NullOr(Verified.View),
}).annotations({ identifier: "TriedEvidence" })

/** The cost of the act, and the most that a call for judgment in the matter would cost. */
const TriedFees = Schema.Struct({ actCents: Schema.Int, judgmentCentsMax: Schema.Int }).annotations({
  identifier: "TriedFees",
})

const parts = { evidence: listOf(TriedEvidence, elementsMax), fees: TriedFees }
const Parts = Schema.Struct(parts)
export type TriedParts = typeof Parts.Type

export interface Tried<A> {
  readonly dryRun: true
  readonly would: TriedParts & { readonly answer: A }
}

/** The shape of the answer to a trial, from that of the answer to the act. */
export const trialOf = (answer: Schema.Schema.Any): Schema.Schema.Any =>
  Schema.Struct({
    dryRun: Schema.Literal(true),
    would: Schema.Struct({ answer, ...parts }),
  })
