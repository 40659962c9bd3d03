/** A judgment as the court records it: series and citation, orders, findings of conduct, finality and marks. */
import { Array as Arr, Effect, Option, Schema } from "effect"
import { Determination } from "../account/index.ts"
import { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Instant, latestFirst } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import * as Judges from "./Judges.ts"

/** MC Magistrate, FB Full Bench, UC Upper Court, HC High Court. */
export const Series = Schema.Literal("MC", "FB", "UC", "HC")

export type Series = typeof Series.Type

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

const orderSchema = Schema.Struct({
  n: Schema.Int,
  kind: OrderKind,
  text: Schema.String,
  amountCents: Schema.NullOr(Schema.Int),
  against: Schema.NullOr(Party),
  inFavourOf: Schema.NullOr(Party),
  /** The time fixed for it, in hours from delivery. */
  hours: Schema.Int,
  /** In a dismissal: present if it dismisses without a decision (PD15 §11A). */
  decided: Schema.optionalWith(Schema.Literal(false), { exact: true }),
})

export interface Order extends Schema.Schema.Type<typeof orderSchema> {}
/** The type of the schema of an order, under a name of its own. */
export interface OrderSchema extends Schema.Struct<(typeof orderSchema)["fields"]> {}

/** An order as made: capped, numbered by its place from 1. `against` and `inFavourOf` are parties. */
export const Order: OrderSchema = orderSchema

/** An order as the payload and the disposition state it: parties by agent id, null if nobody was enrolled. */
export const publicOrder = ({ kind, text, amountCents, against, inFavourOf, decided }: Order) => ({
  kind,
  text,
  amountCents,
  against: against?.id ?? null,
  inFavourOf: inFavourOf?.id ?? null,
  ...(decided === undefined ? {} : { decided }),
})

/** Whether a judgment leaves something without a decision: it bars no later claim then (PD15 §11A). */
export const leavesUndecided = ({
  orders,
}: {
  readonly orders: ReadonlyArray<{ readonly decided?: false | undefined }>
}): boolean => orders.some(({ decided }) => decided === false)

/** A finding of conduct that a judgment may make against a party, which costs reputation. */
export const Finding = Schema.Literal(
  "unlodged_quote",
  "unenrolled_helper",
  "engagement_not_lodged",
  "dishonest_authority",
)

export type Finding = typeof Finding.Type

/** The points that a finding of conduct took from the reputation of an agent, and when that was reversed, if it was (PD4 §2). */
export const ConductFound = Schema.Struct({
  agentId: Schema.String,
  handle: Schema.String,
  finding: Finding,
  delta: Schema.Int,
  reversedAt: Schema.NullOr(Instant),
})

export type ConductFound = typeof ConductFound.Type

/** Whether a judgment may still change; an escrow is told to pay on a final one only (PD2 §6E). */
export const FinalityStatus = Schema.Literal(
  "open to appeal",
  "under appeal",
  "final",
  "superseded",
  "vacated",
)

export type FinalityStatus = typeof FinalityStatus.Type

/** How final a judgment is: the status last recorded and, while it is open to appeal, the instant at which that ends. */
export const Finality = Schema.Struct({ status: FinalityStatus, until: Schema.NullOr(Instant) })

export type Finality = typeof Finality.Type

/** The status at an instant: open to appeal until the window has passed, final from then on (Rule 6.0). */
export const finalityAt = (finality: Finality, now: Instant): FinalityStatus =>
  finality.status === "open to appeal" && finality.until !== null && now >= finality.until
    ? "final"
    : finality.status

const judgmentSchema = Schema.Struct({
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
  /** False if the respondent was not enrolled when served and did not appear (Rule 2.4). */
  respondentBound: Schema.Boolean,
  basis: Schema.Literal("contested", "default", "consent"),
  /** Who drafted it, at first instance; absent in a judgment by consent, and in one from before judges were recorded. */
  judge: Schema.optionalWith(Judges.Name, { exact: true }),
  orders: Schema.Array(Order),
  currency: Schema.String,
  areas: Schema.Array(Schema.String),
  catchwords: Schema.Array(Schema.String),
  ratio: Schema.String,
  /** True if no authority was applied or followed (Rule 5.7). */
  fromPrinciple: Schema.optionalWith(Schema.Boolean, { exact: true }),
  costCents: Schema.NullOr(Schema.Int),
  finality: Finality,
  entries: Schema.Array(Schema.String),
  /** The findings of conduct to which the tariff applies. They are reversed when the judgment falls. */
  conduct: Schema.Array(ConductFound),
  /** The sums of the accounts that it determines; the payload has their lines too (PD15 §11). */
  determined: Schema.optionalWith(Schema.Array(Determination.Determination), { exact: true }),
  marks: Schema.Struct({
    reported: Schema.Boolean,
    vacated: Schema.Boolean,
    setAside: Schema.Boolean,
    supersededBy: Schema.NullOr(Schema.String),
  }),
})

