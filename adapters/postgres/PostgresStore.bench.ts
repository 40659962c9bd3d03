/**
 * The cost of an act beside the least that PostgreSQL can be asked for, `node adapters/postgres/PostgresStore.bench.ts`: on one
 * server with fsync on, 32 callers at once. It also measures a lease beside a million waiting tasks.
 */
import { Effect, Exit, Scope } from "effect"
import { Pool } from "pg"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes } from "./testing/ChangeSets.ts"
import { start } from "./testing/EmbeddedPostgres.ts"

const callers = 32
const each = 100
const rounds = 3
const server = await start({ fsync: true })
const scope = Effect.runSync(Scope.make())
const store = await Effect.runPromise(PostgresStore.make({ url: server.url }).pipe(Scope.extend(scope)))
const pool = new Pool({ connectionString: server.url, max: callers })
await pool.query("create table bare (id text primary key, body json not null)")

let serial = 0
const nextId = () => `01969b2c-${String(++serial).padStart(12, "0")}`
const sha256 = "ab".repeat(32)
const bodyOf = (id: string) => ({
  id,
  sha256,
  kind: "delivery",
  label: null,
  lodger: "seller",
  valueCents: 100,
})

/** One lodgement as the court commits it: a record with its number and index entry, a tally and an event. */
const lodgement = (id: string): ChangeSet => {
  const ref = { kind: "dealing", id }
  const index = [{ index: "dealings.hash", key: `${sha256}/seller/${id}` }]
  const rules = ["Dealings Act 1.1"]
  return changes({
    puts: [{ ref, expected: 0, body: bodyOf(id), index }],
    events: [{ id, at: 1000, type: "dealing.lodged", subject: `dealing/${id}`, rules, data: bodyOf(id) }],
    tallies: [{ name: "dealings-lodged/seller", add: 1 }],
    numbers: [{ series: "dealings", ref }],
  })
}
const receipted = (id: string): ChangeSet => ({
  ...lodgement(id),
  receipt: { id, fingerprint: sha256, reply: bodyOf(id), expiresAt: 1_000_000 },
})

/** Acts a second by all callers, each doing one act after the other, as a client does that waits for its answer. */
const rateOf = async (one: (id: string) => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let i = 0; i < each; i++) await one(nextId())
    }),
  )
  return (callers * each * 1000) / (performance.now() - started)
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const acts = {
  "bare pg, one INSERT and one transaction each": (id: string) =>
    pool.query("insert into bare values ($1, $2)", [id, JSON.stringify(bodyOf(id))]),
  "the store: lodgements": (id: string) => Effect.runPromise(store.commit(lodgement(id))),
  "the store: lodgements with receipts": (id: string) => Effect.runPromise(store.commit(receipted(id))),
}
const rates = Object.entries(acts).map(([name, one]) => ({ name, one, found: [] as number[] }))
// In turns, so that what else the machine does falls on all.
for (let round = 0; round < rounds; round++) for (const it of rates) it.found.push(await rateOf(it.one))
const bare = median(rates[0]?.found ?? [])
console.log(`PostgreSQL with fsync, ${callers} callers at once`)
for (const { name, found } of rates) {
  const rate = median(found)
  console.log(
    `  ${name.padEnd(46)} ${Math.round(rate).toString().padStart(7)}/s  ${(rate / bare).toFixed(2)} times bare`,
  )
}

const dueAt = 2_000_000
await pool.query(`insert into agent_court.tasks (id, kind, due_at, body)
  select 'task/' || n, 'deadline', ${dueAt} + n / 1000, 'null' from generate_series(0, 999999) n`)
/** Milliseconds of one lease of at most 1,000 tasks. */
const leasing = async (now: number): Promise<number> => {
  const query = { kinds: null, worker: "w", now, until: now, limit: 1000 }
  const started = performance.now()
  await Effect.runPromise(store.lease(query))
  return performance.now() - started
}
await leasing(1000)
const none = await leasing(1000)
console.log(
  `a lease beside 1,000,000 waiting tasks: none due ${none.toFixed(1)} ms, 1,000 due ${(await leasing(dueAt)).toFixed(0)} ms`,
)

await Effect.runPromise(Scope.close(scope, Exit.void))
await pool.end()
await server.stop()
