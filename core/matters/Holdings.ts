/** Whether the Court holds an authority, so that an agent knows whether to cite it, tender it or argue it. */
import { Effect, Option, Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { Knowledge, Library, OwnLaw, Tender } from "../law/index.ts"
import { Matters } from "./Matter.ts"

const statuses = [
  "held: cite it",
  "tendered: G0",
  "tendered: G1",
  "tendered: G2",
  "tendered: G3",
  "tendered: G4",
  "not held: tender or argue",
] as const
type HoldingStatus = (typeof statuses)[number]

/** The most items of an answer, and the most sources of one. */
export const itemsMax = 20

const holdingSchema = Schema.Struct({
  citation: Schema.String,
  status: oneOf(...statuses),
  coveredBy: listOf(Schema.String, itemsMax),
  /** The proposition asked about; empty if the question has no proposition. Propositions of other parties' tenders are not shown. */
  proposition: Schema.String,
}).annotations({ identifier: "Holding" })

export type Holding = Named<typeof holdingSchema.Type>

/** Whether the Court holds a citation, or a party has tendered it. */
export const Holding: Schema.Schema<Holding> = holdingSchema

/** The question: a citation, a proposition, or both. */
export interface HoldingsAsked {
  readonly citation?: string | undefined
  readonly proposition?: string | undefined
}

/** Citations of the sources of which the Court holds a text. It is not enough that a source is known to exist. */
const findHeldSources = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const sources = yield* Knowledge.sourcesOf(reader, citation)
    const ids = [...new Set(sources.flatMap(({ instrument }) => instrument ?? []))]
    const instruments = (yield* reader.findAll(Library.LibraryInstruments, ids)).flatMap(Option.toArray)
    const withText = new Set(instruments.flatMap(({ id, edition }) => (edition.articles > 0 ? [id] : [])))
    return sources.flatMap(({ citation: held, textSha256, instrument }) =>
      textSha256 !== null || (instrument !== undefined && withText.has(instrument)) ? [held] : [],
    )
  })

const coveringOf = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const law = (yield* OwnLaw).find(citation)
    const neutral = Knowledge.neutralCitation(citation)
    const judgment = neutral === null ? Option.none() : yield* reader.find(Judgment.Judgments, neutral)
    const sources = yield* findHeldSources(reader, citation)
    return [
      ...(law === null ? [] : [law.citation]),
      ...(Option.isSome(judgment) ? [judgment.value.citation] : []),
      ...new Set(sources),
    ]
  })

/** The best grade that a tender of this citation has; null if nobody tendered it. */
const bestGrade = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const prefix = `${Tender.citationKey(citation)}/`
    const { items } = yield* reader.list(Tender.Tenders, {
      index: Tender.tenderedIndex,
      prefix,
      after: null,
      limit: itemsMax,
    })
    const ids = [...new Set(items.map(({ matterId }) => matterId))]
    const matters = (yield* reader.findAll(Matters, ids)).flatMap(Option.toArray)
    const wanted = new Set(items.map(({ id }) => id))
    const grades = matters
      .flatMap(({ tenders }) => tenders)
      .filter(({ id }) => wanted.has(id))
      .map(({ grade }) => grade)
    return grades.reduce<Tender.Grade | null>(
      (best, grade) => (best === null || grade > best ? grade : best),
      null,
    )
  })

/** The status of a citation: held, tendered (with the best grade), or neither. */
export const statusOf = rule(["Rule 4.10"], (covered: boolean, best: Tender.Grade | null): HoldingStatus => {
  if (covered) return "held: cite it"
  return best === null ? "not held: tender or argue" : `tendered: G${best}`
})

/** Holdings for a citation; without one, the provisions that have the words of a proposition: `GET /holdings`, public. */
export const holdings = query({
  name: "holdings",
  read: Effect.fnUntraced(function* (
    { citation, proposition = "" }: HoldingsAsked,
    { terms }: QueryContext,
    reader: Reader,
  ) {
    if (citation === undefined) {
      const about = (yield* OwnLaw).about(proposition, terms, itemsMax)
      const held = statusOf(true, null)
      return { items: about.map((id) => ({ citation: id, status: held, coveredBy: [id], proposition })) }
    }
    const coveredBy = yield* coveringOf(reader, citation)
    const best = coveredBy.length > 0 ? null : yield* bestGrade(reader, citation)
    return { items: [{ citation, status: statusOf(coveredBy.length > 0, best), coveredBy, proposition }] }
  }),
})
