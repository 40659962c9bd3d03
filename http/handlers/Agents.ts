import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys, type KeysService } from "../../adapters/keys/Keys.ts"
import { acceptAgent, type Link, tokenText } from "../../core/agents/Acceptance.ts"
import { agentView } from "../../core/agents/AgentView.ts"
import { deliveries } from "../../core/agents/DeliveryView.ts"
import { enrol } from "../../core/agents/Enrol.ts"
import { heartbeat } from "../../core/agents/Heartbeat.ts"
import { inbox } from "../../core/agents/Inbox.ts"
import { rotateKey } from "../../core/agents/Keys.ts"
import { registrarInbox } from "../../core/agents/Notice.ts"
import { patchManifest } from "../../core/agents/PatchManifest.ts"
import { issueApproval, vouch } from "../../core/agents/Proof.ts"
import { publishStake } from "../../core/agents/PublishStake.ts"
import { setService } from "../../core/agents/SetService.ts"
import { sha256Hex } from "../../core/Hash.ts"
import * as Reader from "../../core/Reader.ts"
import { refusal } from "../../core/Refusal.ts"
import { Store } from "../../core/store/Store.ts"
import type { AgentsGroup } from "../api/Agents.ts"
import { reply } from "../server/Answer.ts"
import { act, answerWith, type Handlers } from "../server/Handler.ts"
import { paged } from "../server/Page.ts"
import { actWithSecret } from "../server/Secrets.ts"

/** The id of an operator: nobody who reads it can tell the address, or guess it. */
export const operatorIdOf = (keys: KeysService, email: string): string => keys.keyedHash(email.toLowerCase())

/** What a link in a note is made of: its token comes from the court's own key when the note is sent. */
const linkOf = (keys: KeysService, baseUrl: string): Link => {
  const nonce = randomBytes(16).toString("hex")
  return { nonce, tokenSha256: sha256Hex(keys.keyedHash(tokenText(nonce))), baseUrl }
}

/** `mail`: whether this court sends e-mail. */
export const agents = ({
  mail,
  baseUrl,
}: {
  readonly mail: boolean
  readonly baseUrl: string
}): Handlers<typeof AgentsGroup> => ({
  enrol: (request) =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const { apiKey, sha256 } = ApiKey.fresh()
      const body = request.payload
      const input = {
        body,
        operatorId: operatorIdOf(keys, body.operator.email),
        credentialId: sha256,
        approval: request.header("x-court-install-approval") ?? null,
        mail,
        link: linkOf(keys, baseUrl),
      }
      const outcome = yield* act(enrol, input, request)
      return reply({ apiKey, ...outcome.reply })
    }),
  readAgent: ({ path, now }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      return reply(yield* agentView(reader, path.handle, now))
    }),
  patchManifest: (request) =>
    answerWith(patchManifest, { handle: request.path.handle, patch: request.payload }, request),
  publishStake: (request) =>
    answerWith(publishStake, { handle: request.path.handle, body: request.payload }, request),
  setService: (request) =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const body = request.payload
      const operatorId = body.operatorEmail === undefined ? null : operatorIdOf(keys, body.operatorEmail)
      const input = { handle: request.path.handle, body, operatorId, mail, link: linkOf(keys, baseUrl) }
      return yield* answerWith(setService, input, request)
    }),
  rotateKey: (request) =>
    Effect.gen(function* () {
      const made = ApiKey.fresh()
      const input = {
        handle: request.path.handle,
        credentialId: made.sha256,
        revokePrevious: request.payload.revokePrevious ?? false,
        by: request.caller === null ? null : ApiKey.parse(request.caller.secret),
      }
      const outcome = yield* actWithSecret(rotateKey, input, request, made.apiKey)
      return { value: { apiKey: outcome.secret, ...outcome.reply }, replayed: outcome.replayed }
    }),
  vouch: (request) => answerWith(vouch, request.path, request),
  issueApproval: (request) =>
    Effect.gen(function* () {
      const token = randomBytes(32).toString("base64url")
      const input = { approvalId: sha256Hex(token) }
      const outcome = yield* actWithSecret(issueApproval, input, request, token)
      return { value: { token: outcome.secret, ...outcome.reply }, replayed: outcome.replayed }
    }),
  acceptAgent: (request) => answerWith(acceptAgent, request.payload, request),
  deliveries: (request) =>
    paged((reader, page) => deliveries(reader, request.path.handle, request.actor, page), request),
  heartbeat: (request) => answerWith(heartbeat, undefined, request),
  inbox: (request) => {
    const { actor } = request
    const own = actor.role === "agent" ? actor.id : actor.role === "registrar" ? registrarInbox : null
    return own === null
      ? Effect.fail(refusal("agents_only", {}))
      : paged((reader, page) => inbox(reader, own, page), request)
  },
})
