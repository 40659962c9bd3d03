/** The handlers for agents, their keys and their accounts. Secrets are made here, so that the core sees only their hashes. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { shownText } from "../../adapters/notices/Carrier.ts"
import { Guard } from "../../adapters/outbound/index.ts"
import {
  acceptAgent,
  heartbeat,
  issueApproval,
  type noticeView,
  patchManifest,
  publishStake,
  readDeliveries,
  readInbox,
  rotateKey,
  serviceOf,
  setService,
  vouch,
} from "../../core/agents/index.ts"
import { readAgent, readOrders } from "../../core/compliance/index.ts"
import { enrol, enrolmentOf } from "../../core/enrolment/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { perform } from "../../core/kernel/Host.ts"
import { readAccount, readInvoice, readRails, requestInvoice } from "../../core/ledger/index.ts"
import { answerProof, endProof, findProofs, requestProof } from "../../core/proofs/index.ts"
import type { AccountGroup } from "../api/Account.ts"
import type { AgentsGroup } from "../api/Agents.ts"
import type { ProofsGroup } from "../api/Proofs.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, askPage, beginning, cursorOf, type Handlers, optionsOf } from "../server/Handler.ts"
import { actWithSecret } from "../server/Idempotency.ts"

/** A notice as its reader sees it: its text gives the addresses of the acts that it asks for. */
const shown = ({ asks, ...notice }: ReturnType<typeof noticeView>) => ({
  ...notice,
  text: shownText({ text: notice.text, asks }),
})

/** `mail`: whether this court sends e-mail. `localServices`: whether it calls services on its own machine. */
export const agents = ({
  mail,
  baseUrl,
  localServices = false,
}: {
  readonly mail: boolean
  readonly baseUrl: string
  readonly localServices?: boolean
}): Handlers<typeof AgentsGroup> => {
  const isBarred = ({ serviceUrl }: { readonly serviceUrl?: string | null | undefined }): boolean =>
    typeof serviceUrl === "string" && Guard.isBarred(serviceUrl, { allowLoopback: localServices })
  return {
    enrol: (request) =>
      Effect.gen(function* () {
        const { apiKey, sha256: credentialId } = ApiKey.fresh()
        const approval = request.header("x-court-install-approval") ?? null
        const input = yield* enrolmentOf(request.payload, {
          credentialId,
          approval,
          mail,
          baseUrl,
          nonce: ApiKey.nonce(),
          barred: isBarred(request.payload),
        })
        const outcome = yield* perform(enrol, input, optionsOf(request))
        return reply({ apiKey, ...outcome.reply })
      }),
    readAgent: beginning(readAgent, "ordersCursor"),
    agentOrders: readOrders,
    patchManifest,
    publishStake,
    setService: (request) =>
      Effect.flatMap(
        serviceOf(request.path.handle, request.payload, {
          mail,
          baseUrl,
          nonce: ApiKey.nonce(),
          barred: isBarred(request.payload),
        }),
        (input) => answerWith(setService, input, request),
      ),
    rotateKey: (request) =>
      Effect.gen(function* () {
        const made = ApiKey.fresh()
        const input = {
          handle: request.path.handle,
          credentialId: made.sha256,
          revokePrevious: request.payload.revokePrevious ?? false,
          // No bearer credential asks in a signed request.
          by: ApiKey.parse(request.caller?.secret ?? ""),
        }
        const outcome = yield* actWithSecret(rotateKey, input, request, made.apiKey)
        return { value: { apiKey: outcome.secret, ...outcome.reply }, replayed: outcome.replayed }
      }),
    vouch,
    issueApproval: (request) =>
      Effect.gen(function* () {
        const token = randomBytes(32).toString("base64url")
        const input = { approvalId: sha256Hex(token) }
        const outcome = yield* actWithSecret(issueApproval, input, request, token)
        return { value: { token: outcome.secret, ...outcome.reply }, replayed: outcome.replayed }
      }),
    acceptAgent,
    deliveries: readDeliveries,
    heartbeat: (request) => answerWith(heartbeat, undefined, request),
    inbox: (request) =>
      Effect.map(askPage(readInbox, {}, request), (page) => {
        const { items, latest, nextCursor } = page.value
        return { ...page, value: { items: items.map(shown), latestCursor: cursorOf(latest), nextCursor } }
      }),
  }
}

export const account: Handlers<typeof AccountGroup> = {
  account: readAccount,
  rails: readRails,
  pay: requestInvoice,
  invoice: readInvoice,
}

export const proofs = ({ baseUrl }: { readonly baseUrl: string }): Handlers<typeof ProofsGroup> => ({
  findProofs,
  requestProof: (request) =>
    answerWith(
      requestProof,
      { ...request.payload, ...request.path, court: new URL(baseUrl).origin },
      request,
    ),
  answerProof,
  endProof,
})
