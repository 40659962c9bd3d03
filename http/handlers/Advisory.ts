import { Effect } from "effect"
import { Advisor, type AdvisorFailed } from "../../core/counsel/Advisor.ts"
import { giveOpinion, openReference, refer } from "../../core/counsel/Refer.ts"
import { readReference, referencesPage } from "../../core/counsel/Referred.ts"
import { Host } from "../../core/Host.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { AdvisoryGroup } from "../api/Advisory.ts"
import { reply } from "../server/Answer.ts"
import { act, answerWith, type Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"
import { atDesk } from "./AtDesk.ts"

/** Where no opinion comes, the reference goes to the bench. */
const toTheBench = ({ kind }: AdvisorFailed) =>
  Effect.as(Effect.logWarning(`no opinion, the reference goes to the bench: ${kind}`), null)

export const advisory: Handlers<typeof AdvisoryGroup> = {
  refer: (request) =>
    Effect.gen(function* () {
      const { payload: reference, now } = request
      const { line, answer } = yield* Advisor
      if (answer === null) {
        return yield* answerWith(refer, { reference, answered: null, deskId: null }, request)
      }
      const terms = (yield* Effect.flatMap(Host, (host) => host.schedule)).at(now)
      const outcome = yield* atDesk(request, {
        open: openReference,
        input: reference,
        work: () =>
          answer(reference, now, terms).pipe(
            Effect.map((opinion) => ({ opinion, by: line })),
            Effect.catchAll(toTheBench),
          ),
        deliver: ({ id }, answered, at) => act(refer, { reference, answered, deskId: id }, at),
      })
      return { value: outcome.reply, replayed: outcome.replayed }
    }),
  references: (request) => paged((reader, page) => referencesPage(reader, request.actor, page), request),
  readReference: ({ path, actor }) =>
    Effect.flatMap(Store, (store) =>
      Effect.map(readReference(Reader.make(store).reader, path.id, actor), (found) => reply(found)),
    ),
  giveOpinion: (request) =>
    answerWith(giveOpinion, { id: request.path.id, opinion: request.payload }, request),
}
