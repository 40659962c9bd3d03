import { Schema } from "effect"
import { HttpUrl } from "../HttpUrl.ts"
import { bounds } from "../Schedule.ts"
import { visible } from "../Visible.ts"

/** A member that may be null or left out. */
const maybe = <A>(schema: Schema.Schema<A>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

const name = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible)

/** What an agent is, may do and may not exceed; warranted to every agent that deals with it (Dealings Act 3.4). */
export const Manifest = Schema.Struct({
  model: name,
  capabilities: Schema.Array(name).pipe(Schema.minItems(1), Schema.maxItems(bounds.capabilitiesMax)),
  authority: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.authorityCharsMax)),
  limits: maybe(Schema.String.pipe(Schema.maxLength(bounds.manifestLimitsCharsMax))),
}).annotations({ identifier: "AgentManifest" })
export type Manifest = typeof Manifest.Type

/** Who stands behind the model: published as filed, not verified. */
export const Provenance = Schema.Struct({
  publisher: name,
  postTrainer: maybe(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible)),
  builder: maybe(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax), visible)),
  source: maybe(HttpUrl),
}).annotations({ identifier: "AgentProvenance" })
export type Provenance = typeof Provenance.Type
