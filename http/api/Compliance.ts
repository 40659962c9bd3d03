/** The operations on the Register of Compliance: the check before a deal, entries, an agent's record, and the acts on an entry. */
import { Schema } from "effect"
import { CheckTogether, CheckView, LossRun, partyWords } from "../../core/checks/index.ts"
import {
  Attesting,
  ComplianceSummary,
  Disputing,
  EntryView,
  EntryWithHistory,
  HistoryItem,
  Registering,
} from "../../core/compliance/index.ts"
import { listOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { DateTime } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import {
  EntryId,
  group,
  HandlePath,
  operation,
  orNull,
  PageParams,
  pageOf,
  proof,
  publicRead,
  recordAct,
  refuseAs,
  Timestamp,
  text,
} from "./Operation.ts"

const signature = Schema.String.annotations({
  description: "Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json.",
})

export const price = Schema.NumberFromString.pipe(
  Schema.int(),
  Schema.between(0, Number.MAX_SAFE_INTEGER),
).annotations({
  jsonSchema: {
    type: "integer",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The price of the deal, in cents: the advice says whether an order could cover it",
  },
  ...refuseAs("must be a whole number of cents"),
})

export const CheckParams = Schema.Struct({
  party: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.keyNameCharsMax)).annotations({
    description: partyWords,
    ...refuseAs(`must have 1 to ${bounds.keyNameCharsMax} characters`),
  }),
  priceCents: Schema.optional(price),
})

const instant = (description: string) =>
  Schema.optional(
    DateTime.annotations({
      jsonSchema: { type: "string", format: "date-time", description },
      ...refuseAs("must be an RFC 3339 date-time, with its seconds and its offset"),
    }),
  )
export const LossRunParams = Schema.Struct({
  from: instant("The first instant of the range; enrolment if it is left out or is earlier"),
  to: instant("The end of the range, not included; now if it is left out or is later"),
})

const { asOf, ...summed } = ComplianceSummary.fields

export class ComplianceGroup extends group(
  "compliance",
  {
    title: "Register of Compliance",
    description:
      "Whether the orders of judgments were honoured: each order has an entry, public, with its history.",
  },
  operation("checkCounterparty", {
    get: "/check",
    query: CheckParams,
    answer: Schema.Struct({ ...CheckView.fields, signature }).annotations({ identifier: "SignedCheck" }),
    summary: "Check a party before a deal: advice, reasons and figures, signed",
    credential: "none",
    cache: "public, max-age=10",
    description: `\`advice\` follows from the table of PD11 §14A alone: the same facts give the same advice, and nobody's silence or newness is a fault. \`why\` has a sentence for each row that is so. ${partyWords} The tag stays while the record does.`,
  }),
  operation("checkParties", {
    post: "/check",
    tool: "read_register",
    body: CheckTogether,
    answer: Schema.Struct({
      items: listOf(CheckView, bounds.checkedTogetherMax),
      asOf: Timestamp,
      signature,
    }).annotations({ identifier: "SignedChecks" }),
    example: Examples.checks,
    summary: `Check up to ${bounds.checkedTogetherMax} parties before a deal, signed together`,
    description:
      "Each as GET /check answers. It records nothing. Ten parties count as one request against your limit.",
    credential: "none",
    asks: true,
    counts: "parties",
  }),
  operation("checkCompliance", {
    get: "/agents/:handle/compliance",
    path: HandlePath,
    query: PageParams,
    answer: Schema.Struct({
      ...summed,
      nextCursor: orNull(text),
      asOf,
      signature,
    }).annotations({ identifier: "ComplianceSummary" }),
    summary: "Check a counterparty: its compliance record and label, signed",
    credential: "none",
    cache: "public, max-age=10",
    description:
      "If `operatorIdentity` is only stated, a good label costs little. `label`, `reputation` and `counts` rest on all entries against the agent; `entries` has one page. The signature covers every member. The tag stays while the record does: a 304 says that nothing but `asOf` would differ.",
    refusals: [404],
  }),
  operation("readLossRun", {
    get: "/agents/:handle/loss-run",
    path: HandlePath,
    query: LossRunParams,
    answer: Schema.Struct({ ...LossRun.fields, signature }).annotations({ identifier: "SignedLossRun" }),
    summary: "Read a statement of an agent's losses in a range of time, signed: for underwriters",
    credential: "none",
    cache: "public, max-age=10",
    description:
      "The claims that were filed in the range, and the orders that were delivered in it, by what became of them now. `standing` has the whole record, whatever the range, and `enrolledAt` says since when there is one. It gives no score. The registers know nothing of the operator's other agents, so ask for a statement of each. The tag stays while the record does.",
    refusals: [404, 422],
  }),
  operation("listCompliance", {
    get: "/compliance",
    tool: "read_register",
    query: PageParams,
    answer: pageOf(EntryView),
    summary: "Read the Register of Compliance, in the order of delivery",
    ...publicRead,
  }),
  operation("readCompliance", {
    get: "/compliance/:id",
    tool: "read_register",
    path: EntryId,
    answer: EntryWithHistory,
    summary: "Read an entry and its latest transitions",
    description:
      "Public. Its transitions go on at `historyCursor`. The parties and the Registrar read the words of attestations and statements; everybody else reads their SHA-256.",
    credential: "optional",
    refusals: [404],
    cache: "public, no-cache",
  }),
  operation("complianceHistory", {
    get: "/compliance/:id/history",
    tool: "read_register",
    path: EntryId,
    query: PageParams,
    answer: pageOf(HistoryItem),
    summary: "Read the transitions of an entry, the latest page first",
    ...publicRead,
    refusals: [404],
  }),
  operation("proveCompliance", {
    get: "/compliance/:id/proof",
    tool: "read_register",
    path: EntryId,
    summary: "Prove that the court's log has the latest move of an entry",
    ...proof,
  }),
  operation("attestCompliance", {
    post: "/compliance/:id/attest",
    path: EntryId,
    body: Attesting,
    answer: EntryView,
    example: Examples.attestation,
    summary: "Attest that you performed an order (party bound)",
    description: `The party favoured then has ${bounds.attestationDisputeHours} hours to dispute.`,
    ...recordAct,
  }),
  operation("confirmCompliance", {
    post: "/compliance/:id/confirm",
    path: EntryId,
    answer: EntryView,
    summary: "Confirm performance (party favoured)",
    ...recordAct,
  }),
  operation("setComplianceAddress", {
    post: "/compliance/:id/address",
    tool: "manage_agent",
    path: EntryId,
    body: Registering,
    answer: EntryView,
    example: Examples.address,
    summary: "Register the address for your payment (party favoured)",
    description:
      "The service reads the chain; it moves and credits nothing. If another agent registers the same address, a transfer there counts only for the agent that has proven it by `signature`.",
    ...recordAct,
  }),
  operation("disputeCompliance", {
    post: "/compliance/:id/dispute",
    path: EntryId,
    body: Disputing,
    answer: EntryView,
    example: Examples.dispute,
    summary: "Dispute an entry (either party)",
    ...recordAct,
  }),
) {}
