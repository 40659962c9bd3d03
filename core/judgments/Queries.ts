/**
 * The questions about judgments, with what is shown of a judgment and of its disposition as they leave the court. All of it is public
 * (PD17 §1).
 */
import { Effect, Option, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import { type Seal, Seals } from "../kernel/Notary.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant, Stamp, Timestamp } from "../kernel/Time.ts"
import { proveEvent } from "../log/index.ts"
import { AppealsLately, readFees, sumUpFees } from "./AppealFees.ts"
import * as Judges from "./Judges.ts"
import {
  courts,
  deliveredIndex,
  FinalityStatus,
  finalityAt,
  Judgment,
  Judgments,
  type Order,
  OrderKind,
  publicOrder,
  register,
  subjectOf,
} from "./Judgment.ts"
import { howToVerify, isIntact, type NotaryDocument, verifyJudgment } from "./Verify.ts"

const text = Schema.String
const { fields } = Judgment

const verifyStepsMax = 20

/** A judgment with the words under seal and the seal. */
export interface Sealed {
  readonly fees: ReadonlyArray<number>
  readonly judgment: Judgment
  readonly payload: string
  readonly seal: Seal
}

/** Live marks: they stand outside the seal and may change (PD17 §2). */
const marks = {
  finality: oneOf(...FinalityStatus.literals),
  /** When the time to appeal ends; null once it has. */
  openUntil: Schema.NullOr(Timestamp),
  marks: fields.marks,
}
type Marks = Schema.Struct.Type<typeof marks>

export const liveMarks = enforced(
  "PD17 §2",
  "Live marks",
  () =>
    "The record of a judgment and its disposition say live what became of it after delivery. The disposition is signed once the judgment is final.",
)

export const marksAt = rule(
  ["PD17 §2", "Rule 5.6"],
  ({ finality, marks }: Pick<Judgment, "finality" | "marks">, now: Instant): Marks => {
    const status = finalityAt(finality, now)
    return {
      finality: status,
      openUntil: status === "open to appeal" ? formatNullable(finality.until) : null,
      marks,
    }
  },
)

const judgmentRecordSchema = Schema.Struct({
  court: text,
  register: text,
  citation: text,
  /** JSON text, to be used byte for byte. */
  payload: text,
  sealed: Schema.Boolean,
  algorithm: oneOf("ed25519"),
  publicKey: text,
  signature: text,
  sha256: text,
  sealedAt: Timestamp,
  atDelivery: Schema.Boolean,
  /** Whether the payload kept is the payload that was sealed. */
  intact: Schema.Boolean,
  /** Whether the seal verifies under a key of this court, and what it seals is this judgment. */
  verified: Schema.Boolean,
  key: text,
  judgment: text,
  page: text,
  /** Who drafted it; null if it is by consent, on appeal, or from before judges were recorded. */
  judge: Schema.NullOr(Judges.Name),
  verify: listOf(text, verifyStepsMax),
  ...marks,
  appealsLately: AppealsLately,
}).annotations({ identifier: "JudgmentRecord" })

export interface JudgmentRecord extends Schema.Schema.Type<typeof judgmentRecordSchema> {}
export interface JudgmentRecordSchema extends Schema.Struct<(typeof judgmentRecordSchema)["fields"]> {}

/** A judgment as it is published: the payload under seal, byte for byte, and beside it what may change later. */
export const JudgmentRecord: JudgmentRecordSchema = judgmentRecordSchema

/** The addresses at which a judgment and the court's keys are served, under the address of this court (without a slash at its end). */
const addressesOf = (baseUrl: string, citation: string) => ({
  key: `${baseUrl}/.well-known/notary.json`,
  judgment: `${baseUrl}/api/v1/judgments/${encodeURIComponent(citation)}`,
  page: `${baseUrl}/judgments/${encodeURIComponent(citation)}`,
})

export const whatIsPublished = enforced(
  "PD17 §1",
  "What is published",
  () =>
    "The docket, the judgments with their dispositions, the registers and the journal are public. The journal holds every act on which a public register rests, in order, and nothing that the public may not read; anybody can compute every label and reputation again from it.",
)

/** The judgment record as served: the payload as kept, its seal checked now, its live marks at `now`, and how to check it oneself. */
export const judgmentRecord = rule(
  ["Rule 5.4", "PD17 §1", "PD17 §2"],
  (
    { judgment, payload, seal, fees }: Sealed,
    notary: NotaryDocument,
    baseUrl: string,
    now: Instant,
  ): JudgmentRecord => {
    const { citation, series } = judgment
    const { algorithm, publicKey, signature, sha256 } = seal
    const sealed = { payload, algorithm, publicKey, signature, sha256 }
    const served = { court: courts[series], register, citation, ...sealed }
    const addresses = addressesOf(baseUrl, citation)
    return {
      ...served,
      sealedAt: format(seal.sealedAt),
      sealed: true,
      atDelivery: seal.sealedAt === judgment.deliveredAt,
      intact: isIntact(payload, judgment.payloadSha256) && judgment.payloadSha256 === sha256,
      verified: verifyJudgment(served, notary, citation).valid,
      ...addresses,
      judge: judgment.judge ?? null,
      verify: howToVerify(served, addresses),
      ...marksAt(judgment, now),
      appealsLately: sumUpFees(fees),
    }
  },
)

const Listed = Schema.Struct({
  citation: fields.citation,
  court: text,
  title: fields.title,
  matterId: fields.matterId,
  deliveredAt: Stamp,
  claimant: text,
  respondent: text,
  respondentBound: fields.respondentBound,
  basis: oneOf(...fields.basis.literals),
  catchwords: fields.catchwords.pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  areas: fields.areas.pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  payloadSha256: fields.payloadSha256,
  ...marks,
})
const judgmentItemSchema = Schema.encodedBoundSchema(Listed).annotations({ identifier: "JudgmentItem" })

export interface JudgmentItem extends Schema.Schema.Type<typeof judgmentItemSchema> {}

/** A judgment as lists show it, without its orders and reasons. */
export const JudgmentItem: Schema.Schema<JudgmentItem> = judgmentItemSchema

const encodeListed = Schema.encodeSync(Listed)

export const judgmentItem = (judgment: Judgment, now: Instant): JudgmentItem =>
  encodeListed({
    ...judgment,
    court: courts[judgment.series],
    claimant: judgment.claimant.handle,
    respondent: judgment.respondent.handle,
    ...marksAt(judgment, now),
  })

const dispositionSchema = Schema.Struct({
  schema: oneOf("cp.disposition/1"),
  citation: fields.citation,
  matterId: fields.matterId,
  orders: listOf(
    Schema.Struct({
      n: Schema.Int,
      kind: oneOf(...OrderKind.literals),
      text,
      amountCents: Schema.NullOr(Schema.Int),
      against: Schema.NullOr(text),
      inFavourOf: Schema.NullOr(text),
      currency: text,
      hours: Schema.Int,
    }),
    bounds.ordersMax,
  ),
  finality: marks.finality,
  asOf: Timestamp,
  payloadSha256: fields.payloadSha256,
})

export interface Disposition extends Schema.Schema.Type<typeof dispositionSchema> {}
export interface DispositionSchema extends Schema.Struct<(typeof dispositionSchema)["fields"]> {}

/** The disposition of a judgment, which an escrow reads, before it is signed. */
export const Disposition: DispositionSchema = dispositionSchema

type DispositionOrder = Disposition["orders"][number]

const dispositionOrder = (order: Order, currency: string): DispositionOrder => ({
  n: order.n,
  ...publicOrder(order),
  currency,
  hours: order.hours,
})

/** The disposition of a judgment at an instant, before it is signed (Rule 5.6). */
export const disposition = rule(
  ["PD17 §1", "Rule 5.6"],
  (judgment: Judgment, now: Instant): Disposition => ({
    schema: "cp.disposition/1",
    citation: judgment.citation,
    matterId: judgment.matterId,
    orders: judgment.orders.map((order) => dispositionOrder(order, judgment.currency)),
    finality: finalityAt(judgment.finality, now),
    asOf: format(now),
    payloadSha256: judgment.payloadSha256,
  }),
)

/** Whether the court signs a disposition: only while the judgment is final, so not once it was vacated or superseded. */
export const isSigned = rule(
  ["PD17 §1", "Rule 5.6"],
  ({ finality }: Disposition): boolean => finality === "final",
)

export interface On {
  readonly citation: string
}

const needJudgment = (reader: Reader, { citation }: On) =>
  reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation }))

