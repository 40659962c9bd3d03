/**
 * The events of judgments in the public journal, each written and read back by one schema, and the Register of Judgments computed again
 * from the journal alone.
 */
import { Either, ParseResult, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import type { PublicItem } from "../kernel/Journal.ts"
import { DateTime, format } from "../kernel/Time.ts"
import * as Judges from "./Judges.ts"
import {
  ConductFound,
  citationOf,
  courts,
  FinalityStatus,
  Judgment,
  Order,
  publicOrder,
  SeriesCounter,
  yearOf,
} from "./Judgment.ts"
import { type JudgmentItem, marksAt } from "./Queries.ts"

const text = Schema.String
const { citation, matterId, series, title, respondentBound, basis, payloadSha256, currency, entries } =
  Judgment.fields
const marks = Judgment.fields.marks.fields
/** Anybody's journal is read, so that its instants are checked as those of a request are. */
const instant = Schema.NullOr(DateTime)
const { n, amountCents, hours } = Order.fields
const id = Schema.NullOr(text)

/** A delivery: what a disposition says, and what was found of conduct. */
const DeliveredData = Schema.Struct({
  citation,
  matterId,
  series,
  title,
  claimant: text,
  respondent: text,
  respondentBound,
  basis,
  judge: Schema.optionalWith(Judges.Name, { exact: true }),
  deliveredAt: DateTime,
  payloadSha256,
  currency,
  orders: Schema.Array(
    Schema.Struct({ n, kind: text, text, amountCents, against: id, inFavourOf: id, hours }),
  ),
  conduct: Schema.Array(Schema.Struct({ agent: text, ...ConductFound.pick("finding", "delta").fields })),
  entries,
  finality: FinalityStatus,
  finalAt: instant,
  ...marks,
})

const encodeDelivered = Schema.encodeSync(DeliveredData)

/** The data in the event of a judgment, from which a replay computes the registers. */
export const deliveredData = (judgment: Judgment): typeof DeliveredData.Encoded =>
  encodeDelivered({
    ...judgment,
    ...judgment.marks,
    claimant: judgment.claimant.handle,
    respondent: judgment.respondent.handle,
    orders: judgment.orders.map((order) => ({ ...order, ...publicOrder(order) })),
    conduct: judgment.conduct.map((found) => ({ ...found, agent: found.handle })),
    finality: judgment.finality.status,
    finalAt: judgment.finality.until,
  })

/** The finality and the marks of a judgment, as an event states them. */
const MarkData = Schema.Struct({ citation, finality: FinalityStatus, until: instant, ...marks })

const encodeMarks = Schema.encodeSync(MarkData)

/** The data in the event of a later mark: the finality of a judgment and its live marks (PD7). */
export const markData = ({ citation, finality, marks }: Judgment): typeof MarkData.Encoded =>
  encodeMarks({ citation, finality: finality.status, until: finality.until, ...marks })

/** An event of an appeal, with the judgments whose marks it changes, if any. */
const OnAppeal = Schema.Struct({
  judgments: Schema.optionalWith(Schema.Array(MarkData), { default: () => [] }),
})

/** The opening of a store for a court whose keys had sealed before: each series goes on after its number. */
const CourtOpened = Schema.Struct({ after: Schema.Array(SeriesCounter) })

const Final = Schema.Struct({ citation: Schema.String, finality: Schema.Literal("final") })

/**
 * The facts of a delivery that are computed again: not its currency and not its judge, and neither the entries nor the findings of conduct, which have events
 * of their own.
 */
const Delivered = DeliveredData.omit("currency", "conduct", "entries", "judge")

/** A judgment as the journal tells it: what was delivered, and its live marks. */
export interface ReplayedJudgment
  extends Omit<typeof Delivered.Type, "finality" | "finalAt" | keyof Judgment["marks"]>,
    Pick<Judgment, "finality" | "marks"> {}

export interface ReplayedJudgments {
  readonly judgments: ReadonlyMap<string, ReplayedJudgment>
  /** Contradictions of the journal, and numbers of a series that it leaves out (Rule 5.5). */
  readonly faults: ReadonlyArray<string>
  readonly numbers: ReadonlyMap<string, number>
}

/** The register before the first item of the journal. */
const noJudgments: ReplayedJudgments = { judgments: new Map(), faults: [], numbers: new Map() }

type Marking = Pick<ReplayedJudgment, "citation"> & Partial<Pick<ReplayedJudgment, "finality" | "marks">>

const markingOf = ({ citation, finality, until, ...marks }: typeof MarkData.Type): Marking => ({
  citation,
  finality: { status: finality, until },
  marks,
})

/** The facts about judgments that one item of the journal tells. */
type Told =
  | { readonly delivered: ReplayedJudgment }
  | { readonly markings: ReadonlyArray<Marking> }
  | { readonly after: ReadonlyArray<SeriesCounter> }
  | { readonly fault: string }

const reader = <A, I>(schema: Schema.Schema<A, I>, told: (read: A) => Told) => {
  const decode = Schema.decodeUnknownEither(schema)
  return ({ type, subject, at, data }: PublicItem): Told =>
    Either.match(decode(data), {
      onRight: told,
      onLeft: (error) => {
        const first = needPresent(ParseResult.ArrayFormatter.formatErrorSync(error)[0], "what is wrong")
        const place = ` (${[...first.path, first.message].join(": ")})`
        return {
          fault: `${type} of ${subject} at ${format(at)}: it has not the shape of such an event${place}`,
        }
      },
    })
}

const readMarked = reader(MarkData, (read) => ({ markings: [markingOf(read)] }))

const onAppeal = reader(OnAppeal, ({ judgments }) => ({ markings: judgments.map(markingOf) }))

const readers: { readonly [type: string]: (item: PublicItem) => Told } = {
  "judgment.delivered": reader(Delivered, ({ finality, finalAt, ...read }) => {
    const { reported, vacated, setAside, supersededBy, ...delivered } = read
    const marks = { reported, vacated, setAside, supersededBy }
    return { delivered: { ...delivered, finality: { status: finality, until: finalAt }, marks } }
  }),
  "court.opened": reader(CourtOpened, ({ after }) => ({ after })),
  "judgment.vacated": readMarked,
  "judgment.superseded": readMarked,
  "judgment.final": reader(Final, ({ citation, finality }) => ({
    markings: [{ citation, finality: { status: finality, until: null } }],
  })),
}

const readerOf = (type: string) => (type.startsWith("appeal.") ? onAppeal : readers[type])

/** Folds journal items, in their order, into the Register of Judgments, beginning with `before`. Other items are passed over. */
export const replayJudgments = (
  items: Iterable<PublicItem>,
  before: ReplayedJudgments = noJudgments,
): ReplayedJudgments => {
  const judgments = new Map(before.judgments)
  const faults = [...before.faults]
  const numbers = new Map(before.numbers)
  const number = ({ citation, series, deliveredAt }: ReplayedJudgment): void => {
    const year = yearOf(deliveredAt)
    const next = (numbers.get(`${series}/${year}`) ?? 0) + 1
    numbers.set(`${series}/${year}`, next)
    const due = citationOf(year, series, next)
    if (citation !== due) faults.push(`${citation} was delivered although ${due} was next`)
  }
  for (const item of items) {
    const told = readerOf(item.type)?.(item)
    if (told === undefined) continue
    if ("fault" in told) faults.push(told.fault)
    else if ("after" in told) for (const one of told.after) numbers.set(`${one.series}/${one.year}`, one.last)
    else if ("delivered" in told) {
      judgments.set(told.delivered.citation, told.delivered)
      number(told.delivered)
    } else
      for (const marking of told.markings) {
        const known = judgments.get(marking.citation)
        if (known === undefined)
          faults.push(`${item.type} of ${item.subject}: ${marking.citation} was never delivered`)
        else judgments.set(marking.citation, { ...known, ...marking })
      }
  }
  return { judgments, faults, numbers }
}

/** The judgment as `GET /judgments` lists it at an instant, by the journal alone: without its catchwords and areas. */
export const replayedItem = (
  { series, orders: _, deliveredAt, finality, marks, ...told }: ReplayedJudgment,
  now: number,
): Omit<JudgmentItem, "catchwords" | "areas"> => ({
  ...told,
  court: courts[series],
  deliveredAt: format(deliveredAt),
  ...marksAt({ finality, marks }, now),
})

/** The orders of a judgment as its payload states them. */
export const replayedOrders = ({
  orders,
}: Pick<ReplayedJudgment, "orders">): ReadonlyArray<
  Omit<ReplayedJudgment["orders"][number], "n" | "hours">
> => orders.map(({ n: _, hours: __, ...order }) => order)
