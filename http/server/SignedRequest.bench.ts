/**
 * What a signed request costs beside one with a bearer credential, in processor time of the whole path from the head to the answer,
 * without a socket: `node http/server/SignedRequest.bench.ts`. The figure: at most 1.4 times, for an act and for a read.
 */
import { Effect, Layer, ManagedRuntime } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import * as Serve from "../Serve.ts"
import { provenKey, signedHeaders } from "../testing/Signing.ts"
import { enrolled, services, startCourt } from "../testing/TestCourt.ts"
import type { Incoming } from "./Incoming.ts"

const baseUrl = "http://court.test"
const driver = await Effect.runPromise(MemoryStore.make)
const store = Layer.succeed(Store, driver)
const court = await startCourt({ store, realTime: true })
const bearer = await enrolled(court, "seller")
const keys = {
  ed25519: await provenKey(driver, court, "seller", "ed25519"),
  "P-256": await provenKey(driver, court, "seller", "P-256"),
}
const runtime = ManagedRuntime.make(services({ store, realTime: true }).layer)
const app = Serve.app({ baseUrl, contact: null, rateLimit: null, sandbox: false, mail: false })

const body = JSON.stringify({ sha256: "ab".repeat(32) })
const bytes = Buffer.from(body)
const requests = 1_500
const rounds = 7

type Caller = "bearer" | keyof typeof keys
let named = 0

const incoming = (caller: Caller, method: "POST" | "GET", target: string): Incoming => {
  const common = { "idempotency-key": `act-${++named}`, "content-type": "application/json" }
  const given: Record<string, string> = method === "POST" ? common : {}
  const headers: Record<string, string> =
    caller === "bearer"
      ? { ...given, authorization: `Bearer ${bearer}` }
      : {
          ...signedHeaders(keys[caller], method, target, {
            headers: given,
            ...(method === "POST" ? { body } : {}),
          }),
        }
  const all: Record<string, string> =
    method === "POST" ? { ...headers, "content-length": String(bytes.length) } : headers
  return {
    method,
    target,
    header: (name) => all[name],
    address: "192.0.2.1",
    body: () => Effect.succeed(bytes),
  }
}

/** Processor time of a request in microseconds. The requests are made and signed before. */
const measured = async (caller: Caller, method: "POST" | "GET", target: string): Promise<number> => {
  const made = Array.from({ length: requests }, () => incoming(caller, method, target))
  globalThis.gc?.()
  const before = process.cpuUsage()
  const answers = await runtime.runPromise(Effect.forEach(made, app))
  const { user, system } = process.cpuUsage(before)
  const failed = answers.find(({ status }) => status !== 200)
  if (failed !== undefined)
    throw new Error(`${method} ${target} by ${caller}: ${failed.status} ${failed.body}`)
  return (user + system) / requests
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

for (const [method, target] of [
  ["POST", "/api/v1/notarise"],
  ["GET", "/api/v1/account"],
] as const) {
  const times: Record<Caller, Array<number>> = { bearer: [], ed25519: [], "P-256": [] }
  // In turns, so that what else the machine does falls on all. The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const caller of ["bearer", "ed25519", "P-256"] as const) {
      const time = await measured(caller, method, target)
      if (round > 0) times[caller].push(time)
    }
  const plain = median(times.bearer)
  console.log(`${method} ${target}: ${plain.toFixed(0)} µs with a bearer`)
  for (const curve of ["ed25519", "P-256"] as const)
    console.log(
      `  signed by ${curve.padEnd(8)} ${median(times[curve]).toFixed(0)} µs, ${(median(times[curve]) / plain).toFixed(2)} times`,
    )
}
await court.stop()
process.exit(0)
