/** Error bodies, with the status of every class of refusal and of every fault of the transport. */
import { Data } from "effect"
import type { ExecuteError } from "../../core/kernel/Court.ts"
import type { Refusal } from "../../core/kernel/Refusal.ts"
import type { RefusalClass } from "../../core/kernel/refusals/Ground.ts"
import type { Problem } from "../api/Operation.ts"

const statusOf = {
  malformed: 400,
  unknown: 404,
  forbidden: 403,
  unpaid: 402,
  state: 409,
  large: 413,
  content: 422,
  excess: 429,
} as const satisfies Record<RefusalClass, number>

interface Fault {
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** The faults of the transport: what the interface refuses by itself, whatever the rules say. */
const faults = {
  invalid_request: {
    status: 400,
    title: "The request does not fit its schema",
    detail: "Fix the fields listed in `errors`.",
  },
  invalid_json: {
    status: 400,
    title: "The body is not readable JSON",
    detail: "Send one JSON value in UTF-8.",
  },
  duplicate_member: {
    status: 400,
    title: "An object of the body names a member twice",
    detail: "Name each member once; the errors list says which one is repeated.",
  },
  unsupported_charset: {
    status: 400,
    title: "The body is in another charset than UTF-8",
    detail: "Send UTF-8, with Content-Type: application/json.",
  },
  batch_refused: {
    status: 400,
    title: "Several messages in one body are not taken",
    detail: "Send each JSON-RPC message in a request of its own.",
  },
  too_deep: { status: 400, title: "The body is nested too deeply", detail: "Nest at most 32 levels." },
  invalid_idempotency_key: {
    status: 400,
    title: "The Idempotency-Key can't be used",
    detail: "Give 1 to 200 printable ASCII characters, in double quotes or bare.",
  },
  two_credentials: {
    status: 400,
    title: "The request has both a bearer credential and a signature",
    detail: 'Send either Authorization: Bearer, or a signature with tag="agent-court", and not both.',
  },
  signature_unreadable: {
    status: 400,
    title: "The signature of the request can't be read",
    detail: "Send Signature-Input and Signature as RFC 9421 writes them; the errors list says what is wrong.",
  },
  digest_mismatch: {
    status: 400,
    title: "The body is not the signed body",
    detail:
      "Send Content-Digest (RFC 9530) with the sha-256 or sha-512 of the bytes of the body, and sign it.",
  },
  unauthenticated: {
    status: 401,
    title: "A credential is needed",
    detail:
      "Send a credential that is in force as Authorization: Bearer <API_KEY>, or sign the request (RFC 9421) by a key that you have proven.",
  },
  signature_incomplete: {
    status: 401,
    title: "The signature does not cover enough",
    detail:
      'Cover "@method" and "@target-uri", with a body "content-digest", and with an act "idempotency-key"; the errors list names what is missing.',
  },
  signature_out_of_time: {
    status: 401,
    title: "The signature is not of this time",
    detail: "Sign the request anew, with the present time as created.",
  },
  unknown_keyid: {
    status: 401,
    title: "No agent has proven this key",
    detail:
      "Give as keyid the id of a proof of yours: GET /agents/{handle} lists them, and POST /agents/{handle}/proofs begins one.",
  },
  signing_key_ended: {
    status: 401,
    title: "This key has ended",
    detail:
      "Sign by a key whose proof stands, or prove this key again. If the Registrar has ended the keys of the agent, no key signs for it.",
  },
  signature_algorithm_refused: {
    status: 401,
    title: "The key does not sign by this algorithm",
    detail:
      'Sign by an Ed25519 key with alg="ed25519", or by a P-256 key with alg="ecdsa-p256-sha256"; alg may be left out.',
  },
  signature_wrong: {
    status: 401,
    title: "The signature is not of this key over this request",
    detail:
      'Sign the base of RFC 9421 §2.5 of the request as the court receives it; the errors list says how "@target-uri" begins here.',
  },
  foreign_host: {
    status: 403,
    title: "The Host is not this court's",
    detail: "Call the court by its published address (COURT_BASE_URL), or by a numeric one.",
  },
  foreign_origin: {
    status: 403,
    title: "Pages of another origin can't call this",
    detail: "Call it from a program, not from a page of another site.",
  },
  not_found: { status: 404, title: "Nothing is here", detail: "GET /openapi.json lists every path." },
  method_not_allowed: {
    status: 405,
    title: "The method is not offered here",
    detail: "Use one of the methods that the Allow header names.",
  },
  request_timeout: {
    status: 408,
    title: "The request did not arrive in time",
    detail: "Send the whole request within half a minute.",
  },
  key_in_flight: {
    status: 409,
    title: "A request with this Idempotency-Key is under way",
    detail: "Wait for its answer, then repeat the request to have it again.",
  },
  reply_sealed: {
    status: 409,
    title: "The earlier answer carries a secret sealed to another credential",
    detail: "Repeat the request with the credential that made it first.",
  },
  list_too_old: {
    status: 410,
    title: "The changes since that list are not kept",
    detail: "Read the whole list: GET /api/v1/check/list without since.",
  },
  body_too_large: {
    status: 413,
    title: "The body is too large",
    detail: "Send at most 1 MiB (1,048,576 bytes), and what is more in requests of their own.",
  },
  too_many_elements: {
    status: 413,
    title: "The body has too many parts",
    detail: "Its objects and arrays may have 5,000 members and elements in all, and those of a batch 10,000.",
  },
  not_json: {
    status: 415,
    title: "The body is not declared as JSON",
    detail: "Send Content-Type: application/json.",
  },
  key_reused: {
    status: 422,
    title: "The Idempotency-Key stands for another request",
    detail: "Use a fresh key for another body or path.",
  },
  headers_too_large: {
    status: 431,
    title: "The header fields are too large",
    detail: "Send 16 kB of header fields at most.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    detail: "Wait as long as Retry-After says.",
  },
  bodies_in_flight: {
    status: 429,
    title: "Too many large bodies at once",
    detail: "Wait for the answers to what this address has sent, then send the next.",
  },
  internal: {
    status: 500,
    title: "The service failed",
    detail: "The fault is logged under the id in instance; nothing more was recorded than was acknowledged.",
  },
  store_unavailable: {
    status: 503,
    title: "The store can't be reached",
    detail: "Repeat the request, with the same Idempotency-Key if it had one.",
  },
  log_behind: {
    status: 503,
    title: "The log has not come so far yet",
    detail: "Repeat the request after a moment: the log takes what is recorded within two seconds.",
  },
  event_altered: {
    status: 503,
    title: "The log holds another event than the store",
    detail:
      "No proof can be given, and waiting does not help: the event in the court's store differs from the event in its log. Keep this answer, and tell the court's people, who find the difference by `agent-court monitor`.",
  },
  clock_behind: {
    status: 503,
    title: "The court's clock is behind its last event",
    detail: "Its people must set the clock of the machine; until then its acts would be dated wrongly.",
  },
  counsel_unavailable: {
    status: 503,
    title: "Counsel can't be reached",
    detail:
      "No draft was made and nothing was charged; brief again later, with the same Idempotency-Key if it had one.",
  },
  draft_unusable: {
    status: 503,
    title: "Counsel gave no usable draft",
    detail:
      "Its draft could not be filed, twice; nothing was charged. Brief again with fuller instructions, or draft it yourself.",
  },
  overloaded: {
    status: 503,
    title: "The service holds as many large bodies as it can",
    detail: "Nothing was recorded; repeat the request in a moment.",
  },
  shutting_down: {
    status: 503,
    title: "The service is stopping",
    detail: "No new work is taken; repeat the request in a moment.",
  },
} as const satisfies Record<string, Fault>
export type FaultCode = keyof typeof faults

const type = (code: string): string => `urn:agent-court:problem:${code}`

export const faultProblem = (code: FaultCode, instance: string, errors?: Problem["errors"]): Problem => ({
  type: type(code),
  ...faults[code],
  instance,
  code,
  ...(errors === undefined || errors.length === 0 ? {} : { errors }),
})

type Shown = Pick<Refusal, "code" | "class" | "rules" | "title" | "detail" | "errors">

export const refusalProblem = (refusal: Shown, instance: string): Problem => ({
  type: type(refusal.code),
  title: refusal.title,
  status: statusOf[refusal.class],
  detail: refusal.detail,
  instance,
  code: refusal.code,
  ...(refusal.rules[0] === undefined ? {} : { rule: refusal.rules[0] }),
  ...(refusal.errors.length === 0 ? {} : { errors: refusal.errors }),
})

/** The interface refuses a request, by a rule of its own and not by a rule of the court. */
export class Faulted extends Data.TaggedError("Faulted")<{
  readonly code: FaultCode
  readonly errors?: Problem["errors"]
  readonly headers?: Headers
}> {}

export type Headers = { readonly [name: string]: string }

export type Failure = ExecuteError | Faulted
