import { Effect } from "effect"
import { Host } from "../../core/Host.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import { holdings } from "../../core/tenders/Holdings.ts"
import type { TendersGroup } from "../api/Tenders.ts"
import { reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"

export const tenders: Handlers<typeof TendersGroup> = {
  holdings: ({ query, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const host = yield* Host
      return reply({ items: yield* holdings(reader, query, (yield* host.schedule).at(now)) })
    }),
}
