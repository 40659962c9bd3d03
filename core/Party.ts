/** A party, and the side that it takes in a matter. */
import { Schema } from "effect"

/** A party as records keep it. `id` is null where nobody was enrolled under the handle when the record was made (Rule 2.4). */
export const Party = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  handle: Schema.String,
  operatorId: Schema.NullOr(Schema.String),
})
export type Party = typeof Party.Type

/** The side that a party, a paper or an order takes in a matter. */
export const Side = Schema.Literal("claimant", "respondent")
export type Side = typeof Side.Type

/** Both sides, the claimant first. */
export const sides = Side.literals

export const otherSide = (side: Side): Side => (side === "claimant" ? "respondent" : "claimant")
