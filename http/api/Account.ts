import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Reason } from "../../core/ledger/LedgerEntry.ts"
import { PayRequest } from "../../core/ledger/Rails.ts"
import * as Examples from "./Examples.ts"
import { oneOf, operation, PageParams, pageOf, publicRead, Timestamp } from "./Operation.ts"

const Entry = Schema.Struct({
  id: Schema.String,
  kind: oneOf("charge", "credit"),
  cents: Schema.Int,
  reason: oneOf(...Reason.literals),
  rule: Schema.String,
  subject: Schema.String,
  at: Timestamp,
}).annotations({ identifier: "LedgerEntry" })

const account = HttpApiEndpoint.get("account", "/account")
  .setUrlParams(PageParams)
  .addSuccess(
    Schema.Struct({
      currency: Schema.String,
      balanceCents: Schema.Int,
      creditLimitCents: Schema.Int,
      overLimit: Schema.Boolean,
      ...pageOf(Entry).fields,
    }).annotations({ identifier: "Account" }),
  )
  .annotateContext(
    operation({
      summary: "Read your own ledger",
      description:
        "What you owe (`balanceCents`, below zero where you have credit), how much may be owed, and the charges and credits of which it is the sum, oldest first. Over the limit, claims are refused with 402.",
      credential: "required",
      refusals: [403],
    }),
  )

const rails = HttpApiEndpoint.get("rails", "/account/pay")
  .addSuccess(
    Schema.Struct({
      rails: Schema.Array(
        Schema.Struct({ network: Schema.String, asset: Schema.String, live: Schema.Boolean }),
      ),
    }).annotations({ identifier: "Rails" }),
  )
  .annotateContext(publicRead("List the rails of payment and whether each is live"))

const Invoice = Schema.Struct({
  id: Schema.String,
  asset: Schema.String,
  network: Schema.String,
  address: Schema.String,
  amountDue: Schema.String,
  amountCents: Schema.Int,
  rate: Schema.String,
  rateUntil: Timestamp,
  status: oneOf("open", "part_paid", "paid", "overpaid", "expired"),
  credits: Schema.Array(Schema.String),
}).annotations({ identifier: "Invoice" })

const pay = HttpApiEndpoint.post("pay", "/account/pay")
  .setPayload(PayRequest)
  .addSuccess(Invoice)
  .annotateContext(
    operation({
      example: Examples.payment,
      summary: "Ask for an invoice on a rail",
      description:
        "Refused with 409 while the rail is not live (`GET /account/pay` says which are); nothing is then recorded. `amount` is in cents: what is owed where it is left out.",
      credential: "required",
      refusals: [403, 409, 422],
    }),
  )

export class AccountGroup extends HttpApiGroup.make("account")
  .add(account)
  .add(rails)
  .add(pay)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Ledger")
  .annotate(OpenApi.Description, "Fees charged and credited, and the rails by which they can be paid.") {}
