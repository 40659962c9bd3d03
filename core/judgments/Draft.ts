/** The draft that a judge hands in, and what it must have (Rule 5.2). */

import { type Either, Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Side } from "../kernel/Actor.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { visible } from "../kernel/Visible.ts"
import { OrderKind } from "../matters/Pleading.ts"
import { chars, enforced, rule } from "../rulebook/Section.ts"
import { conductChecks } from "./Conduct.ts"
import { Finding } from "./Judgment.ts"
import type { Parties } from "./Orders.ts"
import { prose } from "./Reasons.ts"

const text = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftTextCharsMax))

const short = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftPhraseCharsMax), visible)

export const DraftOrder = Schema.Struct({
  kind: OrderKind,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
  amountCents: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))),
  against: Schema.optional(Handle),
  inFavourOf: Schema.optional(Handle),
  hours: Schema.optional(Schema.Int.pipe(Schema.between(1, bounds.orderHoursMax))),
})

export type DraftOrder = typeof DraftOrder.Type

/** A judge's draft of a judgment. */
export const Draft = Schema.Struct({
  catchwords: Schema.Array(short).pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  ratio: text,
  issues: Schema.Array(
    Schema.Struct({ question: text, losingAnswer: text, reasoning: text, answer: text, for: Side }),
  ).pipe(Schema.minItems(1), Schema.maxItems(bounds.draftItemsMax)),
  circumstances: text,
  authorities: Schema.Array(
    Schema.Struct({
      citation: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible),
      treatment: Schema.Literal(
        "applied",
        "followed",
        "considered",
        "cited",
        "distinguished",
        "mentioned",
        "not followed",
      ),
    }),
  ).pipe(Schema.maxItems(bounds.draftItemsMax)),
  conduct: Schema.optional(
    Schema.Array(Schema.Struct({ agent: Handle, finding: Finding, reasons: text })).pipe(
      Schema.maxItems(bounds.findingsMax),
    ),
  ),
  /** Why orders go beyond what was sought, where any does (Rule 5.3). */
  beyondPrayer: Schema.optional(text),
  orders: Schema.Array(DraftOrder).pipe(Schema.minItems(1), Schema.maxItems(bounds.ordersMax)),
  areas: Schema.Array(short).pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  costCents: Schema.NullOr(Schema.NonNegativeInt),
}).annotations({ identifier: "Draft" })

export type Draft = typeof Draft.Type

const isEmpty = (text: string): boolean => prose(text) === ""

export const draftAndReasons = enforced(
  "Rule 5.2",
  "The draft and the reasons",
  (t) =>
    `A judge hands in a draft: what was decided and why, issue by issue, each with the losing party's answer. It has at most ${t.draftPhrasesMax} catchwords and as many areas (${chars(t.draftPhraseCharsMax)} each), at most ${t.draftItemsMax} issues and as many authorities, and texts of at most ${chars(t.draftTextCharsMax)}. The Court checks the draft against these Rules and renders the reasons in one order: title, citation and date, judge, catchwords, ratio, issues and reasoning, circumstances, authorities with their treatment, conduct found, orders. Only a judge hands in a draft; what a model has drafted, a Judge confirms or replaces.`,
)

/** Whether a draft has every part that reasons need, and finds conduct of the parties only (Rule 5.2). */
export const checkDraft = rule(
  ["Rule 5.2"],
  (draft: Draft, parties: Parties): Either.Either<void, Refusal> =>
    firstOf([
      ...conductChecks(draft.conduct, parties),
      when(isEmpty(draft.ratio), "draft_incomplete", { what: "a ratio" }),
      ...draft.issues.flatMap((issue, i) => [
        when(isEmpty(issue.question), "draft_incomplete", { what: `the question of issue ${i + 1}` }),
        when(isEmpty(issue.losingAnswer), "draft_incomplete", {
          what: `the losing party's answer to issue ${i + 1}`,
        }),
        when(isEmpty(issue.reasoning), "draft_incomplete", { what: `the reasoning on issue ${i + 1}` }),
        when(isEmpty(issue.answer), "draft_incomplete", { what: `the answer to issue ${i + 1}` }),
      ]),
      when(draft.issues.length === 0, "draft_incomplete", { what: "an issue" }),
      when(isEmpty(draft.circumstances), "draft_incomplete", { what: "the circumstances" }),
      when(draft.beyondPrayer !== undefined && isEmpty(draft.beyondPrayer), "draft_incomplete", {
        what: "reasons for going beyond what was sought",
      }),
      when(draft.orders.length === 0, "draft_incomplete", { what: "orders" }),
    ]),
)
