/**
 * What an act costs beside the least that PostgreSQL can be asked for, on one server with fsync on: 32 callers at once, 640 acts
 * an iteration, so that the rates compare act by act. And a tick over a million waiting tasks.
 */
import { Effect, Exit, Scope } from "effect"
import { Pool } from "pg"
import { afterAll, bench, describe } from "vitest"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes } from "./testing/ChangeSets.ts"
import { start } from "./testing/EmbeddedPostgres.ts"

const callers = 32
const each = 20
const server = await start({ fsync: true })
const scope = Effect.runSync(Scope.make())
const store = await Effect.runPromise(PostgresStore.make({ url: server.url }).pipe(Scope.extend(scope)))
const pool = new Pool({ connectionString: server.url, max: callers })
await pool.query("create table bare (id text primary key, body json not null)")

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await pool.end()
  await server.stop()
})

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

/** Every caller acts one act after the other, as a client does that waits for its answer. */
const act = (one: (id: string) => Promise<unknown>) => () =>
  Promise.all(
    Array.from({ length: callers }, async () => {
      for (let i = 0; i < each; i++) await one(nextId())
    }),
  ).then(() => {})

describe(`${callers * each} acts, ${callers} callers at once`, () => {
  bench(
    "bare pg: one INSERT and one transaction each",
    act((id) => pool.query("insert into bare values ($1, $2)", [id, JSON.stringify(bodyOf(id))])),
  )
  bench(
    "the store: lodgements",
    act((id) => Effect.runPromise(store.commit(lodgement(id)))),
  )
  bench(
    "the store: lodgements with receipts",
    act((id) => Effect.runPromise(store.commit(receipted(id)))),
  )
})

describe("a tick with 1,000,000 tasks pending", async () => {
  const dueAt = 2_000_000
  await pool.query(`insert into agent_court.tasks (id, kind, due_at, body)
    select 'task/' || n, 'deadline', ${dueAt} + n / 1000, 'null' from generate_series(0, 999999) n`)
  const query = { kinds: null, worker: "w", now: 1000, until: 1000, limit: 1000 }

  bench("none due", async () => {
    await Effect.runPromise(store.lease(query))
  })
  bench("1,000 due", async () => {
    await Effect.runPromise(store.lease({ ...query, now: dueAt, until: dueAt }))
  })
})
