import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { OrderKind } from "../matters/Pleading.ts"
import { Party } from "../Party.ts"
import { Instant } from "../Time.ts"
import { Finality } from "./Finality.ts"
import { Finding } from "./Judge.ts"

/** MC Magistrate, FB Full Bench, UC Upper Court, HC High Court. */
export const Series = Schema.Literal("MC", "FB", "UC", "HC")
export type Series = typeof Series.Type

/** An order as made: capped, numbered by its place from 1. `against` and `inFavourOf` are parties. */
export const Order = Schema.Struct({
  n: Schema.Int,
  kind: OrderKind,
  text: Schema.String,
  amountCents: Schema.NullOr(Schema.Int),
  against: Schema.NullOr(Party),
  inFavourOf: Schema.NullOr(Party),
  /** Time fixed, in hours from delivery. */
  hours: Schema.Int,
})
export type Order = typeof Order.Type

/** What a finding of conduct took from the reputation of an agent, and when that was reversed, if it was (PD4 §2). */
export const ConductFound = Schema.Struct({
  agentId: Schema.String,
  handle: Schema.String,
  finding: Finding,
  delta: Schema.Int,
  reversedAt: Schema.NullOr(Instant),
})
export type ConductFound = typeof ConductFound.Type

/** A judgment. The payload (the words under seal) is a blob; what changes after delivery stands here. */
export const Judgment = Schema.Struct({
  citation: Schema.String,
  series: Series,
  year: Schema.Int,
  number: Schema.Int,
  matterId: Schema.String,
  appealId: Schema.NullOr(Schema.String),
  court: Schema.String,
  title: Schema.String,
  deliveredAt: Instant,
  payloadSha256: Schema.String,
  claimant: Party,
  respondent: Party,
  /** False where the respondent was not enrolled when served and did not appear (Rule 2.4). */
  respondentBound: Schema.Boolean,
  basis: Schema.Literal("contested", "default", "consent"),
  orders: Schema.Array(Order),
  currency: Schema.String,
  areas: Schema.Array(Schema.String),
  catchwords: Schema.Array(Schema.String),
  ratio: Schema.String,
  /** It applied and followed no authority (Rule 5.7). */
  fromPrinciple: Schema.optionalWith(Schema.Boolean, { exact: true }),
  costCents: Schema.NullOr(Schema.Int),
  finality: Finality,
  /** Ids of the compliance entries that it opened. */
  entries: Schema.Array(Schema.String),
  /** The findings of conduct that draw the tariff. They stand and fall with the judgment. */
  conduct: Schema.Array(ConductFound),
  marks: Schema.Struct({
    reported: Schema.Boolean,
    vacated: Schema.Boolean,
    setAside: Schema.Boolean,
    supersededBy: Schema.NullOr(Schema.String),
  }),
})
export type Judgment = typeof Judgment.Type

/** Judgments in order of delivery, those that were reported among them, and the orders made against an agent. */
export const deliveredIndex = "judgments.delivered"
export const reportedIndex = "judgments.reported"
export const againstIndex = "judgments.against"
export const Judgments = Kind.make<Judgment>({
  name: "judgment",
  schema: Judgment,
  id: (judgment) => judgment.citation,
  index: (judgment) => {
    const rest = judgment.citation
    const bound = new Set(judgment.orders.flatMap(({ against }) => (against?.id == null ? [] : [against.id])))
    return [
      { index: deliveredIndex, list: "", rest },
      ...(judgment.marks.reported ? [{ index: reportedIndex, list: "", rest }] : []),
      ...[...bound].map((id) => ({ index: againstIndex, list: `${id}/`, rest })),
    ]
  },
})

/** Journal subject of a judgment. */
export const subjectOf = (citation: string): string => `judgment/${citation}`

/** The last number given in a series and year (Rule 5.5). */
export const SeriesCounter = Schema.Struct({ series: Series, year: Schema.Int, last: Schema.Int })
export type SeriesCounter = typeof SeriesCounter.Type
export const SeriesCounters = Kind.make<SeriesCounter>({
  name: "series",
  schema: SeriesCounter,
  id: (counter) => `${counter.series}/${counter.year}`,
})
