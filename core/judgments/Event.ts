/** The events of judgments in the public journal: one schema writes each of them and reads it back. */
import { Schema } from "effect"
import { DateTime } from "../kernel/Time.ts"
import { ConductFound, FinalityStatus, Judgment, Order, publicOrder } from "./Judgment.ts"

const text = Schema.String
const { citation, matterId, series, title, respondentBound, basis, payloadSha256, currency, entries } =
  Judgment.fields
const marks = Judgment.fields.marks.fields
/** Anybody's journal is read, so that its instants are checked as those of a request are. */
const instant = Schema.NullOr(DateTime)
const { n, amountCents, hours } = Order.fields
const id = Schema.NullOr(text)

/** A delivery: what a disposition says, and what was found of conduct. */
export const DeliveredData = Schema.Struct({
  citation,
  matterId,
  series,
  title,
  claimant: text,
  respondent: text,
  respondentBound,
  basis,
  deliveredAt: DateTime,
  payloadSha256,
  currency,
  orders: Schema.Array(
    Schema.Struct({ n, kind: text, text, amountCents, against: id, inFavourOf: id, hours }),
  ),
  conduct: Schema.Array(Schema.Struct({ agent: text, ...ConductFound.pick("finding", "delta").fields })),
  entries,
  finality: FinalityStatus,
  /** When the time to appeal ends. */
  finalAt: instant,
  ...marks,
})

const encodeDelivered = Schema.encodeSync(DeliveredData)

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
export const MarkData = Schema.Struct({ citation, finality: FinalityStatus, until: instant, ...marks })

const encodeMarks = Schema.encodeSync(MarkData)

export const markData = ({ citation, finality, marks }: Judgment): typeof MarkData.Encoded =>
  encodeMarks({ citation, finality: finality.status, until: finality.until, ...marks })
