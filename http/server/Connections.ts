/**
 * The connections of a server, and the fibers that answer on them. The number of connections is bounded, in all and for each address.
 * The requests of one connection are answered one after the other, so that acts which a client sends without waiting take effect in
 * the order in which it sent them. A connection on which too many requests wait is not read any further.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Effect, Fiber, Runtime } from "effect"
import { bucketOf, type Trusts } from "./Incoming.ts"

interface Bounds {
  readonly inAll: number
  readonly perAddress: number
  /** How many requests may wait on one connection. Further requests are not answered. */
  readonly waiting: number
  /** How long an address that sent more than that is refused new connections. */
  readonly shunnedMs: number
  /** The addresses that `perAddress` and `shunnedMs` don't apply to: proxies, which stand for many callers. */
  readonly except: Trusts
}

interface Connections {
  /** Bounds the connections of a server. A connection beyond the bound is closed before anything is read from it. */
  readonly bound: (server: Server) => void
  readonly inTurn: (answer: Answering) => Answering
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

interface Line {
  answering: boolean
  /** Whether the connection is closed after the requests that wait have been answered. */
  full: boolean
  readonly waiting: Array<readonly [IncomingMessage, ServerResponse]>
}

/** Counts by key; a count of zero takes no memory. */
const tally = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string, n: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + n
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

const makeShunned = (forMs: number) => {
  const shunned = tally()
  return {
    shuns: (key: string): boolean => shunned.of(key) > 0,
    shun: (key: string): void => {
      shunned.add(key, 1)
      setTimeout(() => shunned.add(key, -1), forMs).unref()
    },
  }
}

const keyOf = (socket: Socket): string => bucketOf(socket.remoteAddress ?? "")

/** Answers the requests of a connection in turn, and calls `overfull` if too many wait. */
const answeringInTurn = (
  answer: Answering,
  waitingMax: number,
  overfull: (socket: Socket) => void,
): Answering => {
  const lines = new WeakMap<Socket, Line>()
  const lineOf = (socket: Socket): Line => {
    const found = lines.get(socket)
    if (found !== undefined) return found
    const made: Line = { answering: false, full: false, waiting: [] }
    lines.set(socket, made)
    return made
  }
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.answering = true
    response.once("close", () => {
      line.answering = false
      // The client has gone.
      if (request.socket.destroyed) return
      const next = line.waiting.shift()
      if (next !== undefined) begin(line, ...next)
    })
    if (line.full && line.waiting.length === 0) response.shouldKeepAlive = false
    answer(request, response)
  }
  return (request, response) => {
    const line = lineOf(request.socket)
    if (!line.answering) begin(line, request, response)
    else if (!line.full && line.waiting.length < waitingMax) line.waiting.push([request, response])
    else if (!line.full) {
      line.full = true
      overfull(request.socket)
    }
  }
}

export const make = (bounds: Bounds): Connections => {
  const { inAll, perAddress, waiting, shunnedMs, except } = bounds
  const open = tally()
  // One chunk of data can hold two thousand requests, and node parses all of them before one can be refused: hence the wait.
  const { shun, shuns } = makeShunned(shunnedMs)
  const overfull = (socket: Socket): void => {
    socket.pause()
    if (!except(socket.remoteAddress ?? "")) shun(keyOf(socket))
  }
  return {
    bound: (server) => {
      server.maxConnections = inAll
      server.on("connection", (socket: Socket) => {
        if (except(socket.remoteAddress ?? "")) return
        const key = keyOf(socket)
        if (shuns(key) || open.of(key) >= perAddress) {
          socket.destroy()
          return
        }
        open.add(key, 1)
        socket.once("close", () => open.add(key, -1))
      })
    },
    inTurn: (answer) => answeringInTurn(answer, waiting, overfull),
  }
}

/** How many fibers wait for work at most; the others of a burst end. */
const idleMax = 256

/** How long the end of work that can't be interrupted, such as a commit, is awaited. */
const interruptedMs = 500

/**
 * Fibers that each serve one request after another. Effect keeps every running fiber in a set. A fiber for each request would let the
 * hash tables of that set grow old, and an old table keeps alive what was in it: each request would be promoted to the old generation
 * and stay there until a full collection.
 */
export interface Fibers<R> {
  readonly run: (work: Effect.Effect<void, never, R>) => void
  /** Ends the fibers that wait for work, and interrupts the others. */
  readonly close: Effect.Effect<void>
}

export const fibers = <R>(runtime: Runtime.Runtime<R>): Fibers<R> => {
  const idle: Array<(work: Effect.Effect<void, never, R>) => void> = []
  let closed = false
  const next = Effect.async<void, never, R>((resume) => {
    idle.push(resume)
  })
  const others = Effect.whileLoop({
    while: () => !closed && idle.length < idleMax,
    body: () => next,
    step: () => {},
  })
  const fork = Runtime.runFork(runtime)
  const all = new Set<Fiber.RuntimeFiber<void>>()
  const start = (work: Effect.Effect<void, never, R>): void => {
    const fiber = fork(Effect.zipRight(work, others))
    all.add(fiber)
    fiber.addObserver(() => all.delete(fiber))
  }
  return {
    run: (work) => {
      const waiting = idle.pop()
      if (waiting === undefined) start(work)
      else waiting(work)
    },
    close: Effect.suspend(() => {
      closed = true
      for (const waiting of idle.splice(0)) waiting(Effect.void)
      const ended = Effect.interruptible(Fiber.interruptAll(all))
      return Effect.asVoid(Effect.timeoutOption(ended, interruptedMs))
    }),
  }
}
