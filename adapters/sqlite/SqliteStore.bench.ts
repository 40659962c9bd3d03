/** What group commit makes of the disk: 64 lodgements an iteration, so that the rates compare row by row. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Effect, Exit, Scope } from "effect"
import { afterAll, bench, describe } from "vitest"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import * as SqliteStore from "./SqliteStore.ts"

const rows = 64
const folder = mkdtempSync(join(tmpdir(), "agent-court-bench-"))
const scope = Effect.runSync(Scope.make())
const store = await Effect.runPromise(
  SqliteStore.make({ file: join(folder, "court.db") }).pipe(Scope.extend(scope)),
)
const raw = new Sqlite(join(folder, "raw.db"))
raw.pragma("journal_mode = WAL")
raw.pragma("synchronous = FULL")
raw.exec("CREATE TABLE dealings (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
const insert = raw.prepare("INSERT INTO dealings (id, body) VALUES (?, ?)")

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  raw.close()
  rmSync(folder, { recursive: true, force: true })
})

let serial = 0
const sha256 = "ab".repeat(32)

/** One lodgement as the court commits it: a record with its number and index entry, a tally, an event and a receipt. */
const lodgement = (): ChangeSet => {
  const id = `01969b2c-${String(++serial).padStart(12, "0")}`
  const ref = { kind: "dealing", id }
  const body = {
    id,
    sha256,
    kind: "delivery",
    label: null,
    lodger: "seller",
    lodgedAt: 1000,
    valueCents: 100,
  }
  return {
    at: 1000,
    checks: [],
    puts: [{ ref, expected: 0, body, index: [{ index: "dealings.hash", key: `${sha256}/seller/${id}` }] }],
    claims: [],
    releases: [],
    events: [
      {
        id,
        at: 1000,
        type: "dealing.lodged",
        subject: `dealing/${id}`,
        rules: ["Dealings Act 1.1"],
        data: body,
      },
    ],
    tasks: [],
    cancels: [],
    settles: [],
    blobs: [],
    tallies: [{ name: "lodged/seller", add: 1 }],
    numbers: [{ series: "dealings", ref }],
    receipt: { id, fingerprint: sha256, reply: { id, sha256 }, expiresAt: 1_000_000 },
  }
}

const commitAll = (concurrency: number) =>
  Effect.runPromise(
    Effect.forEach(Array.from({ length: rows }, lodgement), store.commit, { concurrency, discard: true }),
  )

describe(`${rows} lodgements`, () => {
  bench("bare better-sqlite3, WAL + FULL: one row and one commit each", () => {
    for (let i = 0; i < rows; i++) insert.run(`${++serial}`, sha256.repeat(4))
  })
  bench("the store, one caller at a time", async () => {
    await commitAll(1)
  })
  bench("the store, 32 callers at once", async () => {
    await commitAll(32)
  })
  bench("the store, 64 callers at once", async () => {
    await commitAll(64)
  })
})

describe("a tick with 1,000,000 tasks pending", async () => {
  const dueAt = 2_000_000
  const tasks = (from: number) =>
    Array.from({ length: 64 }, (_, i) => ({
      id: `task/${from + i}`,
      kind: "deadline",
      dueAt: dueAt + i,
      body: null,
    }))
  const fill = Effect.forEach(
    Array.from({ length: 1_000_000 / 64 }, (_, i) => ({
      ...lodgement(),
      puts: [],
      events: [],
      numbers: [],
      receipt: null,
      tasks: tasks(i * 64),
    })),
    store.commit,
    { concurrency: 256, discard: true },
  )
  await Effect.runPromise(fill)
  const query = { kinds: null, worker: "w", now: 1000, until: 1000, limit: 1000 }

  bench("none due", async () => {
    await Effect.runPromise(store.lease(query))
  })
  bench("1,000 due", async () => {
    await Effect.runPromise(store.lease({ ...query, now: dueAt, until: dueAt }))
  })
})
