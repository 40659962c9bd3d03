/** The interface on `node:http`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Data, Deferred, Effect, Exit, Runtime, type Scope } from "effect"
import { type Answer, problemAnswer } from "./Answer.ts"
import type { App } from "./App.ts"
import { bodyBytesMax } from "./Body.ts"
import { Faulted } from "./Faulted.ts"
import type { Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"
import { faultProblem } from "./Problem.ts"

export interface Listen {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Bytes of the body up to the limit; what comes after is not kept. */
const readBody = (request: IncomingMessage): Effect.Effect<Uint8Array, Faulted> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyBytesMax) {
        chunks.length = 0
        resume(Effect.fail(new Faulted({ code: "body_too_large" })))
      } else chunks.push(chunk)
    })
    request.on("end", () =>
      resume(Effect.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))),
    )
    // Nobody is left to answer; what was not read whole is not acted on.
    request.on("error", () => resume(Effect.fail(new Faulted({ code: "invalid_json" }))))
  })

const incomingOf = (request: IncomingMessage): Incoming => ({
  method: request.method ?? "GET",
  target: request.url ?? "/",
  header: (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  },
  address: request.socket.remoteAddress ?? "",
  body: readBody(request),
})

const send = (response: ServerResponse, answer: Answer, close: boolean): void => {
  if (response.destroyed) return
  const headers: Record<string, string | number> = { ...answer.headers }
  if (answer.body !== null) headers["content-length"] = Buffer.byteLength(answer.body)
  // After a body that was not read to its end the connection can't serve another request.
  if (close || answer.status === 413 || answer.status === 415) headers.connection = "close"
  response.writeHead(answer.status, headers)
  response.end(answer.body === null || response.req.method === "HEAD" ? undefined : answer.body)
}

const badRequest = (): string => {
  const { headers, body } = problemAnswer(faultProblem("invalid_request", "about:blank"))
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: ${headers["content-type"]}\r\nconnection: close\r\ncontent-length: ${body?.length ?? 0}\r\n\r\n${body}`
}

const bound = (server: Server, { host, port }: Listen): Effect.Effect<number, CannotListen> =>
  Effect.async((resume) => {
    server.once("error", (error) => resume(Effect.fail(new CannotListen({ message: error.message }))))
    server.listen(port, host, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

const drainMs = 8_000

/**
 * Listens until the scope closes. Then nothing new is taken (503), what is under way is finished, for eight seconds at
 * most, and the connections are closed. Gives the port.
 */
export const listen = (
  app: App,
  options: Listen,
): Effect.Effect<number, CannotListen, Services | Scope.Scope> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<Services>()
    const fork = Runtime.runFork(runtime)
    const idle = yield* Deferred.make<void>()
    let underWay = 0
    let stopping = false
    const finished = (): void => {
      underWay--
      if (stopping && underWay === 0) Deferred.unsafeDone(idle, Effect.void)
    }
    const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 15_000 }, (request, response) => {
      if (stopping) {
        const refused = problemAnswer(faultProblem("shutting_down", "about:blank"), { "retry-after": "5" })
        return send(response, refused, true)
      }
      underWay++
      fork(app(incomingOf(request))).addObserver((exit) => {
        // Only an answer that has left counts as finished.
        if (response.closed) return finished()
        response.once("close", finished)
        if (Exit.isSuccess(exit)) send(response, exit.value, stopping)
        else response.destroy()
      })
    })
    server.on("clientError", (_error, socket) => {
      if (socket.writable) socket.end(badRequest())
    })
    const stop = Effect.gen(function* () {
      stopping = true
      server.close()
      server.closeIdleConnections()
      if (underWay > 0) yield* Effect.timeoutOption(Deferred.await(idle), drainMs)
      server.closeAllConnections()
    })
    return yield* Effect.acquireRelease(bound(server, options), () => stop)
  })
