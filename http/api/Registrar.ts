import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Deciding } from "../../core/compliance/Input.ts"
import { Confirmation } from "../../core/matters/Eligibility.ts"
import { bounds } from "../../core/Schedule.ts"
import { Entry } from "./Compliance.ts"
import * as Examples from "./Examples.ts"
import { FilingEligibility, ListState } from "./MatterShapes.ts"
import { Id, operation, Timestamp } from "./Operation.ts"

const eligibility = HttpApiEndpoint.post("recordEligibility", "/registrar/eligibility")
  .setPayload(Confirmation)
  .addSuccess(Schema.Struct({ filingEligibility: FilingEligibility }))
  .annotateContext(
    operation({
      example: Examples.confirmation,
      summary: "Record the confirmation that opens filing between operators",
      credential: "required",
      refusals: [403, 409],
    }),
  )

const openList = HttpApiEndpoint.post("openList", "/registrar/list/open")
  .addSuccess(
    Schema.Struct({ list: ListState }).annotations({
      identifier: "ListOpened",
    }),
  )
  .annotateContext(operation({ summary: "Open the next list", credential: "required", refusals: [403, 409] }))

const decide = HttpApiEndpoint.post("decideCompliance", "/registrar/compliance/:id/decide")
  .setPath(Id)
  .setPayload(Deciding)
  .addSuccess(Entry)
  .annotateContext(
    operation({
      example: Examples.decision,
      summary: "Decide an entry on the papers",
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const prove = HttpApiEndpoint.post("proveOperator", "/registrar/operators/:id/prove")
  .setPath(Id)
  .addSuccess(
    Schema.Struct({ proven: Schema.Array(Schema.String), at: Timestamp }).annotations({
      identifier: "OperatorProven",
    }),
  )
  .annotateContext(
    operation({
      summary: "Record that an operator is proven",
      description: "`id` is the handle of one agent, or the id of an operator for all its agents.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const Revocation = Schema.Struct({
  handle: Schema.NonEmptyString.pipe(Schema.maxLength(200)),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Revocation" })

const revoke = HttpApiEndpoint.post("revokeKeys", "/registrar/keys/revoke")
  .setPayload(Revocation)
  .addSuccess(
    Schema.Struct({ handle: Schema.String, revoked: Schema.Int, at: Timestamp }).annotations({
      identifier: "KeysRevoked",
    }),
  )
  .annotateContext(
    operation({
      example: Examples.revocation,
      summary: "End every key of an agent",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

export class RegistrarGroup extends HttpApiGroup.make("registrar")
  .add(eligibility)
  .add(openList)
  .add(decide)
  .add(prove)
  .add(revoke)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Registrar")
  .annotate(
    OpenApi.Description,
    "Acts of the Registrar's office. Every one is in the journal with its reasons.",
  ) {}
