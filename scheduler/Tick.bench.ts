/**
 * The cost of a tick, by the number of due and pending tasks: `node scheduler/Tick.bench.ts`. Notices are served and carried within the
 * same tick. For comparison, it measures one read, and the commit of as many records, sixty at a time.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Ref } from "effect"
import { Client } from "pg"
import { Bench } from "../adapters/judge/index.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { PostgresStore } from "../adapters/postgres/index.ts"
import { start as startPostgres } from "../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../adapters/postgres/testing/NewDatabase.ts"
import { SqliteStore } from "../adapters/sqlite/index.ts"
import { Agent, Operator } from "../core/agents/index.ts"
import { Judge } from "../core/bench/index.ts"
import { put } from "../core/kernel/Change.ts"
import { hours } from "../core/kernel/Time.ts"
import { Store } from "../core/store/Store.ts"
import { works } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import * as Planted from "./testing/Planted.ts"
import { clock, host, noKeys, noNotary, start } from "./testing/World.ts"

const due = 1_000
const rounds = 4
const looks = 50

const nobody = Effect.succeed({ outcome: "unreachable" as const, status: null })
const world = Layer.mergeAll(
  noKeys,
  noNotary,
  Layer.succeed(Carrier, { toService: () => nobody, challenge: () => nobody, mail: null }),
  Layer.succeed(Judge.Judge, { line: "", decide: () => Effect.succeed(null) }),
  Bench.estimator,
)

const median = (times: ReadonlyArray<number>): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { ms: performance.now() - began, value }
  })

/** One read of a record, the fastest operation of the store. */
const rawRead = Effect.flatMap(Store, (store) => store.read([{ kind: Agent.Agents.name, id: "agent-0" }]))

/** As many records as a busy tick commits change sets, but with sixty records in a set, which is easiest for the store. */
const bareCommits = Array.from({ length: due * 2 }, (_, i) =>
  put(Operator.Operators, {
    id: `bare-${i}`,
    email: "o@operator.test",
    name: "O",
    places: { stated: 1, proven: 0 },
    notedAt: null,
  }),
)

/** A store to measure. `rest` finishes the work that filling the store left behind. */
interface Subject {
  readonly layer: Layer.Layer<Store, unknown>
  readonly rest: () => Promise<void>
}

const measure = (pending: number, rest: Subject["rest"]) =>
  Effect.gen(function* () {
    const time = yield* clock()
    const given = Effect.gen(function* () {
      yield* Planted.planted(Planted.agents(due))
      yield* Planted.waiting(pending, start + hours(10_000))
      yield* Effect.promise(rest)
      const once = tick(works, { worker: "bench" })
      const read = yield* Effect.replicateEffect(timed(rawRead), looks)
      const idle = yield* Effect.replicateEffect(timed(once), looks)
      const busy = []
      for (let round = 1; round <= rounds; round++) {
        const at = start + hours(round * 20)
        yield* Planted.planted(Planted.entries(round, due, at))
        yield* Ref.set(time, at)
        const { ms, value } = yield* timed(once)
        if (value.done !== due * 2)
          yield* Effect.dieMessage(`${value.done} done, ${value.postponed} postponed`)
        busy.push(ms)
      }
      const bare = yield* timed(Planted.planted(bareCommits))
      const ms = (all: ReadonlyArray<{ readonly ms: number }>) => median(all.map((one) => one.ms))
      // The first round warms up.
      return { read: ms(read), idle: ms(idle), busy: median(busy.slice(1)), bare: bare.ms }
    })
    return yield* Effect.provide(given, Layer.merge(host(time), world))
  })

const rested = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("vacuum analyze")
  await client.query("checkpoint")
  await client.end()
}

const row = (cells: ReadonlyArray<string>) =>
  console.log(`  ${cells.map((cell) => cell.padStart(16)).join("")}`)

const table = async (name: string, fresh: (i: number) => Promise<Subject>) => {
  console.log(`A tick on ${name}, ms (medians)`)
  row(["pending", "one read", "none due", `${due} due`, "bare commits"])
  for (const [i, pending] of [0, 1_000_000].entries()) {
    const { layer, rest } = await fresh(i)
    const { read, idle, busy, bare } = await Effect.runPromise(
      measure(pending, rest).pipe(Effect.provide(layer)),
    )
    row([pending.toLocaleString("en"), read.toFixed(2), idle.toFixed(2), busy.toFixed(0), bare.toFixed(0)])
  }
}

const folder = mkdtempSync(join(tmpdir(), "agent-court-bench-"))
await table("SQLite (FULL)", async (i) => ({
  layer: SqliteStore.layer({ file: join(folder, `${i}.db`) }),
  rest: async () => {},
}))
rmSync(folder, { recursive: true })

const server = await startPostgres({ fsync: true })
await table("PostgreSQL (fsync)", async () => {
  const url = await newDatabase(server.url)
  return { layer: PostgresStore.layer({ url }), rest: () => rested(url) }
})
await server.stop()
