import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { FinalityStatus } from "../../core/judgments/Judgment.ts"
import { CitationPath, oneOf, orNull, PageParams, pageOf, publicRead, Timestamp, text } from "./Operation.ts"

/** Live marks: they stand outside the seal and may change. */
const marks = {
  finality: oneOf(...FinalityStatus.literals),
  openUntil: orNull(Timestamp),
  marks: Schema.Struct({
    reported: Schema.Boolean,
    vacated: Schema.Boolean,
    setAside: Schema.Boolean,
    supersededBy: orNull(text),
  }),
}

const JudgmentItem = Schema.Struct({
  citation: text,
  court: text,
  title: text,
  matterId: text,
  deliveredAt: Timestamp,
  claimant: text,
  respondent: text,
  respondentBound: Schema.Boolean,
  basis: oneOf("contested", "default", "consent"),
  catchwords: Schema.Array(text),
  areas: Schema.Array(text),
  payloadSha256: text,
  ...marks,
}).annotations({ identifier: "JudgmentItem" })

const list = HttpApiEndpoint.get("listJudgments", "/judgments")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(JudgmentItem))
  .annotateContext(publicRead("List the judgments, in the order of delivery"))

const JudgmentRecord = Schema.Struct({
  court: text,
  register: text,
  citation: text,
  /** JSON text, to be used byte for byte. */
  payload: text,
  sealed: Schema.Boolean,
  algorithm: oneOf("ed25519"),
  publicKey: text,
  signature: text,
  sha256: text,
  sealedAt: Timestamp,
  atDelivery: Schema.Boolean,
  intact: Schema.Boolean,
  verified: Schema.Boolean,
  key: text,
  judgment: text,
  page: text,
  verify: Schema.Array(text),
  ...marks,
}).annotations({ identifier: "JudgmentRecord" })

const read = HttpApiEndpoint.get("readJudgment", "/judgments/:citation")
  .setPath(CitationPath)
  .addSuccess(JudgmentRecord)
  .annotateContext(
    publicRead("Read a judgment: the words under seal, the seal, and the live marks", {
      description:
        "The citation is percent-encoded: `/api/v1/judgments/%5B2026%5D%20MC%207`. `verify` says how to check the seal with OpenSSL alone.",
      refusals: [404],
    }),
  )

const Disposition = Schema.Struct({
  schema: oneOf("cp.disposition/1"),
  citation: text,
  matterId: text,
  orders: Schema.Array(
    Schema.Struct({
      n: Schema.Int,
      kind: text,
      text,
      amountCents: orNull(Schema.Int),
      against: orNull(text),
      inFavourOf: orNull(text),
      currency: text,
      hours: Schema.Int,
    }),
  ),
  finality: oneOf(...FinalityStatus.literals),
  asOf: Timestamp,
  payloadSha256: text,
  /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json; null until the judgment is final. */
  signature: orNull(text),
}).annotations({ identifier: "Disposition" })

const disposition = HttpApiEndpoint.get("readDisposition", "/judgments/:citation/disposition")
  .setPath(CitationPath)
  .addSuccess(Disposition)
  .annotateContext(
    publicRead("Read what an escrow needs of a judgment, signed once it is final", { refusals: [404] }),
  )

export class JudgmentsGroup extends HttpApiGroup.make("judgments")
  .add(list)
  .add(read)
  .add(disposition)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Judgments")
  .annotate(
    OpenApi.Description,
    "Judgments under seal, their live marks, and what an escrow reads of them.",
  ) {}
