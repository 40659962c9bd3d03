/** The questions about an account: its balance and entries, the rails on which it is paid, and an invoice. */
import { Effect } from "effect"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { accountHead, accountPage, holderOf } from "./Account.ts"
import { readInvoice as invoiceOf } from "./Invoice.ts"
import { Addresses, railsView } from "./Rails.ts"

/** The account of the agent that asks, with a page of its entries: `GET /account`. Refused `agents_only`. */
export const readAccount = query({
  name: "read-account",
  read: Effect.fnUntraced(function* ({ page }: Paged, { actor, terms }: QueryContext, reader: Reader) {
    const holder = yield* holderOf(actor)
    const entries = yield* accountPage(reader, holder, page)
    return { ...(yield* accountHead(reader, holder, terms)), ...entries }
  }),
})

/** The rails on which an account can be paid, each live or with why it is not: `GET /account/pay`, public. */
export const readRails = query({
  name: "read-rails",
  read: (_input: object, { now, terms }: QueryContext, reader: Reader) =>
    Effect.flatMap(Addresses, (addresses) => railsView(reader, addresses, now, terms)),
})

/** One invoice, for its agent and the Registrar: `GET /account/pay/{id}`. Refused `unknown_invoice`, `not_own`. */
export const readInvoice = query({
  name: "read-invoice",
  read: ({ id }: { readonly id: string }, { actor, now }: QueryContext, reader: Reader) =>
    invoiceOf(reader, { id, actor, now }),
})
