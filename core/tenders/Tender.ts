/** An authority as a party tenders it, and as its matter has it on record (Rule 4.10). */
import { Schema } from "effect"
import { bounds } from "../Schedule.ts"
import { Instant } from "../Time.ts"
import { HttpUrl, visible } from "../Visible.ts"

const shortText = Schema.String.pipe(Schema.maxLength(bounds.citationCharsMax), visible)

// Control characters and lone surrogates say nothing and take six bytes each in JSON: without them thirty tenders fit a record.
const plain = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Cs}]*$/u, { message: () => "must have no control characters" }),
  visible,
)

export const TenderProvenance = Schema.Struct({
  source: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible),
  url: Schema.optional(HttpUrl),
  edition: Schema.optional(shortText),
  language: Schema.optional(shortText),
  translator: Schema.optional(shortText),
})
export type TenderProvenance = typeof TenderProvenance.Type

/** An authority as a party tenders it in a pleading (Rule 4.10). */
export const Tender = Schema.Struct({
  citation: plain.pipe(Schema.minLength(bounds.citationCharsMin), Schema.maxLength(bounds.citationCharsMax)),
  pinpoint: Schema.optional(plain.pipe(Schema.maxLength(bounds.pinpointCharsMax))),
  proposition: Schema.String.pipe(
    Schema.minLength(bounds.propositionCharsMin),
    Schema.maxLength(bounds.propositionCharsMax),
  ),
  text: Schema.optional(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.tenderTextCharsMax))),
  provenance: Schema.optional(TenderProvenance),
  attested: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Tender" })
export type Tender = typeof Tender.Type

export const DisputeGround = Schema.Literal(
  "does_not_exist",
  "passage_not_in_source",
  "altered",
  "context_omitted",
)

/** The other party's dispute of a tender: it makes the tender argument in that matter. */
export const TenderDispute = Schema.Struct({
  tenderId: Schema.optional(Schema.String),
  ground: DisputeGround,
  text: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.tenderTextCharsMax))),
  provenance: Schema.optional(TenderProvenance),
  attested: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "TenderDispute" })
export type TenderDispute = typeof TenderDispute.Type

export const Grade = Schema.Literal(0, 1, 2, 3, 4)
export type Grade = typeof Grade.Type

/** What the judge may make of a tender: support (G2 and above), argument, or a bare mention. */
export const TenderOutcome = Schema.Literal("authority", "argument", "mention")
export type TenderOutcome = typeof TenderOutcome.Type

/** A tender as its matter keeps it. Its proposition and text stand in the blob of the pleading's authorities, at `position`. */
export const FiledTender = Schema.Struct({
  id: Schema.String,
  by: Schema.Literal("claimant", "respondent"),
  step: Schema.Literal("claim", "defence", "reply"),
  position: Schema.Int,
  citation: Schema.String,
  pinpoint: Schema.NullOr(Schema.String),
  /** Its text is attested by the party that tenders it. */
  attested: Schema.Boolean,
  grade: Grade,
  flags: Schema.Array(Schema.String),
  outcome: TenderOutcome,
  admittedAt: Schema.NullOr(Instant),
  dispute: Schema.NullOr(
    Schema.Struct({ ground: DisputeGround, at: Instant, textSha256: Schema.NullOr(Schema.String) }),
  ),
})
export type FiledTender = typeof FiledTender.Type
