/** The interface on `node:http`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { Data, Deferred, Effect, Exit, type Scope } from "effect"
import { type Answer, problemAnswer } from "./Answer.ts"
import type { App } from "./App.ts"
import { bodyBytesMax } from "./Body.ts"
import { Faulted } from "./Faulted.ts"
import * as Fibers from "./Fibers.ts"
import type { Services } from "./Handler.ts"
import type { Incoming } from "./Incoming.ts"
import { type FaultCode, faultProblem } from "./Problem.ts"

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

/** What node could not read as a request, and which problem that is. */
const unreadable = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
} as const satisfies { readonly [code: string]: FaultCode }

const rawProblem = (code: FaultCode): string => {
  const { status, headers, body } = problemAnswer(faultProblem(code, "about:blank"))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `content-type: ${headers["content-type"]}`,
    "connection: close",
    `content-length: ${Buffer.byteLength(body ?? "")}`,
  ]
  return `${head.join("\r\n")}\r\n\r\n${body}`
}

const isUnreadable = (code: string | undefined): code is keyof typeof unreadable =>
  code !== undefined && code in unreadable

const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (socket.writable)
    socket.end(rawProblem(isUnreadable(error.code) ? unreadable[error.code] : "invalid_request"))
  else socket.destroy()
}

const bound = (server: Server, { host, port }: Listen): Effect.Effect<number, CannotListen> =>
  Effect.async((resume) => {
    server.once("error", (error) => resume(Effect.fail(new CannotListen({ message: error.message }))))
    server.listen(port, host, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** What is under way, and whether anything new is taken. */
interface Work {
  stopping: boolean
  underWay: number
  /** Done once nothing is under way after the stop. */
  readonly idle: Deferred.Deferred<void>
}

const answering =
  (app: App, fibers: Fibers.Fibers<Services>, work: Work) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (work.stopping) {
      const refused = problemAnswer(faultProblem("shutting_down", "about:blank"), { "retry-after": "5" })
      send(response, refused, true)
      return
    }
    const finished = (): void => {
      work.underWay--
      if (work.stopping && work.underWay === 0) Deferred.unsafeDone(work.idle, Effect.void)
    }
    const answer = (exit: Exit.Exit<Answer>): void => {
      if (response.closed) {
        finished()
        return
      }
      // Only an answer that has left counts as finished.
      response.once("close", finished)
      if (Exit.isSuccess(exit)) send(response, exit.value, work.stopping)
      else response.destroy()
    }
    work.underWay++
    const given = Effect.exit(app(incomingOf(request)))
    fibers.run(Effect.flatMap(given, (exit) => Effect.sync(() => answer(exit))))
  }

const drainMs = 8_000

const stop = (server: Server, work: Work): Effect.Effect<void> =>
  Effect.gen(function* () {
    work.stopping = true
    server.close()
    server.closeIdleConnections()
    if (work.underWay > 0) yield* Effect.timeoutOption(Deferred.await(work.idle), drainMs)
    server.closeAllConnections()
  })

const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 15_000 }

/**
 * Listens until the scope closes. Then nothing new is taken (503), what is under way is finished, for eight seconds at
 * most, and the connections are closed. Gives the port.
 */
export const listen = (
  app: App,
  options: Listen,
): Effect.Effect<number, CannotListen, Services | Scope.Scope> =>
  Effect.gen(function* () {
    const fibers = Fibers.make(yield* Effect.runtime<Services>())
    yield* Effect.addFinalizer(() => fibers.close)
    const work: Work = { stopping: false, underWay: 0, idle: yield* Deferred.make<void>() }
    const server = createServer(timeouts, answering(app, fibers, work))
    server.on("clientError", answerUnreadable)
    return yield* Effect.acquireRelease(bound(server, options), () => stop(server, work))
  })
