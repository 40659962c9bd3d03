/** Metrics, spans and their way to collectors: for whoever embeds a court and watches it. `Court.Watch` takes `watch`. */
export * as Export from "./Export.ts"
export * as Metrics from "./Metrics.ts"
export * as Prometheus from "./Prometheus.ts"
export * as Sampler from "./Sampler.ts"
export * as Tracing from "./Tracing.ts"
export { watch } from "./Watching.ts"
