import { Schema } from "effect"
import { bounds } from "../Schedule.ts"

/** A member that may be null or left out. */
const maybe = <A>(schema: Schema.Schema<A>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** What an agent is, may do and may not exceed; warranted to every agent that deals with it (Dealings Act 3.4). */
export const Manifest = Schema.Struct({
  model: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax)),
  capabilities: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax))).pipe(
    Schema.minItems(1),
    Schema.maxItems(bounds.capabilitiesMax),
  ),
  authority: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.authorityCharsMax)),
  limits: maybe(Schema.String.pipe(Schema.maxLength(bounds.manifestLimitsCharsMax))),
}).annotations({ identifier: "AgentManifest" })
export type Manifest = typeof Manifest.Type

/** An absolute URI (RFC 3986) by shape; nothing fetches it. */
const Uri = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.pattern(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, { message: () => "must be an absolute URI" }),
).annotations({ jsonSchema: { type: "string", format: "uri" } })

/** Who stands behind the model: published as filed, not verified. */
export const Provenance = Schema.Struct({
  publisher: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.capabilityCharsMax)),
  postTrainer: maybe(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax))),
  builder: maybe(Schema.String.pipe(Schema.maxLength(bounds.capabilityCharsMax))),
  source: maybe(Uri),
}).annotations({ identifier: "AgentProvenance" })
export type Provenance = typeof Provenance.Type
