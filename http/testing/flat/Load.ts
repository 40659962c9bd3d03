/** Requests to a court over connections that stay open, as fast as they are answered or at a rate. */
import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { spentMs } from "../Spent.ts"

const connections = 16

export interface Asked {
  readonly method: "GET" | "POST"
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
  /** Processor time of an answer in these processes and all beneath them, in microseconds. */
  readonly cpuMicros: number
}

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

/** A connection, as a function that sends a request and waits for its answer. Fails if the status is not 200. */
const connected = async (port: number) => {
  const socket: Socket = connect(port, "127.0.0.1").setNoDelay(true)
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  let received = ""
  let waiting: { readonly done: () => void; readonly failed: (error: Error) => void } | null = null
  socket.on("error", (error) => waiting?.failed(error))
  socket.on("close", () => waiting?.failed(new Error("the court closed a connection")))
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1")
    const head = received.indexOf("\r\n\r\n")
    const length = /content-length: (\d+)/i.exec(received.slice(0, Math.max(head, 0)))?.[1]
    if (head < 0 || length === undefined || received.length < head + 4 + Number(length)) return
    const answer = received
    received = ""
    if (answer.slice(9, 12) === "200") waiting?.done()
    else waiting?.failed(new Error(answer))
  })
  return {
    ask: (asked: Asked): Promise<void> =>
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
  readonly pids: ReadonlyArray<number>
  readonly ms: number
  /** How many requests a second; 0 for as many as are answered. */
  readonly rate: number
  readonly next: () => Asked
}

/** Sends requests for a time. At a rate, the latency of a request counts from when it was due. */
export const load = async ({ port, pids, ms, rate, next }: Plan): Promise<Measured> => {
  const lanes = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  const taken: Array<number> = []
  const spent = () => pids.reduce((sum, pid) => sum + spentMs(pid), 0)
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
        await ask(next())
        const now = performance.now()
        taken.push(now - from)
        due = gapMs === 0 ? now : due + gapMs
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  const cpuMicros = (1000 * (spent() - before)) / taken.length
  for (const { close } of lanes) close()
  taken.sort((a, b) => a - b)
  return {
    answers: taken.length,
    perSecond: taken.length / seconds,
    p50: at(taken, 0.5),
    p99: at(taken, 0.99),
    most: at(taken, 1),
    cpuMicros,
  }
}
