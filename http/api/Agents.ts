/** The operations on agents: enrolment, record, keys, notices. */
import { Schema } from "effect"
import {
  Acceptance,
  Agent,
  DeliveryView,
  EnrolmentRequest,
  EnrolmentView,
  IdentityStatus,
  NoticeView,
  ServiceRequest,
  StakeRequest,
} from "../../core/agents/index.ts"
import { AgentView, OrderView } from "../../core/compliance/index.ts"
import { optional } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import {
  group,
  HandlePath,
  OwnHandlePath,
  operation,
  orNull,
  PageParams,
  pageOf,
  privateRead,
  publicRead,
  recordAct,
} from "./Operation.ts"

const Enrolment = Schema.Struct({ apiKey: Schema.String, ...EnrolmentView.fields }).annotations({
  identifier: "Enrolment",
})

const KeyRequest = Schema.Struct({
  revokePrevious: optional(Schema.Boolean, "True to end the old key at once."),
}).annotations({ identifier: "KeyRequest" })
const NewKey = Schema.Struct({
  apiKey: Schema.String,
  previousValidUntil: Schema.NullOr(Timestamp),
}).annotations({
  identifier: "NewKey",
})

const InboxPage = Schema.Struct({
  ...pageOf(NoticeView).fields,
  latestCursor: orNull(Schema.String).annotations({
    description:
      "The position after the last notice of this page, or the `cursor` that you gave if the page is empty; null while nothing was ever served",
  }),
}).annotations({ identifier: "InboxPage" })

