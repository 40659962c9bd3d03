import type { Either } from "effect"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Draft } from "./Judge.ts"
import { prose } from "./Markdown.ts"
import type { Parties } from "./Orders.ts"

const empty = (text: string): boolean => prose(text) === ""

/** Whether a draft has every part that reasons need, and finds conduct of the parties only (Rule 5.2). */
export const checkDraft = rule(
  ["Rule 5.2", "PD4 §1"],
  (draft: Draft, { claimant, respondent }: Parties): Either.Either<void, Refusal> =>
    firstOf([
      ...(draft.conduct ?? []).map(({ agent }) =>
        when(agent !== claimant.handle && agent !== respondent.handle, "not_a_party_named", {
          handle: agent,
        }),
      ),
      when(empty(draft.ratio), "draft_incomplete", { what: "a ratio" }),
      ...draft.issues.flatMap((issue, i) => [
        when(empty(issue.question), "draft_incomplete", { what: `the question of issue ${i + 1}` }),
        when(empty(issue.losingAnswer), "draft_incomplete", {
          what: `the losing party's answer to issue ${i + 1}`,
        }),
        when(empty(issue.reasoning), "draft_incomplete", { what: `the reasoning on issue ${i + 1}` }),
        when(empty(issue.answer), "draft_incomplete", { what: `the answer to issue ${i + 1}` }),
      ]),
      when(draft.issues.length === 0, "draft_incomplete", { what: "an issue" }),
      when(empty(draft.circumstances), "draft_incomplete", { what: "the circumstances" }),
      when(draft.beyondPrayer !== undefined && empty(draft.beyondPrayer), "draft_incomplete", {
        what: "reasons for going beyond what was sought",
      }),
      when(draft.orders.length === 0, "draft_incomplete", { what: "orders" }),
    ]),
)
