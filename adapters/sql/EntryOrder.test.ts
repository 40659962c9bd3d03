import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Arbitrary, Effect, FastCheck, Record, type Scope } from "effect"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { Entry } from "../../core/compliance/Entry.ts"
import type { Json } from "../../core/Json.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as PostgresStore from "../postgres/PostgresStore.ts"
import { changes } from "../postgres/testing/ChangeSets.ts"
import { freshDatabase } from "../postgres/testing/FreshDatabase.ts"
import * as SqliteStore from "../sqlite/SqliteStore.ts"
import { orderFields } from "./EntryOrder.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-order-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, "court.db")
const url = freshDatabase()

interface Place {
  readonly open: () => Promise<Effect.Effect<Driver, unknown, Scope.Scope>>
  /** Has the tables as they were before the step that is tested. */
  readonly goBack: () => Promise<unknown>
}
const places: { readonly [name: string]: Place } = {
  SQLite: {
    open: async () => SqliteStore.make({ file }),
    goBack: async () => new Sqlite(file).exec("DELETE FROM migrations WHERE migration_id = 3").close(),
  },
  PostgreSQL: {
    open: async () => PostgresStore.make({ url: await url, allowUnsafe: true }),
    goBack: async () => {
      const client = new Client({ connectionString: await url })
      await client.connect()
      await client.query("delete from agent_court.migrations where migration_id = 3")
      await client.end()
    },
  },
}

const entries = FastCheck.sample(Arbitrary.make(Entry), { numRuns: 40, seed: 11 }).map((entry, i): Entry => {
  const order = { ...entry.order, currency: `NUL \0, half \ud800 ${i}` }
  return JSON.parse(JSON.stringify({ ...entry, id: `${i}`, order }))
})
/** An entry as it was kept before it had an order. */
const flat = ({ order, ...state }: Entry): Json => ({ ...state, ...order })
const other = { kind: "note", id: "with the names of an entry" }
const puts = [
  ...entries.map((entry) => ({ ref: { kind: "entry", id: entry.id }, body: flat(entry) })),
  { ref: other, body: Record.fromIterableWith(orderFields, (field) => [field, field]) },
].map((put) => ({ ...put, expected: 0, index: [] }))

describe.each(Object.keys(places))("entries kept in %s before they had an order", (name) => {
  it("are brought up to date, every text to the letter, and nothing else is touched", async () => {
    const place = places[name]
    if (place === undefined) throw new Error(name)
    // given a store with entries as they were kept before
    const made = await place.open()
    await Effect.runPromise(Effect.scoped(Effect.flatMap(made, (store) => store.commit(changes({ puts })))))
    await place.goBack()
    // when it is opened by this version
    const opened = await place.open()
    const found = await Effect.runPromise(
      Effect.scoped(Effect.flatMap(opened, (store) => store.read(puts.map(({ ref }) => ref)))),
    )
    // then each has its order, and a record of another kind is as it was
    expect(found.map((one) => one?.body)).toEqual([...entries, puts.at(-1)?.body])
  })
})
