/** The public reads of judgments. */
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { listJudgments, readDisposition, readJudgment } from "../../core/judgments/Queries.ts"
import { isSigned } from "../../core/judgments/View.ts"
import type { JudgmentsGroup } from "../api/Judgments.ts"
import { reply } from "../server/Answer.ts"
import { ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

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
