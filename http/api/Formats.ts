/** The operations that speak other protocols. They are experimental. A court serves them only if `COURT_FORMATS` names a format. */
import { Schema } from "effect"
import { FinalityStatus } from "../../core/judgments/index.ts"
import { listOf } from "../../core/kernel/Json.ts"
import {
  CitationPath,
  group,
  oneOf,
  operation,
  orNull,
  publicRead,
  refusedAs,
  Timestamp,
  text,
} from "./Operation.ts"

const formatsMax = 40
const givenMax = 10
const nameCharsMax = 60
const valueCharsMax = 2_100

const FormatName = Schema.NonEmptyString.pipe(Schema.maxLength(nameCharsMax)).annotations({
  description: "The name of the format, of GET /formats",
  ...refusedAs(`must have 1 to ${nameCharsMax} characters`),
})

const Given = Schema.Struct({
  name: text,
  description: text,
  required: Schema.Boolean,
})

const FormatItem = Schema.Struct({
  format: text,
  title: text,
  specification: text,
  read: text.annotations({ description: "The version or commit of the specification that was read." }),
  wellKnown: orNull(text),
  names: Schema.Boolean.annotations({
    description: "Whether GET /formats/{format} has a document that names this court.",
  }),
  renders: Schema.Boolean.annotations({ description: "Whether judgments are rendered in it." }),
  reads: orNull(text).annotations({
    description:
      "The format of signed artifacts that the court reads as evidence; null if it reads no artifacts of it.",
  }),
  given: listOf(Given, givenMax),
}).annotations({ identifier: "Format" })

const Document = Schema.Record({ key: text, value: Schema.Unknown }).annotations({
  jsonSchema: { type: "object" },
})

const RenderingAsked = Schema.Struct({
  given: Schema.Array(
    Schema.Struct({
      name: Schema.NonEmptyString.pipe(Schema.maxLength(nameCharsMax)),
      value: Schema.String.pipe(Schema.maxLength(valueCharsMax)),
    }),
  ).pipe(Schema.maxItems(givenMax)),
}).annotations({ identifier: "RenderingAsked" })

/** The tag under which the description lists these operations. */
export const formatsTag = "Formats"
/** Whether a path of the description is of the formats. */
export const isOfFormats = (path: string): boolean => /\/(?:formats|renderings)(?:[/?]|$)/.test(path)

export class FormatsGroup extends group(
  "formats",
  {
    title: formatsTag,
    description:
      "Experimental: the court as other protocols name a forum, and its judgments in their forms. The drafts move, and a format may change or go without notice.",
  },
  operation("listFormats", {
    get: "/formats",
    answer: Schema.Struct({ items: listOf(FormatItem, formatsMax) }).annotations({ identifier: "Formats" }),
    summary: "List the formats of other protocols that this court speaks (experimental)",
    ...publicRead,
  }),
  operation("readFormat", {
    get: "/formats/:format",
    path: Schema.Struct({ format: FormatName }),
    answer: Document,
    summary: "Read the document that names this court in a format (experimental)",
    ...publicRead,
    description: "The document as its protocol has it, and as a seller pastes it.",
    refusals: [404],
  }),
  operation("renderJudgment", {
    post: "/judgments/:citation/renderings/:format",
    path: Schema.Struct({ ...CitationPath.fields, format: FormatName }),
    body: RenderingAsked,
    answer: Schema.Struct({
      format: text,
      specification: text,
      read: text,
      citation: text,
      finality: oneOf(...FinalityStatus.literals),
      document: Document,
      disposition: text.annotations({ description: "The address of what the court signs of this judgment." }),
      asOf: Timestamp,
    }).annotations({ identifier: "Rendering" }),
    example: { given: [{ name: "jobId", value: "7" }] },
    summary: "Render a judgment in the form of another protocol (experimental)",
    description:
      "It records nothing. `given` has what the court does not know and the form asks for, by the names that GET /formats lists. `document` is in the protocol's own form. The court does not sign it, because it can't know that what you give belongs to the deal that it judged: it signs the disposition.",
    credential: "none",
    asks: true,
    refusals: [404, 422],
  }),
) {}
