/** The doctor's findings about a journal that was changed beneath the log of its court. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { SqliteInspection as Inspection, SqliteStore } from "../../../adapters/sqlite/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Merkle, Tile } from "../../../core/log/index.ts"
import { ownLog } from "../log/Standing.ts"
import { opened } from "../testing/Opened.ts"
import { enrol, lodge } from "../testing/Process.ts"
import { journal } from "./Journal.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-journal-"))
const file = join(folder, "court.db")
const tables = ["records", "journal"]
/** More events than a tile has. */
const lodged = 300
let db: Sqlite.Database

const size = () =>
  Number(
    db.prepare("SELECT body ->> '$.published' AS n FROM records WHERE kind = 'log-state'").pluck().get() ?? 0,
  )
const events = () => Number(db.prepare("SELECT count(*) FROM journal").pluck().get())

beforeAll(async () => {
  const court = await opened(SqliteStore.layer({ file }))
  const seller = await enrol(court.url, "seller")
  for (let i = 0; i < lodged; i += 10)
    await Promise.all(Array.from({ length: 10 }, () => lodge(court.url, seller)))
  db = new Sqlite(file)
  await vi.waitFor(() => expect(size()).toBe(events()), { timeout: 20_000, interval: 100 })
  await court.stop()
  for (const table of tables) db.exec(`CREATE TABLE honest_${table} AS SELECT * FROM ${table}`)
}, 120_000)
afterAll(() => {
  db?.close()
  rmSync(folder, { recursive: true })
})

const found = () =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const seen = yield* Inspection.make(file)
        return yield* journal(seen, needPresent(yield* ownLog(seen), "the log"), false)
      }),
    ),
  )

/** The finding after a change, which is then undone. */
const foundAfter = async (change: () => void | Promise<void>): Promise<string> => {
  await change()
  try {
    const { level, says } = await found()
    return `${level} ${says}`
  } finally {
    for (const table of tables)
      db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM honest_${table}`)
  }
}

const place = (number: number) => `(SELECT place FROM journal ORDER BY place LIMIT 1 OFFSET ${number})`
const forge = (number: number) => () =>
  void db.exec(`UPDATE journal SET data = json_set(data, '$.forged', 1) WHERE place = ${place(number)}`)

/** Changes an event together with its hash in the tile of level 0. */
const forgeWithHash = (number: number) => async () => {
  forge(number)()
  const { items } = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(Inspection.make(file), (seen) =>
        seen.journal({ subject: null, after: null, limit: number + 1 }),
      ),
    ),
  )
  const id = `0/${Math.floor(number / 256)}`
  const stored = db
    .prepare("SELECT body ->> '$.hashes' FROM records WHERE kind = 'log-tile' AND id = ?")
    .pluck()
    .get(id)
  const hashes = Buffer.from(String(stored), "base64")
  hashes.set(Merkle.hashLeaf(Tile.leafOf(needPresent(items[number], "an event"))), (number % 256) * 32)
  db.prepare(
    "UPDATE records SET body = json_set(body, '$.hashes', ?) WHERE kind = 'log-tile' AND id = ?",
  ).run(hashes.toString("base64"), id)
}

it("PD17 §1 a journal whose events have the hashes and the root of the log is good", async () => {
  expect(await found()).toMatchObject({
    level: "ok",
    says: expect.stringMatching(/^the journal has its \d+ events, each with its hash/),
  })
})

it("PD17 §1 an event that was changed, removed or put in is named by its number", async () => {
  expect(await foundAfter(forge(270))).toMatch(
    /^fail event 270 of the journal \(dealing\.lodged of dealing\/\S+, 20\S+Z\) is not the event of this number/,
  )
  const removed = () => void db.exec(`DELETE FROM journal WHERE place = ${place(5)}`)
  expect(await foundAfter(removed)).toMatch(/^fail event 5 of the journal/)
  const last = events() - 1
  const cut = () => void db.exec(`DELETE FROM journal WHERE place = ${place(last)}`)
  expect(await foundAfter(cut)).toContain(`it lacks event ${last} of the log`)
})

it("PD17 §1 an event that was changed together with its hash is found among the events whose common hash or root was signed", async () => {
  expect(await foundAfter(forgeWithHash(7))).toMatch(
    /^fail events 0 to 255 of the log have another hash together/,
  )
  expect(await foundAfter(forgeWithHash(270))).toMatch(
    /do not have the root that the court signed: at least one of events 256 to \d+ of the log was changed/,
  )
})
