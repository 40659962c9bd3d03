/**
 * Lodges dealings, or reads a public page, over connections that stay open. Each connection sends its next request when the last one is
 * answered. This runs in its own process, `node Load.ts <port> <connections> <seconds> <key> [counterparty, or path of a page]
 * [process ...]`, and prints its measurements as JSON: among them the processor time that each of these processes took, with all of its
 * threads and its children.
 */
import { connect, type Socket } from "node:net"
import { spentMs } from "./Spent.ts"

const [port = "0", connections = "32", seconds = "5", key = "", about = "buyer", ...watched] =
  process.argv.slice(2)
const body = JSON.stringify({
  sha256: "ab".repeat(32),
  kind: "delivery",
  counterparty: about,
  valueCents: 1200,
})
// Code that runs often is compiled in the first seconds. The court has more such code than a bare server, so it takes longer.
const warmUpMs = 12_000

const read = [`GET ${about} HTTP/1.1`, "host: 127.0.0.1", "", ""].join("\r\n")
const lodge = (idempotencyKey: string): string =>
  [
    "POST /api/v1/notarise HTTP/1.1",
    "host: 127.0.0.1",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `idempotency-key: "${idempotencyKey}"`,
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n")

const started = performance.now()
const until = started + warmUpMs + Number(seconds) * 1_000
const taken: Array<number> = []
let failed = 0
let answered = 0

const record = (status: string, sentAt: number): void => {
  const now = performance.now()
  answered++
  if (sentAt < started + warmUpMs || now > until) return
  if (status !== "200") failed++
  taken.push(now - sentAt)
}

const run = (socket: Socket, connection: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let sent = 0
    let sentAt = 0
    let received = ""
    const next = (): void => {
      if (performance.now() > until) {
        socket.destroy()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(about.startsWith("/") ? read : lodge(`${process.pid}-${connection}-${sent++}`))
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      const head = received.indexOf("\r\n\r\n")
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
      if (length === undefined) {
        reject(new Error(`an answer without a length: ${received.slice(0, head)}`))
        return
      }
      if (received.length < head + 4 + Number(length)) return
      record(received.slice(9, 12), sentAt)
      received = ""
      next()
    })
    socket.on("error", reject)
    next()
  })

const spent = () => watched.map((pid) => spentMs(Number(pid)))
let before: ReadonlyArray<number> = []
let after: ReadonlyArray<number> = []
setTimeout(() => {
  before = spent()
}, warmUpMs)
setTimeout(
  () => {
    after = spent()
  },
  warmUpMs + Number(seconds) * 1_000,
)
await Promise.all(
  Array.from({ length: Number(connections) }, async (_, i) => {
    const socket = connect(Number(port), "127.0.0.1").setNoDelay(true)
    await new Promise((resolve) => socket.once("connect", resolve))
    await run(socket, i)
  }),
)
taken.sort((a, b) => a - b)
const at = (share: number): number => taken[Math.floor(taken.length * share)] ?? Number.NaN
console.log(
  JSON.stringify({
    perSecond: taken.length / Number(seconds),
    p50: at(0.5),
    p99: at(0.99),
    failed,
    answered,
    /** The processor time of an answer, in microseconds, in each process. */
    cpu: after.map((ms, i) => (1_000 * (ms - (before[i] ?? 0))) / taken.length),
  }),
)
process.exit(0)
