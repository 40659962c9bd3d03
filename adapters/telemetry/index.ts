/** Metrics, spans and their export, for programs that embed a court. `Court.Watch` takes `watch`. */
export * as Export from "./Export.ts"
export * as Family from "./Family.ts"
export * as Metrics from "./Metrics.ts"
export * as Prometheus from "./Prometheus.ts"
export * as Sampler from "./Sampler.ts"
export * as Tracing from "./Tracing.ts"
export * as Vitals from "./Vitals.ts"
export { watch } from "./Watching.ts"
