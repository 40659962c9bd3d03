import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { notarise } from "../../core/dealings/Notarise.ts"
import type { DealingsGroup } from "../api/Dealings.ts"
import { act, type Handlers } from "../Handler.ts"

export const dealings: Handlers<typeof DealingsGroup> = {
  notarise: (request) =>
    Effect.gen(function* () {
      const { reply, numbers, replayed } = yield* act(notarise, request.payload, request)
      const lodged = { ...reply, sequence: numbers[0] ?? 0 }
      const keys = yield* Keys
      return { value: { ...lodged, receipt: yield* keys.sign(lodged) }, replayed }
    }),
}
