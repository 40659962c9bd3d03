/**
 * The telemetry of a process: what it measures, traces and sends by its configuration. `/metrics` has an address of its own, since only the
 * operator may read it.
 */

import { randomUUID } from "node:crypto"
import { createServer, type Server } from "node:http"
import { Effect, Layer, type Scope, type Tracer } from "effect"
import { Observed } from "../../adapters/store/index.ts"
import { Stores } from "../../adapters/stores/index.ts"
import * as Prometheus from "../../adapters/telemetry/Prometheus.ts"
import * as Tracing from "../../adapters/telemetry/Tracing.ts"
import * as Vitals from "../../adapters/telemetry/Vitals.ts"
import { watch } from "../../adapters/telemetry/Watching.ts"
import { nobody, Watch } from "../../core/kernel/Court.ts"
import type { Host } from "../../core/kernel/Host.ts"
import type { Store } from "../../core/store/Store.ts"
import { logRequest, traceRequest } from "../server/AccessLog.ts"
import { leaveUnobserved, type Observe, observeRequest } from "../server/App.ts"
import { Failure, version } from "../terminal/Terminal.ts"
import { announce } from "./Announcement.ts"
import type { Config } from "./Config.ts"
import { type MetricsAddress, silent, type TelemetryConfig } from "./TelemetryConfig.ts"

const bindServer = (server: Server, { host, port }: MetricsAddress): Effect.Effect<number, Failure> =>
  Effect.async((resume) => {
    server.once("error", ({ message }) => resume(Effect.fail(new Failure(`COURT_METRICS: ${message}`))))
    server.listen(port, host, () => {
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/** Serves the metrics of this process until the scope closes. Gives the port. */
export const serveMetrics = (address: MetricsAddress): Effect.Effect<number, Failure, Scope.Scope> => {
  const server = createServer((request, response) => {
    const isThere = request.url?.split("?", 1)[0] === "/metrics"
    const isRead = request.method === "GET" || request.method === "HEAD"
    if (isThere && isRead)
      response.writeHead(200, { "content-type": Prometheus.contentType }).end(Prometheus.text())
    else if (isThere) response.writeHead(405, { allow: "GET, HEAD" }).end()
    else response.writeHead(404).end()
  })
  return Effect.acquireRelease(bindServer(server, address), () =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    }),
  )
}

const configOf = ({ telemetry = silent }: Pick<Config, "telemetry">): TelemetryConfig => telemetry

const isWatched = ({ metrics, otlp }: TelemetryConfig): boolean => metrics !== null || otlp !== null

/** Traces requests if their spans are sent, or if the log is JSON, whose lines have the ids of traces. */
const tracingLayer = ({ otlp, sampler, log }: TelemetryConfig): Layer.Layer<Tracing.Tracing> => {
  const ids = log.form === "json"
  const recording = (tracer: Tracer.Tracer | null) =>
    tracer === null && !ids
      ? null
      : Tracing.make({ sampler, ids, tracer: tracer === null ? null : Tracing.withoutWords(tracer) })
  if (otlp === null) return Layer.succeed(Tracing.Tracing, recording(null))
  // The exporter is loaded only if spans or metrics are sent.
  const loaded = Effect.promise(() => import("../../adapters/telemetry/Export.ts"))
  const sender = { version, instance: randomUUID() }
  const exporting = Effect.flatMap(loaded, (exporter) => exporter.exportMetrics(otlp, sender))
  return Layer.scoped(Tracing.Tracing, Effect.map(exporting, recording))
}

/** The observer of a court's requests: their measures and spans if these are read, and the trace and the line of each if the log is JSON. */
export const observeRequests = (config: Pick<Config, "telemetry">): Observe => {
  const telemetry = configOf(config)
  const watching = isWatched(telemetry) ? observeRequest : null
  if (telemetry.log.form !== "json") return watching ?? leaveUnobserved
  const outer = watching ?? traceRequest
  return (incoming, route, answer) => outer(incoming, route, logRequest(incoming, route, answer))
}

const measuringLayer = (
  telemetry: TelemetryConfig,
  newest: () => Vitals.Recorded | null,
): Layer.Layer<never, Error, Store | Host> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      yield* Vitals.start(newest)
      const { metrics } = telemetry
      if (metrics === null) return
      const port = yield* serveMetrics(metrics)
      const host = metrics.host.includes(":") ? `[${metrics.host}]` : metrics.host
      announce({ telemetry }, `Metrics are at http://${host}:${port}/metrics.`)
    }),
  )

interface Telemetry {
  /** The lowest layer: it is built first, and sends its last spans after everything else has ended. */
  readonly base: Layer.Layer<Watch | Tracing.Tracing>
  /** A store, observed if its metrics or spans are read. */
  readonly store: <E>(store: Layer.Layer<Store, E>) => Layer.Layer<Store, E>
  /** Measures at intervals, and serves `/metrics` if an address is configured. */
  readonly measures: Layer.Layer<never, Error, Store | Host>
}

export const telemetryOf = (config: Config): Telemetry => {
  const telemetry = configOf(config)
  const watched = isWatched(telemetry)
  const newest = Vitals.newest()
  const options = { system: Stores.kindOf(config.store).system, recorded: newest.tell }
  return {
    base: Layer.merge(Layer.succeed(Watch, watched ? watch : nobody), tracingLayer(telemetry)),
    store: (store) => (watched ? Layer.provide(Observed.layer(options), store) : store),
    measures: watched ? measuringLayer(telemetry, newest.get) : Layer.empty,
  }
}
