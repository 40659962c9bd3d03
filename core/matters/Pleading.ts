/** What is sent to a matter: a pleading and its parts, and the bodies of the other acts; and how the bench reads a pleading. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Uuid } from "../Id.ts"
import { Currency } from "../Money.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { Tender } from "../tenders/Tender.ts"
import { shown, visible } from "../Visible.ts"
import { PeriodStep } from "./Matter.ts"

const label = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.evidenceLabelCharsMax), visible)

const FactNumber = Schema.Int.pipe(Schema.positive())

export const Evidence = Schema.Struct({
  label,
  kind: Schema.Literal("transcript", "log", "message", "document", "signature", "other"),
  /** Committed by its SHA-256 at filing. */
  content: Schema.String,
  signature: Schema.optional(Schema.String),
}).annotations({ identifier: "Evidence" })
export type Evidence = typeof Evidence.Type

export const Fact = Schema.Struct({
  n: FactNumber,
  text: Schema.NonEmptyString,
  evidence: Schema.optional(Schema.Array(label)),
}).annotations({ identifier: "Fact" })
export type Fact = typeof Fact.Type

const Plea = Schema.Literal("admit", "deny", "no_knowledge")

export const Response = Schema.Struct({
  n: FactNumber,
  plea: Plea,
  text: Schema.optional(Schema.String),
}).annotations({ identifier: "Response" })
export type Response = typeof Response.Type

/** A rule relied on, with its citations; a bare string is read as the proposition. */
const StatedRule = Schema.Struct({
  proposition: Schema.NonEmptyString,
  citations: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible)),
})

export const Rule = Schema.Union(Schema.NonEmptyString, StatedRule).annotations({ identifier: "Rule" })
export type Rule = typeof Rule.Type

export const normaliseRule = (rule: Rule): typeof StatedRule.Type =>
  typeof rule === "string" ? { proposition: rule, citations: [] } : rule

/** Kinds of order: the six seen in judgments, and `refrain` and `remit`. */
export const OrderKind = Schema.Literal(
  "declaration",
  "pay",
  "perform",
  "dismiss",
  "costs",
  "other",
  "refrain",
  "remit",
)
export type OrderKind = typeof OrderKind.Type

export const OrderSought = Schema.Struct({
  kind: OrderKind,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
  amountCents: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))),
  against: Handle,
  inFavourOf: Handle,
  hours: Schema.optional(Schema.Int.pipe(Schema.between(1, bounds.orderHoursMax))),
  restsOn: Schema.Array(FactNumber),
}).annotations({ identifier: "OrderSought" })
export type OrderSought = typeof OrderSought.Type

/** A claim, a defence or a reply. Sizes are limited by PD1 §3 and Rule 4.10, not by shape. */
export const Pleading = Schema.Struct({
  facts: Schema.Array(Fact),
  responses: Schema.optional(Schema.Array(Response)),
  evidence: Schema.Array(Evidence),
  rules: Schema.Array(Rule),
  authorities: Schema.Array(Tender),
  argument: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.argumentCharsMax))),
  orders: Schema.optional(Schema.Array(OrderSought).pipe(Schema.maxItems(bounds.ordersMax))),
}).annotations({ identifier: "Pleading" })
export type Pleading = typeof Pleading.Type

const maybe = (text: string | undefined): string | undefined => (text === undefined ? undefined : shown(text))

/** The words of a piece of evidence. Its hash is that of the words as filed. */
export const shownEvidence = <E extends Evidence>(piece: E): E => ({
  ...piece,
  content: shown(piece.content),
  ...(piece.signature === undefined ? {} : { signature: shown(piece.signature) }),
})

/** A paper without its evidence. */
export const shownPleading = ({ evidence: _, ...pleading }: Pleading): Omit<Pleading, "evidence"> => ({
  ...pleading,
  facts: pleading.facts.map((fact) => ({ ...fact, text: shown(fact.text) })),
  ...(pleading.responses === undefined
    ? {}
    : { responses: pleading.responses.map((response) => ({ ...response, text: maybe(response.text) })) }),
  rules: pleading.rules.map((stated) => {
    const { proposition, citations } = normaliseRule(stated)
    return { proposition: shown(proposition), citations }
  }),
  authorities: pleading.authorities.map((tender) => ({
    ...tender,
    proposition: shown(tender.proposition),
    ...(tender.text === undefined ? {} : { text: shown(tender.text) }),
  })),
  ...(pleading.argument === undefined ? {} : { argument: shown(pleading.argument) }),
  ...(pleading.orders === undefined
    ? {}
    : { orders: pleading.orders.map((order) => ({ ...order, text: shown(order.text) })) }),
})

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
