import { Effect } from "effect"
import { appeal, seekLeave } from "../../core/appeals/Begin.ts"
import { deliverAppeal } from "../../core/appeals/Deliver.ts"
import { readAppeal, readFee } from "../../core/appeals/View.ts"
import { withdraw } from "../../core/appeals/Withdraw.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { AppealsGroup } from "../api/Appeals.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, type Handlers } from "../server/Handler.ts"

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal: (request) => answerWith(appeal, { ...request.payload, matterId: request.path.id }, request),
  seekLeave: (request) => answerWith(seekLeave, { ...request.payload, matterId: request.path.id }, request),
  readFee: ({ path, actor, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* readFee(reader, path.id, actor, now))
    }),
  withdrawAppeal: (request) => answerWith(withdraw, { matterId: request.path.id }, request),
  deliverAppeal: (request) =>
    answerWith(deliverAppeal, { id: request.path.id, draft: request.payload }, request),
  readAppeal: ({ path, actor, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* readAppeal(reader, path.id, actor, now))
    }),
}
