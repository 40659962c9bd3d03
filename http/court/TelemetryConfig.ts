/** The telemetry of the environment: where metrics are read, where spans and metrics are sent, and the form of the log. */
import { Either, Redacted } from "effect"
import type { Otlp } from "../../adapters/telemetry/Export.ts"
import * as Sampler from "../../adapters/telemetry/Sampler.ts"
import { choice, type Environment, type Read } from "./Variables.ts"

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

const levels = ["debug", "info", "warn", "error", "off"] as const

export interface LogConfig {
  readonly form: "human" | "json"
  readonly level: (typeof levels)[number]
}

/** Where a court sends and shows its telemetry. `metrics` is the address of `/metrics`; null if it isn't served. */
export interface TelemetryConfig {
  readonly metrics: MetricsAddress | null
  /** The collector that spans and metrics are sent to; null if they are not sent. */
  readonly otlp: Otlp | null
  readonly sampler: Sampler.Sampler
  readonly log: LogConfig
}

export const silent: TelemetryConfig = {
  metrics: null,
  otlp: null,
  sampler: Sampler.makeSampler(),
  log: { form: "human", level: "info" },
}

type Take = <A>(found: Read<A>, otherwise: A) => A

/** An environment in which an empty value counts as absent, as OpenTelemetry specifies. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""))

/** `127.0.0.1:9464` or `[::1]:9464`. */
const readMetrics = (env: Environment): Read<MetricsAddress | null> => {
  const value = env.COURT_METRICS
  if (value === undefined) return Either.right(null)
  const [, six, four, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/i.exec(value) ?? []
  const host = six ?? four
  return host !== undefined && Number(port) <= 65_535
    ? Either.right({ host, port: Number(port) })
    : Either.left(`COURT_METRICS=${value}: an address and a port, such as 127.0.0.1:9464`)
}

/** The address of a collector. No message repeats it, since it may hold a credential. */
const readAddress = (env: Environment, name: string, path: string): Read<string | null> => {
  const value = env[name]
  if (value === undefined) return Either.right(null)
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol)
    ? Either.right(`${value.replace(/\/+$/, "")}${path}`)
    : Either.left(`${name}: the http or https address of a collector, such as http://127.0.0.1:4318`)
}

/** Reads `name=value,name=value`, percent-encoded. No message repeats a value. */
const readHeaders = (env: Environment): Read<Otlp["headers"]> => {
  const name = "OTEL_EXPORTER_OTLP_HEADERS"
  const pairs = (env[name] ?? "").split(",").filter((part) => part.trim() !== "")
  const found = pairs.map((part) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(part))
  try {
    const headers = found.map((match) => [match?.[1], decodeURIComponent(match?.[2] ?? "")] as const)
    const known = headers.flatMap(([key, value]) => (key === undefined ? [] : [[key, value] as const]))
    if (known.length === headers.length) return Either.right(Redacted.make(Object.fromEntries(known)))
  } catch {
    // not percent-encoded
  }
  return Either.left(`${name}: name=value, separated by commas, with values percent-encoded`)
}

const readInterval = (env: Environment): Read<number> => {
  const name = "OTEL_METRIC_EXPORT_INTERVAL"
  const value = env[name] ?? "60000"
  return /^[1-9]\d{2,7}$/.test(value)
    ? Either.right(Number(value))
    : Either.left(`${name}=${value}: milliseconds, from 100`)
}

const readSampler = (env: Environment): Read<Sampler.Sampler> => {
  const share = env.OTEL_TRACES_SAMPLER_ARG
  const name = env.OTEL_TRACES_SAMPLER ?? (share === undefined ? null : "parentbased_traceidratio")
  if (name === null) return Either.right(silent.sampler)
  const ratio = Number(share ?? "1")
  if (!(ratio >= 0 && ratio <= 1))
    return Either.left(`OTEL_TRACES_SAMPLER_ARG=${share}: the share of traces that are recorded, from 0 to 1`)
  const sampler = Sampler.byName(name, ratio)
  return sampler === null
    ? Either.left(`OTEL_TRACES_SAMPLER=${name}: one of ${Sampler.names.join(", ")}`)
    : Either.right(sampler)
}

const namesService = (env: Environment): boolean =>
  (env.OTEL_RESOURCE_ATTRIBUTES ?? "").split(",").some((pair) => /^\s*service\.name\s*=/.test(pair))

/** The address for one kind of telemetry: its own, or the common one; null if this kind is not sent. */
const readSignal = (env: Environment, signal: "traces" | "metrics", take: Take): string | null => {
  const upper = signal.toUpperCase()
  const own = take(readAddress(env, `OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`, ""), null)
  const address = own ?? take(readAddress(env, "OTEL_EXPORTER_OTLP_ENDPOINT", `/v1/${signal}`), null)
  if (address === null) return null
  const exporter = take(choice(env, `OTEL_${upper}_EXPORTER`, ["otlp", "none"], "otlp"), "none")
  return exporter === "none" ? null : address
}

/** Where to send telemetry. Without an address nothing is sent, and the other OTEL_ variables are ignored: they may be meant for another program. */
const readOtlp = (env: Environment, take: Take): Otlp | null => {
  if (env.OTEL_SDK_DISABLED === "true") return null
  const [traces, metrics] = [readSignal(env, "traces", take), readSignal(env, "metrics", take)]
  if (traces === null && metrics === null) return null
  return {
    traces,
    metrics,
    headers: take(readHeaders(env), Redacted.make({})),
    protocol: take(
      choice(env, "OTEL_EXPORTER_OTLP_PROTOCOL", ["http/protobuf", "http/json"], "http/protobuf"),
      "http/protobuf",
    ),
    serviceName: env.OTEL_SERVICE_NAME ?? (namesService(env) ? undefined : "agent-court"),
    metricsEveryMs: take(readInterval(env), 0),
  }
}

/** The telemetry that an environment describes, or everything that is wrong with it, a line for each variable. */
export const readTelemetry = (
  environment: Environment,
): Either.Either<TelemetryConfig, ReadonlyArray<string>> => {
  const env = withoutEmpty(environment)
  const problems = new Set<string>()
  const take: Take = (found, otherwise) => {
    if (Either.isRight(found)) return found.right
    problems.add(found.left)
    return otherwise
  }
  const otlp = readOtlp(env, take)
  const telemetry: TelemetryConfig = {
    metrics: take(readMetrics(env), null),
    otlp,
    sampler: otlp === null ? silent.sampler : take(readSampler(env), silent.sampler),
    log: {
      form: take(choice(env, "COURT_LOG", ["human", "json"], "human"), "human"),
      level: take(choice(env, "COURT_LOG_LEVEL", levels, "info"), "info"),
    },
  }
  return problems.size > 0 ? Either.left([...problems]) : Either.right(telemetry)
}
