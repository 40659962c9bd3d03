import { Either, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { readTelemetry } from "./TelemetryConfig.ts"

type Environment = Readonly<Record<string, string>>

const read = (env: Environment) =>
  Either.getOrThrowWith(readTelemetry(env), (lines) => new Error(lines.join("\n")))
const problems = (env: Environment) => Either.getOrElse(Either.flip(readTelemetry(env)), () => [])
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }

describe("the telemetry that an environment describes", () => {
  it("is off by default, and the log is for people", () => {
    expect(read({})).toMatchObject({ metrics: null, otlp: null, log: { form: "human", level: "info" } })
  })

  it.each([
    ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
    ["[::1]:0", { host: "::1", port: 0 }],
    ["localhost:65535", { host: "localhost", port: 65_535 }],
  ])("COURT_METRICS=%s is an address of its own", (COURT_METRICS, address) => {
    expect(read({ COURT_METRICS }).metrics).toEqual(address)
  })

  it("has the address of a collector with the standard's paths, and the address of one signal as it is", () => {
    expect(read(collector).otlp).toMatchObject({
      traces: "http://collector:4318/v1/traces",
      metrics: "http://collector:4318/v1/metrics",
      protocol: "http/protobuf",
      serviceName: "agent-court",
      metricsEveryMs: 60_000,
    })
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in" }
    expect(read(own).otlp).toMatchObject({ traces: "https://traces.example/in", metrics: null })
    expect(read({ ...collector, OTEL_METRICS_EXPORTER: "none" }).otlp).toMatchObject({ metrics: null })
    expect(read({ ...collector, OTEL_SDK_DISABLED: "true" }).otlp).toBeNull()
    expect(
      read({ ...collector, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" }).otlp,
    ).toBeNull()
  })

  it("has the headers, decoded, and never prints them", () => {
    const OTEL_EXPORTER_OTLP_HEADERS = "authorization=Bearer%20secret, x-team=court"
    const { otlp } = read({ ...collector, OTEL_EXPORTER_OTLP_HEADERS })
    expect(otlp && Redacted.value(otlp.headers)).toEqual({
      authorization: "Bearer secret",
      "x-team": "court",
    })
    expect(JSON.stringify(otlp)).not.toContain("secret")
  })

  it("leaves the name of the service to the resource attributes if they name one", () => {
    const named = (more: Environment) => read({ ...collector, ...more }).otlp?.serviceName
    expect(named({ OTEL_SERVICE_NAME: "court" })).toBe("court")
    expect(named({ OTEL_RESOURCE_ATTRIBUTES: "deployment=x,service.name=court" })).toBeUndefined()
    expect(named({ OTEL_RESOURCE_ATTRIBUTES: "deployment=x" })).toBe("agent-court")
  })

  it("samples as the standard's variables say, even if only the share is given", () => {
    const takes = (more: Environment) => read({ ...collector, ...more }).sampler(null)
    expect(takes({ OTEL_TRACES_SAMPLER: "always_off" })).toBe(false)
    expect(takes({ OTEL_TRACES_SAMPLER_ARG: "0" })).toBe(false)
    expect(takes({ OTEL_TRACES_SAMPLER_ARG: "1" })).toBe(true)
    expect(takes({})).toBe(true)
  })

  it("accepts any value of a variable for sending if nothing is sent", () => {
    expect(problems({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_TRACES_SAMPLER: "jaeger_remote" })).toEqual(
      [],
    )
  })

  it.each([
    [{ COURT_METRICS: "9464" }, /^COURT_METRICS=9464: an address and a port/],
    [{ COURT_METRICS: "127.0.0.1:70000" }, /^COURT_METRICS=/],
    [{ COURT_LOG: "xml" }, /^COURT_LOG=xml: one of human, json$/],
    [{ COURT_LOG_LEVEL: "loud" }, /^COURT_LOG_LEVEL=loud: one of debug, info, warn, error, off$/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
      /^OTEL_EXPORTER_OTLP_ENDPOINT: the http or https address/,
    ],
    [
      { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      /^OTEL_EXPORTER_OTLP_PROTOCOL=grpc: one of http\/protobuf, http\/json$/,
    ],
    [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: "secret" }, /^OTEL_EXPORTER_OTLP_HEADERS: name=value/],
    [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: "k=%ZZsecret" }, /^OTEL_EXPORTER_OTLP_HEADERS: name=value/],
    [{ ...collector, OTEL_TRACES_SAMPLER: "mine" }, /^OTEL_TRACES_SAMPLER=mine: one of always_on/],
    [{ ...collector, OTEL_TRACES_SAMPLER_ARG: "2" }, /^OTEL_TRACES_SAMPLER_ARG=2: the share/],
    [{ ...collector, OTEL_METRIC_EXPORT_INTERVAL: "1" }, /^OTEL_METRIC_EXPORT_INTERVAL=1: milliseconds/],
    [{ ...collector, OTEL_TRACES_EXPORTER: "zipkin" }, /^OTEL_TRACES_EXPORTER=zipkin: one of otlp, none$/],
  ])("%j is refused in a line that names the variable and no secret", (env, line) => {
    const found = problems(env)
    expect(found).toEqual([expect.stringMatching(line)])
    expect(found.join()).not.toContain("secret")
  })
})
