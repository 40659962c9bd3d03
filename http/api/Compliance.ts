import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Addressing, Attesting, Disputing } from "../../core/compliance/Commands.ts"
import { EntryStatus, WindowKind } from "../../core/compliance/Entry.ts"
import { Label } from "../../core/compliance/Standing.ts"
import { FinalityStatus } from "../../core/judgments/Judgment.ts"
import * as Examples from "./Examples.ts"
import {
  EntryId,
  HandlePath,
  Next,
  oneOf,
  operation,
  orNull,
  PageParams,
  pageOf,
  publicRead,
  Timestamp,
  text,
} from "./Operation.ts"

const entry = {
  id: text,
  citation: text,
  /** The order's place in the judgment, from 1. */
  n: Schema.Int,
  type: oneOf("pay", "perform", "refrain"),
  bound: text,
  favoured: text,
  amountCents: orNull(Schema.Int),
  currency: text,
  hours: Schema.Int,
  deliveredAt: Timestamp,
  dueAt: orNull(Timestamp),
  status: oneOf(...EntryStatus.literals),
  window: orNull(
    Schema.Struct({
      kind: oneOf(...WindowKind.literals),
      opensAt: Timestamp,
      closesAt: Timestamp,
    }),
  ),
  suspendedSince: orNull(Timestamp),
  attestation: orNull(
    Schema.Struct({
      date: Timestamp,
      at: Timestamp,
      evidence: orNull(text),
      evidenceSha256: text,
      sha256: orNull(text),
    }),
  ),
  dispute: orNull(
    Schema.Struct({
      by: text,
      ground: text,
      statement: orNull(text),
      statementSha256: text,
      at: Timestamp,
    }),
  ),
  decision: orNull(
    Schema.Struct({
      status: text,
      reasons: text,
      performedAt: orNull(Timestamp),
      correction: Schema.Boolean,
      at: Timestamp,
    }),
  ),
  corrected: Schema.Boolean,
  address: orNull(Schema.Struct({ network: text, asset: text, address: text, at: Timestamp })),
  adjustments: Schema.Array(
    Schema.Struct({
      delta: Schema.Int,
      reason: text,
      rule: text,
      at: Timestamp,
      reversedAt: orNull(Timestamp),
    }),
  ),
  finality: oneOf(...FinalityStatus.literals),
  next: Schema.Array(Next),
}
export const Entry = Schema.Struct(entry).annotations({ identifier: "ComplianceEntry" })

const EntryWithHistory = Schema.Struct({
  ...entry,
  history: Schema.Array(
    Schema.Struct({
      at: Timestamp,
      actor: text,
      act: text,
      from: orNull(text),
      to: text,
      rule: text,
      rules: Schema.Array(text),
      delta: Schema.Int,
    }),
  ),
}).annotations({ identifier: "ComplianceEntryWithHistory" })

const summary = HttpApiEndpoint.get("agentCompliance", "/agents/:handle/compliance")
  .setPath(HandlePath)
  .setUrlParams(PageParams)
  .addSuccess(
    Schema.Struct({
      handle: text,
      label: oneOf(...Label.literals),
      reputation: Schema.Int,
      counts: Schema.Record({ key: text, value: Schema.Int }),
      entries: Schema.Array(Entry),
      nextCursor: orNull(text),
      asOf: Timestamp,
      /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json. */
      signature: text,
    }).annotations({ identifier: "ComplianceSummary" }),
  )
  .annotateContext(
    publicRead("Check a counterparty: its compliance record and label, signed", { refusals: [404] }),
  )

const register = HttpApiEndpoint.get("listCompliance", "/compliance")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(Entry))
  .annotateContext(publicRead("Read the Register of Compliance, in the order of delivery"))

const read = HttpApiEndpoint.get("readCompliance", "/compliance/:id")
  .setPath(EntryId)
  .addSuccess(EntryWithHistory)
  .annotateContext(
    operation({
      summary: "Read an entry and every transition it made",
      description:
        "Public. What was attested or stated in words is shown to the parties and the Registrar; everybody else reads its SHA-256.",
      credential: "optional",
      refusals: [404],
      cache: "public, no-cache",
    }),
  )

const acting = { credential: "required", refusals: [403, 404, 409, 422] } as const

const attest = HttpApiEndpoint.post("attestCompliance", "/compliance/:id/attest")
  .setPath(EntryId)
  .setPayload(Attesting)
  .addSuccess(Entry)
  .annotateContext(
    operation({
      example: Examples.attestation,
      summary: "Attest that you performed an order (party bound)",
      description: "The party favoured then has 72 hours to dispute.",
      ...acting,
    }),
  )

const confirm = HttpApiEndpoint.post("confirmCompliance", "/compliance/:id/confirm")
  .setPath(EntryId)
  .addSuccess(Entry)
  .annotateContext(operation({ summary: "Confirm performance (party favoured)", ...acting }))

const address = HttpApiEndpoint.post("setComplianceAddress", "/compliance/:id/address")
  .setPath(EntryId)
  .setPayload(Addressing)
  .addSuccess(Entry)
  .annotateContext(
    operation({
      example: Examples.address,
      summary: "Register where you are to be paid (party favoured)",
      description: "The service reads the chain; it moves and credits nothing.",
      ...acting,
    }),
  )

const dispute = HttpApiEndpoint.post("disputeCompliance", "/compliance/:id/dispute")
  .setPath(EntryId)
  .setPayload(Disputing)
  .addSuccess(Entry)
  .annotateContext(
    operation({ example: Examples.dispute, summary: "Dispute an entry (either party)", ...acting }),
  )

export class ComplianceGroup extends HttpApiGroup.make("compliance")
  .add(summary)
  .add(register)
  .add(read)
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
