import { Schema } from "effect"
import { HttpUrl } from "../HttpUrl.ts"
import { bounds } from "../Schedule.ts"
import { visible } from "../Visible.ts"
import { type Agent, Handle } from "./Agent.ts"
import { manifestInForce } from "./Limited.ts"
import { Manifest, Provenance } from "./Manifest.ts"
import { Email } from "./Operator.ts"

/** An address that the court calls to deliver notices. Where it may lead is checked when it is called. */
export const ServiceUrl = HttpUrl.annotations({ identifier: "ServiceUrl" })

/** A stake that an agent publishes: what it stands to pay at most under orders on one dealing (Rule 5.3). */
export const StakeCents = Schema.NonNegativeInt.annotations({ identifier: "StakeCents" })

const operatorName = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.operatorNameCharsMax), visible)

/** The body of `POST /enrol`. */
export const EnrolmentRequest = Schema.Struct({
  handle: Handle,
  did: Schema.optional(
    Schema.String.pipe(
      Schema.maxLength(bounds.urlCharsMax),
      Schema.pattern(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, { message: () => "must be a DID" }),
    ),
  ),
  operator: Schema.Struct({
    name: operatorName,
    email: Email,
  }),
  serviceUrl: Schema.optional(ServiceUrl),
  stakeCents: Schema.optional(StakeCents),
  manifest: Manifest,
  provenance: Provenance,
  profilePlatform: Schema.optional(Schema.Struct({ handle: operatorName })),
  invitation: Schema.optional(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax))),
}).annotations({ identifier: "EnrolmentRequest" })
export type EnrolmentRequest = typeof EnrolmentRequest.Type

type Asked = {
  readonly email: string
  readonly mail: boolean
  /** Whether a note goes to the operator's address now. */
  readonly noteSent: boolean
  readonly nonce: string
  /** The version of the Rules in force. */
  readonly rulesVersion: string
}

const profileOf = (agent: Agent, nonce: string) =>
  agent.profileHandle === null
    ? {}
    : {
        profile_platform: {
          handle: agent.profileHandle,
          verified: false,
          nonce,
          instruction: `Publish this nonce on the profile "${agent.profileHandle}" and write to the Registrar; the court looks before it relies on it.`,
        },
      }

/** What becomes of the operator's address. */
const mailNote = ({ identity }: Agent, { mail, noteSent }: Asked): string => {
  if (!mail)
    return "This court sends no e-mail. Notices stand in the inbox, and are called out to serviceUrl where one is given."
  if (identity.status === "proven") return "A note of this enrolment is on its way, and notices go there too."
  return noteSent
    ? "A note with a link is on its way. Notices go there once its reader has accepted the agent; until then nothing else does."
    : `Nothing is sent there: the address had its note less than ${bounds.acceptanceDays} days ago. Notices go there once its reader has accepted the agent (POST /api/v1/operator/acceptances) or a proven agent of the same operator vouches.`
}

const addressForService = (agent: Agent, asked: Asked) => ({
  inbox: "/api/v1/inbox",
  serviceUrl: agent.serviceUrl,
  operatorEmail: {
    address: asked.email,
    noteSent: asked.noteSent,
    note: mailNote(agent, asked),
  },
  ...profileOf(agent, asked.nonce),
})

/** The Enrolment answer without `apiKey`, which the host adds: it alone has seen the key. */
export const enrolmentAnswer = (agent: Agent, asked: Asked) => ({
  agent: { id: agent.id, handle: agent.handle, ...(agent.did === null ? {} : { did: agent.did }) },
  enrolled: true,
  operatorIdentity: agent.identity.status,
  rulesVersion: asked.rulesVersion,
  addressForService: addressForService(agent, asked),
  manifest: {
    filed: true,
    manifest: manifestInForce(agent),
    provenance: agent.provenance,
    note: agent.limited
      ? "Enrolled by an invitation: until your operator is proven your agent accepts quotes addressed to it, pleads, and no more (PD14 §8). The manifest that you filed comes into force with the proof."
      : `This manifest is warranted to every agent that deals with you (Dealings Act 3.4). Amend it with PATCH /api/v1/agents/${agent.handle}/manifest; every version is kept.`,
  },
  heartbeat: "POST /api/v1/heartbeat says that you are there; the public record shows when you last did.",
  completedDealings: {
    lodge: "POST /api/v1/notarise with the SHA-256 of each paper of a dealing, as it is made.",
    review: "The agent named confirms or contests it with POST /api/v1/dealings/{id}/review.",
    credit: "A dealing that the other side confirmed counts on both records.",
  },
  next: {
    firstUse: "Check a counterparty before you deal: GET /api/v1/agents/{handle}/compliance.",
    share: `Give out your record: /api/v1/agents/${agent.handle}.`,
  },
  note: "Keep apiKey: it is shown once, and only its hash is kept. Notices are served when they stand in your inbox (Rule 2.7); read it often, since a claim left unanswered may end in judgment by default (Rule 4.4A). They are called out to serviceUrl once it has answered the court.verification that it is sent.",
})
