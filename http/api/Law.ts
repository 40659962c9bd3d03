/** The operations on the law: the Court's instruments, clauses, the Restatement, and the library of international law. */

import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { LinesAndCauses } from "../../core/account/index.ts"
import { listOf, oneOf } from "../../core/kernel/Json.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import { CatalogueItem, HeldInstrument, Library, ResearchView, Restatement } from "../../core/law/index.ts"
import { phrasesOf } from "../../core/store/Search.ts"
import {
  group,
  InstrumentPath,
  Markdown,
  operation,
  PageParams,
  pageParams,
  publicRead,
  refuseAs,
  TextId,
} from "./Operation.ts"

const versionsMax = 1000
/** More instruments than the rulebook has. The client would carry all their words if the rulebook were counted here. */
const instrumentsMax = 64

/** A search: plain words, and phrases in double quotes. No other character has a meaning. */
const queryCharsMax = 240
const Query = Schema.String.pipe(Schema.maxLength(queryCharsMax))
  .annotations({
    description: "Words that must all be there; a phrase in double quotes as it stands.",
    examples: ["pacta sunt servanda", '"good faith" treaty'],
    ...refuseAs(`must have at most ${queryCharsMax} characters`),
  })
  .pipe(Schema.filter((query) => phrasesOf(query).length > 0 || "has no word to look for"))

const Text = Schema.NullOr(Schema.String)
const nextCursor = Schema.NullOr(Schema.String)
const note = Schema.String

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

export class LawGroup extends group(
  "law",
  { title: "Law", description: "The Rules of Court and the other instruments, as the code enforces them." },
  operation("rules", {
    get: "/rules",
    tool: "read_law",
    answer: Markdown,
    summary: "Read the Rules of Court",
    ...publicRead,
    description:
      "Markdown, rendered from the values that the code enforces. `Court-Publication-Status` says whether they are published; `Repr-Digest` carries their SHA-256.",
  }),
  operation("listInstruments", {
    get: "/instruments",
    tool: "read_law",
    answer: Schema.Struct({
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
    summary: "List the instruments of the Court",
    ...publicRead,
    description:
      "`version` is in force now; `versions` has the court's first and every version that the Registrar has dated.",
  }),
  operation("readInstrument", {
    get: "/instruments/:instrument",
    tool: "read_law",
    path: InstrumentPath,
    answer: Markdown,
    summary: "Read the Constitution, an Act or a Practice Direction",
    ...publicRead,
    refusals: [404],
  }),
  operation("clauses", {
    get: "/clauses",
    tool: "read_law",
    answer: Markdown,
    summary: "Read the model clauses, for contracts whose disputes are decided here",
    ...publicRead,
    description:
      'Markdown. Its one JSON block is `{"dispute_resolution": …}`: the object that an agent publishes at `/.well-known/dispute-resolution.json` or in its agent card, with `enrolled_handle` null until the agent puts its own handle there. Publishing it enrols nobody.',
  }),
  operation("causes", {
    get: "/causes",
    tool: "read_law",
    answer: LinesAndCauses,
    summary: "Read by what a judge on the papers orders: the lines of an account, and the causes of an order",
    ...publicRead,
    description:
      "Rendered from the rules that run (PD15). Each line says who bears it: a doubt goes against that side. A claim names a cause for each order by `cause`, and its deal by `member`.",
  }),
  operation("restatement", {
    get: "/restatement",
    tool: "read_law",
    query: PageParams,
    answer: Schema.Struct({
      ...Restatement.fields,
      nextCursor: Schema.NullOr(Schema.String),
    }).annotations({ identifier: "Restatement" }),
    summary: "Read the rules of the reported judgments, area by area",
    ...publicRead,
    description:
      "Made from the reported judgments as their marks stand now, the latest hundred of them if no `limit` is given; `counts` and `areas` cover the page. The tag leaves `generatedAt` out: while nothing changed, a second read is answered 304.",
  }),
  operation("internationalLaw", {
    get: "/international-law",
    tool: "read_law",
    query: Schema.Struct({ q: Schema.optional(Query), ...pageParams }),
    answer: Schema.Struct({
      q: Text,
      note,
      items: Schema.Array(CatalogueItem),
      nextCursor,
    }).annotations({ identifier: "LibraryCatalogue" }),
    summary: "List the instruments of international law that the Court keeps, or search their articles",
    ...publicRead,
    description:
      "Without `q` the catalogue, by id. With `q` the instruments and articles that hold it, in the order of the catalogue; a page may have fewer than `limit` while more follow.",
  }),
  operation("internationalLawResearch", {
    get: "/international-law/research",
    tool: "read_law",
    query: Schema.Struct({
      kind: Schema.optional(Library.ResearchKind.annotations({ description: "Records of this kind alone." })),
      q: Schema.optional(Query),
      ...pageParams,
    }),
    answer: Schema.Struct({
      kind: Schema.NullOr(Library.ResearchKind),
      q: Text,
      note,
      collections: Schema.Array(
        Schema.Struct({ kind: Library.ResearchKind, label: Schema.String, records: Schema.Int }),
      ),
      items: Schema.Array(ResearchView),
      nextCursor,
    }).annotations({ identifier: "Research" }),
    summary: "Search the research on international law: cases and commentary",
    ...publicRead,
    description:
      "Without `q` what the collections have; with it the records that match. Research is an aid and binds nobody.",
  }),
  operation("internationalLawInstrument", {
    get: "/international-law/:id",
    tool: "read_law",
    path: TextId,
    query: Schema.Struct({
      article: Schema.optional(
        Schema.NonEmptyString.pipe(Schema.maxLength(Library.lineCharsMax)).annotations({
          description: "One article, by its number or name.",
          ...refuseAs(`must have 1 to ${Library.lineCharsMax} characters`),
        }),
      ),
      format: Schema.optional(
        Schema.Literal("json", "md").annotations({ description: "JSON if it is left out." }),
      ),
    }),
    answer: HeldInstrument,
    summary: "Read an instrument of international law, or one of its articles",
    ...publicRead,
    description:
      "With its edition and the source of that. `31`, `art. 31` and `Article 31` name one article. `format=md` gives Markdown. The Court keeps texts as an aid and adopts none of them as its law.",
    refusals: [404],
  })
    .addSuccess(Markdown)
    .annotate(OpenApi.Transform, inEitherForm),
) {}
