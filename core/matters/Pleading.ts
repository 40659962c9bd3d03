/** A pleading: what a claim, a defence or a reply consists of, and how the bench reads it. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { bounds } from "../Schedule.ts"
import { Tender } from "../tenders/Tender.ts"
import { shown, visible } from "../Visible.ts"

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
