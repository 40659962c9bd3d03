/** Sends spans and metrics to a collector, over OTLP/HTTP. If the collector is slow or away, telemetry is lost and nothing else. */
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError } from "@effect/platform/HttpClientError"
import { Effect, Layer, Redacted, type Scope, type Tracer } from "effect"

/** The addresses to which telemetry is sent over OTLP, and the header fields of its requests. */
export interface Otlp {
  /** The full address to which spans are sent; null: no spans are sent. */
  readonly traces: string | null
  /** The full address to which metrics are sent; null: no metrics are sent. */
  readonly metrics: string | null
  /** Header fields of each request, such as a credential for the collector. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly protocol: "http/protobuf" | "http/json"
  /** Undefined if `OTEL_RESOURCE_ATTRIBUTES` names the service. */
  readonly serviceName: string | undefined
  readonly metricsEveryMs: number
}

/** The version of the program, and an id of the process that sends. */
export interface Sender {
  readonly version: string
  readonly instance: string
}

const answerWithinMs = 5_000
const endWithinMs = 3_000
// A request carries up to a thousand spans. Beyond this number of open requests spans are dropped, so that they don't fill the memory.
const atOnceMax = 8

/** Logs when the collector can't be reached, and when it can again. Its address is not logged, since it may hold a credential. */
const makeReporter = () => {
  let failing = false
  return (fails: boolean, why: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (fails === failing) return Effect.void
      failing = fails
      return fails
        ? Effect.logWarning(`telemetry can't be sent: ${why}`)
        : Effect.logInfo("telemetry is sent again")
    })
}

/** A client that follows no redirect, with limits on the time of a request and on the number of open requests. */
const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (unlimited) => {
    const report = makeReporter()
    let atOnce = 0
    return HttpClient.transform(unlimited, (send, request) =>
      Effect.suspend(() => {
        const failWith = (description: string) =>
          new RequestError({ request, reason: "Transport", description })
        if (atOnce >= atOnceMax) return Effect.fail(failWith("too many requests at the same time"))
        atOnce += 1
        return send.pipe(
          Effect.timeoutFail({ duration: answerWithinMs, onTimeout: () => failWith("no answer in time") }),
          Effect.ensuring(Effect.sync(() => (atOnce -= 1))),
          Effect.tap(({ status }) => report(status >= 400, `the collector answers with ${status}`)),
          Effect.tapError(({ _tag, description }) => report(true, description ?? _tag)),
        )
      }),
    )
  }),
).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" })),
)

/**
 * Sends metrics until the scope ends, and returns the tracer whose spans are sent; null if no spans are sent. Metrics and spans
 * that are not yet sent when the scope ends are sent then, if the collector takes them in the time that is left.
 */
export const exportMetrics = (
  otlp: Otlp,
  { version, instance }: Sender,
  leftMs = endWithinMs,
): Effect.Effect<Tracer.Tracer | null, never, Scope.Scope> =>
  Effect.gen(function* () {
    const common = {
      shutdownTimeout: leftMs,
      headers: Redacted.value(otlp.headers),
      resource: {
        serviceName: otlp.serviceName,
        serviceVersion: version,
        attributes: { "service.instance.id": instance },
      },
    }
    const needs = Layer.merge(
      client,
      otlp.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf,
    )
    const send = Effect.gen(function* () {
      if (otlp.metrics !== null)
        yield* OtlpMetrics.make({ ...common, url: otlp.metrics, exportInterval: otlp.metricsEveryMs })
      return otlp.traces === null ? null : yield* OtlpTracer.make({ ...common, url: otlp.traces })
    })
    const context = yield* Layer.build(needs)
    return yield* Effect.provide(send, context)
  })
