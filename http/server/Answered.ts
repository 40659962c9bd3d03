/** From the value that a handler gave to the answer on the wire. */
import type { Answer, Headers, Reply } from "./Answer.ts"
import type { Endpoint } from "./Endpoint.ts"
import { etagOf, matches } from "./Etag.ts"

/** What a page of another origin may read of an answer. */
const exposed = [
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "Idempotent-Replayed",
  "Repr-Digest",
  "Court-Publication-Status",
  "Court-Instrument-Version",
  "Court-Sandbox",
  "Court-Read-Position",
  "Dispute-Resolution",
].join(", ")

/**
 * Any page may call: a credential is a bearer that its holder sends, and never a cookie that a browser adds by itself, so an
 * origin is allowed nothing that any program isn't.
 */
export const cors: Headers = { "access-control-allow-origin": "*", "access-control-expose-headers": exposed }

/** The answer to a page that asks first which methods a path has, and with which header fields. */
export const preflight = (allow: ReadonlyArray<string>): Answer => ({
  status: 204,
  headers: {
    allow: allow.join(", "),
    "access-control-allow-methods": allow.join(", "),
    "access-control-allow-headers":
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, Court-Read-Position",
    "access-control-max-age": "86400",
  },
  body: null,
})

interface Asked {
  /** Whether the answer is for a caller with a credential. */
  readonly caller: boolean
  readonly ifNoneMatch: string | undefined
}

/** The body of a reply, and its tag for whoever asks for it. */
const wireOf = ({ rendered, value }: Reply<unknown>) => {
  if (rendered !== undefined) return { body: rendered.body, tag: () => rendered.etag }
  const body = typeof value === "string" ? value : JSON.stringify(value)
  return { body, tag: () => etagOf(body) }
}

/** The answer with its headers; one that anybody may read has a tag, and is not sent again to whoever has it. */
export const answered = (endpoint: Endpoint, reply: Reply<unknown>, asked: Asked): Answer => {
  const { conditions, contentType, status } = endpoint
  const { body, tag } = wireOf(reply)
  const headers = {
    ...(conditions.credential === "optional" ? { vary: "Authorization" } : {}),
    ...(reply.replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...reply.headers,
  }
  if (conditions.cache === null || asked.caller) {
    return { status, headers: { "content-type": contentType, "cache-control": "no-store", ...headers }, body }
  }
  // A body that says when it was made differs each time; its handler knows the tag of what it says besides.
  const etag = reply.headers?.etag ?? tag()
  const cached = { "cache-control": conditions.cache, etag, ...headers }
  return matches(asked.ifNoneMatch, etag)
    ? { status: 304, headers: cached, body: null }
    : { status, headers: { "content-type": contentType, ...cached }, body }
}
