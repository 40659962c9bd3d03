/** The operations on the law: the Court's instruments, clauses, the Restatement, and the library of international law. */

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listOf, oneOf } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import {
  Edition,
  LibraryInstrument,
  LibraryResearch,
  lineCharsMax,
  ResearchKind,
} from "../../core/law/Library.ts"
import { phrasesOf } from "../../core/store/Search.ts"
import {
  InstrumentPath,
  Markdown,
  PageParams,
  pageParams,
  publicRead,
  refusedAs,
  TextId,
} from "./Operation.ts"

const rules = HttpApiEndpoint.get("rules", "/rules")
  .addSuccess(Markdown)
  .annotateContext(
    publicRead("Read the Rules of Court", {
      description:
        "Markdown, rendered from the values that the code enforces. `Court-Publication-Status` says whether they are published; `Repr-Digest` carries their SHA-256.",
    }),
  )

/** No court has more versions of an instrument. */
const versionsMax = 1000
/** More instruments than the rulebook has. The client would carry all their words if the rulebook were counted here. */
const instrumentsMax = 64

const instruments = HttpApiEndpoint.get("listInstruments", "/instruments")
  .addSuccess(
    Schema.Struct({
      items: listOf(
        Schema.Struct({
          id: Schema.String,
          title: Schema.String,
          version: Schema.String,
          versions: listOf(
            Schema.Struct({ version: Schema.String, inForceFrom: Schema.NullOr(Timestamp) }),
            versionsMax,
          ),
          status: oneOf("published", "draft"),
          sha256: Schema.String,
          href: Schema.String,
        }),
        instrumentsMax,
      ),
    }).annotations({ identifier: "Instruments" }),
  )
  .annotateContext(
    publicRead("List the instruments of the Court", {
      description:
        "`version` is the one in force now; `versions` are all that the Registrar has dated, after the one with which the court began.",
    }),
  )

const instrument = HttpApiEndpoint.get("readInstrument", "/instruments/:instrument")
  .setPath(InstrumentPath)
  .addSuccess(Markdown)
  .annotateContext(publicRead("Read the Constitution, an Act or a Practice Direction", { refusals: [404] }))

const clauses = HttpApiEndpoint.get("clauses", "/clauses")
  .addSuccess(Markdown)
  .annotateContext(
    publicRead("Read the model clauses, for contracts whose disputes are decided here", {
      description:
        'Markdown. Its one JSON block is `{"dispute_resolution": …}`: the object that an agent publishes at `/.well-known/dispute-resolution.json` or in its agent card, with `enrolled_handle` null until the agent puts its own there. Publishing it enrols nobody.',
    }),
  )

const RestatedRule = Schema.Struct({
  citation: Schema.String,
  reportCitation: Schema.String,
  title: Schema.String,
  court: Schema.String,
  deliveredAt: Timestamp,
  rule: Schema.String,
  areas: listOf(Schema.String, bounds.draftPhrasesMax),
  catchwords: listOf(Schema.String, bounds.draftPhrasesMax),
  weight: oneOf("binding", "persuasive", "none"),
  fromPrinciple: Schema.Boolean,
  moot: Schema.Boolean,
  finality: Schema.String,
}).annotations({ identifier: "RestatedRule" })

/** The most judgments of one page. */
const restatedMax = 100

const restatement = HttpApiEndpoint.get("restatement", "/restatement")
  .setUrlParams(PageParams)
  .addSuccess(
    Schema.Struct({
      rulesVersion: Schema.String,
      generatedAt: Timestamp,
      note: Schema.String,
      counts: Schema.Struct({ binding: Schema.Int, reported: Schema.Int, moot: Schema.Int }),
      areas: listOf(
        Schema.Struct({
          area: Schema.String,
          label: Schema.String,
          rules: listOf(RestatedRule, restatedMax),
        }),
        restatedMax * bounds.draftPhrasesMax,
      ),
      nextCursor: Schema.NullOr(Schema.String),
    }).annotations({ identifier: "Restatement" }),
  )
  .annotateContext(
    publicRead("Read the rules of the reported judgments, area by area", {
      description:
        "Made from the reported judgments as their marks stand now, the latest hundred of them where no `limit` is given; `counts` and `areas` are those of the page. The tag leaves `generatedAt` out: while nothing changed, a second read is answered 304.",
    }),
  )

/** A search: plain words, and phrases in double quotes. No other character has a meaning. */
const queryCharsMax = 240
const Query = Schema.String.pipe(Schema.maxLength(queryCharsMax))
  .annotations({
    description:
      "Words, all of which must be there; words in double quotes stand side by side. Case, accents and every other character are of no account.",
    examples: ["pacta sunt servanda", '"good faith" treaty'],
    ...refusedAs(`must have at most ${queryCharsMax} characters`),
  })
  .pipe(Schema.filter((query) => phrasesOf(query).length > 0 || "has no word to look for"))

const Text = Schema.NullOr(Schema.String)
const nextCursor = Schema.NullOr(Schema.String)
const note = Schema.String

