import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { Data, Deferred, Effect, type Scope } from "effect"
import { type Answer, cors, problemAnswer } from "./Answer.ts"
import type { App } from "./App.ts"
import * as Connections from "./Connections.ts"
import type { Services } from "./Handler.ts"
import { type Incoming, type Range, type Take, trustRanges } from "./Incoming.ts"
import { type FaultCode, Faulted, faultProblem } from "./Problem.ts"

/** The address at which a server listens (port 0 is any free one), and the proxies before it. */
export interface Listen {
  readonly host: string
  readonly port: number
  /** The proxies in front of the court; the bound on the connections of one address does not apply to them. */
  readonly trustedProxies?: ReadonlyArray<Range>
  /** How long requests that were sent before a stop may take to arrive, on an open connection or a new one, and still be answered; 300 if left out. */
  readonly arrivingMs?: number
}

/** The server can't listen at its address, for example because the port is taken. `message` is the system's own. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Reads the body until it ends or `take` refuses it. */
const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  take: Take,
): Effect.Effect<Uint8Array, Faulted> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    let ended = false
    // The client has gone. A body that was not read to its end is never acted on. Every request closes in the end, and an error costs much.
    const cut = () => {
      if (!ended) resume(Effect.fail(new Faulted({ code: "invalid_json" })))
    }
    const keep = (chunk: Buffer): void => {
      const refusal = take(chunk.length)
      if (refusal === null) {
        chunks.push(chunk)
        return
      }
      chunks.length = 0
      request.off("data", keep)
      request.pause()
      resume(Effect.fail(refusal))
    }
    if (request.destroyed && !request.complete) return cut()
    request.on("data", keep)
    request.once("end", () => {
      ended = true
      resume(Effect.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    })
    request.once("error", cut)
    request.once("close", cut)
    if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue()
  })

const incomingOf = (request: IncomingMessage, response: ServerResponse): Incoming => ({
  method: request.method ?? "GET",
  target: request.url ?? "/",
  header: (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  },
  address: request.socket.remoteAddress ?? "",
  body: (take) => readBody(request, response, take),
})

/** How many bytes of a refused body are read and dropped, so that the connection can serve the next request. */
const droppedMax = 131_072

/** Whether more of a body is still to come than the server reads and drops. */
const leavesMuch = (request: IncomingMessage): boolean => {
  if (request.complete) return false
  const length = request.headers["content-length"]
  return length === undefined
    ? request.headers["transfer-encoding"] !== undefined
    : Number(length) > droppedMax
}

/** How long a connection stays open after the answer to a request whose body is not read. If it were closed at once, the client could lose the answer. */
const lingerMs = 1_000
const unreadMsMax = 30_000

const send = (response: ServerResponse, answer: Answer, close: boolean): void => {
  if (response.destroyed) return
  const lingers = leavesMuch(response.req)
  const headers: Record<string, string | number> = { ...answer.headers }
  if (answer.body !== null) headers["content-length"] = Buffer.byteLength(answer.body)
  if (close || lingers) headers.connection = "close"
  response.writeHead(answer.status, headers)
  const body = answer.body === null || response.req.method === "HEAD" ? "" : answer.body
  if (lingers) {
    if (body.length > 0) response.write(body)
    else response.flushHeaders()
    setTimeout(() => response.end(), lingerMs)
    return
  }
  response.end(body)
  if (!response.writableFinished && (response.socket?.writableLength ?? 0) > 0)
    response.setTimeout(unreadMsMax)
}

/** The errors of node for what it can't read as a request, each with its problem; any other is `invalid_request`. */
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
    ...Object.entries(cors).map(([name, value]) => `${name}: ${value}`),
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

