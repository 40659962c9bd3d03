/** The operations on holds: escrows that name the court as referee, and their payout instructions. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  Confirming,
  MatterHoldRequest,
  PaidOut,
  PaidOutReport,
  PayoutRequest,
  QuoteHoldRequest,
} from "../../core/holds/Hold.ts"
import { HoldView, PayoutView, RevokedView } from "../../core/holds/Queries.ts"
import { Timestamp } from "../../core/Time.ts"
import * as Examples from "./Examples.ts"
import { HoldId, MatterId, operation, publicRead, QuoteId, text } from "./Operation.ts"

export const Hold = Schema.encodedSchema(HoldView).annotations({ identifier: "Hold" })
const Payout = Schema.encodedSchema(PayoutView).annotations({ identifier: "Payout" })

export const OneHold = Schema.Struct({ hold: Hold }).annotations({ identifier: "OneHold" })
const HoldList = Schema.Struct({ holds: Schema.Array(Hold) }).annotations({ identifier: "HoldList" })

const naming = { credential: "required", refusals: [403, 404, 409, 422] } as const
const reading = { credential: "required", refusals: [403, 404] } as const
const nothingHeld =
  "The court holds nothing and can release nothing: it records that the parties named it as referee. It signs nothing until the other party confirms."

const onQuote = HttpApiEndpoint.post("nameHoldOnQuote", "/quotes/:id/holds")
  .setPath(QuoteId)
  .setPayload(QuoteHoldRequest)
  .addSuccess(OneHold, { status: 201 })
  .annotateContext(
    operation({
      example: Examples.quoteHold,
      summary: "Name an escrow that lies between the parties of an accepted quote",
      description: `The buyer is the payer, the supplier the payee; \`address\` is your own on the escrow's chain. ${nothingHeld}`,
      ...naming,
    }),
  )

const listOnQuote = HttpApiEndpoint.get("listHoldsOnQuote", "/quotes/:id/holds")
  .setPath(QuoteId)
  .addSuccess(HoldList)
  .annotateContext(operation({ summary: "The holds on a quote, for its parties", ...reading }))

const onMatter = HttpApiEndpoint.post("nameHoldOnMatter", "/matters/:id/holds")
  .setPath(MatterId)
  .setPayload(MatterHoldRequest)
  .addSuccess(OneHold, { status: 201 })
  .annotateContext(
    operation({
      example: Examples.matterHold,
      summary: "Name an escrow that lies between the parties of a matter",
      description: `\`payment_in\`: the respondent secures what is claimed, until the call. \`order_pending_appeal\`: the party bound secures an order to pay while an appeal is pending. ${nothingHeld}`,
      ...naming,
    }),
  )

const listOnMatter = HttpApiEndpoint.get("listHoldsOnMatter", "/matters/:id/holds")
  .setPath(MatterId)
  .addSuccess(HoldList)
  .annotateContext(operation({ summary: "The holds on a matter, for its parties", ...reading }))

const revocations = HttpApiEndpoint.get("holdRevocations", "/holds/revocations")
  .addSuccess(
    Schema.Struct({
      revoked: Schema.Array(Schema.encodedSchema(RevokedView)),
      asOf: Timestamp,
    }).annotations({ identifier: "HoldRevocations" }),
  )
  .annotateContext(
    publicRead("Instructions that the Registrar revoked, and that could be spent otherwise", {
      description:
        "Each carries a signed PayoutRevocation that anybody may show to an escrow's adapter. One whose instruction has expired anyway stands in the journal.",
    }),
  )

const read = HttpApiEndpoint.get("readHold", "/holds/:id")
  .setPath(HoldId)
  .addSuccess(OneHold)
  .annotateContext(
    operation({
      summary: "A hold, with its last payout instruction (its parties, the Registrar)",
      ...reading,
    }),
  )

const confirm = HttpApiEndpoint.post("confirmHold", "/holds/:id/confirm")
  .setPath(HoldId)
  .setPayload(Confirming)
  .addSuccess(OneHold)
  .annotateContext(
    operation({
      example: Examples.holdConfirming,
      summary: "Confirm a hold with your own address (the party that did not name it)",
      ...naming,
    }),
  )

const payout = HttpApiEndpoint.post("requestPayout", "/holds/:id/payout")
  .setPath(HoldId)
  .setPayload(PayoutRequest)
  .addSuccess(
    Schema.Struct({ payout: Payout, hold: Hold, verify: Schema.Array(text) }).annotations({
      identifier: "PayoutSigned",
    }),
    { status: 201 },
  )
  .annotateContext(
    operation({
      example: Examples.payoutRequest,
      summary: "Have a payout instruction signed on a final judgment between payer and payee",
      description:
        "The instruction is typed data (EIP-712). It says when it takes effect and until when it can be spent; the Registrar may revoke it before it takes effect. What it pays follows from the judgment alone.",
      ...naming,
    }),
  )

const readPayout = HttpApiEndpoint.get("readPayout", "/holds/:id/payout")
  .setPath(HoldId)
  .addSuccess(Schema.Struct({ payout: Payout }).annotations({ identifier: "OnePayout" }))
  .annotateContext(operation({ summary: "The last payout instruction of a hold", ...reading }))

const paidOut = HttpApiEndpoint.post("reportPaidOut", "/holds/:id/paid-out")
  .setPath(HoldId)
  .setPayload(PaidOutReport)
  .addSuccess(Schema.encodedSchema(PaidOut).annotations({ identifier: "PaidOut" }))
  .annotateContext(
    operation({
      example: Examples.paidOut,
      summary: "Report that the escrow has paid out",
      description:
        "Where the court reads the chain, the payment must be there and confirmed; otherwise the party that receives says so. Orders that it meets in full are satisfied from the hold, without credit for timeliness.",
      ...naming,
    }),
  )

export class HoldsGroup extends HttpApiGroup.make("holds")
  .add(onQuote)
  .add(listOnQuote)
  .add(onMatter)
  .add(listOnMatter)
  .add(revocations)
  .add(read)
  .add(confirm)
  .add(payout)
  .add(readPayout)
  .add(paidOut)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Holds")
  .annotate(
    OpenApi.Description,
    "Escrows that name the court as referee, and the payout instructions that it signs on a final judgment.",
  ) {}
