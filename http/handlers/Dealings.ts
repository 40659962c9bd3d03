/** The acts and reads of the Register of Dealings. */
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { notarise, reviewDealing } from "../../core/dealings/Commands.ts"
import { dealingsOfHash, readDealing } from "../../core/dealings/Queries.ts"
import type { DealingsGroup } from "../api/Dealings.ts"
import { act, answerWith, ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

export const dealings: Handlers<typeof DealingsGroup> = {
  notarise: Effect.fnUntraced(function* (request) {
    const { reply, numbers, replayed } = yield* act(notarise, request.payload, request)
    const lodged = { ...reply, sequence: numbers[0] ?? 0 }
    const keys = yield* Keys
    return { value: { ...lodged, receipt: yield* keys.sign(lodged) }, replayed }
  }),
  listDealings: (request) => askPage(dealingsOfHash, { sha256: request.query.sha256 }, request),
  readDealing: (request) => ask(readDealing, request.path, request),
  reviewDealing: (request) =>
    answerWith(reviewDealing, { id: request.path.id, body: request.payload }, request),
}
