/** Counsel and references of questions of law over HTTP: the roster, briefs, opinions, and how a draft that failed is told. */

import { Cause, Effect, Schema } from "effect"
import { wordless } from "../../adapters/host/Failure.ts"
import { endBrief } from "../../core/counsel/BriefAgent.ts"
import type { AdvisorFailed, CounselFailed } from "../../core/counsel/Counsel.ts"
import { listBriefs, listReferences, readReference, readRoster } from "../../core/counsel/Queries.ts"
import { giveOpinion } from "../../core/counsel/Reference.ts"
import { brief, referQuestion } from "../../core/counsel/Service.ts"
import { BriefAnswer } from "../../core/counsel/View.ts"
import type { AdvisoryGroup, CounselGroup } from "../api/Counsel.ts"
import { answerWith, ask, askPage, type Handlers, optionsOf } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"

const retryAfterDefault = 30

/** A failed draft: logged by its kind, told to the client as a fault of the service, and not charged. */
const fault = (failed: CounselFailed) => {
  const { reason, kind, retryAfterSeconds } = failed
  return Effect.zipRight(
    Effect.logWarning(`counsel failed: ${kind}`, wordless(Cause.fail(failed))),
    Effect.fail(
      new Faulted({
        code: reason === "unusable" ? "draft_unusable" : "counsel_unavailable",
        headers: { "retry-after": String(retryAfterSeconds ?? retryAfterDefault) },
      }),
    ),
  )
}

const decodeAnswer = Schema.decodeUnknownSync(BriefAnswer)

export const counsel: Handlers<typeof CounselGroup> = {
  counsel: (request) => ask(readRoster, {}, request),
  briefCounsel: (request) =>
    brief(request.payload, optionsOf(request)).pipe(
      Effect.map(({ reply, replayed }) => ({ value: decodeAnswer(reply), replayed })),
      Effect.catchTag("CounselFailed", fault),
    ),
  briefs: (request) => askPage(listBriefs, {}, request),
  endBrief: (request) => answerWith(endBrief, { id: request.path.id }, request),
}

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
