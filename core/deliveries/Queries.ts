/** The questions about deliveries: a quote with what is disclosed on it, and the bytes themselves. */
import { Effect, Option, Schema } from "effect"
import { type Criteria, evaluate } from "../criteria/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { ById } from "../kernel/Id.ts"
import type { Named } from "../kernel/Named.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal } from "../kernel/Refusal.ts"
import { format, type Instant, Stamp } from "../kernel/Time.ts"
import { criteriaOf, Evaluator, type Quote, type QuoteAnswer, quotes, readTerms } from "../quotes/index.ts"
import { AttestedDeliveries, type AttestedDelivery } from "./Attested.ts"
import { type Disclosure, Disclosures, particulars } from "./Disclosure.ts"
import { attestationsAt, evaluationAt } from "./Evaluated.ts"
import { contentOf } from "./Kept.ts"
import { mattersOn, notHandedOver } from "./Law.ts"
import { heldCents, priceOf } from "./Paid.ts"

const disclosureViewSchema = Schema.Struct({
  quote: Schema.String,
  artifact: Schema.String,
  ...particulars,
  disclosedBy: Schema.String,
  /** When the Court dropped the bytes, and by which provision; null while it has them. */
  dropped: Schema.NullOr(Schema.Struct({ at: Stamp, rule: Schema.Literal("PD14 §13") })),
  /** As of now: an attested check changes when its attestation comes, or its time ends. */
  evaluation: Schema.NullOr(Evaluator.Evaluation),
}).annotations({ identifier: "Disclosure" })

export interface DisclosureView extends Schema.Schema.Type<typeof disclosureViewSchema> {}
export type DisclosureJson = Named<typeof disclosureViewSchema.Encoded>

/** A disclosure on a quote, how it was evaluated, and its bytes for as long as they are kept. */
export const DisclosureView: Schema.Schema<DisclosureView, DisclosureJson> = disclosureViewSchema

const encode = Schema.encodeSync(DisclosureView)

export const disclosureView = (
  record: Disclosure,
  { supplier, buyer }: Quote.Quote,
  criteria: Criteria | null,
  now: Instant,
): DisclosureJson => {
  const { evaluation, attestations, disclosedAt, bytes, droppedAt } = record
  return encode({
    quote: record.id,
    artifact: `sha256:${record.artifact}`,
    bytes,
    disclosedAt,
    disclosedBy: record.disclosedBy === "supplier" ? supplier.handle : (buyer.party?.handle ?? buyer.kind),
    attestations,
    dropped: droppedAt === undefined ? null : { at: droppedAt, rule: "PD14 §13" },
    evaluation:
      evaluation === null || criteria === null
        ? null
        : evaluationAt(
            criteria,
            { evaluation, bytes },
            attestationsAt(criteria.checks, attestations, disclosedAt, now),
          ),
  })
}

const attestedViewSchema = Schema.Struct({
  quote: Schema.String,
  /** The hash of the close, which the attesters signed. */
  artifact: Schema.String,
  attestations: particulars.attestations,
  /** As of now, by the attested checks alone: the Court has no bytes. */
  evaluation: Evaluator.Evaluation,
}).annotations({ identifier: "AttestedDelivery" })

export type AttestedView = Named<typeof attestedViewSchema.Type>
export type AttestedJson = Named<typeof attestedViewSchema.Encoded>

/** The words of attesters on a delivery elsewhere, as `GET /quotes/{id}` shows them, and their evaluation. */
export const AttestedView: Schema.Schema<AttestedView, AttestedJson> = attestedViewSchema

const encodeAttested = Schema.encodeSync(AttestedView)

export const attestedView = (
  { id, artifact, attestations }: AttestedDelivery,
  quote: Quote.Quote,
  criteria: Criteria,
  now: Instant,
): AttestedJson => {
  const since = needPresent(quote.close, "the close of a delivery that was attested").at
  const said = attestationsAt(criteria.checks, attestations, since, now)
  const evaluation = evaluate(criteria, null, said)
  return encodeAttested({ quote: id, artifact: `sha256:${artifact}`, attestations, evaluation })
}

/** The disclosures on a quote, as a query answers them; null if nothing was disclosed. */
export const disclosureOf = (reader: Reader, quote: Quote.Quote, now: Instant) =>
  Effect.gen(function* () {
    const record = Option.getOrNull(yield* reader.find(Disclosures, quote.id))
    if (record === null) return null
    const document = yield* criteriaOf(reader, quote)
    return disclosureView(record, quote, document === null ? null : Evaluator.criteriaIn(document), now)
  })

/** The attestations that were handed in of a delivery elsewhere, as a query answers them; null if nobody handed any in. */
const findAttested = (reader: Reader, quote: Quote.Quote, now: Instant) =>
  Effect.gen(function* () {
    const record = Option.getOrNull(yield* reader.find(AttestedDeliveries, quote.id))
    if (record === null) return null
    const document = needPresent(yield* criteriaOf(reader, quote), "the criteria that were attested")
    return attestedView(record, quote, Evaluator.criteriaIn(document), now)
  })

/** A quote with what is disclosed or attested on it; each is null if nothing was. */
export interface DeliveryAnswer extends QuoteAnswer {
  readonly disclosure: DisclosureJson | null
  readonly attested: AttestedJson | null
}

/** A quote as its parties read it, with what is disclosed or attested on it: `GET /quotes/{id}`. */
export const readDelivery = query({
  name: "read-delivery",
  read: Effect.fnUntraced(function* (input: typeof ById.Type, context: QueryContext, reader: Reader) {
    const view = yield* readTerms.read(input, context, reader)
    const quote = yield* quotes.need(reader, input.id)
    const answer: DeliveryAnswer = {
      ...view,
      disclosure: yield* disclosureOf(reader, quote, context.now),
      attested: yield* findAttested(reader, quote, context.now),
    }
    return answer
  }),
})

/**
 * The bytes of a delivery, for a reader that may have them. `paidCents`: what is paid on the quote, beside what its holds have.
 * Refused `unknown_artifact`, `not_a_party`, `artifact_dropped` or `artifact_unpaid`.
 */
export const bytesOfDelivery = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  paidCents: number,
  context: QueryContext,
) {
  const disclosed = Option.getOrNull(yield* reader.find(Disclosures, quote.id))
  const facts = {
    quote,
    disclosed,
    priceCents: priceOf(quote),
    paidAndHeldCents: paidCents + (yield* heldCents(reader, quote, context)),
    matters: yield* mattersOn(reader, quote),
  }
  yield* firstOf([notHandedOver(facts, context.actor)])
  const { artifact, contentSha256 } = needPresent(disclosed, "what was disclosed")
  const text = yield* reader.blob(contentSha256)
  // They may be dropped between the two reads, and a record that a replica serves may be older than its text.
  if (text === null) return yield* refusal("artifact_dropped", { at: format(context.now), sha256: artifact })
  return { artifact: `sha256:${artifact}`, content: contentOf(text) }
})
