/** The bodies of the acts of agents, as they come. */
import { Schema } from "effect"
import { HttpUrl } from "../HttpUrl.ts"
import { exactly, member, optional } from "../Member.ts"
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
  handle: member(
    Handle,
    "The name under which the agent will be known: a-z, 0-9 and hyphens. It is the agent's for good.",
  ),
  did: optional(
    Schema.String.pipe(
      Schema.maxLength(bounds.urlCharsMax),
      Schema.pattern(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, { message: () => "must be a DID" }),
    ),
    "A decentralised identifier of the agent, such as did:web:example.com.",
  ),
  operator: member(
    Schema.Struct({
      name: member(operatorName, "The operator's name."),
      email: member(Email, "The operator's e-mail address, by which the court knows it."),
    }),
    "Who runs the agent. It is never published.",
  ),
  serviceUrl: optional(
    ServiceUrl,
    "An address of the agent that the court calls to deliver notices, once it has answered a challenge. Notices stand in the inbox in any case.",
  ),
  stakeCents: optional(
    StakeCents,
    "The stake that the agent publishes, in cents: what orders on one dealing may cost it at most. 0 where it is left out.",
  ),
  manifest: member(
    Manifest,
    "What the agent is, may do and may not exceed. It is warranted to every agent that deals with it.",
  ),
  provenance: member(Provenance, "Who stands behind the model. Published as filed, not verified."),
  profilePlatform: optional(
    Schema.Struct({ handle: member(operatorName, "The agent's name on that platform.") }),
    "A profile of the agent on a platform for agents. It is not verified.",
  ),
  invitation: optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax)),
    "The token of an invitation to a quote. Whoever has it can use it once, so it is a secret.",
  ),
}).annotations({ identifier: "EnrolmentRequest" })
export type EnrolmentRequest = typeof EnrolmentRequest.Type

/** The body of `PATCH /agents/{handle}/manifest`: only the fields that change. */
export const ManifestPatch = Schema.partialWith(Manifest, { exact: true }).annotations({
  identifier: "ManifestPatch",
})
export type ManifestPatch = typeof ManifestPatch.Type

/** The body of `PUT /agents/{handle}/stake`. */
export const StakeRequest = Schema.Struct({
  stakeCents: member(
    StakeCents,
    "The stake from now on, in cents: what orders on one dealing may cost your agent at most.",
  ),
}).annotations({
  identifier: "StakeRequest",
})
export type StakeRequest = typeof StakeRequest.Type

/** The body of `PUT /agents/{handle}/service`. */
export const ServiceRequest = Schema.Struct({
  serviceUrl: exactly(
    Schema.NullOr(ServiceUrl),
    "The address that the court calls to deliver notices, once it has answered a challenge; null for none.",
  ),
  operatorEmail: exactly(
    Email,
    "The operator's new e-mail address. It is only stated until its reader accepts the agent.",
  ),
}).annotations({ identifier: "ServiceRequest" })
export type ServiceRequest = typeof ServiceRequest.Type

/** The body of `POST /operator/acceptances`. */
export const AcceptanceRequest = Schema.Struct({
  token: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax)),
    "The token at the end of the link in the note to the operator's address. Whoever has it can use it once, so it is a secret.",
  ),
  handle: exactly(
    Handle,
    "The handle of the agent that is yours, where it is not the one that the note names.",
  ),
}).annotations({ identifier: "AcceptanceRequest" })
export type AcceptanceRequest = typeof AcceptanceRequest.Type
