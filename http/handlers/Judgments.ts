/** The reads of judgments, and the acts and reads of appeals. */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { appeal, seekLeave } from "../../core/appeals/Begin.ts"
import { withdraw } from "../../core/appeals/Commands.ts"
import { deliverAppeal } from "../../core/appeals/Delivery.ts"
import { readAppeal, readFee } from "../../core/appeals/Queries.ts"
import { listJudgments, readDisposition, readJudgment } from "../../core/judgments/Queries.ts"
import { isSigned } from "../../core/judgments/View.ts"
import type { AppealsGroup, JudgmentsGroup } from "../api/Judgments.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, ask, askPage, type Handlers } from "../server/Handler.ts"

export const judgments = (baseUrl: string): Handlers<typeof JudgmentsGroup> => ({
  listJudgments: (request) => askPage(listJudgments, {}, request),
  readJudgment: (request) =>
    Effect.flatMap(Keys, ({ notary }) => ask(readJudgment, { ...request.path, notary, baseUrl }, request)),
  readDisposition: (request) =>
    Effect.gen(function* () {
      const { value } = yield* ask(readDisposition, request.path, request)
      const keys = yield* Keys
      return reply({ ...value, signature: isSigned(value) ? yield* keys.sign(value) : null })
    }),
})

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal: (request) => answerWith(appeal, { ...request.payload, matterId: request.path.id }, request),
  seekLeave: (request) => answerWith(seekLeave, { ...request.payload, matterId: request.path.id }, request),
  readFee: (request) => ask(readFee, request.path, request),
  withdrawAppeal: (request) => answerWith(withdraw, { matterId: request.path.id }, request),
  deliverAppeal: (request) =>
    answerWith(deliverAppeal, { id: request.path.id, draft: request.payload }, request),
  readAppeal: (request) => ask(readAppeal, request.path, request),
}
