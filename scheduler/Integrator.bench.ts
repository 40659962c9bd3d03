/** The integrator on a journal of a million events in SQLite, and a proof out of the log that it made. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { MemoryKeys } from "../adapters/keys/index.ts"
import * as SqliteStore from "../adapters/sqlite/SqliteStore.ts"
import { Host } from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { published } from "../core/kernel/Schedule.ts"
import { proveEvent } from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import { Store } from "../core/store/Store.ts"
import * as Integrator from "./Integrator.ts"

const events = Number(process.env.BENCH_LOG_EVENTS ?? 1_000_000)
const proofs = 200
const at = Date.UTC(2026, 10, 20, 9)

const lodged = (i: number) => {
  const id = `0190a5c8-0000-7000-8000-${String(i).padStart(12, "0")}`
  const data = {
    id,
    sha256: "ab".repeat(32),
    kind: "delivery",
    label: "a label",
    lodger: "seller",
    ref: null,
  }
  return {
    id: `event-${i}`,
    at,
    type: "dealing.lodged",
    subject: `dealing/${id}`,
    rules: ["Dealings Act 1.1"],
    data,
  }
}

const host = Layer.succeed(Host, {
  now: Effect.succeed(at),
  seed: Effect.succeed("00000000000000000001"),
  schedule: Effect.succeed(published),
})

const measured = Effect.gen(function* () {
  const store = yield* Store
  const many = 5000
  for (let i = 0; i < events; i += many)
    yield* store.commit({ ...empty(at), events: Array.from({ length: many }, (_, k) => lodged(i + k)) })
  const begun = performance.now()
  const cpu = process.cpuUsage()
  yield* Integrator.look({ origin: "court.example/log" })
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `integrated ${events} events: ${Math.round(events / seconds)}/s, ${((user + system) / events).toFixed(1)} µs of CPU an event`,
  )
  const times: Array<number> = []
  for (let i = 0; i < proofs; i++) {
    const place = Math.floor((events / proofs) * i)
    const { items } = yield* store.journal({ subject: lodged(place).subject, after: null, limit: 1 })
    const from = performance.now()
    yield* proveEvent(Reader.make(store).reader, items[0])
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at95 = times[Math.floor(proofs * 0.95)] ?? 0
  console.log(
    `a proof at ${events} events: median ${(times[proofs / 2] ?? 0).toFixed(2)} ms, p95 ${at95.toFixed(2)} ms`,
  )
})

const folder = mkdtempSync(join(tmpdir(), "court-bench-"))
await Effect.runPromise(
  Effect.provide(
    measured,
    Layer.mergeAll(SqliteStore.layer({ file: join(folder, "court.db") }), MemoryKeys.layer, host),
  ),
)
rmSync(folder, { recursive: true })
