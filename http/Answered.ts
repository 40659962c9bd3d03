/** From the value that a handler gave to the answer on the wire. */
import type { Answer, Headers, Reply } from "./Answer.ts"
import type { Endpoint } from "./Endpoint.ts"
import { etagOf, matches } from "./Etag.ts"
import type * as Routes from "./Routes.ts"

/** Public reads may be made from a page of any origin; nothing that takes a credential may. */
export const corsOf = (found: Routes.Found<Endpoint>): Headers => {
  const open = (route: Endpoint): boolean => route.method === "GET" && route.conditions.credential === "none"
  if (found._tag === "Found" && open(found.route)) {
    return {
      "access-control-allow-origin": "*",
      "access-control-expose-headers":
        "ETag, RateLimit, RateLimit-Policy, Retry-After, Repr-Digest, Court-Publication-Status, Court-Sandbox, Dispute-Resolution",
    }
  }
  if (found._tag === "WrongMethod" && found.routes.some(open)) {
    return {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "If-None-Match",
      "access-control-max-age": "86400",
    }
  }
  return {}
}

interface Asked {
  /** Whether the answer is for a caller with a credential. */
  readonly caller: boolean
  readonly ifNoneMatch: string | undefined
}

/** The answer with its headers; one that anybody may read has a tag, and is not sent again to whoever has it. */
export const answered = (endpoint: Endpoint, reply: Reply<unknown>, asked: Asked): Answer => {
  const { conditions, contentType, status } = endpoint
  const body = typeof reply.value === "string" ? reply.value : JSON.stringify(reply.value)
  const headers = {
    ...(conditions.credential === "optional" ? { vary: "Authorization" } : {}),
    ...(reply.replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...reply.headers,
  }
  if (conditions.cache === null || asked.caller) {
    return { status, headers: { "content-type": contentType, "cache-control": "no-store", ...headers }, body }
  }
  // A body that says when it was made differs each time; its handler knows the tag of what it says besides.
  const etag = reply.headers?.etag ?? etagOf(body)
  const cached = { "cache-control": conditions.cache, etag, ...headers }
  return matches(asked.ifNoneMatch, etag)
    ? { status: 304, headers: cached, body: null }
    : { status, headers: { "content-type": contentType, ...cached }, body }
}
