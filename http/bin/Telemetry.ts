/** Telemetry put together: what a configuration says is watched, recorded and sent. */
import { randomUUID } from "node:crypto"
import { Effect, Layer, type Tracer } from "effect"
import { Observed } from "../../adapters/store/index.ts"
import * as Tracing from "../../adapters/telemetry/Tracing.ts"
import * as Vitals from "../../adapters/telemetry/Vitals.ts"
import { watch } from "../../adapters/telemetry/Watching.ts"
import { nobody, Watch } from "../../core/Court.ts"
import type { Host } from "../../core/Host.ts"
import type { Store } from "../../core/store/Store.ts"
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
const tracing = ({ otlp, sampler, log }: TelemetryConfig): Layer.Layer<Tracing.Tracing> => {
  const ids = log.form === "json"
  const recording = (tracer: Tracer.Tracer | null) =>
    tracer === null && !ids
      ? null
      : Tracing.make({ sampler, ids, tracer: tracer === null ? null : Tracing.withoutWords(tracer) })
  if (otlp === null) return Layer.succeed(Tracing.Tracing, recording(null))
  // Loaded where telemetry is sent alone.
  const loaded = Effect.promise(() => import("../../adapters/telemetry/Export.ts"))
  const sender = { version, instance: randomUUID() }
  const exporting = Effect.flatMap(loaded, (exporter) => exporter.exporting(otlp, sender))
  return Layer.scoped(Tracing.Tracing, Effect.map(exporting, recording))
}

/** Who looks on at the requests of a court: nobody where neither telemetry nor a log of JSON asks for it. */
export const observing = (config: Pick<Config, "telemetry">): Observe => {
  const telemetry = configured(config)
  return isWatched(telemetry) || telemetry.log.form === "json" ? observed : unobserved
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
  const watched = isWatched(telemetry)
  const newest = Vitals.newest()
  const options = { system: systems[config.store._tag], recorded: newest.tell }
  return {
    base: Layer.merge(Layer.succeed(Watch, watched ? watch : nobody), tracing(telemetry)),
    store: (store) => (watched ? Layer.provide(Observed.layer(options), store) : store),
    measures: watched ? measuring(telemetry, newest.get) : Layer.empty,
  }
}
