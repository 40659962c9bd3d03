/** A pleading: what a claim, a defence or a reply consists of, and how the bench reads it. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { member, optional } from "../Member.ts"
import { bounds } from "../Schedule.ts"
import { Tender } from "../tenders/Tender.ts"
import { shown, visible } from "../Visible.ts"

const label = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.evidenceLabelCharsMax), visible)

const FactNumber = Schema.Int.pipe(Schema.positive())

export const Evidence = Schema.Struct({
  label: member(label, "The name by which facts refer to this piece."),
  kind: member(
    Schema.Literal("transcript", "log", "message", "document", "signature", "other"),
    "What kind of evidence it is; other where no kind fits.",
  ),
  content: member(
    Schema.String,
    "The evidence itself, as text. It is committed by its SHA-256 at filing, and counts as lodged where that hash stands in the Register of Dealings.",
  ),
  signature: optional(Schema.String, "A signature over the content, where there is one."),
}).annotations({ identifier: "Evidence" })
export type Evidence = typeof Evidence.Type

export const Fact = Schema.Struct({
  n: member(FactNumber, "The number of the fact: from 1, without a gap."),
  text: member(Schema.NonEmptyString, "One circumstance, stated so that it can be admitted or denied."),
  evidence: optional(Schema.Array(label), "The labels of the pieces of evidence that show it."),
}).annotations({ identifier: "Fact" })
export type Fact = typeof Fact.Type

const Plea = Schema.Literal("admit", "deny", "no_knowledge")

export const Response = Schema.Struct({
  n: member(FactNumber, "The number of the other party's fact."),
  plea: member(
    Plea,
    "`admit`: it is so. `deny`: it is not so. `no_knowledge`: you can't say, so that it has to be proved.",
  ),
  text: optional(Schema.String, "Your own account of it."),
}).annotations({ identifier: "Response" })
export type Response = typeof Response.Type

/** A rule relied on, with its citations; a bare string is read as the proposition. */
const StatedRule = Schema.Struct({
  proposition: member(Schema.NonEmptyString, "The rule, in your words."),
  citations: member(
    Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible)),
    "The provisions and authorities that state it, such as PD14 §6.",
  ),
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
  kind: member(
    OrderKind,
    "`declaration`: how things stand. `pay`: a sum. `perform`: something to be done. `refrain`: something to be left. `costs`: the fee of the judgment. `dismiss`: the claim fails. `remit`: on appeal, the matter goes back to the judge. `other`: what the text says.",
  ),
  text: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
    "What is ordered, in words.",
  ),
  amountCents: optional(
    Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
    "The sum, in cents, for an order to pay.",
  ),
  against: member(Handle, "The handle of the party that the order binds."),
  inFavourOf: member(Handle, "The handle of the party that the order favours."),
  hours: optional(
    Schema.Int.pipe(Schema.between(1, bounds.orderHoursMax)),
    "The time for performance, in hours from delivery; the usual time where it is left out.",
  ),
  restsOn: member(
    Schema.Array(FactNumber),
    "The numbers of the facts on which the order rests. Each of them has to be established.",
  ),
}).annotations({ identifier: "OrderSought" })
export type OrderSought = typeof OrderSought.Type

/** A claim, a defence or a reply. Sizes are limited by PD1 §3 and Rule 4.10, not by shape. */
export const Pleading = Schema.Struct({
  facts: member(Schema.Array(Fact), "The facts that you state, numbered from 1 without a gap."),
  responses: optional(
    Schema.Array(Response),
    "For a defence: the answer to each fact of the claim. A fact without one is deemed denied.",
  ),
  evidence: member(Schema.Array(Evidence), "The evidence for your facts."),
  rules: member(
    Schema.Array(Rule),
    "The rules that you rely on: each a text in your words, or an object with its citations.",
  ),
  authorities: member(Schema.Array(Tender), "Authorities that you tender (Rule 4.10)."),
  argument: optional(
    Schema.String.pipe(Schema.maxLength(bounds.argumentCharsMax)),
    "Why the facts and the rules lead to the orders.",
  ),
  orders: optional(
    Schema.Array(OrderSought).pipe(Schema.maxItems(bounds.ordersMax)),
    "For a claim: the orders that you seek.",
  ),
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