const bindServer = (server: Server, { host, port }: Listen): Effect.Effect<number, CannotListen> =>
  Effect.async((resume) => {
    server.once("error", (error) => resume(Effect.fail(new CannotListen({ message: error.message }))))
    // The address of a server that listens on a host and port, and not on a pipe, is an `AddressInfo`.
    server.listen(port, host, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** How many requests are under way, and whether new ones are refused. */
interface Work {
  stopping: boolean
  underWay: number
  /** Completed when, after the stop, no request is under way. */
  readonly idle: Deferred.Deferred<void>
}

const answering =
  (app: App, fibers: Connections.Fibers<Services>, work: Work) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (work.stopping) {
      const refused = problemAnswer(faultProblem("shutting_down", "about:blank"), { "retry-after": "5" })
      send(response, refused, true)
      return
    }
    const finish = (): void => {
      work.underWay--
      if (work.stopping && work.underWay === 0) Deferred.unsafeDone(work.idle, Effect.void)
    }
    const end = (how: () => void): void => {
      if (response.closed) {
        finish()
        return
      }
      // A request counts as finished when its answer has been sent.
      response.once("close", finish)
      how()
    }
    work.underWay++
    const ended = Effect.matchCause(app(incomingOf(request, response)), {
      onSuccess: (answer) => end(() => send(response, answer, work.stopping)),
      onFailure: () => end(() => response.destroy()),
    })
    fibers.run(ended)
  }

/** How long a stop waits for the requests under way; the store is closed in the rest of the ten seconds. */
const drainMs = 7_000
const arrivingMsDefault = 300

const connectionsOf = (server: Server): Effect.Effect<number> =>
  Effect.async((resume) => {
    server.getConnections((_error, count) => resume(Effect.succeed(count)))
  })

const stop = (server: Server, work: Work, arrivingMs: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    work.stopping = true
    // Effect runs a finalizer uninterruptibly, and a time limit works only on what can be interrupted.
    const idle = Effect.interruptible(Deferred.await(work.idle))
    if ((yield* connectionsOf(server)) > 0) yield* Effect.sleep(arrivingMs)
    // This closes idle connections too.
    server.close()
    if (work.underWay > 0) yield* Effect.timeoutOption(idle, drainMs)
    server.closeAllConnections()
  })

/** The head of a request has ten seconds to arrive and the whole request thirty; node checks both every second. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
}

/** The bounds on connections, without the proxies that they do not apply to. */
export const connectionBounds = { inAll: 10_000, perAddress: 512, waiting: 16, shunnedMs: 10_000 }

/** A listener of the requests of a `node:http` server. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The interface as a listener for a `node:http` server of the program's own, over the services of the effect's context. That server's
 * settings bound its connections and the time in which a request must arrive. Close it before the services.
 */
export const handler = (app: App): Effect.Effect<NodeHandler, never, Services> =>
  Effect.gen(function* () {
    const fibers = Connections.fibers(yield* Effect.runtime<Services>())
    return answering(app, fibers, { stopping: false, underWay: 0, idle: yield* Deferred.make<void>() })
  })

/**
 * Listens until the scope closes. Then new requests are refused (503), those under way are finished, for eight seconds at most, and
 * the connections are closed. Gives the port.
 */
export const listen = (
  app: App,
  options: Listen,
): Effect.Effect<number, CannotListen, Services | Scope.Scope> =>
  Effect.gen(function* () {
    const fibers = Connections.fibers(yield* Effect.runtime<Services>())
    yield* Effect.addFinalizer(() => fibers.close)
    const work: Work = { stopping: false, underWay: 0, idle: yield* Deferred.make<void>() }
    const except = trustRanges(options.trustedProxies ?? [])
    const connections = Connections.make({ ...connectionBounds, except })
    const answer = connections.inTurn(answering(app, fibers, work))
    const server = createServer(timeouts, answer)
    // A client that sends `Expect: 100-continue` is told to continue when the body is read, and not before.
    server.on("checkContinue", answer)
    server.on("clientError", answerUnreadable)
    connections.bound(server)
    const { arrivingMs = arrivingMsDefault } = options
    return yield* Effect.acquireRelease(bindServer(server, options), () => stop(server, work, arrivingMs))
  })
