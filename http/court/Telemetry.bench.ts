/**
 * The cost of telemetry: `POST /notarise` through the interface, the court and SQLite, without the sockets. The courts stand in one process
 * and differ in their telemetry alone; they take turns of a tenth of a second, so that what else the machine does falls on all of them. Off
 * stands there twice, which shows what the measure itself is worth.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer, ManagedRuntime, Redacted } from "effect"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import * as Serve from "../Serve.ts"
import * as Web from "../server/Web.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { collect } from "../testing/Collector.ts"
import { services } from "./Composition.ts"
import { sandbox } from "./Config.ts"
import { loggerOf } from "./Log.ts"
import { observeRequests } from "./Telemetry.ts"
import { silent, type TelemetryConfig } from "./TelemetryConfig.ts"

const [rounds, together, inTurn, warmUp] = [100, 16, 320, 4_800]

const collector = await collect()
const measured: TelemetryConfig = { ...silent, metrics: { host: "127.0.0.1", port: 0 } }
const sent: NonNullable<TelemetryConfig["otlp"]> = {
  traces: `${collector.url}/v1/traces`,
  metrics: null,
  headers: Redacted.make({}),
  protocol: "http/protobuf",
  serviceName: "agent-court",
  metricsEveryMs: 60_000,
}
const variants: Readonly<Record<string, TelemetryConfig>> = {
  off: silent,
  "off again": silent,
  "/metrics": measured,
  "COURT_LOG=json, with a line for each request": { ...silent, log: { form: "json", level: "info" } },
  "/metrics, and traces of which this one is not recorded": { ...measured, otlp: sent, sampler: () => false },
}

const body = JSON.stringify({
  sha256: "ab".repeat(32),
  kind: "delivery",
  counterparty: "buyer",
  valueCents: 1200,
})
let sends = 0

const open = async (telemetry: TelemetryConfig) => {
  const folder = mkdtempSync(join(tmpdir(), "court-telemetry-"))
  const config = { ...sandbox(folder), sandbox: false, scheduler: "off", telemetry } as const
  const court = services(config, SqliteStore.layer({ file: join(folder, "court.db") }))
  const runtime = ManagedRuntime.make(Layer.merge(court, loggerOf(telemetry.log)))
  const app = Serve.app({ ...config, mail: false, observe: observeRequests(config) })
  const handle = await runtime.runPromise(Web.handler(app))
  const post = async (path: string, text: string, headers: Readonly<Record<string, string>> = {}) => {
    const length = String(Buffer.byteLength(text))
    const all = { "content-type": "application/json", "content-length": length, ...headers }
    const response = await handle(
      new Request(`http://court${path}`, { method: "POST", headers: all, body: text }),
      "127.0.0.1",
    )
    const answer = await response.text()
    if (response.status !== 200) throw new Error(answer)
    return answer
  }
  const enrol = (handle: string) => post("/api/v1/enrol", JSON.stringify(enrolmentBody(handle, handle)))
  const { apiKey } = JSON.parse(await enrol("seller")) as { readonly apiKey: string }
  await enrol("buyer")
  const notarise = () =>
    post("/api/v1/notarise", body, { authorization: `Bearer ${apiKey}`, "idempotency-key": `"${sends++}"` })
  return {
    /** Notarises so often; gives the processor time of one, in microseconds. */
    turn: async (count: number): Promise<number> => {
      const before = process.cpuUsage()
      for (let i = 0; i < count; i += together) await Promise.all(Array.from({ length: together }, notarise))
      const { user, system } = process.cpuUsage(before)
      return (user + system) / count
    },
    close: async () => {
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const courts = await Promise.all(
  Object.entries(variants).map(async ([name, telemetry]) => ({
    name,
    taken: [] as number[],
    ...(await open(telemetry)),
  })),
)
for (const { turn } of courts) await turn(warmUp)
for (let round = 0; round < rounds; round++)
  for (const [i] of courts.entries()) {
    const court = courts[(i + round) % courts.length]
    court?.taken.push(await court.turn(inTurn))
  }

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const off = courts[0]?.taken ?? []
console.log(`POST /notarise without sockets, on SQLite: ${rounds} turns of ${inTurn} each; medians`)
for (const { name, taken } of courts) {
  const more = median(taken.map((one, i) => one - (off[i] ?? one)))
  const share = ((100 * more) / median(off)).toFixed(1)
  console.log(
    `  ${name.padEnd(56)} ${median(taken).toFixed(1)} µs of processor, ${more.toFixed(1)} more (${share} %)`,
  )
}
await Promise.all(courts.map(({ close }) => close()))
collector.stop()
process.exit(0)
