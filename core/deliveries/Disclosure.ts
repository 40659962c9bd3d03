/** The disclosures of a delivery: one record beside the quote, with its evaluation. The bytes are a blob. */
import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant, Stamp } from "../kernel/Time.ts"
import { Evaluator } from "../quotes/index.ts"

export const Side = Schema.Literal("supplier", "buyer")
export type Side = typeof Side.Type

export const Attested = Schema.Struct({
  check: Schema.String,
  by: Schema.String,
  outcome: Schema.Literal("met", "unmet"),
  receivedAt: Stamp,
  sha256: Schema.String,
})
export type Attested = typeof Attested.Type

/** The members that the record of a disclosure and its view share. `bytes` is a number of bytes. */
export const particulars = {
  bytes: Schema.Int,
  disclosedAt: Stamp,
  disclosedBy: Side,
  attestations: listOf(Attested, Evaluator.checksMax),
} as const

/** The disclosures of the delivery under a quote. All have the same bytes, those of its close; `artifact` is their SHA-256. */
export const Disclosure = Schema.typeSchema(
  Schema.Struct({
    id: Schema.String,
    artifact: Schema.String,
    ...particulars,
    /** The hash of the text in which the bytes are kept, or were. */
    contentSha256: Schema.String,
    /** When the Court dropped the bytes (PD14 §13); absent while it has them. */
    droppedAt: Schema.optionalWith(Instant, { exact: true }),
    /** Each disclosure: by whom, and the hash of what was found of the attestations that came with it. */
    acts: listOf(
      Schema.Struct({ by: Side, at: Stamp, verifiedSha256: Schema.NullOr(Schema.String) }),
      2 * bounds.disclosuresMax,
    ),
    /** The evaluation of the bytes by the criteria at the first disclosure; null if the quote has no criteria. */
    evaluation: Schema.NullOr(Evaluator.Evaluation),
  }),
)
export interface Disclosure extends Schema.Schema.Type<typeof Disclosure> {}

export const Disclosures = Kind.make<Disclosure>({
  name: "disclosure",
  schema: Disclosure,
  id: ({ id }) => id,
})
