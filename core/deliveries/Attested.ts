/** The attestations of a delivery elsewhere: one record beside the quote. The Court sees no bytes of it. */
import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Stamp } from "../kernel/Time.ts"
import { Evaluator } from "../quotes/index.ts"
import { Attested, Side } from "./Disclosure.ts"

/** The attestations that count of a quote that is delivered elsewhere. All are of the hash of its close. */
export const AttestedDelivery = Schema.typeSchema(
  Schema.Struct({
    id: Schema.String,
    /** The SHA-256 that the close states, in hexadecimal. */
    artifact: Schema.String,
    attestations: listOf(Attested, Evaluator.checksMax),
    /** Each time that some were handed in: by whom, and the hash of what was found of them. */
    acts: listOf(
      Schema.Struct({ by: Side, at: Stamp, verifiedSha256: Schema.NullOr(Schema.String) }),
      2 * bounds.disclosuresMax,
    ),
  }),
)
export interface AttestedDelivery extends Schema.Schema.Type<typeof AttestedDelivery> {}

export const AttestedDeliveries = Kind.make<AttestedDelivery>({
  name: "attested-delivery",
  schema: AttestedDelivery,
  id: ({ id }) => id,
})
