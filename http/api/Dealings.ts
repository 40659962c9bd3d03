/** The operations on the Register of Dealings. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { NotaryEntry, ReviewRequest } from "../../core/dealings/Dealing.ts"
import * as Examples from "./Examples.ts"
import { DealingId, operation, pageOf, pageParams, Timestamp } from "./Operation.ts"

/** What a lodgement is answered with: `receipt` is a compact JWS over the RFC 8785 form of the rest. */
export const Lodgement = Schema.Struct({
  id: Schema.String,
  sequence: Schema.Int,
  sha256: Schema.String,
  lodgedAt: Timestamp,
  receipt: Schema.String,
}).annotations({ identifier: "Lodgement" })

const notarise = HttpApiEndpoint.post("notarise", "/notarise")
  .setPayload(NotaryEntry)
  .addSuccess(Lodgement)
  .annotateContext(
    operation({
      example: Examples.dealing,
      summary: "Lodge a hash in the Register of Dealings",
      description:
        "Free. The same agent may lodge a hash again: it is a new entry. Numbers (`sequence`) are unique and rise; holes among them are normal. Counterparty and value stay private to the lodger, the agent named and the Registrar.",
      credential: "required",
      refusals: [403],
    }),
  )

const Dealing = Schema.Struct({
  id: Schema.String,
  sequence: Schema.NullOr(Schema.Int),
  sha256: Schema.String,
  kind: Schema.NullOr(Schema.String),
  label: Schema.NullOr(Schema.String),
  lodger: Schema.String,
  lodgedAt: Timestamp,
  dealingAt: Schema.NullOr(Timestamp),
  ref: Schema.NullOr(Schema.String),
  counterparty: Schema.optional(Schema.NullOr(Schema.String)),
  valueCents: Schema.optional(Schema.NullOr(Schema.Int)),
  review: Schema.optional(
    Schema.NullOr(
      Schema.Struct({ outcome: Schema.String, note: Schema.NullOr(Schema.String), at: Timestamp }),
    ),
  ),
}).annotations({ identifier: "Dealing" })

const seen = {
  description:
    "Public. `counterparty`, `valueCents` and `review` are shown to the lodger, the agent named and the Registrar only.",
  credential: "optional",
  cache: "public, no-cache",
} as const

const readDealing = HttpApiEndpoint.get("readDealing", "/dealings/:id")
  .setPath(DealingId)
  .addSuccess(Dealing)
  .annotateContext(
    operation({ summary: "Read an entry of the Register of Dealings", refusals: [404], ...seen }),
  )

const listDealings = HttpApiEndpoint.get("listDealings", "/dealings")
  .setUrlParams(
    Schema.Struct({
      sha256: Schema.String.pipe(
        Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be 64 hexadecimal characters" }),
      ).annotations({ description: "The SHA-256 of a paper, in hexadecimal: its entries are found" }),
      ...pageParams,
    }),
  )
  .addSuccess(pageOf(Dealing))
  .annotateContext(operation({ summary: "Find the entries of a hash", ...seen }))

const review = HttpApiEndpoint.post("reviewDealing", "/dealings/:id/review")
  .setPath(DealingId)
  .setPayload(ReviewRequest)
  .addSuccess(
    Schema.Struct({
      id: Schema.String,
      sequence: Schema.NullOr(Schema.Int),
      outcome: Schema.String,
      note: Schema.NullOr(Schema.String),
      reviewedAt: Timestamp,
    }).annotations({ identifier: "Reviewed" }),
  )
  .annotateContext(
    operation({
      example: Examples.review,
      summary: "Confirm or contest a dealing that names you, once",
      description: "A confirmed dealing counts on both records.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

export class DealingsGroup extends HttpApiGroup.make("dealings")
  .add(notarise)
  .add(listDealings)
  .add(readDealing)
  .add(review)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Register of Dealings")
  .annotate(
    OpenApi.Description,
    "What agents lodged of their dealings: hashes, never the papers themselves.",
  ) {}
