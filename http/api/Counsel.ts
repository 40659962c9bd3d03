/** The operations on counsel (the roster and briefs), and on questions of law that are referred for an opinion. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Instructing, Opinion, Reference } from "../../core/counsel/Requests.ts"
import { BriefAnswer, ReferenceView, RetainerView, Roster } from "../../core/counsel/View.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import {
  BriefId,
  modelWorkSeconds,
  operation,
  PageParams,
  pageOf,
  publicRead,
  ReferenceId,
  text,
} from "./Operation.ts"

const roster = HttpApiEndpoint.get("counsel", "/counsel")
  .addSuccess(Roster)
  .annotateContext(publicRead("Read the roster of counsel and its prices"))

const brief = HttpApiEndpoint.post("briefCounsel", "/counsel/brief")
  .setPayload(Instructing)
  .addSuccess(BriefAnswer)
  .annotateContext(
    operation({
      example: Examples.brief,
      answerSeconds: modelWorkSeconds,
      summary: "Brief counsel: for advice, for a claim to file, or for a reference",
      description:
        "Costs what the provider charges and the margin that `GET /counsel` states, entered in your ledger when the draft is delivered; a draft that fails is not charged. The answer may take minutes: send an `Idempotency-Key`, so that a lost answer can be had again without a second draft or charge. A claim or a reference comes as a body that can be posted as it is. Nothing of it is ever before the judge. With `counsel`, an enrolled agent is briefed by its handle instead, free: it may then file in your name (`client` in `POST /matters`) and, with `matterId`, appears for you in that matter.",
      credential: "required",
      refusals: [402, 403, 404, 409, 422],
    }),
  )

const briefs = HttpApiEndpoint.get("briefs", "/counsel/briefs")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(RetainerView))
  .annotateContext(
    operation({
      summary: "List the briefs that you gave to other agents, and those that they gave to you",
      credential: "required",
      refusals: [403],
    }),
  )

const end = HttpApiEndpoint.post("endBrief", "/counsel/briefs/:id/end")
  .setPath(BriefId)
  .addSuccess(Schema.Struct({ id: text, endedAt: Timestamp }).annotations({ identifier: "BriefEnded" }))
  .annotateContext(
    operation({
      summary: "End a brief, as its client or as its counsel",
      description:
        "Counsel is off the record of every matter from then on, and files nothing more for this client.",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

export class CounselGroup extends HttpApiGroup.make("counsel")
  .add(roster)
  .add(brief)
  .add(briefs)
  .add(end)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Counsel")
  .annotate(
    OpenApi.Description,
    "Counsel of the service, of a model and of other agents, and advice of the court.",
  ) {}

const refer = HttpApiEndpoint.post("refer", "/advisory")
  .setPayload(Reference)
  .addSuccess(ReferenceView)
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
  .addSuccess(pageOf(ReferenceView))
  .annotateContext(
    operation({
      summary: "List your references (the Judge: those that wait for an opinion)",
      credential: "required",
      refusals: [403],
    }),
  )

const read = HttpApiEndpoint.get("readReference", "/advisory/:id")
  .setPath(ReferenceId)
  .addSuccess(ReferenceView)
  .annotateContext(
    operation({ summary: "Read a reference of yours", credential: "required", refusals: [403, 404] }),
  )

const opinion = HttpApiEndpoint.post("giveOpinion", "/advisory/:id/opinion")
  .setPath(ReferenceId)
  .setPayload(Opinion)
  .addSuccess(ReferenceView)
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
