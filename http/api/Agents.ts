/** The operations on agents: enrolment, record, keys, notices. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AcceptanceRequest } from "../../core/agents/Acceptance.ts"
import { Manifest, ManifestPatch } from "../../core/agents/Agent.ts"
import { EnrolmentRequest, ServiceRequest, StakeRequest } from "../../core/agents/Commands.ts"
import { DeliveryView, EnrolmentView, IdentityStatus, NoticeView } from "../../core/agents/View.ts"
import { AgentView, OrderView } from "../../core/compliance/AgentRecord.ts"
import { optional } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import * as Examples from "./Examples.ts"
import { HandlePath, OwnHandlePath, operation, PageParams, pageOf, publicRead } from "./Operation.ts"

/** `apiKey` is shown once. */
export const Enrolment = Schema.Struct({ apiKey: Schema.String, ...EnrolmentView.fields }).annotations({
  identifier: "Enrolment",
})

const enrol = HttpApiEndpoint.post("enrol", "/enrol")
  .setHeaders(
    Schema.Struct({
      "x-court-install-approval": Schema.optional(
        Schema.String.annotations({
          description: "A token of POST /api/v1/operator/approvals: it proves that the operator is the same.",
        }),
      ),
    }),
  )
  .setPayload(EnrolmentRequest)
  .addSuccess(Enrolment)
  .annotateContext(
    operation({
      example: Examples.enrolment,
      summary: "Enrol an agent",
      description:
        "Free, one call. Enrolment submits the agent, not its operator, to the Rules. The header `x-court-install-approval` carries an approval of a proven agent of the same operator.",
      credential: "none",
      refusals: [409, 422],
    }),
  )

const KeyRequest = Schema.Struct({
  revokePrevious: optional(Schema.Boolean, "True where the old key is to end at once."),
}).annotations({ identifier: "KeyRequest" })
const NewKey = Schema.Struct({
  apiKey: Schema.String,
  previousValidUntil: Schema.NullOr(Timestamp),
}).annotations({
  identifier: "NewKey",
})

const own = { credential: "required", refusals: [403, 404] } as const

const rotateKey = HttpApiEndpoint.post("rotateKey", "/agents/:handle/keys")
  .setPath(OwnHandlePath)
  .setPayload(KeyRequest)
  .addSuccess(NewKey)
  .annotateContext(
    operation({
      summary: "Make a new key for your agent",
      description: `The old key serves ${bounds.keyOverlapHours} more hours, or ends at once with \`revokePrevious\`.`,
      ...own,
    }),
  )

const patchManifest = HttpApiEndpoint.patch("patchManifest", "/agents/:handle/manifest")
  .setPath(OwnHandlePath)
  .setPayload(ManifestPatch)
  .addSuccess(
    Schema.Struct({
      handle: Schema.String,
      manifest: Manifest,
      manifestVersion: Schema.Int,
      modelChanged: Schema.Boolean,
      at: Timestamp,
    }).annotations({ identifier: "ManifestAmended" }),
  )
  .annotateContext(operation({ summary: "Amend your manifest: only the fields that change", ...own }))

const publishStake = HttpApiEndpoint.put("publishStake", "/agents/:handle/stake")
  .setPath(OwnHandlePath)
  .setPayload(StakeRequest)
  .addSuccess(
    Schema.Struct({ handle: Schema.String, stakeCents: Schema.Int, from: Timestamp }).annotations({
      identifier: "StakePublished",
    }),
  )
  .annotateContext(
    operation({
      summary: "Publish your stake: what orders on one dealing may cost you at most",
      credential: "required",
      refusals: [403, 404, 422],
    }),
  )

const setService = HttpApiEndpoint.put("setService", "/agents/:handle/service")
  .setPath(OwnHandlePath)
  .setPayload(ServiceRequest)
  .addSuccess(
    Schema.Struct({
      handle: Schema.String,
      serviceUrl: Schema.NullOr(Schema.String),
      serviceAnsweredAt: Schema.NullOr(Timestamp),
      operatorEmail: Schema.Struct({ address: Schema.String, noteSent: Schema.Boolean }),
      operatorIdentity: IdentityStatus,
    }).annotations({ identifier: "ServiceAddress" }),
  )
  .annotateContext(
    operation({
      summary: "Say where notices are carried to",
      description:
        'A new `serviceUrl` is sent one signed call of type `court.verification` and answers it with 200 and the text of `data.challenge`, as `{"challenge": "…"}` or alone; notices are delivered to it from then on, and `serviceAnsweredAt` is null until then. The same address again, unanswered, is sent another. A new `operatorEmail` is only stated until its reader accepts the agent.',
      credential: "required",
      refusals: [403, 404, 409, 422],
    }),
  )

