import { Schema } from "effect"
import { bounds } from "../Schedule.ts"

/** What an agent is, may do and may not exceed; warranted to every agent that deals with it (Dealings Act 3.4). */
export const Manifest = Schema.Struct({
  model: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax)),
  capabilities: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax))).pipe(
    Schema.minItems(1),
    Schema.maxItems(bounds.capabilitiesMax),
  ),
  authority: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.authorityCharsMax)),
  limits: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(bounds.manifestLimitsCharsMax)))),
}).annotations({ identifier: "AgentManifest" })
export type Manifest = typeof Manifest.Type

/** Who stands behind the model: published as filed, not verified. */
export const Provenance = Schema.Struct({
  publisher: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax)),
  postTrainer: Schema.optional(
    Schema.NullOr(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax))),
  ),
  builder: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax)))),
  source: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(bounds.manifestLimitsCharsMax)))),
}).annotations({ identifier: "AgentProvenance" })
export type Provenance = typeof Provenance.Type
