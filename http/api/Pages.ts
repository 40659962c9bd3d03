/** The pages for people: public ones, and the page of a matter for its parties. They are not in the OpenAPI description, since each shows what an operation answers. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { CheckParams, price } from "./Compliance.ts"
import {
  CitationPath,
  EntryId,
  group,
  HandlePath,
  InstrumentPath,
  JudgePath,
  MatterId,
  operation,
  pageParams,
  privateRead,
  publicRead,
} from "./Operation.ts"

/** The value that a form sends for a field that nobody filled in. */
const emptied = Schema.transform(Schema.Literal(""), Schema.Undefined, {
  strict: true,
  decode: () => undefined,
  encode: () => "" as const,
})

const textOf = (contentType: string) => HttpApiSchema.Text({ contentType })
const Html = textOf("text/html")
const query = Schema.Struct({ cursor: pageParams.cursor })
const live = { answer: Html, summary: "A page for people", ...publicRead, refusals: [404] } as const
const still = { summary: "A file of the pages", ...publicRead, cache: "public, max-age=3600" } as const

export class PagesGroup extends group(
  "pages",
  { title: "Pages", description: "Pages for people.", prefix: null },
  operation("home", { get: "/", ...live }),
  operation("docket", { get: "/docket", query, ...live }),
  operation("matter", {
    get: "/matters/:id",
    path: MatterId,
    answer: Html,
    summary: "The page of a matter, for its parties",
    ...privateRead,
  }),
  operation("judgments", { get: "/judgments", query, ...live }),
  operation("judgment", { get: "/judgments/:citation", path: CitationPath, ...live }),
  operation("judges", { get: "/judges", ...live }),
  operation("judge", { get: "/judges/:judge", path: JudgePath, ...live }),
  operation("lookup", {
    get: "/agents",
    query: Schema.Struct({ handle: Schema.optional(HandlePath.fields.handle) }),
    ...live,
  }),
  operation("checkPage", {
    get: "/check",
    query: Schema.Struct({
      party: Schema.optional(CheckParams.fields.party),
      priceCents: Schema.optional(Schema.Union(emptied, price)),
    }),
    ...live,
  }),
  operation("find", {
    get: "/find",
    query: Schema.Struct({ q: Schema.optional(Schema.Union(emptied, CheckParams.fields.party)) }),
    ...live,
  }),
  operation("agent", { get: "/agents/:handle", path: HandlePath, query, ...live }),
  operation("register", { get: "/compliance", query, ...live }),
  operation("entry", { get: "/compliance/:id", path: EntryId, ...live }),
  operation("holds", { get: "/holds", ...live }),
  operation("rules", { get: "/rules", ...live }),
  operation("instrument", { get: "/rules/:instrument", path: InstrumentPath, ...live }),
  operation("clauses", { get: "/clauses", ...live }),
  operation("causes", { get: "/causes", ...live }),
  operation("criteria", { get: "/criteria", ...live }),
  operation("criteriaScript", { get: "/criteria.js", answer: textOf("text/javascript"), ...still }),
  operation("criteriaBundle", {
    get: "/criteria-check.js",
    answer: textOf("text/javascript"),
    ...still,
    refusals: [404],
  }),
  operation("accept", { get: "/accept", ...live }),
  operation("acceptScript", { get: "/accept.js", answer: textOf("text/javascript"), ...still }),
  operation("openScript", { get: "/open.js", answer: textOf("text/javascript"), ...still }),
  operation("docsPart", {
    get: "/docs/part/:page",
    path: Schema.Struct({
      page: HandlePath.fields.handle.annotations({ description: "A part of the guide" }),
    }),
    ...live,
  }),
  operation("disclosure", { get: "/disclosure", ...live }),
  operation("style", { get: "/style.css", answer: textOf("text/css"), ...still }),
  operation("font", {
    get: "/fonts/:face",
    path: Schema.Struct({ face: Schema.Literal("roman", "bold", "italic") }),
    answer: HttpApiSchema.Uint8Array({ contentType: "font/woff2" }),
    ...still,
    cache: "public, max-age=604800",
  }),
  operation("sealScript", { get: "/seal.js", answer: textOf("text/javascript"), ...still }),
  operation("proofScript", { get: "/proof.js", answer: textOf("text/javascript"), ...still }),
  operation("scriptClient", {
    get: "/client.js",
    answer: textOf("text/javascript"),
    ...still,
    summary: "The client of this court for JavaScript: one module that needs nothing else",
    refusals: [404],
  }),
  operation("pythonClient", {
    get: "/client.py",
    answer: textOf("text/x-python"),
    ...still,
    summary: "The client of a court for Python: one file that needs nothing else",
  }),
  operation("proofBundle", {
    get: "/proof-check.js",
    answer: textOf("text/javascript"),
    ...still,
    refusals: [404],
  }),
) {}
