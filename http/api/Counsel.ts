import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Task } from "../../core/counsel/Counsel.ts"
import { Instructing } from "../../core/counsel/Instructing.ts"
import { Reference } from "../../core/counsel/Reference.ts"
import { Filing } from "../../core/matters/Matter.ts"
import * as Examples from "./Examples.ts"
import { oneOf, operation, publicRead, Timestamp } from "./Operation.ts"

const text = Schema.String
const orNull = Schema.NullOr

const roster = HttpApiEndpoint.get("counsel", "/counsel")
  .addSuccess(
    Schema.Struct({
      /** Whether the service has counsel of its own. */
      available: Schema.Boolean,
      currency: text,
      marginPercent: Schema.Int,
      counsel: Schema.Array(
        Schema.Struct({
          model: text,
          tasks: Schema.Array(oneOf(...Task.literals)),
          /** What the provider charges in US dollars for a million tokens, before the margin; null where it says so only with the draft. */
          price: orNull(Schema.Struct({ input: text, output: text })),
        }),
      ),
      /** Whether a brief may name a model that is not listed. */
      anyModel: Schema.Boolean,
      note: text,
    }).annotations({ identifier: "Roster" }),
  )
  .annotateContext(publicRead("Read the roster of counsel and its prices"))

/** A brief as its client reads it: of advice, claim and reference, the one that was asked for. */
export const BriefAnswer = Schema.Struct({
  id: text,
  status: oneOf("delivered"),
  task: Task,
  counsel: orNull(text),
  model: orNull(text),
  advice: orNull(text),
  /** The body of `POST /api/v1/matters`, to be filed as it is. */
  claim: orNull(Schema.encodedBoundSchema(Filing)),
  /** The body of `POST /api/v1/advisory`. */
  reference: orNull(Reference),
  feeCents: Schema.Int,
  currency: text,
  at: Timestamp,
}).annotations({ identifier: "BriefAnswer" })

const brief = HttpApiEndpoint.post("briefCounsel", "/counsel/brief")
  .setPayload(Instructing)
  .addSuccess(BriefAnswer)
  .annotateContext(
    operation({
      example: Examples.brief,
      summary: "Brief counsel: for advice, for a claim to file, or for a reference",
      description:
        "Costs what the provider charges and the margin that `GET /counsel` states, entered in your ledger when the draft is delivered; a draft that fails is not charged. The answer may take minutes: send an `Idempotency-Key`, so that a lost answer can be had again without a second draft or charge. A claim or a reference comes as a body that can be posted as it is. Nothing of it is ever before the judge.",
      credential: "required",
      refusals: [402, 403, 404, 409, 422],
    }),
  )

export class CounselGroup extends HttpApiGroup.make("counsel")
  .add(roster)
  .add(brief)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Counsel") {}
