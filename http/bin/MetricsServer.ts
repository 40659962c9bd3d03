/** `/metrics`, on an address of its own: what an operator measures is nobody else's to read. */
import { createServer, type Server } from "node:http"
import { Effect, type Scope } from "effect"
import * as Prometheus from "../../adapters/telemetry/Prometheus.ts"
import { Failure } from "./Installed.ts"
import type { MetricsAddress } from "./TelemetryConfig.ts"

const bound = (server: Server, { host, port }: MetricsAddress): Effect.Effect<number, Failure> =>
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
    else response.writeHead(isThere ? 405 : 404).end()
  })
  return Effect.acquireRelease(bound(server, address), () =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    }),
  )
}
