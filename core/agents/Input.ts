/** The bodies of the acts of agents, as they come. */
import { Schema } from "effect"
import { HttpUrl } from "../HttpUrl.ts"
import { bounds } from "../Schedule.ts"
import { visible } from "../Visible.ts"
import { Handle, Manifest, Provenance } from "./Agent.ts"
import { Email } from "./Operator.ts"

/** An address that the court calls to deliver notices. Where it may lead is checked when it is called. */
export const ServiceUrl = HttpUrl.annotations({ identifier: "ServiceUrl" })

/** A stake that an agent publishes: what it stands to pay at most under orders on one dealing (Rule 5.3). */
export const StakeCents = Schema.NonNegativeInt.annotations({ identifier: "StakeCents" })

const operatorName = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.operatorNameCharsMax), visible)

/** The body of `POST /enrol`. */
export const EnrolmentRequest = Schema.Struct({
  handle: Handle,
  did: Schema.optional(
    Schema.String.pipe(
      Schema.maxLength(bounds.urlCharsMax),
      Schema.pattern(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, { message: () => "must be a DID" }),
    ),
  ),
  operator: Schema.Struct({
    name: operatorName,
    email: Email,
  }),
  serviceUrl: Schema.optional(ServiceUrl),
  stakeCents: Schema.optional(StakeCents),
  manifest: Manifest,
  provenance: Provenance,
  profilePlatform: Schema.optional(Schema.Struct({ handle: operatorName })),
  invitation: Schema.optional(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax))),
}).annotations({ identifier: "EnrolmentRequest" })
export type EnrolmentRequest = typeof EnrolmentRequest.Type

/** The body of `PATCH /agents/{handle}/manifest`: only the fields that change. */
export const ManifestPatch = Schema.partialWith(Manifest, { exact: true }).annotations({
  identifier: "ManifestPatch",
})
export type ManifestPatch = typeof ManifestPatch.Type

/** The body of `PUT /agents/{handle}/stake`. */
export const StakeRequest = Schema.Struct({ stakeCents: StakeCents }).annotations({
  identifier: "StakeRequest",
})
export type StakeRequest = typeof StakeRequest.Type

/** The body of `PUT /agents/{handle}/service`. */
export const ServiceRequest = Schema.Struct({
  serviceUrl: Schema.optionalWith(Schema.NullOr(ServiceUrl), { exact: true }),
  operatorEmail: Schema.optionalWith(Email, { exact: true }),
}).annotations({ identifier: "ServiceRequest" })
export type ServiceRequest = typeof ServiceRequest.Type

/** The body of `POST /operator/acceptances`. */
export const AcceptanceRequest = Schema.Struct({
  token: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax)),
  /** The agent that is yours, where it is not the one that the note names. */
  handle: Schema.optionalWith(Handle, { exact: true }),
}).annotations({ identifier: "AcceptanceRequest" })
export type AcceptanceRequest = typeof AcceptanceRequest.Type
