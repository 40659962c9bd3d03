import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Logger, Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { exportMetrics, type Otlp } from "./Export.ts"

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A collector that answers each request with a status, and keeps the requests. */
const collector = async (status: number, headers: Record<string, string> = {}) => {
  const came: Array<Pick<IncomingMessage, "url" | "headers">> = []
  const server = createServer((request, response) => {
    came.push({ url: request.url, headers: request.headers })
    request.resume().once("end", () => response.writeHead(status, headers).end())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came }
}

const otlp = (url: string, more: Partial<Otlp> = {}): Otlp => ({
  traces: `${url}/v1/traces`,
  metrics: null,
  headers: Redacted.make({ "x-key": "canary" }),
  protocol: "http/protobuf",
  serviceName: "court",
  metricsEveryMs: 60_000,
  ...more,
})

/** Does some work in a span while telemetry is sent, and gives the answer of the work and the lines that were logged. */
const working = async (to: Otlp, leftMs?: number) => {
  const log: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void log.push(line)),
  )
  const program = Effect.gen(function* () {
    const tracer = yield* exportMetrics(to, { version: "1", instance: "i" }, leftMs)
    const work = Effect.withSpan(Effect.succeed("answered"), "work")
    return tracer === null ? yield* work : yield* Effect.withTracer(work, tracer)
  })
  const answer = await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(logger)))
  return { answer, log }
}

describe("telemetry for a collector", () => {
  it("is sent as protobuf with the configured headers, at the latest when the work ends", async () => {
    const { url, came } = await collector(200)
    expect(await working(otlp(url))).toEqual({ answer: "answered", log: [] })
    expect(came).toMatchObject([
      { url: "/v1/traces", headers: { "content-type": "application/x-protobuf", "x-key": "canary" } },
    ])
  })

  it("needs no tracer for metrics alone", async () => {
    const { url, came } = await collector(200)
    const to = otlp(url, { traces: null, metrics: `${url}/v1/metrics`, protocol: "http/json" })
    expect((await working(to)).answer).toBe("answered")
    expect(came).toMatchObject([{ url: "/v1/metrics", headers: { "content-type": "application/json" } }])
  })

  it("does no harm if the collector refuses it, which is logged once without an address or a credential", async () => {
    const { url } = await collector(401)
    const { answer, log } = await working(otlp(url))
    expect(answer).toBe("answered")
    expect(log).toEqual([
      expect.stringContaining('message="telemetry can\'t be sent: the collector answers with 401"'),
    ])
    expect(log.join()).not.toMatch(/canary|127\.0\.0\.1/)
  })

  it("does not follow a redirect, which would carry the credential elsewhere", async () => {
    const other = await collector(200)
    const { url } = await collector(307, { location: `${other.url}/v1/traces` })
    // Time enough to follow it.
    const { answer, log } = await working(otlp(url), 500)
    expect(answer).toBe("answered")
    expect(other.came).toEqual([])
    expect(log).toHaveLength(1)
  })

  it("does no harm if the collector is down, and delays the end by no more than a few seconds", async () => {
    const { url } = await collector(200)
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const startedAt = performance.now()
    const { answer, log } = await working(otlp(url))
    expect(answer).toBe("answered")
    expect(log[0]).toContain("telemetry can't be sent")
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})
