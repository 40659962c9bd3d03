/**
 * The bodies that are sent to a matter: a pleading and its parts, and the bodies of the other acts; and a pleading as the judge reads it.
 */
import { Schema } from "effect"
import { Agent } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { Uuid } from "../kernel/Id.ts"
import { elementsMax, listOf, member, optional } from "../kernel/Json.ts"
import { Currency } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { DateTime } from "../kernel/Time.ts"
import { markInvisible, visible } from "../kernel/Visible.ts"
import { Tender } from "../law/index.ts"
import { PeriodStep } from "./Matter.ts"

const label = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.evidenceLabelCharsMax), visible)

const FactNumber = Schema.Int.pipe(Schema.positive())

/** A piece of evidence in a pleading: its label, its kind, its content, and a signature if there is one (PD1 §3). */
export const Evidence = Schema.Struct({
  label: member(label, "The name by which facts cite it."),
  kind: member(
    Schema.Literal("transcript", "log", "message", "document", "signature", "other"),
    "The kind of evidence.",
  ),
  content: member(
    Schema.String,
    "The evidence, as text. It is lodged if its SHA-256 stands in the Register of Dealings.",
  ),
  signature: optional(Schema.String, "A signature over the content."),
}).annotations({ identifier: "Evidence" })
export type Evidence = typeof Evidence.Type

/** A fact that a pleading states, by its number, with the labels of the evidence that shows it (Rule 4.10). */
export const Fact = Schema.Struct({
  n: member(FactNumber, "The number of the fact."),
  text: member(Schema.NonEmptyString, "One circumstance that can be admitted or denied."),
  evidence: optional(listOf(label, elementsMax), "The labels of the evidence that shows it."),
}).annotations({ identifier: "Fact" })
export type Fact = typeof Fact.Type

const Plea = Schema.Literal("admit", "deny", "no_knowledge")

/** The plea of a party on one fact of the other: it admits the fact, denies it, or has no knowledge of it (Rule 4.10). */
export const Response = Schema.Struct({
  n: member(FactNumber, "The number of the fact."),
  plea: member(Plea, "`no_knowledge`: you can't say."),
  text: optional(Schema.String, "Your own account of it."),
}).annotations({ identifier: "Response" })
export type Response = typeof Response.Type

/** A rule relied on, with its citations; a bare string is read as the proposition. */
const StatedRule = Schema.Struct({
  proposition: member(Schema.NonEmptyString, "The rule, in your words."),
  citations: member(
    listOf(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible), elementsMax),
    "Provisions and authorities: PD14 §6.",
  ),
})

const Rule = Schema.Union(Schema.NonEmptyString, StatedRule).annotations({ identifier: "Rule" })
type Rule = typeof Rule.Type

/** A rule that a pleading states, as a proposition with its citations. A plain text has no citation. */
export const normaliseRule = (rule: Rule): typeof StatedRule.Type =>
  typeof rule === "string" ? { proposition: rule, citations: [] } : rule

const orderSoughtSchema = Schema.Struct({
  kind: member(
    Judgment.OrderKind,
    "`costs`: the fee of the judgment. `dismiss`: the claim fails. `remit`: on appeal, back to the judge. `other`: what the text says.",
  ),
  text: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
    "The order in words, without a sum. The Court writes that of `pay`, `costs` and `dismiss` itself.",
  ),
  amountCents: optional(
    Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
    "In cents, for an order to pay.",
  ),
  against: member(Agent.Handle, "The handle of the party that is bound."),
  inFavourOf: member(Agent.Handle, "The handle of the party that is favoured."),
  hours: optional(
    Schema.Int.pipe(Schema.between(1, bounds.orderHoursMax)),
    "In hours from delivery; the usual time if it is left out.",
  ),
  restsOn: member(listOf(FactNumber, elementsMax), "The numbers of the facts on which the order rests."),
  cause: optional(
    Schema.Literal("account", "metered_price", "debt", "mandate"),
    "The ground: `account` of the quote, its `metered_price`, or the `debt` or `mandate` on an entry.",
  ),
  on: optional(Uuid, "The id of that entry."),
}).annotations({ identifier: "OrderSought" })

export interface OrderSought extends Schema.Schema.Type<typeof orderSoughtSchema> {}

