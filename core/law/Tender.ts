/**
 * An authority as a party tenders it, as its matter has it on record, and as the Court finds it again under its citation (Rule 4.10).
 * Texts are compared without what editions differ in.
 */

import { Schema } from "effect"
import { sha256Hex } from "../kernel/Hash.ts"
import { member, optional } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { bytes, chars, count, enforced, rule } from "../kernel/Section.ts"
import { Instant } from "../kernel/Time.ts"
import { HttpUrl, visible } from "../kernel/Visible.ts"

const quotes = /[\u2018\u2019\u201a\u201b\u2032\u00b4`]/gu

const doubleQuotes = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/gu

const dashes = /[\u2010-\u2015\u2212\u2e3a\u2e3b]/gu

/** Folds what editions differ in: compatibility forms, quotes, dashes and white space. Case is kept. */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(quotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .replace(/[\s\u200b-\u200d\u2060\ufeff\u00ad]+/gu, " ")
    .trim()

const shortText = Schema.String.pipe(Schema.maxLength(bounds.citationCharsMax), visible)

// Control characters and lone surrogates say nothing and take six bytes each in JSON: without them thirty tenders fit a record.
const plain = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Cs}]*$/u, { message: () => "must have no control characters" }),
  visible,
)

const TenderProvenance = Schema.Struct({
  source: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible),
    "The work or collection quoted.",
  ),
  url: optional(HttpUrl, "Its address."),
  edition: optional(shortText, "The edition."),
  language: optional(shortText, "The language of the text."),
  translator: optional(shortText, "Who translated it."),
})

const tenderSchema = Schema.Struct({
  citation: member(
    plain.pipe(Schema.minLength(bounds.citationCharsMin), Schema.maxLength(bounds.citationCharsMax)),
    "The authority, as it is cited.",
  ),
  pinpoint: optional(plain.pipe(Schema.maxLength(bounds.pinpointCharsMax)), "A page, paragraph or article."),
  proposition: member(
    Schema.String.pipe(
      Schema.minLength(bounds.propositionCharsMin),
      Schema.maxLength(bounds.propositionCharsMax),
    ),
    "What the authority stands for.",
  ),
  text: optional(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.tenderTextCharsMax)),
    "The passage with its context. Without it the authority is mere argument.",
  ),
  provenance: optional(TenderProvenance, "The source of the text."),
  attested: optional(
    Schema.Boolean,
    "With text: true asserts that it is a true extract. A false one is dishonesty.",
  ),
}).annotations({ identifier: "Tender" })

export type Tender = Named<typeof tenderSchema.Type>

/** An authority as a party tenders it in a pleading (Rule 4.10). */
export const Tender: Schema.Schema<Tender> = tenderSchema

/** The grounds on which a party disputes a tender of the other (PD1). */
export const DisputeGround = Schema.Literal(
  "does_not_exist",
  "passage_not_in_source",
  "altered",
  "context_omitted",
)

const tenderDisputeSchema = Schema.Struct({
  ground: member(
    DisputeGround,
    "`does_not_exist`: no such authority. `passage_not_in_source`: it does not hold the passage. `altered`: it reads otherwise. `context_omitted`: what was left out changes it.",
  ),
  text: optional(
    Schema.String.pipe(Schema.maxLength(bounds.tenderTextCharsMax)),
    "Your own extract of the source.",
  ),
  provenance: optional(TenderProvenance, "Where your extract comes from."),
  attested: optional(Schema.Boolean, "True to assert that your extract is a true one."),
})

export type Dispute = Named<typeof tenderDisputeSchema.Type>
/** The type of the schema of a dispute of a tender, under a name of its own. */
export interface DisputeSchema extends Schema.Struct<(typeof tenderDisputeSchema)["fields"]> {}

/** The other party's dispute of a tender: it makes the tender argument in that matter. */
export const Dispute: DisputeSchema = tenderDisputeSchema

/** How well a tender is shown: from 0, for a bare citation, to 4 (Rule 4.10). */
export const Grade = Schema.Literal(0, 1, 2, 3, 4)
export type Grade = typeof Grade.Type

/** The use that the judge may make of a tender: support (G2 and above), argument, or a bare mention. */
export const Outcome = Schema.Literal("authority", "argument", "mention")
export type Outcome = typeof Outcome.Type

const filedTenderSchema = Schema.Struct({
  id: Schema.String,
  by: Schema.Literal("claimant", "respondent"),
  step: Schema.Literal("claim", "defence", "reply"),
  position: Schema.Int,
  citation: Schema.String,
  pinpoint: Schema.NullOr(Schema.String),
  /** True if the party that tenders it has attested its text. */
  attested: Schema.Boolean,
  grade: Grade,
  flags: Schema.Array(Schema.String),
  outcome: Outcome,
  admittedAt: Schema.NullOr(Instant),
  dispute: Schema.NullOr(
    Schema.Struct({ ground: DisputeGround, at: Instant, textSha256: Schema.NullOr(Schema.String) }),
  ),
})

export interface Filed extends Schema.Schema.Type<typeof filedTenderSchema> {}

/** A tender as its matter keeps it. Its proposition and text stand in the blob of the pleading's authorities, at `position`. */
export const Filed: Schema.Schema<Filed> = filedTenderSchema

export const tenders = enforced(
  "Rule 4.10",
  "Tenders",
  (t) =>
    `A pleading may tender at most ${count(t.tendersMax, "authority", "authorities")}, together at most ${bytes(t.tendersBytesMax)}. A tender has a citation of ${t.citationCharsMin} to ${chars(t.citationCharsMax)}, and the proposition for which it is cited, of ${t.propositionCharsMin} to ${chars(t.propositionCharsMax)}. It may have a pinpoint of at most ${chars(t.pinpointCharsMax)}, and a passage of at most ${chars(t.tenderTextCharsMax)} that is attested as a true extract. A passage that is not attested can't be filed.`,
)

