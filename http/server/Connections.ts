/**
 * The connections of a server: so many in all and from one address, and the requests of each answered one after the other. Acts
 * that a client sends without waiting then take effect in the order in which it sent them, and a client that sends thousands
 * at once is not read on.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Effect, Fiber, Runtime } from "effect"
import { bucketOf, type Trusts } from "./Incoming.ts"

export interface Bounds {
  readonly inAll: number
  readonly perAddress: number
  /** Requests that may wait on one connection. What is sent beyond them is not answered. */
  readonly waiting: number
  /** How long an address that sent more than that has to wait for its next connection. */
  readonly shunnedMs: number
  /** Whom the bounds of an address do not hold: proxies, which stand for many. */
  readonly except: Trusts
}

export interface Connections {
  /** Bounds the connections of a server; one that is too many is closed before it is read. */
  readonly bound: (server: Server) => void
  /** Answers the requests of each connection in turn. */
  readonly inTurn: (answer: Answering) => Answering
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** The requests of one connection. */
interface Line {
  answering: boolean
  /** Whether the connection is closed once what waits has been answered. */
  full: boolean
  readonly waiting: Array<readonly [IncomingMessage, ServerResponse]>
}

/** How many things each address has; one that has none takes no room. */
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

/** Addresses that are not let in for a time. */
const shunning = (forMs: number) => {
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

/** Answers the requests of a connection in turn, and tells when too many wait. */
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
      // Nobody is left to answer.
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
  // One piece of what a connection sends can hold two thousand requests, which are parsed before any of them can be refused.
  const { shun, shuns } = shunning(shunnedMs)
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

/**
 * Fibers that serve one request after the other. One that is made for a request passes through Effect's set of running fibers, and the
 * tables of a set that is in steady use, once old, hold on to each other and to what was in them: every request would be copied to
 * the old generation, and stay there until all of it is collected.
 */

/** What a burst leaves behind ends, down to so many. */
const idleMax = 256

/** How long what can't be interrupted, such as a commit, is waited for. */
const interruptedMs = 500

export interface Fibers<R> {
  readonly run: (work: Effect.Effect<void, never, R>) => void
  /** Ends those that wait for work, and interrupts those that work still. */
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