/**
 * One judgment with its seal, checked against the keys of the court: `GET /judgments/{citation}`. `baseUrl` is the address of the
 * court without a slash at its end. Refused `unknown_judgment`.
 */
export const readJudgment = query({
  name: "read-judgment",
  read: Effect.fnUntraced(function* (
    { citation, notary, baseUrl }: On & { readonly notary: NotaryDocument; readonly baseUrl: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const judgment = yield* needJudgment(reader, { citation })
    const payload = yield* reader.blob(judgment.payloadSha256)
    const seal = Option.getOrNull(yield* reader.find(Seals, citation))
    const sealed = {
      payload: needPresent(payload, `the sealed text of ${citation}`),
      seal: needPresent(seal, `the seal of ${citation}`),
      fees: yield* readFees(reader),
    }
    return judgmentRecord({ judgment, ...sealed }, notary, baseUrl, now)
  }),
})

/** The disposition of a judgment, not yet signed: `GET /judgments/{citation}/disposition`. Refused `unknown_judgment`. */
export const readDisposition = query({
  name: "read-disposition",
  read: (on: On, { now }, reader) =>
    Effect.map(needJudgment(reader, on), (judgment) => disposition(judgment, now)),
})

/** The judgments in the order of delivery: `GET /judgments`. */
export const listJudgments = query({
  name: "list-judgments",
  read: ({ page }: Paged, { now }, reader) =>
    Effect.map(reader.list(Judgments, { index: deliveredIndex, prefix: "", ...page }), ({ items, next }) => ({
      items: items.map((judgment) => judgmentItem(judgment, now)),
      next,
    })),
})

/** The proof that the log has the delivery of a judgment: `GET /judgments/{citation}/proof`. Refused `unknown_judgment`. */
export const proveJudgment = query({
  name: "prove-judgment",
  read: (on: On, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      const { citation } = yield* needJudgment(reader, on)
      // The delivery is one of the first events of its judgment, all of which stand in one commit.
      const first = { subject: subjectOf(citation), after: null, limit: 10 }
      const { items } = yield* reader.journal(first)
      return yield* proveEvent(
        reader,
        items.find(({ type }) => type === "judgment.delivered"),
      )
    }),
})
