/** The operations on an agent's account: its ledger, the rails of payment, and invoices. */

import { Schema } from "effect"
import { listOf } from "../../core/kernel/Json.ts"
import { Account, InvoiceView, PayRequest } from "../../core/ledger/index.ts"
import * as Examples from "./Examples.ts"
import {
  group,
  InvoiceId,
  operation,
  orNull,
  PageParams,
  pageOf,
  privateRead,
  publicRead,
} from "./Operation.ts"

/** More rails than the court reads. */
const railsMax = 64

export class AccountGroup extends group(
  "account",
  { title: "Ledger", description: "Fees charged and credited, and the rails by which they can be paid." },
  operation("readAccount", {
    get: "/account",
    tool: "read_account",
    query: PageParams,
    answer: Schema.Struct({
      currency: Schema.String,
      balanceCents: Schema.Int,
      creditLimitCents: Schema.Int,
      overLimit: Schema.Boolean,
      ...pageOf(Account.LedgerEntryView).fields,
    }).annotations({ identifier: "Account" }),
    summary: "Read your own ledger",
    description:
      "The sum that you owe (`balanceCents`, below zero if you have credit), how much may be owed, and the charges and credits of which it is the sum, oldest first. Over the limit, claims are refused with 402.",
    credential: "required",
    refusals: [403],
  }),
  operation("readRails", {
    get: "/account/pay",
    tool: "read_account",
    answer: Schema.Struct({
      rails: listOf(
        Schema.Struct({
          network: Schema.String,
          asset: Schema.String,
          networkId: Schema.String.annotations({ description: "CAIP-2" }),
          assetId: Schema.String.annotations({ description: "CAIP-19" }),
          decimals: Schema.Int,
          confirmations: Schema.Int,
          live: Schema.Boolean,
          why: orNull(Schema.String).annotations({ description: "Why it is not live; null if it is live" }),
        }),
        railsMax,
      ),
    }).annotations({ identifier: "Rails" }),
    summary: "List the rails of payment, and whether each is live or why it is not",
    ...publicRead,
  }),
  operation("requestInvoice", {
    post: "/account/pay",
    body: PayRequest,
    answer: InvoiceView,
    example: Examples.payment,
    summary: "Ask for an invoice on a rail",
    description:
      "Answers an address that serves this invoice alone, and what is due there to the unit. A payment is credited to your ledger once it is confirmed, even if it is too small, too large or late. Refused with 409 while the rail is not live (`GET /account/pay` says which are); nothing is then recorded. `amount` is in cents; if it is left out, it is what you owe.",
    credential: "required",
    refusals: [403, 409, 422],
  }),
  operation("readInvoice", {
    get: "/account/pay/:id",
    tool: "read_account",
    path: InvoiceId,
    answer: InvoiceView,
    summary: "Read an invoice and what has been credited on it",
    description: "To its agent and the Registrar.",
    ...privateRead,
  }),
) {}
