/**
 * The access log: a line of JSON for each request that is answered. It has the route and never the path, the query, a header field or an
 * address, since these name agents, records, keys and callers. It passes by the logger, which costs ten times as much for a line.
 */
import { Context, Effect } from "effect"
import { begin, parentOf } from "../../adapters/telemetry/Tracing.ts"
import type { Answer } from "./Answer.ts"
import { methodOf, type Observe } from "./App.ts"

/** Takes a line for each answer; null, the default, keeps no log. */
export class AccessLog extends Context.Reference<AccessLog>()("agent-court/AccessLog", {
  defaultValue: (): ((line: string) => void) | null => null,
}) {}

const bytesOf = (method: string, { body }: Answer): number =>
  body === null || method === "HEAD" ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.length

/** Writes a line once the answer is made: method, route (null if no operation has the path), status, milliseconds, bytes, and the trace. */
export const logRequest: Observe = (incoming, route, answer) =>
  Effect.flatMap(AccessLog, (write) => {
    if (write === null) return answer
    const startedAt = performance.now()
    return Effect.flatMap(answer, (given) =>
      Effect.withFiberRuntime((fiber) => {
        const method = methodOf(incoming)
        const line = {
          time: new Date().toISOString(),
          level: "info",
          message: "answered",
          method,
          route,
          status: given.status,
          ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
          bytes: bytesOf(method, given),
          trace_id: fiber.currentSpan?.traceId,
        }
        write(JSON.stringify(line))
        return Effect.succeed(given)
      }),
    )
  })

/** Gives a request the ids of a trace, which begins with it or goes on with its caller's, if nothing else observes it. */
export const traceRequest: Observe = (incoming, route, answer) =>
  begin(
    route ?? methodOf(incoming),
    { kind: "server", parent: parentOf(incoming.header("traceparent")), attributes: {} },
    () => answer,
  )
