/** Spans and metrics on their way to a collector, over OTLP/HTTP. A collector that is slow or away costs telemetry and nothing else. */
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { RequestError } from "@effect/platform/HttpClientError"
import { Effect, Layer, Redacted, type Scope, type Tracer } from "effect"

export interface Otlp {
  /** The whole address that spans are sent to; null: none are. */
  readonly traces: string | null
  /** The whole address that metrics are sent to; null: none are. */
  readonly metrics: string | null
  /** Header fields of each request, such as a credential of the collector. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly protocol: "http/protobuf" | "http/json"
  /** Undefined where `OTEL_RESOURCE_ATTRIBUTES` names the service. */
  readonly serviceName: string | undefined
  /** The wait between two sendings of metrics. */
  readonly metricsEveryMs: number
}

/** Which program and which process of it sends. */
export interface Sender {
  readonly version: string
  readonly instance: string
}

const answerWithinMs = 5_000
// A request carries up to a thousand spans: what a collector does not take in time is given up before it fills the memory.
const atOnceMax = 8

/** Says when a collector can't be reached, and when it can again; never its address, where a credential may stand. */
const speaking = () => {
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

/** A client that follows no redirect, waits for a bounded time and has so many requests under way at most. */
const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (usual) => {
    const say = speaking()
    let atOnce = 0
    return HttpClient.transform(usual, (send, request) =>
      Effect.suspend(() => {
        const failed = (description: string) =>
          new RequestError({ request, reason: "Transport", description })
        if (atOnce >= atOnceMax) return Effect.fail(failed("too many requests under way"))
        atOnce += 1
        return send.pipe(
          Effect.timeoutFail({ duration: answerWithinMs, onTimeout: () => failed("no answer in time") }),
          Effect.ensuring(Effect.sync(() => (atOnce -= 1))),
          Effect.tap(({ status }) => say(status >= 400, `it answers with ${status}`)),
          Effect.tapError(({ _tag, description }) => say(true, description ?? _tag)),
        )
      }),
    )
  }),
).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" })),
)

/** Sends metrics, and gives the tracer whose spans are sent, for as long as the scope lasts; null where no spans are. What waits is sent at its end. */
export const exporting = (
  otlp: Otlp,
  { version, instance }: Sender,
): Effect.Effect<Tracer.Tracer | null, never, Scope.Scope> =>
  Effect.gen(function* () {
    const common = {
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
