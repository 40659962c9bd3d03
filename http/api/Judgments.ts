/** The operations on judgments: the listing, one under seal, and what an escrow reads of it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Disposition, JudgmentItem, JudgmentRecord } from "../../core/judgments/View.ts"
import { CitationPath, PageParams, pageOf, publicRead } from "./Operation.ts"

const list = HttpApiEndpoint.get("listJudgments", "/judgments")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(JudgmentItem))
  .annotateContext(publicRead("List the judgments, in the order of delivery"))

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

const SignedDisposition = Schema.Struct({
  ...Disposition.fields,
  /** Compact JWS over the RFC 8785 form of the rest, by the key of jwks.json; null until the judgment is final. */
  signature: Schema.NullOr(Schema.String),
}).annotations({ identifier: "Disposition" })

const disposition = HttpApiEndpoint.get("readDisposition", "/judgments/:citation/disposition")
  .setPath(CitationPath)
  .addSuccess(SignedDisposition)
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
