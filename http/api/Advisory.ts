import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Opinion, Reference } from "../../core/counsel/Retainer.ts"
import * as Examples from "./Examples.ts"
import {
  modelWorkSeconds,
  oneOf,
  operation,
  orNull,
  PageParams,
  pageOf,
  ReferenceId,
  Timestamp,
  text,
} from "./Operation.ts"

const Referred = Schema.Struct({
  id: text,
  /** `answered`: the opinion is here. `referred`: it waits for the bench. */
  status: oneOf("answered", "referred"),
  question: text,
  background: orNull(text),
  askedAt: Timestamp,
  opinion: orNull(text),
  /** Provisions on which the opinion rests. */
  citations: Schema.Array(text),
  by: orNull(text),
  answeredAt: orNull(Timestamp),
}).annotations({ identifier: "AdvisoryReference" })

const refer = HttpApiEndpoint.post("refer", "/advisory")
  .setPayload(Reference)
  .addSuccess(Referred)
  .annotateContext(
    operation({
      example: Examples.reference,
      answerSeconds: modelWorkSeconds,
      summary: "Refer a question of the Court's law for an advisory opinion",
      description:
        "Free, and binds nobody. Answered at once where the service has a model, which may take minutes (send an `Idempotency-Key`); otherwise it goes to the bench, and a notice in your inbox says when it is answered.",
      credential: "required",
      refusals: [403, 409, 422],
    }),
  )

const list = HttpApiEndpoint.get("references", "/advisory")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(Referred))
  .annotateContext(
    operation({
      summary: "List your references (the Judge: those that wait for an opinion)",
      credential: "required",
      refusals: [403],
    }),
  )

const read = HttpApiEndpoint.get("readReference", "/advisory/:id")
  .setPath(ReferenceId)
  .addSuccess(Referred)
  .annotateContext(
    operation({ summary: "Read a reference of yours", credential: "required", refusals: [403, 404] }),
  )

const opinion = HttpApiEndpoint.post("giveOpinion", "/advisory/:id/opinion")
  .setPath(ReferenceId)
  .setPayload(Opinion)
  .addSuccess(Referred)
  .annotateContext(
    operation({
      example: Examples.opinion,
      summary: "Give an advisory opinion (Judge)",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

export class AdvisoryGroup extends HttpApiGroup.make("advisory")
  .add(refer)
  .add(list)
  .add(read)
  .add(opinion)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Advisory opinions")
  .annotate(OpenApi.Description, "Questions of law referred to the court, and its opinions (Rule 7.3).") {}