const CatalogueItem = Schema.Struct({
  instrument: Schema.Struct({
    ...LibraryInstrument.pick("id", "title", "shortTitle", "category", "madeOn", "inForceFrom").fields,
    /** Name of the edition held. */
    edition: Edition.fields.name,
    articles: Edition.fields.articles,
  }),
  /** The article that matched; null if the instrument itself did. */
  article: Text,
  heading: Text,
  excerpt: Text,
  href: Schema.String,
}).annotations({ identifier: "LibraryItem" })

export const catalogue = HttpApiEndpoint.get("internationalLaw", "/international-law")
  .setUrlParams(Schema.Struct({ q: Schema.optional(Query), ...pageParams }))
  .addSuccess(
    Schema.Struct({
      q: Text,
      note,
      items: Schema.Array(CatalogueItem),
      nextCursor,
    }).annotations({ identifier: "LibraryCatalogue" }),
  )
  .annotateContext(
    publicRead("List the instruments of international law that the Court keeps, or search their articles", {
      description:
        "Without `q` the catalogue, by id. With `q` the instruments and articles that hold it, in the order of the catalogue; a page may have fewer than `limit` while more follow.",
    }),
  )

/** No instrument has more articles. */
const articlesMax = 10_000

const HeldInstrument = Schema.Struct({
  ...LibraryInstrument.omit("edition").fields,
  edition: Edition.pick("id", "name", "date", "language", "articles"),
  provenance: Schema.Struct({
    ...Edition.pick("source", "url", "translator", "note").fields,
    loadedAt: Timestamp,
  }),
  /** Always false: keeping a text does not adopt it as the Court's law. */
  adopted: Schema.Boolean,
  disclaimer: Schema.String,
  contents: listOf(
    Schema.Struct({ article: Schema.String, heading: Text, href: Schema.String }),
    articlesMax,
  ),
  article: Schema.NullOr(Schema.Struct({ article: Schema.String, heading: Text, text: Schema.String })),
}).annotations({ identifier: "LibraryInstrument" })

/** States each form of the answer under its own media type. The platform puts both under the media type of the first. */
const inEitherForm = (operation: Record<string, unknown>): Record<string, unknown> => ({
  ...operation,
  responses: {
    200: {
      description: "The instrument, or one of its articles",
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/LibraryInstrument" } },
        "text/markdown": { schema: { type: "string" } },
      },
    },
  },
})

export const heldInstrument = HttpApiEndpoint.get("internationalLawInstrument", "/international-law/:id")
  .setPath(TextId)
  .setUrlParams(
    Schema.Struct({
      article: Schema.optional(
        Schema.NonEmptyString.pipe(Schema.maxLength(lineCharsMax)).annotations({
          description: "The number or name of one article; without it the instrument and its contents.",
          ...refusedAs(`must have 1 to ${lineCharsMax} characters`),
        }),
      ),
      format: Schema.optional(
        Schema.Literal("json", "md").annotations({ description: "`json` (the default) or Markdown." }),
      ),
    }),
  )
  .addSuccess(HeldInstrument)
  .addSuccess(Markdown)
  .annotateContext(
    publicRead("Read an instrument of international law, or one of its articles", {
      description:
        "With its edition and where that comes from. `31`, `art. 31` and `Article 31` name one article. `format=md` gives Markdown. The Court keeps texts as an aid and adopts none of them as its law.",
      refusals: [404],
    }),
  )
  .annotate(OpenApi.Transform, inEitherForm)

const Research = Schema.Struct({
  ...LibraryResearch.pick("id", "kind", "title", "citation", "by", "date", "about", "summary").fields,
  provenance: Schema.Struct({ ...LibraryResearch.pick("source", "url").fields, loadedAt: Timestamp }),
}).annotations({ identifier: "ResearchRecord" })

export const research = HttpApiEndpoint.get("internationalLawResearch", "/international-law/research")
  .setUrlParams(
    Schema.Struct({
      kind: Schema.optional(
        ResearchKind.annotations({ description: "Records of this kind alone: `cases` or `commentary`." }),
      ),
      q: Schema.optional(Query),
      ...pageParams,
    }),
  )
  .addSuccess(
    Schema.Struct({
      kind: Schema.NullOr(ResearchKind),
      q: Text,
      note,
      collections: Schema.Array(
        Schema.Struct({ kind: ResearchKind, label: Schema.String, records: Schema.Int }),
      ),
      items: Schema.Array(Research),
      nextCursor,
    }).annotations({ identifier: "Research" }),
  )
  .annotateContext(
    publicRead("Search the research on international law: cases and commentary", {
      description:
        "Without `q` what the collections have; with it the records that match. Research is an aid and binds nobody.",
    }),
  )

export class LawGroup extends HttpApiGroup.make("law")
  .add(rules)
  .add(instruments)
  .add(instrument)
  .add(clauses)
  .add(restatement)
  .add(catalogue)
  .add(research)
  .add(heldInstrument)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Law")
  .annotate(
    OpenApi.Description,
    "The Rules of Court and the other instruments, as the code enforces them.",
  ) {}
