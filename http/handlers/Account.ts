import { Effect } from "effect"
import { Host } from "../../core/Host.ts"
import { accountHead, accountPage, holderOf } from "../../core/ledger/Account.ts"
import { Addresses } from "../../core/ledger/Addresses.ts"
import { readInvoice } from "../../core/ledger/InvoiceView.ts"
import { railsView } from "../../core/ledger/Rails.ts"
import { requestInvoice } from "../../core/ledger/RequestInvoice.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { AccountGroup } from "../api/Account.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, type Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"

export const account: Handlers<typeof AccountGroup> = {
  account: (request) =>
    Effect.gen(function* () {
      const holder = yield* holderOf(request.actor)
      const { reader } = Reader.make(yield* Store)
      const schedule = yield* (yield* Host).schedule
      const { value } = yield* paged((r, page) => accountPage(r, holder, page), request)
      return reply({ ...(yield* accountHead(reader, holder, schedule.at(request.now))), ...value })
    }),
  rails: (request) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const schedule = yield* (yield* Host).schedule
      return reply(yield* railsView(reader, yield* Addresses, request.now, schedule.at(request.now)))
    }),
  pay: (request) => answerWith(requestInvoice, request.payload, request),
  invoice: ({ path, actor, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* readInvoice(reader, { id: path.id, actor, now }))
    }),
}
