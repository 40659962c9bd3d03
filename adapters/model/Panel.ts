/**
 * A panel of models: several endpoints are asked for findings apart, and the Court counts their votes (PD15 §11D). Its draft waits for the
 * bench, as that of one model does. A matter without an account has no line to vote on, so that the bench drafts it.
 */
import { Effect, Either } from "effect"
import { draftOfPanel, Findings, Judge, type JudgedBundle } from "../../core/bench/index.ts"
import { Judges } from "../../core/judgments/index.ts"
import { count } from "../../core/kernel/Section.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { askFindings, centsOf, type ModelFound, ofAccounts, whyNot } from "./Judge.ts"
import { sumMicros } from "./Price.ts"
import type { Unusable } from "./Structured.ts"

/** A member of a panel of judges: a model, and the endpoint that is asked for it. */
export interface Member {
  readonly chat: Chat
  readonly model: string
}
/** The answer of one member, or the reason why it gave no answer. */
export type MemberAnswer = Either.Either<ModelFound, ChatFailed | Unusable>

/** The work of a panel on a bundle: its draft, null if the bench is to draft, and the answer of each member that was asked. */
export interface PanelDrafted extends Judge.Attempted {
  readonly draft: Judge.Draft | null
  readonly answers: ReadonlyArray<MemberAnswer>
}

/** The name of a member in the reasons of a judgment: its place, since two endpoints may have one model, and its model. */
const nameOf = ({ model }: Member, i: number): string => `${i + 1} (${model})`

/** The cost of an answer in millionths of a US dollar, a refused one too; null if it is not known. */
export const costOf = (answer: MemberAnswer): number | null => {
  if (Either.isRight(answer)) return answer.right.costMicros
  return answer.left._tag === "Unusable" ? answer.left.costMicros : null
}

/** Asks each member of a panel apart and at once, and counts their votes. */
export const askPanel = (members: ReadonlyArray<Member>, bundle: JudgedBundle): Effect.Effect<PanelDrafted> =>
  Effect.gen(function* () {
    const wanted = Findings.findingsWanted(bundle)
    if (wanted === null)
      return { draft: ofAccounts(bundle), answers: [], repaired: false, by: Judges.thePapers }
    const answers = yield* Effect.forEach(
      members,
      ({ chat, model }) => Effect.either(askFindings(chat, model, bundle, wanted)),
      { concurrency: "unbounded" },
    )
    const votes = members.map((member, i) => {
      const answer = answers[i]
      const findings = answer !== undefined && Either.isRight(answer) ? answer.right.findings : null
      return { member: nameOf(member, i), findings }
    })
    const costCents = centsOf(sumMicros(answers.map(costOf)))
    const repaired = answers.some((answer) => Either.isRight(answer) && answer.right.repaired)
    return { draft: { ...draftOfPanel(bundle, wanted, votes), costCents }, answers, repaired }
  })

const attempt = (members: ReadonlyArray<Member>, bundle: JudgedBundle) =>
  Effect.flatMap(askPanel(members, bundle), (drafted) => {
    const { answers } = drafted
    const failed = answers.flatMap((answer) => (Either.isLeft(answer) ? [whyNot(answer.left)] : []))
    const cause = failed.map((why, i) => `${i + 1}: ${why}`).join("; ")
    return failed.length > 0 && failed.length === answers.length
      ? Effect.fail(new Judge.Unavailable({ cause, why: "no_member" }))
      : Effect.succeed(drafted)
  })

/** A judge that is a panel of models. If no member answers, it gives no draft for now. */
export const judge = (members: ReadonlyArray<Member>): Judge.Service => ({
  line: `Found by a panel of ${count(members.length, "model")} for the bench`,
  name: Judges.nameJudge("panel", members.map(({ model }) => model).join(", ")),
  kind: "model",
  proposes: true,
  decide: (bundle) => Effect.map(attempt(members, bundle), ({ draft }) => draft),
  attempt: (bundle) => attempt(members, bundle),
})
