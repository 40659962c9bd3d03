/** The handlers for counsel and for questions of law that are referred: the roster, briefs and opinions. */

import { Cause, Effect, Schema } from "effect"
import { wordless } from "../../adapters/host/Failure.ts"
import { BriefAnswer, brief, type Counsel, referQuestion } from "../../core/counsel/index.ts"
import type { AdvisoryGroup, CounselGroup } from "../api/Counsel.ts"
import { optionsOf } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"
import type { ByHand } from "./Work.ts"

const retryAfterDefault = 30

/** A draft failed. It is logged by its kind and answered as a fault of the service; nothing is charged. */
const fault = (failed: Counsel.Failed) => {
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

export const counsel: ByHand<typeof CounselGroup> = {
  briefCounsel: (request) =>
    brief(request.payload, optionsOf(request)).pipe(
      Effect.map(({ reply, replayed }) => ({ value: decodeAnswer(reply), replayed })),
      Effect.catchTag("CounselFailed", fault),
    ),
}

/** If no opinion comes, the reference goes to the bench and the log says so. */
const toTheBench = (failed: Counsel.AdvisorFailed) =>
  Effect.logWarning(
    `no opinion, the reference goes to the bench: ${failed.kind}`,
    wordless(Cause.fail(failed)),
  )

export const advisory: ByHand<typeof AdvisoryGroup> = {
  refer: (request) =>
    Effect.map(referQuestion(request.payload, optionsOf(request), toTheBench), ({ reply, replayed }) => ({
      value: reply,
      replayed,
    })),
}
