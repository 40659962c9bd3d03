import { Effect } from "effect"
import { Host } from "../../adapters/host/Host.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/Store.ts"
import { holdings } from "../../core/tenders/Holdings.ts"
import { reply } from "../Answer.ts"
import type { TendersGroup } from "../api/Tenders.ts"
import type { Handlers } from "../Handler.ts"

export const tenders: Handlers<typeof TendersGroup> = {
  holdings: ({ query, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const host = yield* Host
      return reply({ items: yield* holdings(reader, query, (yield* host.schedule).at(now)) })
    }),
}
