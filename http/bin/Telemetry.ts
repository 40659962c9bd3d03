/** Telemetry put together: what a configuration says is watched, recorded and sent. */
import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import { Observed } from "../../adapters/store/index.ts"
import { withoutWords } from "../../adapters/telemetry/Exported.ts"
import * as Tracing from "../../adapters/telemetry/Tracing.ts"
import * as Vitals from "../../adapters/telemetry/Vitals.ts"
import { watch } from "../../adapters/telemetry/Watching.ts"
import type { Host } from "../../core/Host.ts"
import type { Store } from "../../core/store/Store.ts"
import { nobody, Watch } from "../../core/Watch.ts"
import { type Observe, observed, unobserved } from "../server/Observed.ts"
import type { Config } from "./Config.ts"
import { version } from "./Installed.ts"
import { serveMetrics } from "./MetricsServer.ts"
import { silent, type TelemetryConfig } from "./TelemetryConfig.ts"
import { print } from "./Terminal.ts"

const configured = ({ telemetry = silent }: Pick<Config, "telemetry">): TelemetryConfig => telemetry

/** Whether anybody reads what is measured or recorded. */
const isWatched = ({ metrics, otlp }: TelemetryConfig): boolean => metrics !== null || otlp !== null

/** The names of OpenTelemetry; a store that has none there keeps its own. */
const systems: Readonly<Record<Config["store"]["_tag"], string>> = {
  Memory: "memory",
  Sqlite: "sqlite",
  Postgres: "postgresql",
  DenoKv: "denokv",
}

/** A log of JSON has the ids of traces, whether or not their spans are sent. */
const tracingOf = ({ otlp, sampler, log }: TelemetryConfig): Tracing.TracingService | null => {
  if (otlp !== null && otlp.traces !== null) return Tracing.make(sampler)
  return log.form === "json" ? Tracing.make(() => false) : null
}

/** Who looks on at the requests of a court: nobody where neither telemetry nor a log of JSON asks for it. */
export const observing = (config: Pick<Config, "telemetry">): Observe => {
  const telemetry = configured(config)
  return isWatched(telemetry) || telemetry.log.form === "json" ? observed : unobserved
}

const sending = ({ otlp }: TelemetryConfig): Layer.Layer<never> => {
  if (otlp === null) return Layer.empty
  // Loaded where telemetry is sent alone.
  const loaded = Effect.promise(() => import("../../adapters/telemetry/Export.ts"))
  const sender = { version, instance: randomUUID() }
  return Layer.unwrapScoped(
    Effect.map(
      Effect.flatMap(loaded, ({ exporting }) => exporting(otlp, sender)),
      (tracer) => (tracer === null ? Layer.empty : Layer.setTracer(withoutWords(tracer))),
    ),
  )
}

const measuring = (
  { metrics }: TelemetryConfig,
  newest: () => Vitals.Recorded | null,
): Layer.Layer<never, Error, Store | Host> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      yield* Vitals.start(newest)
      if (metrics === null) return
      const port = yield* serveMetrics(metrics)
      const host = metrics.host.includes(":") ? `[${metrics.host}]` : metrics.host
      print(`Metrics are at http://${host}:${port}/metrics.`)
    }),
  )

export interface Telemetry {
  /** Below everything: it is built first, and what it still has to send is sent last. */
  readonly base: Layer.Layer<Watch | Tracing.Tracing>
  /** A store, observed where anybody reads of it. */
  readonly store: <E>(store: Layer.Layer<Store, E>) => Layer.Layer<Store, E>
  /** What is measured at intervals, and where it is read. */
  readonly measures: Layer.Layer<never, Error, Store | Host>
}

export const telemetryOf = (config: Config): Telemetry => {
  const telemetry = configured(config)
  const [watched, tracing] = [isWatched(telemetry), tracingOf(telemetry)]
  const newest = Vitals.newest()
  const options = { system: systems[config.store._tag], tracing, recorded: newest.tell }
  return {
    base: Layer.mergeAll(
      Layer.succeed(Watch, watched ? watch : nobody),
      Layer.succeed(Tracing.Tracing, tracing),
      sending(telemetry),
    ),
    store: (store) => (watched ? Layer.provide(Observed.layer(options), store) : store),
    measures: watched ? measuring(telemetry, newest.get) : Layer.empty,
  }
}
