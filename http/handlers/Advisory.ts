/** References of questions of law over HTTP, and the opinions that answer them. */
import { Cause, Effect } from "effect"
import { wordless } from "../../adapters/host/Failure.ts"
import type { AdvisorFailed } from "../../core/counsel/Counsel.ts"
import { listReferences, readReference } from "../../core/counsel/Queries.ts"
import { giveOpinion } from "../../core/counsel/Reference.ts"
import { referQuestion } from "../../core/counsel/Service.ts"
import type { AdvisoryGroup } from "../api/Advisory.ts"
import { answerWith, ask, type Handlers, optionsOf } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

/** Where no opinion comes, the reference goes to the bench. */
const toTheBench = (failed: AdvisorFailed) =>
  Effect.logWarning(
    `no opinion, the reference goes to the bench: ${failed.kind}`,
    wordless(Cause.fail(failed)),
  )

export const advisory: Handlers<typeof AdvisoryGroup> = {
  refer: (request) =>
    Effect.map(referQuestion(request.payload, optionsOf(request), toTheBench), ({ reply, replayed }) => ({
      value: reply,
      replayed,
    })),
  references: (request) => askPage(listReferences, {}, request),
  readReference: (request) => ask(readReference, request.path, request),
  giveOpinion: (request) =>
    answerWith(giveOpinion, { id: request.path.id, opinion: request.payload }, request),
}
