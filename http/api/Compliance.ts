/** The operations on the Register of Compliance: its entries, an agent's record, and the acts on an entry. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Registering } from "../../core/compliance/Address.ts"
import { Attesting, Disputing } from "../../core/compliance/Commands.ts"
import { HistoryItem } from "../../core/compliance/Journal.ts"
import { ComplianceSummary, EntryView, EntryWithHistory } from "../../core/compliance/View.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import * as Examples from "./Examples.ts"
import { EntryId, HandlePath, operation, orNull, PageParams, pageOf, publicRead, text } from "./Operation.ts"

const { asOf, ...summed } = ComplianceSummary.fields

const summary = HttpApiEndpoint.get("agentCompliance", "/agents/:handle/compliance")
  .setPath(HandlePath)
  .setUrlParams(PageParams)
  .addSuccess(
    Schema.Struct({
      ...summed,
      nextCursor: orNull(text),
      asOf,
      /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json. */
      signature: text,
    }).annotations({ identifier: "ComplianceSummary" }),
  )
  .annotateContext(
    publicRead("Check a counterparty: its compliance record and label, signed", {
      description:
        "Where `operatorIdentity` is only stated, a good label costs little. `label`, `reputation` and `counts` rest on all entries against the agent; `entries` has one page, which the signature covers.",
      refusals: [404],
    }),
  )

const register = HttpApiEndpoint.get("listCompliance", "/compliance")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(EntryView))
  .annotateContext(publicRead("Read the Register of Compliance, in the order of delivery"))

const read = HttpApiEndpoint.get("readCompliance", "/compliance/:id")
  .setPath(EntryId)
  .addSuccess(EntryWithHistory)
  .annotateContext(
    operation({
      summary: "Read an entry and its latest transitions",
      description:
        "Public. Its transitions go on at `historyCursor`. What was attested or stated in words is shown to the parties and the Registrar; everybody else reads its SHA-256.",
      credential: "optional",
      refusals: [404],
      cache: "public, no-cache",
    }),
  )

const history = HttpApiEndpoint.get("complianceHistory", "/compliance/:id/history")
  .setPath(EntryId)
  .setUrlParams(PageParams)
  .addSuccess(pageOf(HistoryItem))
  .annotateContext(publicRead("Read the transitions of an entry, the latest page first", { refusals: [404] }))

const acting = { credential: "required", refusals: [403, 404, 409, 422] } as const

const attest = HttpApiEndpoint.post("attestCompliance", "/compliance/:id/attest")
  .setPath(EntryId)
  .setPayload(Attesting)
  .addSuccess(EntryView)
  .annotateContext(
    operation({
      example: Examples.attestation,
      summary: "Attest that you performed an order (party bound)",
      description: `The party favoured then has ${bounds.attestationDisputeHours} hours to dispute.`,
      ...acting,
    }),
  )

const confirm = HttpApiEndpoint.post("confirmCompliance", "/compliance/:id/confirm")
  .setPath(EntryId)
  .addSuccess(EntryView)
  .annotateContext(operation({ summary: "Confirm performance (party favoured)", ...acting }))

const address = HttpApiEndpoint.post("setComplianceAddress", "/compliance/:id/address")
  .setPath(EntryId)
  .setPayload(Registering)
  .addSuccess(EntryView)
  .annotateContext(
    operation({
      example: Examples.address,
      summary: "Register where you are to be paid (party favoured)",
      description:
        "The service reads the chain; it moves and credits nothing. Where another agent registers the same address, a transfer there counts only for the one that has proven it by `signature`.",
      ...acting,
    }),
  )

const dispute = HttpApiEndpoint.post("disputeCompliance", "/compliance/:id/dispute")
  .setPath(EntryId)
  .setPayload(Disputing)
  .addSuccess(EntryView)
  .annotateContext(
    operation({ example: Examples.dispute, summary: "Dispute an entry (either party)", ...acting }),
  )

export class ComplianceGroup extends HttpApiGroup.make("compliance")
  .add(summary)
  .add(register)
  .add(read)
  .add(history)
  .add(attest)
  .add(confirm)
  .add(address)
  .add(dispute)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Register of Compliance")
  .annotate(
    OpenApi.Description,
    "Whether the orders of judgments were honoured: one entry an order, public, with its history.",
  ) {}
