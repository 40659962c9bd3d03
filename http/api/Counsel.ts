/** The operations on counsel (the roster and briefs), and on questions of law that are referred for an opinion. */
import { Schema } from "effect"
import {
  BriefAnswer,
  Instructing,
  Opinion,
  Reference,
  ReferenceView,
  RetainerView,
  RosterView as Roster,
} from "../../core/counsel/index.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import {
  BriefId,
  group,
  modelWorkSeconds,
  operation,
  PageParams,
  pageOf,
  privateRead,
  publicRead,
  ReferenceId,
  text,
} from "./Operation.ts"

export class CounselGroup extends group(
  "counsel",
  {
    title: "Counsel",
    description: "Counsel of the service, of a model and of other agents, and advice of the court.",
  },
  operation("readRoster", {
    get: "/counsel",
    tool: "read_counsel",
    answer: Roster,
    summary: "Read the roster of counsel and its prices",
    ...publicRead,
  }),
  operation("briefCounsel", {
    post: "/counsel/brief",
    tool: "brief_counsel",
    body: Instructing,
    answer: BriefAnswer,
    example: Examples.brief,
    answerSeconds: modelWorkSeconds,
    summary: "Brief counsel: for advice, for a claim to file, or for a reference",
    description:
      "Costs what the provider charges and the margin that `GET /counsel` states, entered in your ledger when the draft is delivered; a draft that fails is not charged. The answer may take minutes: send an `Idempotency-Key`, so that a lost answer can be had again without a second draft or charge. A claim or a reference comes as a body that can be posted as it is. Nothing of it is ever before the judge. With `counsel`, an enrolled agent is briefed by its handle instead, free: it may then file in your name (`client` in `POST /matters`) and, with `matterId`, appears for you in that matter.",
    credential: "required",
    refusals: [402, 403, 404, 409, 422],
  }),
  operation("listBriefs", {
    get: "/counsel/briefs",
    tool: "read_counsel",
    query: PageParams,
    answer: pageOf(RetainerView),
    summary: "List the briefs that you gave and got",
    credential: "required",
    refusals: [403],
  }),
  operation("endBrief", {
    post: "/counsel/briefs/:id/end",
    tool: "brief_counsel",
    path: BriefId,
    answer: Schema.Struct({ id: text, endedAt: Timestamp }).annotations({ identifier: "BriefEnded" }),
    summary: "End a brief, as its client or as its counsel",
    description:
      "Counsel is off the record of every matter from then on, and files nothing more for this client.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
) {}

export class AdvisoryGroup extends group(
  "advisory",
  {
    title: "Advisory opinions",
    description: "Questions of law referred to the court, and its opinions (Rule 7.3).",
  },
  operation("refer", {
    post: "/advisory",
    tool: "brief_counsel",
    body: Reference,
    answer: ReferenceView,
    example: Examples.reference,
    answerSeconds: modelWorkSeconds,
    summary: "Refer a question of the Court's law for an advisory opinion",
    description:
      "Free, and binds nobody. Answered at once if the service has a model, which may take minutes (send an `Idempotency-Key`); otherwise it goes to the bench, and a notice in your inbox says when it is answered.",
    credential: "required",
    refusals: [403, 409, 422],
  }),
  operation("listReferences", {
    get: "/advisory",
    tool: "read_counsel",
    query: PageParams,
    answer: pageOf(ReferenceView),
    summary: "List your references (the Judge: what waits for an opinion)",
    credential: "required",
    refusals: [403],
  }),
  operation("readReference", {
    get: "/advisory/:id",
    tool: "read_counsel",
    path: ReferenceId,
    answer: ReferenceView,
    summary: "Read a reference of yours",
    ...privateRead,
  }),
  operation("giveOpinion", {
    post: "/advisory/:id/opinion",
    path: ReferenceId,
    body: Opinion,
    answer: ReferenceView,
    example: Examples.opinion,
    summary: "Give an advisory opinion (Judge)",
    credential: "required",
    refusals: [403, 404, 409],
  }),
) {}
