/** Asks a judge that proposes for a draft, and gives it to the bench. A failure leaves the matter as it was, and the journal tells of it. */
import { Cause, Effect, Either, Schema } from "effect"
import { wordless } from "../adapters/host/Failure.ts"
import { Judge, type JudgedBundle, Proposal } from "../core/bench/index.ts"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import * as Court from "../core/kernel/Court.ts"
import * as Host from "../core/kernel/Host.ts"
import { bounds } from "../core/kernel/Schedule.ts"
import { attemptsTold, failures, NotNow, settle } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(Proposal.Proposed)

/** The reason that a judge gives, for the log. A cause that is not the judge's own text may quote what a user wrote, so it is left out. */
const reasonOf = ({ cause }: Judge.Unavailable): string =>
  typeof cause === "string" ? cause : "the judge gave none"

/** Asks the judge of a court that proposes, and records what comes of it. After some failures, the bench drafts without a proposal. */
const askOn = (bundle: JudgedBundle, asked: Proposal.Proposed, firing: Firing) =>
  Effect.gen(function* () {
    const judge = Judge.proposerOf(yield* Judge.Judge)
    const name = Judge.nameOf(judge)
    const attempt = attemptsTold(firing.task.body) + 1
    const tried = yield* Effect.either(Judge.askForDraft(judge, bundle))
    if (Either.isLeft(tried)) {
      const reason = reasonOf(tried.left)
      const { why = "untold" } = tried.left
      yield* Effect.logWarning(`no draft for the bench: ${reason}`, wordless(Cause.fail(tried.left)))
      if (failures(firing.task.body) < bounds.draftAttemptsMax - 1)
        return yield* new NotNow({ reason, failed: { ...asked, by: name, attempt, why } })
      const without = { matterId: asked.matterId, by: name, failed: { attempt, why } }
      return yield* Host.perform(Proposal.leaveToBench, without, completionOf(firing))
    }
    const { draft, repaired, by = name } = tried.right
    return draft === null
      ? yield* Host.perform(
          Proposal.leaveToBench,
          { matterId: asked.matterId, by: name, failed: null },
          completionOf(firing),
        )
      : yield* Host.perform(
          Proposal.propose,
          { ...asked, draft, line: judge.line, by, attempt, repaired },
          completionOf(firing),
        )
  })

/** Asks the judge for a draft that is due, and files it for the bench. */
export const proposeDraft = (firing: Firing) =>
  Effect.gen(function* () {
    const asked = decodeBody(firing.task.body)
    const host = yield* Host.Host
    const bundle = yield* Court.ask(Proposal.bundleToPropose, asked, {
      actor: { role: "scheduler" },
      now: firing.at ?? (yield* host.now),
      schedule: yield* host.schedule,
    })
    yield* bundle === null
      ? Host.perform(settle, firing.task, completionOf(firing))
      : askOn(bundle, asked, firing)
  })
