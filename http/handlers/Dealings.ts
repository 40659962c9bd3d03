import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { dealingById, dealingsOf } from "../../core/dealings/DealingView.ts"
import { notarise } from "../../core/dealings/Notarise.ts"
import { reviewDealing } from "../../core/dealings/Review.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { DealingsGroup } from "../api/Dealings.ts"
import { reply } from "../server/Answer.ts"
import { act, answerWith, type Handlers } from "../server/Handler.ts"

import { paged } from "../server/Page.ts"

export const dealings: Handlers<typeof DealingsGroup> = {
  notarise: Effect.fnUntraced(function* (request) {
    const { reply, numbers, replayed } = yield* act(notarise, request.payload, request)
    const lodged = { ...reply, sequence: numbers[0] ?? 0 }
    const keys = yield* Keys
    return { value: { ...lodged, receipt: yield* keys.sign(lodged) }, replayed }
  }),
  listDealings: (request) =>
    paged((reader, page) => dealingsOf(reader, request.query.sha256, request.actor, page), request),
  readDealing: ({ path, actor }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* dealingById(reader, path.id, actor))
    }),
  reviewDealing: (request) =>
    answerWith(reviewDealing, { id: request.path.id, body: request.payload }, request),
}