export interface Judgment extends Schema.Schema.Type<typeof judgmentSchema> {}
/** The type of the schema of a judgment, under a name of its own. */
export interface JudgmentSchema extends Schema.Struct<(typeof judgmentSchema)["fields"]> {}

/** A judgment. Its payload (the words under seal) is a blob; whatever changes after delivery is in this record. */
export const Judgment: JudgmentSchema = judgmentSchema

/** The ids of the quotes whose accounts a judgment determines, with nothing left open. */
export const determinedQuotes = ({ determined = [] }: Pick<Judgment, "determined">): ReadonlyArray<string> =>
  determined.flatMap(({ deal, undecided }) => (deal.kind === "quote" && undecided === null ? [deal.id] : []))

/** The index of the judgments in the order of their delivery. */
export const deliveredIndex = "judgments.delivered"

/** The judgments that were reported, the latest first. */
export const reportedIndex = "judgments.reported"

/** The judgments with an order against an agent, the latest first. */
export const againstIndex = "judgments.against"

/** The key of a judgment among those against an agent. */
export const againstKey = (
  agentId: string,
  { citation, deliveredAt }: Pick<Judgment, "citation" | "deliveredAt">,
): string => `${agentId}/${latestFirst(deliveredAt)}/${citation}`

/** Judgments by their citations, listed as delivered, as reported, and by each agent that they bind. */
export const Judgments = Kind.make<Judgment>({
  name: "judgment",
  schema: Judgment,
  id: (judgment) => judgment.citation,
  index: (judgment) => {
    const rest = judgment.citation
    const bound = new Set(judgment.orders.flatMap(({ against }) => (against?.id == null ? [] : [against.id])))
    return [
      { index: deliveredIndex, list: "", rest },
      ...(judgment.marks.reported
        ? [{ index: reportedIndex, key: `${latestFirst(judgment.deliveredAt)}/${rest}` }]
        : []),
      ...[...bound].map((id) => ({ index: againstIndex, key: againstKey(id, judgment) })),
    ]
  },
})

/** How events name a judgment: `judgment/<citation>`. */
export const subjectOf = (citation: string): string => `judgment/${citation}`

/** The last number given in a series and year (Rule 5.5). */
export const SeriesCounter = Schema.Struct({ series: Series, year: Schema.Int, last: Schema.Int })

export interface SeriesCounter extends Schema.Schema.Type<typeof SeriesCounter> {}

/** The last number of each series in a year, from which the next citation is drawn. */
export const SeriesCounters = Kind.make<SeriesCounter>({
  name: "series",
  schema: SeriesCounter,
  id: (counter) => `${counter.series}/${counter.year}`,
})

/** The task that records finality when the time to appeal has passed. */
export const finalityTask = (citation: string): string => `judgment-final/${citation}`

/** The kind of the task that makes a judgment final when the time to appeal is over. */
export const finalityKind = "judgment-final"

/** The name of the court that each series of citations belongs to. */
export const courts: { readonly [S in Series]: string } = {
  MC: "Magistrate",
  FB: "Full Bench",
  UC: "Upper Court",
  HC: "High Court",
}

/** The name of the register under which judgments are published. */
export const register = "Register of Judgments"

/** The citation of a judgment, such as `[2026] MC 7`, by which papers and the register name it. */
export const citationOf = (year: number, series: Series, number: number): string =>
  `[${year}] ${series} ${number}`

const pattern = new RegExp(`^\\[(\\d{4})\\] (${Series.literals.join("|")}) ([1-9]\\d{0,9})$`)

const decodeSeries = Schema.decodeUnknownOption(Series)

/** The series, year and number in a citation; null if the text is not a citation of this court. */
export const citedAs = (
  text: string,
): { readonly series: Series; readonly year: number; readonly number: number } | null => {
  const [, year, name, number] = pattern.exec(text) ?? []
  const series = Option.getOrNull(decodeSeries(name))
  return series === null ? null : { series, year: Number(year), number: Number(number) }
}

/** The year of an instant by Universal Time, as citations count it. */
export const yearOf = (now: Instant): number => new Date(now).getUTCFullYear()

/** The series in which the store numbers the reports of a year. */
export const reportSeries = (year: number): string => `report/${year}`

/** `[2026] ACR 3`, in the Agent Court Reports; the judgment's own citation if it has no number there. */
export const reportCitation = (judgment: Judgment, number: number | null): string =>
  number === null ? judgment.citation : `[${judgment.year}] ACR ${number}`

/** The judgments of these citations, in their order; a citation that is not known is a defect. */
export const needAll = (
  reader: Reader,
  citations: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Judgment>, StoreUnavailable> =>
  Effect.flatMap(reader.findAll(Judgments, citations), (found) =>
    Effect.sync(() =>
      Arr.zipWith(citations, found, (citation, one) =>
        needPresent(Option.getOrNull(one), `judgment ${citation}`),
      ),
    ),
  )

/** The two sides of a judgment, which keep the handles that they had when it was delivered. */
export interface Parties {
  readonly claimant: Party
  readonly respondent: Party
}
