/**
 * The speed of group commit on the disk: `node adapters/sqlite/SqliteStore.bench.ts [lodgements]`. Lodgements through the store, by
 * one caller and by many at once, beside the raw limit of the same run: bare better-sqlite3 (WAL + FULL), one row a commit.
 * Then the cost of a lease beside a million waiting tasks.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as SqliteStore from "./SqliteStore.ts"

const count = Number(process.argv[2] ?? 4000)
const pending = 1_000_000
const rounds = 3
const sha256 = "ab".repeat(32)
let serial = 0

const nothing = empty(1000)

const bodyOf = (id: string) => ({
  id,
  sha256,
  kind: "delivery",
  label: null,
  lodger: "seller",
  lodgedAt: 1000,
})

/** One lodgement as the court commits it: a record with its number and index entries, a tally, an event and a receipt. */
const lodgement = (): ChangeSet => {
  const id = `01969b2c-${String(++serial).padStart(12, "0")}`
  const ref = { kind: "dealing", id }
  const index = [
    { index: "dealings.hash", list: `${sha256}/`, rest: id },
    { index: "dealings.hash", key: `${sha256}@seller/${id}` },
  ]
  const event = { id, at: 1000, type: "dealing.lodged", subject: `dealing/${id}`, data: bodyOf(id) }
  return {
    ...nothing,
    puts: [{ ref, expected: 0, body: bodyOf(id), index }],
    events: [{ ...event, rules: ["Dealings Act 1.1"] }],
    tallies: [{ name: "lodged/seller", add: 1 }],
    numbers: [{ series: "dealings", ref }],
    receipt: { id, fingerprint: sha256, reply: { id, sha256 }, expiresAt: 1_000_000 },
  }
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Lodgements a second by so many callers at once, and the wait in milliseconds that 99 of 100 commits stay under. */
const lodging = (store: Driver, callers: number) =>
  Effect.gen(function* () {
    const waits: Array<number> = []
    const one = Effect.suspend(() => {
      const asked = performance.now()
      return Effect.map(store.commit(lodgement()), () => waits.push(performance.now() - asked))
    })
    const started = performance.now()
    yield* Effect.replicateEffect(one, count, { concurrency: callers, discard: true })
    const rate = (count * 1000) / (performance.now() - started)
    return { rate, p99: waits.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0 }
  })

const bareRate = (folder: string) => {
  const db = new Sqlite(join(folder, "bare.db"))
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.exec("CREATE TABLE IF NOT EXISTS dealings (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
  const insert = db.prepare("INSERT INTO dealings (id, body) VALUES (?, ?)")
  const started = performance.now()
  for (let i = 0; i < count; i++) insert.run(String(++serial), JSON.stringify(bodyOf(sha256)))
  const rate = (count * 1000) / (performance.now() - started)
  db.close()
  return rate
}

const plant = (store: Driver, dueAt: number) =>
  Effect.forEach(
    Array.from({ length: pending / 50 }, (_, set) => set * 50),
    (from) => {
      const ids = Array.from({ length: 50 }, (_, i) => from + i)
      return store.commit({
        ...nothing,
        tasks: ids.map((i) => ({ id: `task/${i}`, kind: "deadline", dueAt: dueAt + i, body: null })),
      })
    },
    { concurrency: 256, discard: true },
  )

/** Milliseconds of one lease of at most 1,000 tasks. */
const leasing = (store: Driver, now: number) =>
  Effect.gen(function* () {
    const started = performance.now()
    yield* store.lease({ kinds: null, worker: "w", now, until: now, limit: 1000 })
    return performance.now() - started
  })

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString("en")} a second`.padStart(18)

const program = (folder: string) =>
  Effect.gen(function* () {
    const store = yield* SqliteStore.make({ file: join(folder, "court.db") })
    const callers = [1, 32, 256] as const
    const runs = yield* Effect.replicateEffect(
      Effect.map(
        Effect.forEach(callers, (n) => lodging(store, n)),
        (found) => ({ bare: bareRate(folder), found }),
      ),
      rounds,
    )
    const bare = median(runs.map((run) => run.bare))
    console.log(`bare better-sqlite3, a row a commit ${perSecond(bare)}`)
    callers.forEach((n, i) => {
      const rate = median(runs.map(({ found }) => found[i]?.rate ?? 0))
      const p99 = median(runs.map(({ found }) => found[i]?.p99 ?? 0)).toFixed(1)
      const ratio = (rate / bare).toFixed(2)
      console.log(
        `lodgements, ${String(n).padStart(3)} at once            ${perSecond(rate)}  ${ratio} × bare, p99 ${p99} ms`,
      )
    })
    const dueAt = 2_000_000
    yield* plant(store, dueAt)
    const none = yield* Effect.replicateEffect(leasing(store, 1000), 200)
    const due = yield* Effect.replicateEffect(leasing(store, dueAt + 999), 5)
    const beside = `beside ${pending.toLocaleString("en")} waiting`
    console.log(
      `a lease ${beside}, none due: ${median(none).toFixed(3)} ms; 1,000 due: ${median(due).toFixed(1)} ms`,
    )
  })

const folder = mkdtempSync(join(tmpdir(), "agent-court-bench-"))
try {
  await Effect.runPromise(Effect.scoped(program(folder)))
} finally {
  rmSync(folder, { recursive: true })
}
