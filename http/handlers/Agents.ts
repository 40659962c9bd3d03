/** The handlers for agents and their keys. Secrets are made here, so that the core sees only their hashes. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { shownText } from "../../adapters/notices/Carrier.ts"
import { Guard } from "../../adapters/outbound/index.ts"
import {
  heartbeat,
  inbox,
  issueApproval,
  type noticeView,
  rotateKey,
  Service,
  setService,
} from "../../core/agents/index.ts"
import { enrol, enrolmentOf } from "../../core/enrolment/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { perform } from "../../core/kernel/Host.ts"
import { requestProof } from "../../core/proofs/index.ts"
import type { AgentsGroup } from "../api/Agents.ts"
import type { ProofsGroup } from "../api/Proofs.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, askPage, cursorOf, optionsOf } from "../server/Handler.ts"
import { actWithSecret } from "../server/Idempotency.ts"
import type { ByHand } from "./Work.ts"

/** A notice as its reader sees it: its text gives the addresses of the acts that it asks for. */
const showNotice = ({ asks, ...notice }: ReturnType<typeof noticeView>) => ({
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
}): ByHand<typeof AgentsGroup> => {
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
    setService: (request) =>
      Effect.flatMap(
        Service.serviceOf(request.path.handle, request.payload, {
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
    issueApproval: (request) =>
      Effect.gen(function* () {
        const token = randomBytes(32).toString("base64url")
        const input = { approvalId: sha256Hex(token) }
        const outcome = yield* actWithSecret(issueApproval, input, request, token)
        return { value: { token: outcome.secret, ...outcome.reply }, replayed: outcome.replayed }
      }),
    heartbeat: (request) => answerWith(heartbeat, undefined, request),
    inbox: (request) =>
      Effect.map(askPage(inbox, {}, request), (page) => {
        const { items, latest, nextCursor } = page.value
        return {
          ...page,
          value: { items: items.map(showNotice), latestCursor: cursorOf(latest), nextCursor },
        }
      }),
  }
}

export const proofs = ({ baseUrl }: { readonly baseUrl: string }): ByHand<typeof ProofsGroup> => ({
  requestProof: (request) =>
    answerWith(
      requestProof,
      { ...request.payload, ...request.path, court: new URL(baseUrl).origin },
      request,
    ),
})
