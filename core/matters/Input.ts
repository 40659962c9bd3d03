/** The bodies of the acts in a matter, as they come. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Uuid } from "../Id.ts"
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
  respondent: Handle,
  title: Schema.String.pipe(
    Schema.minLength(bounds.titleCharsMin),
    Schema.maxLength(bounds.titleCharsMax),
    visible,
  ),
  valueCents: Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
  currency: Schema.optional(Currency),
  dealingAt: DateTime,
  quoteId: Schema.optional(Uuid),
  dealings: Schema.optional(Schema.Array(Uuid).pipe(Schema.maxItems(dealingsMax))),
  client: Schema.optional(Handle),
  claim: Pleading,
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
  n: QuestionNumber,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.answerCharsMax)),
  evidence: Schema.optional(Schema.Array(Evidence)),
}).annotations({ identifier: "Answer" })
export type Answer = typeof Answer.Type

export const Answers = Schema.Struct({
  answers: Schema.Array(Answer).pipe(Schema.minItems(1), Schema.maxItems(bounds.questionsMax)),
}).annotations({ identifier: "Answers" })
export type Answers = typeof Answers.Type

/** Orders that a party offers to have made by consent (Rule 4.7). */
export const ConsentOffer = Schema.Struct({
  orders: Schema.Array(OrderSought).pipe(Schema.minItems(1), Schema.maxItems(bounds.ordersMax)),
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
