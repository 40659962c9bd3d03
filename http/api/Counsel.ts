import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Instructing, Reference, Task } from "../../core/counsel/Retainer.ts"
import { Filing } from "../../core/matters/Pleading.ts"
import * as Examples from "./Examples.ts"
import {
  BriefId,
  modelWorkSeconds,
  oneOf,
  operation,
  orNull,
  PageParams,
  pageOf,
  publicRead,
  Timestamp,
  text,
} from "./Operation.ts"

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
  /** `delivered`: the draft is here. `briefed`: an enrolled agent has the brief. */
  status: oneOf("delivered", "briefed"),
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
      answerSeconds: modelWorkSeconds,
      summary: "Brief counsel: for advice, for a claim to file, or for a reference",
      description:
        "Costs what the provider charges and the margin that `GET /counsel` states, entered in your ledger when the draft is delivered; a draft that fails is not charged. The answer may take minutes: send an `Idempotency-Key`, so that a lost answer can be had again without a second draft or charge. A claim or a reference comes as a body that can be posted as it is. Nothing of it is ever before the judge. With `counsel`, an enrolled agent is briefed by its handle instead, free: it may then file in your name (`client` in `POST /matters`) and, with `matterId`, appears for you in that matter.",
      credential: "required",
      refusals: [402, 403, 404, 409, 422],
    }),
  )

const Retained = Schema.Struct({
  id: text,
  client: text,
  counsel: text,
  task: oneOf(...Task.literals),
  instructions: text,
  briefedAt: Timestamp,
  endedAt: orNull(Timestamp),
  /** Matters in which counsel is on the record by this brief. */
  matters: Schema.Array(text),
}).annotations({ identifier: "Retainer" })

const briefs = HttpApiEndpoint.get("briefs", "/counsel/briefs")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(Retained))
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