/** One order of a prayer; sums are in cents of USD, and an order without a sum asks for an act. */
export const OrderSought: Schema.Schema<OrderSought> = orderSoughtSchema

const OrderNumber = Schema.Int.pipe(Schema.between(1, bounds.ordersMax))
const AdmittedPart = Schema.Struct({
  n: member(OrderNumber, "The number of the order."),
  amountCents: member(
    Schema.Int.pipe(Schema.between(1, bounds.dealingValueCentsMax)),
    "The part admitted, in cents.",
  ),
})

/** An order that the other side admits, or a part of its sum; a bare number admits all of it. */
export const Admission = Schema.Union(OrderNumber, AdmittedPart).annotations({ identifier: "Admission" })
export type Admission = typeof Admission.Type

const pleadingSchema = Schema.Struct({
  facts: member(listOf(Fact, elementsMax), "The facts that you state, numbered from 1 without a gap."),
  responses: optional(
    listOf(Response, elementsMax),
    "In a defence: the answer to each fact. A fact without one is deemed denied.",
  ),
  evidence: member(listOf(Evidence, elementsMax), "The evidence for your facts."),
  rules: member(listOf(Rule, elementsMax), "The rules that you rely on, in your words or with citations."),
  authorities: member(listOf(Tender.Tender, elementsMax), "Authorities that you tender (Rule 4.10)."),
  argument: optional(Schema.String.pipe(Schema.maxLength(bounds.argumentCharsMax)), "Why the orders follow."),
  orders: optional(
    Schema.Array(OrderSought).pipe(Schema.maxItems(bounds.ordersMax)),
    "For a claim: the orders that you seek.",
  ),
  admits: optional(
    Schema.Array(Admission).pipe(Schema.maxItems(bounds.ordersMax)),
    "In a defence: the orders that you admit, by number.",
  ),
  denies: optional(
    Schema.Array(Schema.Literal("delivery")).pipe(Schema.maxItems(1)),
    "By the buyer of the quote: that it received nothing.",
  ),
  more: optional(Schema.Boolean, "In a defence: more follows. Facts from 1 replace it, others are added."),
}).annotations({ identifier: "Pleading" })

export interface Pleading extends Schema.Schema.Type<typeof pleadingSchema> {}
/** The type of the schema of a pleading, under a name of its own. */
export interface PleadingSchema extends Schema.Struct<(typeof pleadingSchema)["fields"]> {}

/** A claim, a defence or a reply. Sizes are limited by PD1 §3 and Rule 4.10, not by shape. */
export const Pleading: PleadingSchema = pleadingSchema

const maybe = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : markInvisible(text)

/** A piece of evidence with a visible mark for each invisible character. Its hash remains that of the content as filed. */
export const shownEvidence = <E extends Evidence>(piece: E): E => ({
  ...piece,
  content: markInvisible(piece.content),
  ...(piece.signature === undefined ? {} : { signature: markInvisible(piece.signature) }),
})

/** A pleading without its evidence, with a visible mark for each invisible character. */
export const shownPleading = ({
  evidence: _,
  ...pleading
}: Omit<Pleading, "evidence"> & { readonly evidence: unknown }): Omit<Pleading, "evidence"> => ({
  ...pleading,
  facts: pleading.facts.map((fact) => ({ ...fact, text: markInvisible(fact.text) })),
  ...(pleading.responses === undefined
    ? {}
    : { responses: pleading.responses.map((response) => ({ ...response, text: maybe(response.text) })) }),
  rules: pleading.rules.map((stated) => {
    const { proposition, citations } = normaliseRule(stated)
    return { proposition: markInvisible(proposition), citations }
  }),
  authorities: pleading.authorities.map((tender) => ({
    ...tender,
    proposition: markInvisible(tender.proposition),
    ...(tender.text === undefined ? {} : { text: markInvisible(tender.text) }),
  })),
  ...(pleading.argument === undefined ? {} : { argument: markInvisible(pleading.argument) }),
  ...(pleading.orders === undefined
    ? {}
    : { orders: pleading.orders.map((order) => ({ ...order, text: markInvisible(order.text) })) }),
})

/** How many entries of the Register of Dealings a filing may name. All of them are read for one commit. */
const dealingsMax = bounds.matterDealingsMax

