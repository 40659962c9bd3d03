/** Requests, timed and counted, each the begin of a trace or the next span of its caller's. */
import type { Effect } from "effect"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { begin, errorType, parentOf, timed } from "../../adapters/telemetry/Tracing.ts"
import type { Answer } from "./Answer.ts"
import type { Incoming } from "./Incoming.ts"

/** Looks on while a request is answered. The route is a template such as `/api/v1/agents/:handle`; null where none is found. */
export type Observe = <R>(
  incoming: Incoming,
  route: string | null,
  answer: Effect.Effect<Answer, never, R>,
) => Effect.Effect<Answer, never, R>

/** Nobody looks on. */
export const unobserved: Observe = (_incoming, _route, answer) => answer

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Neither the path nor the address of a request is told: handles, ids and callers stand in them. */
export const observed: Observe = (incoming, route, answer) => {
  const method = methods.has(incoming.method) ? incoming.method : "_OTHER"
  const attributes = { "http.request.method": method, ...(route === null ? {} : { "http.route": route }) }
  const name = route === null ? method : `${method} ${route}`
  const parent = parentOf(incoming.header("traceparent"))
  return begin(name, { kind: "server", parent, attributes }, (span) => {
    const ended = (seconds: number, status: number | null): void => {
      Metrics.activeRequests.record(-1)
      Metrics.requests.record(seconds, method, route ?? "", status === null ? "" : String(status))
      if (span === null || status === null) return
      span.attribute("http.response.status_code", status)
      if (status >= 500) span.attribute(errorType, String(status))
    }
    Metrics.activeRequests.record(1)
    return timed(
      answer,
      (seconds, { status }) => ended(seconds, status),
      (seconds) => ended(seconds, null),
    )
  })
}
