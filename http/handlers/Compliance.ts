import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { addressEntry, attestEntry, confirmEntry, disputeEntry } from "../../core/compliance/Commands.ts"
import { readCompliance, readEntry, readRegister } from "../../core/compliance/Register.ts"
import { Host } from "../../core/Host.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, type Handlers } from "../server/Handler.ts"
import { encodeCursor, paged, pageOf } from "../server/Page.ts"

export const compliance: Handlers<typeof ComplianceGroup> = {
  agentCompliance: (request) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const host = yield* Host
      const page = yield* pageOf(request.query)
      const { path, now } = request
      const found = yield* readCompliance(reader, path.handle, page, now, yield* host.schedule)
      const summary = {
        ...found,
        nextCursor: found.nextCursor === null ? null : encodeCursor(found.nextCursor),
      }
      const keys = yield* Keys
      return reply({ ...summary, signature: yield* keys.sign(summary) })
    }),
  listCompliance: (request) =>
    Effect.flatMap(Host, (host) =>
      Effect.flatMap(host.schedule, (schedule) =>
        paged(
          (reader, page) =>
            Effect.map(
              readRegister(reader, page, request.actor, request.now, schedule),
              ({ items, nextCursor }) => ({ items, next: nextCursor }),
            ),
          request,
        ),
      ),
    ),
  readCompliance: ({ path, actor, now }) =>
    Effect.gen(function* () {
      const store = yield* Store
      const host = yield* Host
      const { reader } = Reader.make(store)
      return reply(yield* readEntry(reader, store, path.id, actor, now, yield* host.schedule))
    }),
  attestCompliance: (request) =>
    answerWith(attestEntry, { ...request.payload, id: request.path.id }, request),
  confirmCompliance: (request) => answerWith(confirmEntry, { id: request.path.id }, request),
  setComplianceAddress: (request) =>
    answerWith(addressEntry, { ...request.payload, id: request.path.id }, request),
  disputeCompliance: (request) =>
    answerWith(disputeEntry, { ...request.payload, id: request.path.id }, request),
}
