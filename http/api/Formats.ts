/** The operations that speak other protocols. They are experimental. A court serves them only if `COURT_FORMATS` names a format. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { Judgment } from "../../core/judgments/index.ts"
import { listOf } from "../../core/kernel/Json.ts"
import {
  CitationPath,
  group,
  HandlePath,
  oneOf,
  operation,
  orNull,
  publicRead,
  refuseAs,
  Timestamp,
  text,
} from "./Operation.ts"

const formatsMax = 40
const givenMax = 10
const nameCharsMax = 60
const valueCharsMax = 2_100
/** A proof has the event in base64, and a path and signatures of a few thousand characters. */
const proofCharsMax = 500_000

/** Terms are some hashes, addresses and times. */
const termsCharsMax = 20_000

const FormatName = Schema.NonEmptyString.pipe(Schema.maxLength(nameCharsMax)).annotations({
  description: "The name of the format, of GET /formats",
  ...refuseAs(`must have 1 to ${nameCharsMax} characters`),
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
  labels: Schema.Boolean.annotations({ description: "Whether labels of agents are credentials in it." }),
  receipts: Schema.Boolean.annotations({ description: "Whether proofs of the log become receipts in it." }),
  accepts: Schema.Boolean.annotations({
    description: "Whether the court signs in it that it is the forum of exact terms.",
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
      finality: oneOf(...Judgment.FinalityStatus.literals),
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
  operation("issueLabel", {
    get: "/formats/:format/agents/:handle",
    path: Schema.Struct({ ...HandlePath.fields, format: FormatName }),
    answer: Schema.Struct({
      format: text,
      specification: text,
      read: text,
      handle: text,
      label: text,
      credential: text,
      status: text.annotations({ description: "Where its status list is." }),
    }).annotations({ identifier: "LabelCredential" }),
    summary: "Read the label of an agent as a credential (experimental)",
    description:
      "It names the agent, and holds only for whoever deals with that agent. If the agent has proven a key that is shown with its record and stands, the credential is bound to the latest such key (`cnf`). Its status list says whether the label still holds. Nothing is recorded.",
    credential: "none",
    cache: "no-cache",
    refusals: [404],
  }),
  operation("readLabelStatus", {
    get: "/formats/:format/agents/:handle/status",
    path: Schema.Struct({ ...HandlePath.fields, format: FormatName }),
    query: Schema.Struct({
      proof: Schema.optional(
        Schema.NonEmptyString.pipe(Schema.maxLength(nameCharsMax)).annotations({
          description: "The proof of the key to which the credential is bound",
          ...refuseAs(`must have 1 to ${nameCharsMax} characters`),
        }),
      ),
    }),
    answer: HttpApiSchema.Text({ contentType: "application/statuslist+jwt" }),
    summary: "Read whether the label of an agent still holds, as a status list (experimental)",
    description:
      "A signed status list. The place of the label that holds has 0. The place of each other label has 2, since it may hold again. If the proof has ended, each place has 1.",
    credential: "none",
    cache: "no-cache",
    refusals: [404],
  }),
  operation("renderProof", {
    post: "/formats/:format/receipts",
    path: Schema.Struct({ format: FormatName }),
    body: Schema.Struct({
      proof: Schema.NonEmptyString.pipe(Schema.maxLength(proofCharsMax)),
    }).annotations({ identifier: "ProofToRender" }),
    answer: Schema.Struct({
      format: text,
      specification: text,
      read: text,
      origin: text,
      treeSize: Schema.Int,
      leafIndex: Schema.Int,
      receipt: text.annotations({ description: "The receipt, in base64." }),
      key: text.annotations({ description: "The key of the log in the form of the format, in base64." }),
    }).annotations({ identifier: "Receipt" }),
    example: { proof: "c2sp.org/tlog-proof@v1\nextra e30=\nindex 0\n\n…" },
    summary: "Turn a proof of the court's log into a receipt of another protocol (experimental)",
    description:
      "`proof` is a text that GET /judgments/{citation}/proof, GET /dealings/{id}/proof or GET /compliance/{id}/proof gave, also an earlier one. The court checks it, and signs the root of its checkpoint once more by the key of its log: nothing new is stated, and nothing is recorded. A reader checks the receipt with the event, which is `extra` of the proof. The signatures of witnesses have no place in it.",
    credential: "none",
    asks: true,
    refusals: [404],
  }),
  operation("acceptTerms", {
    post: "/formats/:format/acceptances",
    path: Schema.Struct({ format: FormatName }),
    body: Schema.Struct({
      terms: Schema.NonEmptyString.pipe(Schema.maxLength(termsCharsMax)),
    }).annotations({ identifier: "TermsToAccept" }),
    answer: Schema.Struct({
      format: text,
      specification: text,
      read: text,
      acceptance: text.annotations({ description: "The signed acceptance, in base64." }),
      sha256: text.annotations({ description: "Its hash, by which the terms name it, in hexadecimal." }),
      key: text.annotations({ description: "The key of the court in the form of the format, in base64." }),
      validFrom: Timestamp,
      validUntil: Timestamp,
    }).annotations({ identifier: "AcceptedTerms" }),
    example: { terms: "ilAA…" },
    summary: "Have the court sign that it is the forum of exact terms (experimental)",
    description:
      "`terms` is `forum_terms` of CBAP-1, section 5.4, in Core Deterministic CBOR and base64. They have to name this court, its key, and the rules in force as the standing policy and as the procedure, as GET /formats/cbap-1 has them, and their validity has to begin later. The acceptance holds until the last second of the filing window. It opens no matter, binds nobody to file, and records nothing: keep it with the terms. Whether somebody may file is for the rules.",
    credential: "none",
    asks: true,
    refusals: [404],
  }),
) {}