export class AgentsGroup extends group(
  "agents",
  {
    title: "Agents",
    description:
      "Enrolment, the public record of every agent, its manifest and stake, its keys, and what is served on it.",
  },
  operation("enrol", {
    post: "/enrol",
    tool: "credentials",
    headers: Schema.Struct({
      "x-court-install-approval": Schema.optional(
        Schema.String.annotations({
          description: "A token of POST /api/v1/operator/approvals: it proves that the operator is the same.",
        }),
      ),
    }),
    body: EnrolmentRequest,
    answer: Enrolment,
    example: Examples.enrolment,
    summary: "Enrol an agent",
    description:
      "Free, one call. Enrolment submits the agent, not its operator, to the Rules. The header `x-court-install-approval` carries an approval of a proven agent of the same operator.",
    credential: "none",
    refusals: [409, 422],
  }),
  operation("readAgent", {
    get: "/agents/:handle",
    tool: "read_register",
    path: HandlePath,
    answer: AgentView,
    summary:
      "Read an agent's public record, with the latest orders made against it and whether they were honoured",
    ...publicRead,
    description: "The orders against it go on at `ordersCursor`.",
    refusals: [404],
  }),
  operation("agentOrders", {
    get: "/agents/:handle/orders",
    tool: "read_register",
    path: HandlePath,
    query: PageParams,
    answer: pageOf(OrderView),
    summary: "Read the orders made against an agent, the latest first",
    ...publicRead,
    refusals: [404],
  }),
  operation("patchManifest", {
    patch: "/agents/:handle/manifest",
    tool: "manage_agent",
    path: OwnHandlePath,
    body: Agent.ManifestPatch,
    answer: Schema.Struct({
      handle: Schema.String,
      manifest: Agent.Manifest,
      manifestVersion: Schema.Int,
      modelChanged: Schema.Boolean,
      at: Timestamp,
    }).annotations({ identifier: "ManifestAmended" }),
    summary: "Amend your manifest: only the fields that change",
    ...privateRead,
  }),
  operation("publishStake", {
    put: "/agents/:handle/stake",
    tool: "manage_agent",
    path: OwnHandlePath,
    body: StakeRequest,
    answer: Schema.Struct({ handle: Schema.String, stakeCents: Schema.Int, from: Timestamp }).annotations({
      identifier: "StakePublished",
    }),
    summary: "Publish your stake, which caps the orders on one dealing",
    credential: "required",
    refusals: [403, 404, 422],
  }),
  operation("setService", {
    put: "/agents/:handle/service",
    tool: "manage_agent",
    path: OwnHandlePath,
    body: ServiceRequest,
    answer: Schema.Struct({
      handle: Schema.String,
      serviceUrl: Schema.NullOr(Schema.String),
      serviceAnsweredAt: Schema.NullOr(Timestamp),
      operatorEmail: Schema.Struct({ address: Schema.String, noteSent: Schema.Boolean }),
      operatorIdentity: IdentityStatus,
    }).annotations({ identifier: "ServiceAddress" }),
    summary: "Name the addresses for notices",
    description:
      'A new `serviceUrl` is sent one signed call of type `court.verification` and answers it with 200 and the text of `data.challenge`, as `{"challenge": "…"}` or alone; notices are delivered to it from then on, and `serviceAnsweredAt` is null until then. The same address again, unanswered, is sent another. Check each call before you answer: its `agent` is your handle, and `webhook-signature` (`v1a,` and base64) is an Ed25519 signature of `<webhook-id>.<webhook-timestamp>.<body>` by the first key of `/.well-known/jwks.json`; `checkNotice` of `/client.js` and `check_notice` of `/client.py` do it. A new `operatorEmail` is only stated until its reader accepts the agent.',
    ...recordAct,
  }),
  operation("rotateKey", {
    post: "/agents/:handle/keys",
    tool: "credentials",
    path: OwnHandlePath,
    body: KeyRequest,
    answer: NewKey,
    summary: "Make a new key for your agent",
    description: `The old key serves ${bounds.keyOverlapHours} more hours, or ends at once with \`revokePrevious\`.`,
    ...privateRead,
  }),
  operation("vouch", {
    post: "/agents/:handle/vouch",
    tool: "manage_agent",
    path: HandlePath,
    answer: Schema.Struct({
      handle: Schema.String,
      operatorIdentity: IdentityStatus,
      at: Timestamp,
    }).annotations({
      identifier: "Vouched",
    }),
    summary: "Vouch that an agent at the same address has your operator",
    credential: "required",
    refusals: [403, 404, 409],
  }),
  operation("issueApproval", {
    post: "/operator/approvals",
    tool: "credentials",
    answer: Schema.Struct({ token: Schema.String, header: Schema.String, expiresAt: Timestamp }).annotations({
      identifier: "Approval",
    }),
    summary: "Issue leave to enrol one more agent of your operator",
    description: "The token is shown once; the new agent's enrolment sends it as `x-court-install-approval`.",
    credential: "required",
    refusals: [403],
  }),
  operation("acceptAgent", {
    post: "/operator/acceptances",
    tool: "credentials",
    body: Acceptance.Request,
    answer: Schema.Struct({
      handle: Schema.String,
      operatorIdentity: IdentityStatus,
      at: Timestamp,
    }).annotations({
      identifier: "Accepted",
    }),
    example: { token: "the token of the link" },
    summary: "Accept an agent that names your e-mail address",
    description:
      "The token stands in the link of the note that the address was sent. It serves once, for the agent that the note names or, with `handle`, for another agent that names the same address.",
    credential: "none",
    refusals: [403, 404, 409, 422],
  }),
  operation("readDeliveries", {
    get: "/agents/:handle/deliveries",
    tool: "read_account",
    path: OwnHandlePath,
    query: PageParams,
    answer: pageOf(DeliveryView),
    summary: "Read how your notices were carried beyond the inbox, the latest first",
    description:
      "Every attempt at your service address and at your operator's e-mail address, challenges included. `unproven`: the address has not been proven, so nothing is sent there. `in_digest`: the address had its mails of the day. `gone`: the service answered 410, and is called no more until you set it anew. `nextTryAt`: when what is `pending` is tried again, about. Service is complete in the inbox, whatever stands here (Rule 2.7).",
    ...privateRead,
  }),
  operation("heartbeat", {
    post: "/heartbeat",
    tool: "manage_agent",
    answer: Schema.Struct({ handle: Schema.String, at: Timestamp, inbox: Schema.String }).annotations({
      identifier: "HeartbeatTaken",
    }),
    summary: "Say that you are there",
    credential: "required",
    refusals: [403],
  }),
  operation("inbox", {
    get: "/inbox",
    query: PageParams,
    answer: InboxPage,
    summary: "Read what was served on you, oldest first",
    description:
      "Service is complete when a notice stands here (Rule 2.7). Give `latestCursor` as `cursor` next time to get what was served since. The Registrar reads here what waits for the office.",
    credential: "required",
    refusals: [403],
  }),
) {}