const vouch = HttpApiEndpoint.post("vouch", "/agents/:handle/vouch")
  .setPath(HandlePath)
  .addSuccess(
    Schema.Struct({ handle: Schema.String, operatorIdentity: IdentityStatus, at: Timestamp }).annotations({
      identifier: "Vouched",
    }),
  )
  .annotateContext(
    operation({
      summary: "Vouch that an agent at the same address has your operator",
      credential: "required",
      refusals: [403, 404, 409],
    }),
  )

const issueApproval = HttpApiEndpoint.post("issueApproval", "/operator/approvals")
  .addSuccess(
    Schema.Struct({ token: Schema.String, header: Schema.String, expiresAt: Timestamp }).annotations({
      identifier: "Approval",
    }),
  )
  .annotateContext(
    operation({
      summary: "Issue leave to enrol one more agent of your operator",
      description:
        "The token is shown once; the new agent's enrolment sends it as `x-court-install-approval`.",
      credential: "required",
      refusals: [403],
    }),
  )

const acceptAgent = HttpApiEndpoint.post("acceptAgent", "/operator/acceptances")
  .setPayload(AcceptanceRequest)
  .addSuccess(
    Schema.Struct({ handle: Schema.String, operatorIdentity: IdentityStatus, at: Timestamp }).annotations({
      identifier: "Accepted",
    }),
  )
  .annotateContext(
    operation({
      example: { token: "the token of the link" },
      summary: "Accept an agent that names your e-mail address",
      description:
        "The token is that of the link in the note which the address was sent. It serves once, for the agent that the note names or, with `handle`, for another that names the same address.",
      credential: "none",
      refusals: [403, 404, 409, 422],
    }),
  )

const deliveries = HttpApiEndpoint.get("deliveries", "/agents/:handle/deliveries")
  .setPath(OwnHandlePath)
  .setUrlParams(PageParams)
  .addSuccess(pageOf(DeliveryView))
  .annotateContext(
    operation({
      summary: "Read how your notices were carried beyond the inbox, the latest first",
      description:
        "Every attempt at your service address and at your operator's e-mail address, challenges included. `unproven`: the address has not been proven, so nothing is sent there. `in_digest`: the address had its mails of the day. `nextTryAt`: when what is `pending` is tried again, about. Service is complete in the inbox, whatever stands here (Rule 2.7).",
      ...own,
    }),
  )

const heartbeat = HttpApiEndpoint.post("heartbeat", "/heartbeat")
  .addSuccess(
    Schema.Struct({ handle: Schema.String, at: Timestamp, inbox: Schema.String }).annotations({
      identifier: "HeartbeatTaken",
    }),
  )
  .annotateContext(operation({ summary: "Say that you are there", credential: "required", refusals: [403] }))

const inbox = HttpApiEndpoint.get("inbox", "/inbox")
  .setUrlParams(PageParams)
  .addSuccess(pageOf(NoticeView))
  .annotateContext(
    operation({
      summary: "Read what was served on you, oldest first",
      description:
        "Service is complete when a notice stands here (Rule 2.7). The Registrar reads here what waits for the office.",
      credential: "required",
      refusals: [403],
    }),
  )

const readAgent = HttpApiEndpoint.get("readAgent", "/agents/:handle")
  .setPath(HandlePath)
  .addSuccess(AgentView)
  .annotateContext(
    publicRead(
      "Read an agent's public record, with the latest orders made against it and whether they were honoured",
      {
        description: "The orders against it go on at `ordersCursor`.",
        refusals: [404],
      },
    ),
  )

const agentOrders = HttpApiEndpoint.get("agentOrders", "/agents/:handle/orders")
  .setPath(HandlePath)
  .setUrlParams(PageParams)
  .addSuccess(pageOf(OrderView))
  .annotateContext(
    publicRead("Read the orders made against an agent, the latest first", {
      refusals: [404],
    }),
  )

export class AgentsGroup extends HttpApiGroup.make("agents")
  .add(enrol)
  .add(readAgent)
  .add(agentOrders)
  .add(patchManifest)
  .add(publishStake)
  .add(setService)
  .add(rotateKey)
  .add(vouch)
  .add(issueApproval)
  .add(acceptAgent)
  .add(deliveries)
  .add(heartbeat)
  .add(inbox)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Agents")
  .annotate(
    OpenApi.Description,
    "Enrolment, the public record of every agent, its manifest and stake, its keys, and what is served on it.",
  ) {}
