/** Requests to a server over connections that stay open, as fast as they are answered or at a rate. */
import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { spentMs } from "./Spent.ts"

export interface Asked {
  readonly method: "GET" | "POST"
  /** Beneath `/api/v1`. */
  readonly path: string
  readonly key?: string | undefined
  readonly body?: string
}

export interface Measured {
  readonly answers: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly most: number
  /** The answers with another status than 200, and the first of them. */
  readonly failed: number
  readonly failure: string | null
  /** Processor time of an answer, in microseconds, in each of these processes with all beneath it. */
  readonly cpuMicros: ReadonlyArray<number>
}

/** The body of a lodgement that names a counterparty. */
export const lodgementOf = (counterparty: string): string =>
  JSON.stringify({ sha256: "ab".repeat(32), kind: "delivery", counterparty, valueCents: 1200 })

const textOf = ({ method, path, key, body }: Asked): string =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(body === undefined
      ? []
      : [
          "content-type: application/json",
          `idempotency-key: "${randomBytes(12).toString("hex")}"`,
          `content-length: ${body.length}`,
        ]),
    "",
    body ?? "",
  ].join("\r\n")

/** A connection, as a function that sends a request and gives its answer once all of it has come. */
const connected = async (port: number) => {
  const socket: Socket = connect(port, "127.0.0.1").setNoDelay(true)
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  let received = ""
  let waiting: { readonly done: (answer: string) => void; readonly failed: (error: Error) => void } | null =
    null
  socket.on("error", (error) => waiting?.failed(error))
  socket.on("close", () => waiting?.failed(new Error("the server closed a connection")))
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1")
    const head = received.indexOf("\r\n\r\n")
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
    if (length === undefined) {
      waiting?.failed(new Error(`an answer without a length: ${received.slice(0, head)}`))
      return
    }
    if (received.length < head + 4 + Number(length)) return
    const answer = received
    received = ""
    waiting?.done(answer)
  })
  return {
    ask: (asked: Asked): Promise<string> =>
      new Promise((done, failed) => {
        waiting = { done, failed }
        socket.write(textOf(asked))
      }),
    close: () => {
      waiting = null
      socket.destroy()
    },
  }
}

const at = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export interface Plan {
  readonly port: number
  readonly connections: number
  readonly pids: ReadonlyArray<number>
  readonly ms: number
  /** How many requests a second; 0 for as many as are answered. */
  readonly rate: number
  readonly next: () => Asked
}

/** Sends requests for a time. At a rate, the latency of a request counts from when it was due. */
export const load = async ({ port, connections, pids, ms, rate, next }: Plan): Promise<Measured> => {
  const lanes = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  const taken: Array<number> = []
  const refused: Array<string> = []
  const spent = () => pids.map(spentMs)
  const before = spent()
  const begun = performance.now()
  const until = begun + ms
  const gapMs = rate === 0 ? 0 : (1000 * connections) / rate
  await Promise.all(
    lanes.map(async ({ ask }, i) => {
      for (let due = begun + (gapMs * i) / connections; due < until; ) {
        const wait = due - performance.now()
        if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
        const from = gapMs === 0 ? performance.now() : Math.max(due, performance.now() - 1_000)
        const answer = await ask(next())
        if (answer.slice(9, 12) !== "200") refused.push(answer)
        const now = performance.now()
        taken.push(now - from)
        due = gapMs === 0 ? now : due + gapMs
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  const cpuMicros = spent().map((after, i) => (1000 * (after - (before[i] ?? 0))) / taken.length)
  for (const { close } of lanes) close()
  taken.sort((a, b) => a - b)
  return {
    answers: taken.length,
    perSecond: taken.length / seconds,
    p50: at(taken, 0.5),
    p99: at(taken, 0.99),
    most: at(taken, 1),
    failed: refused.length,
    failure: refused[0] ?? null,
    cpuMicros,
  }
}
