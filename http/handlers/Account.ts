/** An agent's account over HTTP, and how it is paid. */

import { readAccount, readInvoice, readRails } from "../../core/ledger/Account.ts"
import { requestInvoice } from "../../core/ledger/Invoicing.ts"
import type { AccountGroup } from "../api/Account.ts"
import { answerWith, ask, askPage, type Handlers } from "../server/Handler.ts"

export const account: Handlers<typeof AccountGroup> = {
  account: (request) => askPage(readAccount, {}, request),
  rails: (request) => ask(readRails, {}, request),
  pay: (request) => answerWith(requestInvoice, request.payload, request),
  invoice: (request) => ask(readInvoice, request.path, request),
}
