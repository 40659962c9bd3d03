/** Telemetry of a court that serves, from end to end: the trace of an act from HTTP to its notice, the metrics, and what they leave out. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Logger, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Stores } from "../../adapters/stores/index.ts"
import * as Prometheus from "../../adapters/telemetry/Prometheus.ts"
import { type Started, start } from "../operate/Running.ts"
import { collect, drawn, fenced, published, type Span, timeless } from "../testing/Collector.ts"
import { agents, type Body, decided, done, draft, entriesOf } from "../testing/Dispute.ts"
import { enrolled, send } from "../testing/TestCourt.ts"
import { services } from "./Composition.ts"
import { type Config, sandbox } from "./Config.ts"
import { json } from "./Log.ts"
import { serveMetrics } from "./Telemetry.ts"

const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }

/** An agent's service: it answers its challenge, and records the types of the calls. */
const listen = async (types: Array<unknown>): Promise<Server> => {
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text) as { readonly type: string; readonly data: Body }
    types.push(body.type)
    response.end(JSON.stringify({ challenge: body.data.challenge ?? null }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return server
}

const advance = (court: Started, advanceMs: number) =>
  done(court, "POST", "/sandbox/clock", { key: court.registrar, body: { advanceMs } })

interface Asked {
  readonly key?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const ask = (court: Started, method: string, path: string, { key, body, headers = {} }: Asked = {}) =>
  fetch(`${court.url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe("telemetry of a court", () => {
  const data = mkdtempSync(join(tmpdir(), "agent-court-telemetry-"))
  const types: Array<unknown> = []
  const log: Array<string> = []
  let collector: Awaited<ReturnType<typeof collect>>
  let service: Server
  let court: Started & { readonly judge: string }
  const secrets: Array<string> = []
  let told = ""

  beforeAll(async () => {
    collector = await collect()
    service = await listen(types)
    const config: Config = {
      ...sandbox(data),
      judge: "bench",
      store: Stores.defaultIn(data),
      localServices: true,
      telemetry: {
        metrics: null,
        otlp: {
          traces: `${collector.url}/v1/traces`,
          metrics: `${collector.url}/v1/metrics`,
          headers: Redacted.make({ "x-collector-key": "of the collector" }),
          protocol: "http/json",
          serviceName: "court under test",
          metricsEveryMs: 60_000,
        },
        sampler: () => true,
        log: { form: "json", level: "info" },
      },
    }
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.map(json, (line) => void log.push(line)),
    )
    const started = await start(
      config,
      Layer.provideMerge(services(config, Stores.layer(config.store)), logger),
    )
    court = { ...started, judge: readFileSync(join(data, "keys", "judge.key"), "utf8").trim() }
  })
  afterAll(async () => {
    collector.stop()
    service.closeAllConnections()
    service.close()
    rmSync(data, { recursive: true, force: true })
  })

  it("PD11 §3 an act with a caller's trace succeeds, and its notice is delivered", async () => {
    // given a judgment against the seller, and a buyer whose service has answered its challenge
    const keys = await agents(court)
    const dealingAt = (await advance(court, 1_000)).now
    await advance(court, 1)
    const { citation, matterId } = await decided(court, draft(), keys, { dealingAt })
    const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/hook`
    await done(court, "PUT", "/agents/buyer/service", { key: keys.buyer, body: { serviceUrl } })
    await vi.waitFor(() => expect(types).toContain("court.verification"), 10_000)
    const [entry] = await entriesOf(court, "seller")
    const id = String(entry?.id)
    const { now } = await done(court, "GET", "/sandbox/clock")
    // when the seller attests within a trace of its own
    const attested = await send(court, "POST", `/api/v1/compliance/${id}/attest`, {
      key: keys.seller,
      headers: {
        traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
        "idempotency-key": "canary-key",
        "user-agent": "canary-agent",
      },
      body: { date: now, evidence: "canary-evidence" },
    })
    expect(attested.status).toBe(200)
    await vi.waitFor(() => expect(types).toContain("compliance.attested"), 10_000)
    secrets.push(...Object.values(keys), citation, matterId, id, serviceUrl, court.judge, court.registrar)
  })

  it("names requests by their routes: no handle, text, key, address or id is in a name, a label or an attribute", async () => {
    const key = await enrolled(court, "canary-handle")
    secrets.push(key)
    await ask(court, "GET", "/api/v1/agents/canary-handle?canary=1")
    await ask(court, "GET", "/canary-path")
    await ask(court, "GET", "/api/v1/agents/canary%ZZ")
    await ask(court, "POST", "/api/v1/notarise", {
      key: "canary-credential",
      body: { canary: "canary-text" },
    })
    await ask(court, "POST", "/api/v1/notarise", { key, body: { sha256: "canary", kind: "canary-kind" } })
    await ask(court, "POST", "/mcp", { body: { jsonrpc: "2.0", id: 1, method: "canary/method", params: {} } })
    await ask(court, "GET", "/healthz", { headers: { traceparent: "canary", tracestate: "canary=1" } })
    await ask(court, "PROPFIND", "/healthz")
    // when the court has sent everything and stopped
    await court.stop()
    told = Prometheus.text()
    const sent = [told, ...collector.received.map(({ body }) => body)].join("\n")
    expect(sent).toContain('"stringValue":"/api/v1/agents/:handle"')
    expect(sent).toContain('http_request_method="_OTHER"')
    for (const secret of ["canary", "the receipt", "Pay back", ...secrets]) expect(sent).not.toContain(secret)
    expect(sent).not.toMatch(/adc_|127\.0\.0\.1|of the collector/)
    expect(log.join("\n")).not.toMatch(/canary|adc_/)
  })

  it("PD11 §3 an act is one trace: the caller's span holds the request, the act, its commits and its notice", () => {
    const trace = collector.spans().filter(({ traceId }) => traceId === caller.traceId)
    const parentOf = (name: string): Span | undefined => {
      const span = trace.find((one) => one.name === name)
      return trace.find(({ spanId }) => spanId === span?.parentSpanId)
    }
    const request = trace.find(({ parentSpanId }) => parentSpanId === caller.spanId)
    expect(request).toMatchObject({
      name: "POST /api/v1/compliance/:id/attest",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/v1/compliance/:id/attest",
        "http.response.status_code": 200,
      },
    })
    expect(parentOf("attest-compliance")?.spanId).toBe(request?.spanId)
    expect(parentOf("task notice")?.name).toBe("attest-compliance")
    expect(parentOf("deliver service")?.name).toBe("task notice")
    const commits = trace.filter(({ name }) => name === "commit")
    expect(
      commits.map(({ parentSpanId }) => trace.find(({ spanId }) => spanId === parentSpanId)?.name),
    ).toEqual(expect.arrayContaining(["attest-compliance", "record-delivery"]))
    for (const { attributes } of commits)
      expect(attributes).toEqual({
        "db.system.name": "sqlite",
        "db.operation.name": "commit",
        "court.commit.result": "committed",
      })
  })

  it("the page on telemetry shows that trace, and an excerpt of /metrics", () => {
    const trace = collector.spans().filter(({ traceId }) => traceId === caller.traceId)
    const tree = drawn(trace, caller.spanId)
    // Reads that are batched are one span, in the trace of the first that asked, so they are left out. Other spans begin in any order.
    const lines = (text: string) =>
      [...new Set(text.split("\n").map(timeless))].filter((line) => !/^ *"?(?:read|list)/.test(line)).sort()
    expect(lines(published("trace", fenced(tree)))).toEqual(lines(fenced(tree)))
    // The metrics of a process count what other tests do in it too, so the labels are those of this attestation alone.
    const shown = [
      /^court_command_duration_seconds_(?:count|sum)\{.*"attest-compliance".*"done"/,
      /^court_delivery_duration_seconds_count\{.*"service".*"delivered"/,
      /^court_store_commits_total\{.*"committed"/,
      /^court_tasks/,
      /^http_server_request_duration_seconds_(?:count|sum)\{.*attest".*"200"/,
    ]
    const excerpt = told.split("\n").filter((line) => shown.some((form) => form.test(line)))
    expect(excerpt.length).toBeGreaterThan(6)
    const valueless = (text: string) => text.replace(/ [\d.e-]+$/gm, "")
    expect(valueless(published("excerpt", fenced(excerpt)))).toBe(valueless(fenced(excerpt)))
  })

  it("sends metrics and spans with the headers of the collector and the name of the service", () => {
    expect(new Set(collector.received.map(({ path }) => path))).toEqual(
      new Set(["/v1/traces", "/v1/metrics"]),
    )
    for (const { headers, body } of collector.received) {
      expect(headers["x-collector-key"]).toBe("of the collector")
      expect(body).toContain('"court under test"')
    }
    const metrics = collector.received.filter(({ path }) => path === "/v1/metrics").at(-1)?.body
    expect(metrics).toContain('"http.server.request.duration"')
    expect(metrics).toContain('"unit":"s"')
  })
})

describe("/metrics", () => {
  it("is served at an address of its own, which serves nothing else and takes no POST", async () => {
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const port = yield* serveMetrics({ host: "127.0.0.1", port: 0 })
          const ask = (path: string, method = "GET") =>
            Effect.promise(async () => {
              const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
              return {
                status: response.status,
                type: response.headers.get("content-type"),
                allow: response.headers.get("allow"),
                text: await response.text(),
              }
            })
          const found = yield* ask("/metrics")
          expect(found).toMatchObject({ status: 200, type: Prometheus.contentType })
          expect(found.text).toContain("# TYPE")
          expect(yield* ask("/metrics", "POST")).toMatchObject({ status: 405, allow: "GET, HEAD" })
          expect((yield* ask("/api/v1/docket")).status).toBe(404)
        }),
      ),
    )
  })

  it("names the variable if the address is taken", async () => {
    const taken = Effect.gen(function* () {
      const port = yield* serveMetrics({ host: "127.0.0.1", port: 0 })
      return yield* Effect.flip(serveMetrics({ host: "127.0.0.1", port }))
    })
    expect((await Effect.runPromise(Effect.scoped(taken))).message).toMatch(/^COURT_METRICS: .*EADDRINUSE/)
  })
})
