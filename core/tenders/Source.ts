/** Where the Court finds what it holds under a citation: its library and citator, and what other agents have tendered. */
import { Schema } from "effect"
import { sha256Hex } from "../Hash.ts"
import * as Kind from "../Kind.ts"
import { rule } from "../Rule.ts"
import { Instant } from "../Time.ts"
import { fold } from "./Grading.ts"

/** A citation without what writers differ in: case, spacing and stops. */
export const normalCitation = rule(["Rule 4.10"], (citation: string): string =>
  fold(citation)
    .toLowerCase()
    .replace(/[.,;:'"]/gu, "")
    .replace(/\s+/gu, " ")
    .trim(),
)

/** Where a citation goes from the source to a place in it: `, art. 31(1)`, ` § 4`. */
const placed =
  /^(.*\S) (?:articles?|arts?|sections?|secs?|ss?|rules?|principles?|paragraphs?|paras?|§) ?§* ?[\divxlc]/u

/** A citation without the place in its source; null where it names none. */
export const withoutPlace = (citation: string): string | null =>
  placed.exec(normalCitation(citation))?.[1] ?? null

/** The prefix under which everything about one citation stands in an index. */
export const citationKey = (citation: string): string => sha256Hex(normalCitation(citation))

/** A source held in the library or known to the citator, with its text where that is held. */
export const Source = Schema.Struct({
  id: Schema.String,
  citation: Schema.String,
  kind: Schema.Literal("library", "citator"),
  textSha256: Schema.NullOr(Schema.String),
  /** The instrument of the library (PD17 §3) that the citation names, where its text is held article by article. */
  instrument: Schema.optionalWith(Schema.String, { exact: true }),
  /** The area of law that it is about, where whoever loaded it said so. */
  area: Schema.optionalWith(Schema.String, { exact: true }),
})
export type Source = typeof Source.Type

export const sourceIndex = "sources.citation"
export const Sources = Kind.make<Source>({
  name: "source",
  schema: Source,
  id: (source) => source.id,
  index: (source) => [{ index: sourceIndex, key: `${citationKey(source.citation)}/${source.id}` }],
})

/** A tender as other matters may know it: filed once, never changed. Nothing of the summary track stands here (PD1 §9). */
export const Tendered = Schema.Struct({
  /** The id of the tender. */
  id: Schema.String,
  matterId: Schema.String,
  operatorId: Schema.NullOr(Schema.String),
  citation: Schema.String,
  /** The passage, where one was tendered. */
  text: Schema.NullOr(Schema.String),
  filedAt: Instant,
})
export type Tendered = typeof Tendered.Type

/** Tenders of a citation, earliest first: more of them never hides those that were read before. */
export const tenderedIndex = "tendered.citation"

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
