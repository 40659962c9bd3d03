/** The operations on holds: escrows that name the court as referee, and their payout instructions. */

import { Schema } from "effect"
import {
  Hold as HoldRecord,
  HoldView,
  PayoutView,
  RevokedView,
  Unspent,
  verifySteps,
} from "../../core/holds/index.ts"
import { listOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import {
  group,
  HoldId,
  MatterId,
  operation,
  orNull,
  PageParams,
  privateRead,
  publicRead,
  QuoteId,
  recordAct,
  text,
} from "./Operation.ts"

const Hold = Schema.encodedBoundSchema(HoldView).annotations({ identifier: "Hold" })
const Payout = Schema.encodedBoundSchema(PayoutView).annotations({ identifier: "Payout" })

export const OneHold = Schema.Struct({ hold: Hold }).annotations({ identifier: "OneHold" })
const HoldList = Schema.Struct({ holds: listOf(Hold, bounds.holdsMax) }).annotations({
  identifier: "HoldList",
})

const nothingHeld =
  "The court holds nothing and can release nothing: it records that the parties named it as referee. It signs nothing until both parties have proven their addresses: `signature` is made by your address over the typed data HoldParty, and may be sent later."

export class HoldsGroup extends group(
  "holds",
  {
    title: "Holds",
    description:
      "Escrows that name the court as referee, and the payout instructions that it signs on a final judgment.",
  },
  operation("nameHoldOnQuote", {
    post: "/quotes/:id/holds",
    tool: "manage_hold",
    path: QuoteId,
    body: HoldRecord.QuoteRequest,
    answer: OneHold,
    creates: true,
    example: Examples.quoteHold,
    summary: "Name an escrow that lies between the parties of an accepted quote",
    description: `The buyer is the payer, the supplier the payee; \`address\` is your own on the escrow's chain. ${nothingHeld}`,
    ...recordAct,
  }),
  operation("listHoldsOnQuote", {
    get: "/quotes/:id/holds",
    tool: "read_holds",
    path: QuoteId,
    answer: HoldList,
    summary: "The holds on a quote, for its parties",
    ...privateRead,
  }),
  operation("nameHoldOnMatter", {
    post: "/matters/:id/holds",
    tool: "manage_hold",
    path: MatterId,
    body: HoldRecord.MatterRequest,
    answer: OneHold,
    creates: true,
    example: Examples.matterHold,
    summary: "Name an escrow that lies between the parties of a matter",
    description: `\`payment_in\`: the respondent secures what is claimed, until the call. \`order_pending_appeal\`: the party bound secures an order to pay while an appeal is pending. ${nothingHeld}`,
    ...recordAct,
  }),
  operation("listHoldsOnMatter", {
    get: "/matters/:id/holds",
    tool: "read_holds",
    path: MatterId,
    answer: HoldList,
    summary: "The holds on a matter, for its parties",
    ...privateRead,
  }),
  operation("holdRevocations", {
    get: "/holds/revocations",
    tool: "read_holds",
    query: PageParams,
    answer: Schema.Struct({
      revoked: Schema.Array(Schema.encodedBoundSchema(RevokedView)),
      nextCursor: orNull(text),
      asOf: Timestamp,
    }).annotations({ identifier: "HoldRevocations" }),
    summary: "Instructions that the Registrar revoked, and that could be spent otherwise",
    ...publicRead,
    description:
      "Up to a hundred if no `limit` is given; read on at `nextCursor` until it is null. Each carries a signed PayoutRevocation that anybody may show to an escrow's adapter. If the instruction has expired, its revocation stands in the journal alone.",
  }),
  operation("readHold", {
    get: "/holds/:id",
    tool: "read_holds",
    path: HoldId,
    answer: OneHold,
    summary: "A hold, with its last payout instruction (its parties, the Registrar)",
    ...privateRead,
  }),
  operation("confirmHold", {
    post: "/holds/:id/confirm",
    tool: "manage_hold",
    path: HoldId,
    body: HoldRecord.Confirming,
    answer: OneHold,
    example: Examples.holdConfirming,
    summary: "Confirm a hold with your own address (the party that did not name it)",
    description:
      "With `signature`, the address is proven too. Without it the hold stays `named`, and `next` carries what to sign.",
    ...recordAct,
  }),
  operation("proveHold", {
    post: "/holds/:id/prove",
    tool: "manage_hold",
    path: HoldId,
    body: HoldRecord.ProvingAddress,
    answer: OneHold,
    example: Examples.holdProving,
    summary: "Prove the address that you stated for a hold, by its signature",
    description:
      "`next` of the hold carries what to sign, as typed data (EIP-712). Once both addresses are proven, the hold is confirmed, and its reference is taken for good.",
    ...recordAct,
  }),
  operation("requestPayout", {
    post: "/holds/:id/payout",
    tool: "manage_hold",
    path: HoldId,
    body: HoldRecord.PayoutRequest,
    answer: Schema.Struct({
      payout: Payout,
      hold: Hold,
      verify: listOf(text, verifySteps.length),
    }).annotations({
      identifier: "PayoutSigned",
    }),
    creates: true,
    example: Examples.payoutRequest,
    summary: "Have a payout instruction signed on a final judgment between payer and payee",
    description:
      "The instruction is typed data (EIP-712). It says when it takes effect and until when it can be spent; the Registrar may revoke it before it takes effect. The sum that it pays follows from the judgment alone. While something else on the quote may take the rest, it pays the payee a part and leaves the rest in the escrow.",
    ...recordAct,
  }),
  operation("requestEvaluation", {
    post: "/holds/:id/evaluate",
    tool: "manage_hold",
    path: HoldId,
    answer: OneHold,
    summary: "Have the evaluation of the disclosed bytes signed for a job",
    description:
      "For a confirmed hold over a job on a quote with criteria. The evaluation is typed data (EIP-712) in `evaluation` of the hold, which an evaluator contract can obey if both parties bound it to these criteria. A matter on the quote withdraws it: `evaluation.withdrawn` then has the revocation for the contract.",
    ...recordAct,
  }),
  operation("readPayout", {
    get: "/holds/:id/payout",
    tool: "read_holds",
    path: HoldId,
    answer: Schema.Struct({ payout: Payout }).annotations({ identifier: "OnePayout" }),
    summary: "The last payout instruction of a hold",
    ...privateRead,
  }),
  operation("reportPaidOut", {
    post: "/holds/:id/paid-out",
    tool: "manage_hold",
    path: HoldId,
    body: HoldRecord.PaidOutReport,
    answer: Schema.encodedBoundSchema(HoldRecord.PaidOut).annotations({ identifier: "PaidOut" }),
    example: Examples.paidOut,
    summary: "Report that the escrow has paid out",
    description:
      "If the court reads the chain, the payment must be there and confirmed; otherwise the party that receives it says so. Orders that it meets in full are satisfied from the hold, without credit for timeliness. After a part was paid, the hold is `confirmed` again for the rest, with `parts` and `restCents`.",
    ...recordAct,
  }),
  operation("sayUnspent", {
    post: "/holds/:id/unspent",
    tool: "manage_hold",
    path: HoldId,
    body: Unspent.UnspentWord,
    answer: OneHold,
    example: Examples.unspentWord,
    summary: "Say that the last instruction of a hold was not spent, though nobody reported anything",
    description:
      "If the court does not read the chain, an instruction that ended unreported counts as paid, and no other is signed for the hold or the judgment. If the party that would receive says that it was not spent, the other may object for 72 hours; if the other says so itself, it counts at once (PD2 §6IA).",
    ...recordAct,
  }),
  operation("objectUnspent", {
    post: "/holds/:id/unspent/object",
    tool: "manage_hold",
    path: HoldId,
    body: Unspent.UnspentObjection,
    answer: OneHold,
    example: Examples.unspentObjection,
    summary: "Object that the escrow did pay, and name the transaction",
    description:
      "For the party that would not receive, within 72 hours. The Registrar decides within 14 days; if nobody has decided it by then, the instruction counts as paid.",
    ...recordAct,
  }),
) {}
