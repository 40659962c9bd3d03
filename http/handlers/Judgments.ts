import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { disposition, isSigned } from "../../core/judgments/Disposition.ts"
import { judgmentItem, judgmentRecord, listJudgments, readJudgment } from "../../core/judgments/View.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { JudgmentsGroup } from "../api/Judgments.ts"
import { reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"

const sealed = (citation: string) =>
  Effect.flatMap(Store, (store) => readJudgment(Reader.make(store).reader, citation))

export const judgments = (baseUrl: string): Handlers<typeof JudgmentsGroup> => ({
  listJudgments: (request) =>
    paged(
      (reader, { after, limit }) =>
        Effect.map(listJudgments(reader, after, limit), ({ items, next }) => ({
          items: items.map((judgment) => judgmentItem(judgment, request.now)),
          next,
        })),
      request,
    ),
  readJudgment: ({ path, now }) =>
    Effect.gen(function* () {
      const keys = yield* Keys
      return reply(judgmentRecord(yield* sealed(path.citation), keys.notary, baseUrl, now))
    }),
  readDisposition: ({ path, now }) =>
    Effect.gen(function* () {
      const { judgment } = yield* sealed(path.citation)
      const unsigned = disposition(judgment, now)
      const keys = yield* Keys
      return reply({ ...unsigned, signature: isSigned(unsigned) ? yield* keys.sign(unsigned) : null })
    }),
})