/** A citation without what writers differ in: case, spacing and stops. */
export const normalCitation = rule(["Rule 4.10"], (citation: string): string =>
  fold(citation)
    .toLowerCase()
    .replace(/[.,;:'"]/gu, "")
    .replace(/\s+/gu, " ")
    .trim(),
)

const placeWord = "(?:articles?|arts?|sections?|secs?|ss?|rules?|principles?|paragraphs?|paras?|§)"

/**
 * The number of a place: `31(1)`, `l121-1` or a Roman numeral, alone or as in `ivbis`. A word that only begins like a numeral does not
 * count.
 */
const placeNumber =
  "(?:[a-z]?\\d|(?=[clxvi])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?:bis|ter|quater)?(?![\\p{L}\\p{N}]))"

/** A source and a place in it: `example act art 31(1)`, `example act § 4`. The words before the place name the source. */
const placed = new RegExp(`^(.*\\S) ${placeWord} ?§* ?${placeNumber}`, "u")

/** A citation without the place in its source; null if the citation names no place. */
export const withoutPlace = (citation: string): string | null =>
  placed.exec(normalCitation(citation))?.[1] ?? null

/** The prefix under which everything about one citation stands in an index. */
export const citationKey = (citation: string): string => sha256Hex(normalCitation(citation))

/** A source that the library holds or the citator knows, with its text if that is held. */
export const Source = Schema.Struct({
  id: Schema.String,
  citation: Schema.String,
  kind: Schema.Literal("library", "citator"),
  textSha256: Schema.NullOr(Schema.String),
  /** The instrument of the library (PD17 §3) that the citation names, if its text is held article by article. */
  instrument: Schema.optionalWith(Schema.String, { exact: true }),
  /** The area of law that it is about, if the document that was loaded names one. */
  area: Schema.optionalWith(Schema.String, { exact: true }),
})
export interface Source extends Schema.Schema.Type<typeof Source> {}

/** The index that finds a source of law by its citation. */
export const sourceIndex = "sources.citation"
/** Sources that tenders have named, by id, and found by citation. */
export const Sources = Kind.make<Source>({
  name: "source",
  schema: Source,
  id: (source) => source.id,
  index: (source) => [{ index: sourceIndex, key: `${citationKey(source.citation)}/${source.id}` }],
})

/** A tender as other matters may know it: filed once, never changed. A tender on the summary track has no such record (PD1 §9). */
export const Tendered = Schema.Struct({
  id: Schema.String,
  matterId: Schema.String,
  operatorId: Schema.NullOr(Schema.String),
  citation: Schema.String,
  text: Schema.NullOr(Schema.String),
  filedAt: Instant,
})
export interface Tendered extends Schema.Schema.Type<typeof Tendered> {}

/** Tenders of a citation, earliest first: a later tender never hides an earlier tender that was read before. */
export const tenderedIndex = "tendered.citation"

/** Tenders by their ids, found by the source that they tender. */
export const Tenders = Kind.make<Tendered>({
  name: "tender",
  schema: Tendered,
  id: (tendered) => tendered.id,
  index: (tendered) => [
    {
      index: tenderedIndex,
      list: `${citationKey(tendered.citation)}/`,
      rest: tendered.id,
    },
  ],
})
