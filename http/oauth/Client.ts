/** Who asks for a token: an agent by the API key that it has, or by a key that it has proven. */

import { hash } from "node:crypto"
import { Effect, Either, Option } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../core/agents/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store } from "../../core/store/Store.ts"
import { rememberKeys } from "../server/SigningKeys.ts"
import type { Grantee } from "./AccessToken.ts"
import { type Assertion, isSignedBy, readAssertion } from "./Assertion.ts"
import type { Form } from "./Form.ts"

/** Whether an assertion of this name is used for the first time. It is remembered for `ms` milliseconds. */
export const isFirstUse = Effect.fnUntraced(function* (name: string, ms: number) {
  const at = yield* (yield* Host).now
  const id = `assertion/${hash("sha256", name)}`
  const receipt = { id, fingerprint: id, reply: {}, expiresAt: at + Math.ceil(ms) }
  const { _tag } = yield* (yield* Store).commit({ ...empty(at), receipt })
  return _tag === "Committed"
})

/** The reason why no token is given: the code of RFC 6749 §5.2, and a sentence. */
export interface Denied {
  readonly error: "invalid_client" | "invalid_request"
  readonly why: string
}
type Found = Either.Either<Grantee, Denied>

const deny = (why: string, error: Denied["error"] = "invalid_client"): Found => Either.left({ error, why })

/** The name and the secret of a client: from `Authorization: Basic`, each form-encoded (RFC 6749 §2.3.1), or from the form. */
const secretOf = (
  form: Form,
  authorization: string | undefined,
): readonly [name: string, secret: string] | null => {
  if (authorization === undefined) {
    const [name, secret] = [form.get("client_id"), form.get("client_secret")]
    return name === undefined || secret === undefined ? null : [name, secret]
  }
  const [, encoded = ""] = /^Basic +([A-Za-z0-9+/]{1,1000}={0,2}) *$/i.exec(authorization) ?? []
  const [, name = "", secret = ""] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded, "base64").toString()) ?? []
  const decoded = new URLSearchParams(`name=${name}&secret=${secret}`)
  return [decoded.get("name") ?? "", decoded.get("secret") ?? ""]
}

const noSuchKey = "client_id must be the handle of an agent, and client_secret its API key in force"
const byWhat =
  "Authenticate by the API key of an agent (client_secret_basic, client_secret_post), or by a proven key (private_key_jwt)"
const noSuchAssertion =
  "the assertion must be signed by a key that the client has proven and that stands, with the algorithm of that key"

const bySecret = Effect.fnUntraced(function* (client: string, secret: string) {
  const id = ApiKey.parse(secret)
  if (id === null) return deny(noSuchKey)
  const now = yield* (yield* Host).now
  const held = yield* Keys.findCredential(Reader.make(yield* Store).reader, id)
  const agent = Option.getOrNull(Option.flatMap(held, (found) => Keys.bearer(found, now)))
  return agent === null || (agent.handle !== client && agent.id !== client)
    ? deny(noSuchKey)
    : Either.right({ credential: id })
})

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** Finds the client of a token request. `audiences` are the names that an assertion may be made out to. */
export const clients = (audiences: ReadonlyArray<string>) => {
  const lookUp = rememberKeys()
  const byAssertion = Effect.fnUntraced(function* (assertion: Assertion, nowMs: number) {
    const { client, keyid, jti, expires } = assertion
    const key = yield* lookUp(yield* Store, { keyid, directory: null }, "anew")
    if (typeof key === "string" || !isSignedBy(assertion, key.checker)) return deny(noSuchAssertion)
    const { name, handle, agentId } = key.proof
    if (![name, handle, agentId].includes(client)) return deny(noSuchAssertion)
    // An assertion is taken for a minute after it expired, so it is remembered as long.
    return (yield* isFirstUse(`${name}\n${jti}`, (expires + 60) * 1_000 - nowMs))
      ? Either.right({ keyid: name })
      : deny("the assertion was used before: sign another, with its own jti")
  })
  return Effect.fnUntraced(function* (form: Form, authorization: string | undefined, nowMs: number) {
    const assertion = form.get("client_assertion")
    if (assertion === undefined) {
      const given = secretOf(form, authorization)
      return given === null ? deny(byWhat) : yield* bySecret(...given)
    }
    if (authorization !== undefined || form.get("client_secret") !== undefined)
      return deny("give one credential and not two", "invalid_request")
    if (form.get("client_assertion_type") !== jwtBearer)
      return deny(`client_assertion_type must be ${jwtBearer}`, "invalid_request")
    const read = readAssertion(assertion, audiences, nowMs)
    if (Either.isLeft(read)) return deny(read.left)
    const named = form.get("client_id")
    return named !== undefined && named !== read.right.client
      ? deny("client_id must be the client of the assertion")
      : yield* byAssertion(read.right, nowMs)
  })
}