const filingSchema = Schema.Struct({
  respondent: member(Agent.Handle, "The handle of the respondent."),
  title: member(
    Schema.String.pipe(
      Schema.minLength(bounds.titleCharsMin),
      Schema.maxLength(bounds.titleCharsMax),
      visible,
    ),
    "The subject. It is public.",
  ),
  valueCents: member(
    Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
    "The value of the dispute, in cents of USD.",
  ),
  currency: optional(Currency, "USD, which may be left out."),
  dealingAt: member(
    DateTime,
    "When the dealing was. The lower of the stakes then and at the filing caps the orders, unless a record of both parties fixes the time.",
  ),
  quoteId: optional(Uuid, "The id of the quote."),
  dealings: optional(Schema.Array(Uuid).pipe(Schema.maxItems(dealingsMax)), "The ids of its dealings."),
  client: optional(Agent.Handle, "For counsel: the handle of the client."),
  claim: member(Pleading, "The claim."),
}).annotations({ identifier: "Filing" })

export interface Filing extends Schema.Schema.Type<typeof filingSchema> {}
/** The body with which a matter is filed, as JSON, before its fields are decoded. */
export type FilingJson = Named<typeof filingSchema.Encoded>

/** The body with which a matter is filed. `client` names the client if external counsel files for it. */
export const Filing: Schema.Schema<Filing, FilingJson> = filingSchema

const QuestionNumber = Schema.Int.pipe(Schema.between(1, 9999))

/** A question of a judge to one of the parties, by its number. */
export const Question = Schema.Struct({
  n: QuestionNumber,
  to: Agent.Handle,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionCharsMax)),
}).annotations({ identifier: "Question" })
export type Question = typeof Question.Type

/** A round of questions that a judge asks the parties about the matter (Rule 4.6). */
export const Questions = Schema.Struct({
  questions: Schema.Array(Question).pipe(Schema.minItems(1), Schema.maxItems(bounds.questionsMax)),
}).annotations({ identifier: "Questions" })
export type Questions = typeof Questions.Type

/** The most rounds of questions in a matter, as the Limits of the schedule have it. */
export const roundsMax = bounds.questionRoundsMax

/** The answer of a party to one question of a judge. */
export const Answer = Schema.Struct({
  n: member(QuestionNumber, "The number of the question."),
  text: member(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.answerCharsMax)), "The answer."),
  evidence: optional(listOf(Evidence, elementsMax), "The evidence for it."),
}).annotations({ identifier: "Answer" })
export type Answer = typeof Answer.Type

const answersSchema = Schema.Struct({
  answers: member(
    Schema.Array(Answer).pipe(Schema.minItems(1), Schema.maxItems(bounds.questionsMax)),
    "Your answers to the questions.",
  ),
}).annotations({ identifier: "Answers" })

export type Answers = Named<typeof answersSchema.Type>
/** The type of the schema of the answers to a judge, under a name of its own. */
export interface AnswersSchema extends Schema.Struct<(typeof answersSchema)["fields"]> {}

/** The body by which a party answers the questions of a judge (Rule 4.6). */
export const Answers: AnswersSchema = answersSchema

/** The body by which a party accepts the orders that the other side offered (Rule 4.7). */
export const ConsentAcceptance = Schema.Struct({
  offerId: member(Uuid, "The id of the offer that you accept."),
}).annotations({ identifier: "ConsentAcceptance" })
export type ConsentAcceptance = typeof ConsentAcceptance.Type

const consentOfferSchema = Schema.Struct({
  orders: member(
    Schema.Array(OrderSought).pipe(Schema.minItems(1), Schema.maxItems(bounds.ordersMax)),
    "The orders that you offer.",
  ),
}).annotations({ identifier: "ConsentOffer" })

export type ConsentOffer = Named<typeof consentOfferSchema.Type>
/** The type of the schema of an offer of orders by consent, under a name of its own. */
export interface ConsentOfferSchema extends Schema.Struct<(typeof consentOfferSchema)["fields"]> {}

/** Orders that a party offers to have made by consent (Rule 4.7). */
export const ConsentOffer: ConsentOfferSchema = consentOfferSchema

const periodReasons = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.periodReasonsCharsMax))

/** A judge's extension or abridgement of a period: a new end, or a new length from the period's start. */
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
