/**
 * `POST /oauth/token` (RFC 6749): a host that only speaks OAuth gets a token for the key that its agent has anyway. It is counted against
 * its address before anything is read.
 */
import { Clock, Effect, Either } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import type { Answer } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { type Incoming, pathOf } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"
import { lifetimeSeconds, writeToken } from "./AccessToken.ts"
import { clients, type Denied } from "./Client.ts"
import { formBytesMax, isForm, readForm } from "./Form.ts"
import { authorizePath, tokenPath } from "./Metadata.ts"
import { resourceAt, usualResource } from "./Resource.ts"

export const prefix = "/oauth/"

type Wrong = Denied["error"] | "unsupported_grant_type" | "invalid_target" | "unsupported_response_type"

const jsonAnswer = (status: number, body: object, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(body),
})

/** The answer of RFC 6749 §5.2. */
const wrong = (error: Wrong, why: string): Answer => {
  const status = error === "invalid_client" ? 401 : 400
  const challenge = error === "invalid_client" ? { "www-authenticate": 'Basic realm="agent-court"' } : {}
  return jsonAnswer(status, { error, error_description: why }, challenge)
}

const declaredBytes = ({ header }: Incoming): number => Number(header("content-length") ?? 0)

export const mountTokens = ({ baseUrl }: { readonly baseUrl: string }): Mounted => {
  const find = clients([baseUrl, `${baseUrl}${tokenPath}`])
  const give = Effect.fnUntraced(function* (incoming: Incoming, bytes: Uint8Array) {
    const form = readForm(bytes)
    if (form === null) return wrong("invalid_request", "the form is too long, or has a field twice")
    if (form.get("grant_type") !== "client_credentials")
      return wrong("unsupported_grant_type", "grant_type must be client_credentials")
    const asked = form.get("resource")
    const resource = asked === undefined ? usualResource : resourceAt(asked, baseUrl)
    if (resource === null)
      return wrong("invalid_target", `resource must be ${baseUrl}, ${baseUrl}/mcp or ${baseUrl}/api/v1`)
    const nowMs = yield* Clock.currentTimeMillis
    const found = yield* find(form, incoming.header("authorization"), nowMs)
    if (Either.isLeft(found)) return wrong(found.left.error, found.left.why)
    const expires = Math.floor(nowMs / 1_000) + lifetimeSeconds
    const token = writeToken(yield* Keys, { grantee: found.right, resource, expires })
    return jsonAnswer(200, { access_token: token, token_type: "Bearer", expires_in: lifetimeSeconds })
  })
  return (incoming, { admission, intake }) =>
    Effect.gen(function* () {
      const { address, method, header } = incoming
      const bytes = Math.min(declaredBytes(incoming) || 0, formBytesMax)
      yield* admission.arrive({ address, bytes })
      const rate = yield* admission.count(null, { address, bytes })
      const path = pathOf(incoming)
      if (path === authorizePath)
        return wrong(
          "unsupported_response_type",
          "No agent logs in on a page: POST /oauth/token gives tokens",
        )
      if (path !== tokenPath) return yield* new Faulted({ code: "not_found" })
      if (method !== "POST")
        return yield* new Faulted({ code: "method_not_allowed", headers: { allow: "POST" } })
      if (!isForm(header("content-type")) || declaredBytes(incoming) > formBytesMax)
        return wrong("invalid_request", `the body must be a form of at most ${formBytesMax} bytes`)
      const answer = yield* intake.read(incoming, { carries: true, bytes }, (body) => give(incoming, body))
      return { ...answer, headers: { ...rate, ...answer.headers } }
    })
}
