/** The views of the library and of the restatement: one schema writes each answer and describes it (PD17 §3, Rule 5.7). */
import { Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Stamp, Timestamp } from "../kernel/Time.ts"
import { Edition, LibraryInstrument, LibraryResearch } from "./Library.ts"

const Text = Schema.NullOr(Schema.String)

const Summary = Schema.Struct({
  ...LibraryInstrument.pick("id", "title", "shortTitle", "category", "madeOn", "inForceFrom").fields,
  edition: Edition.fields.name,
  articles: Edition.fields.articles,
})

const encodeSummary = Schema.encodeSync(Summary)

export const summary = (of: LibraryInstrument): typeof Summary.Type =>
  encodeSummary({ ...of, edition: of.edition.name, articles: of.edition.articles })

const catalogueItemSchema = Schema.Struct({
  instrument: Summary,
  /** The article that matched; null if the instrument itself did. */
  article: Text,
  heading: Text,
  excerpt: Text,
  href: Schema.String,
}).annotations({ identifier: "LibraryItem" })

export type CatalogueItem = Named<typeof catalogueItemSchema.Type>

/** One hit of a search in the library, of an instrument or of one of its articles. */
export const CatalogueItem: Schema.Schema<CatalogueItem> = catalogueItemSchema

const articlesMax = 10_000

const ShownHeld = Schema.Struct({
  ...LibraryInstrument.omit("edition").fields,
  edition: Edition.pick("id", "name", "date", "language", "articles"),
  provenance: Schema.Struct({
    ...Edition.pick("source", "url", "translator", "note").fields,
    loadedAt: Stamp,
  }),
  /** Always false: keeping a text does not adopt it as the Court's law. */
  adopted: Schema.Boolean,
  disclaimer: Schema.String,
  contents: listOf(
    Schema.Struct({ article: Schema.String, heading: Text, href: Schema.String }),
    articlesMax,
  ),
  article: Schema.NullOr(Schema.Struct({ article: Schema.String, heading: Text, text: Schema.String })),
})
const heldInstrumentSchema = Schema.encodedBoundSchema(ShownHeld).annotations({
  identifier: "LibraryInstrument",
})

export interface HeldInstrument extends Schema.Schema.Type<typeof heldInstrumentSchema> {}

/** An instrument that is held, or one of its articles. */
export const HeldInstrument: Schema.Schema<HeldInstrument> = heldInstrumentSchema

export const encodeHeld = Schema.encodeSync(ShownHeld)

const ShownResearch = Schema.Struct({
  ...LibraryResearch.pick("id", "kind", "title", "citation", "by", "date", "about", "summary").fields,
  provenance: Schema.Struct({ ...LibraryResearch.pick("source", "url").fields, loadedAt: Stamp }),
})
const researchViewSchema = Schema.encodedBoundSchema(ShownResearch).annotations({
  identifier: "ResearchRecord",
})

export type ResearchView = Named<typeof researchViewSchema.Type>

/** A case or a commentary of the library, with where its text came from. */
export const ResearchView: Schema.Schema<ResearchView> = researchViewSchema

const encodeResearch = Schema.encodeSync(ShownResearch)

export const researchItem = (of: LibraryResearch): typeof ResearchView.Type =>
  encodeResearch({ ...of, provenance: of })

/** The weight of a rule: it binds, it persuades, or it has no weight because its judgment fell. */
export const weights = ["binding", "persuasive", "none"] as const
export type Weight = (typeof weights)[number]

const ShownRule = Schema.Struct({
  citation: Schema.String,
  reportCitation: Schema.String,
  title: Schema.String,
  court: Schema.String,
  deliveredAt: Stamp,
  rule: Schema.String,
  areas: listOf(Schema.String, bounds.draftPhrasesMax),
  catchwords: listOf(Schema.String, bounds.draftPhrasesMax),
  weight: oneOf(...weights),
  fromPrinciple: Schema.Boolean,
  moot: Schema.Boolean,
  finality: oneOf(...Judgment.FinalityStatus.literals),
})
const RestatedRule = Schema.encodedBoundSchema(ShownRule).annotations({ identifier: "RestatedRule" })
export type RestatedRule = typeof RestatedRule.Type

export const encodeRule = Schema.encodeSync(ShownRule)

const restatedMax = 100

const restatementSchema = Schema.Struct({
  rulesVersion: Schema.String,
  generatedAt: Timestamp,
  note: Schema.String,
  counts: Schema.Struct({ binding: Schema.Int, reported: Schema.Int, moot: Schema.Int }),
  areas: listOf(
    Schema.Struct({
      area: Schema.String,
      label: Schema.String,
      /** Binding rules first, then persuasive ones, then moot ones; the latest first among equals. */
      rules: listOf(RestatedRule, restatedMax),
    }),
    restatedMax * bounds.draftPhrasesMax,
  ),
})

export interface Restatement extends Schema.Schema.Type<typeof restatementSchema> {}
export interface RestatementSchema extends Schema.Struct<(typeof restatementSchema)["fields"]> {}

/** Everything that judgments have held, by area of law, with how far each holding binds. */
export const Restatement: RestatementSchema = restatementSchema
