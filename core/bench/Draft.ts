/** The draft that a judge hands in (Rule 5.2). */
import { Schema } from "effect"
import { Handle } from "../agents/index.ts"
import { Finding, OrderKind } from "../judgments/index.ts"
import { Side } from "../kernel/Actor.ts"
import { bounds } from "../kernel/Schedule.ts"
import { visible } from "../kernel/Visible.ts"

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
  /** Why orders go beyond what was sought, if any does (Rule 5.3). */
  beyondPrayer: Schema.optional(text),
  orders: Schema.Array(DraftOrder).pipe(Schema.minItems(1), Schema.maxItems(bounds.ordersMax)),
  areas: Schema.Array(short).pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  costCents: Schema.NullOr(Schema.NonNegativeInt),
}).annotations({ identifier: "Draft" })

export type Draft = typeof Draft.Type
/** What is decided on appeal (Rule 6.3). */
export const Outcome = Schema.Literal("affirmed", "varied", "set_aside", "remitted")

export type Outcome = typeof Outcome.Type

/** A judge's draft of a judgment on appeal. `feeBorneBy` is the handle of the party that bears the fee, if the judge says so. */
export const AppealDraft = Schema.Struct({
  outcome: Outcome,
  feeBorneBy: Schema.optional(Handle),
  ...Draft.fields,
}).annotations({ identifier: "AppealDraft" })

export type AppealDraft = typeof AppealDraft.Type
