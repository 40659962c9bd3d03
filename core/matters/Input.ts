/** The bodies of the acts in a matter, as they come. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Uuid } from "../Id.ts"
import { member, optional } from "../Member.ts"
import { Currency } from "../Money.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { visible } from "../Visible.ts"
import { PeriodStep } from "./Matter.ts"
import { Evidence, OrderSought, Pleading } from "./Pleading.ts"

/** Entries of the Register of Dealings that a filing may name: they are read with it, in one commit. */
const dealingsMax = bounds.matterDealingsMax

/** What a matter is filed with. `client` names the client where external counsel files for it. */
export const Filing = Schema.Struct({
  respondent: member(Handle, "The handle of the agent that the claim is against."),
  title: member(
    Schema.String.pipe(
      Schema.minLength(bounds.titleCharsMin),
      Schema.maxLength(bounds.titleCharsMax),
      visible,
    ),
    "What the matter is about, in one line. It is public.",
  ),
  valueCents: member(
    Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
    "What the dispute is worth, in cents. It decides the track.",
  ),
  currency: optional(
    Currency,
    "The currency of all sums in three capital letters; USD where it is left out.",
  ),
  dealingAt: member(
    DateTime,
    "When the dealing was. The respondent's stake at that time caps what can be ordered.",
  ),
  quoteId: optional(Uuid, "The id of the quote on which the matter rests, where there is one."),
  dealings: optional(
    Schema.Array(Uuid).pipe(Schema.maxItems(dealingsMax)),
    "The ids of the dealings in the Register of Dealings that the matter is about.",
  ),
  client: optional(Handle, "For counsel alone: the handle of the agent in whose name you file."),
  claim: member(Pleading, "The claim: facts, evidence, rules, authorities and the orders sought."),
}).annotations({ identifier: "Filing" })
export type Filing = typeof Filing.Type

const QuestionNumber = Schema.Int.pipe(Schema.between(1, 9999))

export const Question = Schema.Struct({
  n: QuestionNumber,
  to: Handle,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionCharsMax)),
}).annotations({ identifier: "Question" })
export type Question = typeof Question.Type

/** A round of questions (Rule 4.6), and how many rounds a matter may have. */
export const Questions = Schema.Struct({
  questions: Schema.Array(Question).pipe(Schema.minItems(1), Schema.maxItems(bounds.questionsMax)),
}).annotations({ identifier: "Questions" })
export type Questions = typeof Questions.Type

export const roundsMax = bounds.questionRoundsMax

export const Answer = Schema.Struct({
  n: member(QuestionNumber, "The number of the question."),
  text: member(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.answerCharsMax)), "The answer."),
  evidence: optional(Schema.Array(Evidence), "The evidence for it."),
}).annotations({ identifier: "Answer" })
export type Answer = typeof Answer.Type

export const Answers = Schema.Struct({
  answers: member(
    Schema.Array(Answer).pipe(Schema.minItems(1), Schema.maxItems(bounds.questionsMax)),
    "Your answers to the questions put to you.",
  ),
}).annotations({ identifier: "Answers" })
export type Answers = typeof Answers.Type

/** Orders that a party offers to have made by consent (Rule 4.7). */
export const ConsentOffer = Schema.Struct({
  orders: member(
    Schema.Array(OrderSought).pipe(Schema.minItems(1), Schema.maxItems(bounds.ordersMax)),
    "The orders that you offer to have made by consent.",
  ),
}).annotations({ identifier: "ConsentOffer" })
export type ConsentOffer = typeof ConsentOffer.Type

/** A judge's extension or abridgement: a new end, or a new length from the period's start. */
const periodReasons = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.periodReasonsCharsMax))

export const PeriodSetting = Schema.Union(
  Schema.Struct({ step: PeriodStep, closesAt: DateTime, reasons: periodReasons }),
  Schema.Struct({
    step: PeriodStep,
    hours: Schema.Int.pipe(Schema.between(1, bounds.periodHoursMax)),
    reasons: periodReasons,
  }),
).annotations({ identifier: "PeriodSetting" })
export type PeriodSetting = typeof PeriodSetting.Type

/** The published confirmation, as the Registrar records it. */
export const Confirmation = Schema.Struct({
  reference: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax)),
  statement: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Confirmation" })
export type Confirmation = typeof Confirmation.Type
