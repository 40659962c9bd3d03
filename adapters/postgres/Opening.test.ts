/** How the store on PostgreSQL opens a database: its roles, its refusals, and several openers at the same time. */
import { Effect } from "effect"
import { Client } from "pg"
import { describe, expect, inject, it } from "vitest"
import * as PostgresStore from "./PostgresStore.ts"
import { changes, happened, putNote } from "./testing/ChangeSets.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"
import { all, committed, opener, tags } from "./testing/Opened.ts"

const run = Effect.runPromise
const open = opener()

describe("opening", () => {
  it("needs only a role that owns the database, and even that role can't change the journal", async () => {
    const admin = new Client({ connectionString: await freshDatabase() })
    await admin.connect()
    const role = `owner_${Date.now()}`
    await admin.query(`create role ${role} login`)
    await admin.query(`create database ${role} owner ${role}`)
    await admin.end()
    const own = Object.assign(new URL(inject("postgresUrl")), { username: role, pathname: `/${role}` }).href
    const driver = await open(own)
    expect(await run(driver.commit(changes({ events: [happened("1")], puts: [putNote("1")] })))).toEqual(
      committed,
    )
    const client = new Client({ connectionString: own })
    await client.connect()
    const refused = /the journal is never changed/
    await expect(client.query("delete from agent_court.events")).rejects.toThrow(refused)
    await expect(client.query("update agent_court.events set data = '1'")).rejects.toThrow(refused)
    await expect(client.query("truncate agent_court.events")).rejects.toThrow(refused)
    await client.end()
  })

  it("is refused, with the reasons, on a server that doesn't wait for the disk", async () => {
    const refused = await run(Effect.flip(Effect.scoped(PostgresStore.make({ url: inject("postgresUrl") }))))
    expect(refused).toMatchObject({
      _tag: "StoreRefused",
      reasons: [expect.stringMatching(/^fsync = off/), expect.stringMatching(/^full_page_writes = off/)],
    })
    const allowed = await open(await freshDatabase())
    expect(allowed.supports).toEqual({ durable: false, shared: true, large: true })
  })

  it("is refused, and replaces nothing, if a later version has migrated the tables", async () => {
    const url = await freshDatabase()
    await open(url)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query("insert into agent_court.migrations (migration_id, name) values (2, 'later')")
    await client.query("update agent_court.definitions set fingerprint = 'of a later version'")
    const refused = await run(Effect.flip(Effect.scoped(PostgresStore.make({ url, allowUnsafe: true }))))
    expect(refused).toMatchObject({
      _tag: "StoreRefused",
      reasons: [expect.stringContaining("its tables are of version 2, and this program knows 1")],
    })
    const found = await client.query("select fingerprint from agent_court.definitions")
    expect(found.rows).toEqual([{ fingerprint: "of a later version" }])
    await client.end()
  })

  it("is refused, and changes nothing, if the schema belongs to somebody else", async () => {
    const shared = await freshDatabase()
    const client = new Client({ connectionString: shared })
    await client.connect()
    await client.query("create schema court; create table court.balls (id int)")
    const refused = await run(
      Effect.flip(Effect.scoped(PostgresStore.make({ url: shared, allowUnsafe: true }))),
    )
    expect(refused).toMatchObject({
      _tag: "StoreRefused",
      message: expect.stringContaining("somebody else's"),
    })
    expect((await client.query("select * from court.balls")).rows).toEqual([])
    await client.end()
  })

  it("succeeds for eight that open the same empty database at the same time", async () => {
    const fresh = await freshDatabase()
    const openers = await Promise.all(Array.from({ length: 8 }, () => open(fresh)))
    const results = await all(
      openers.map((driver, i) => driver.commit(changes({ puts: [putNote(`open${i}`)] }))),
    )
    expect(tags(results)).toEqual(Array(8).fill("Committed"))
  })

  it("is not affected by the database's own isolation level and time limits", async () => {
    const strict = await freshDatabase()
    await open(strict)
    // This session began before the limits, so they don't bind it.
    const other = new Client({ connectionString: strict })
    await other.connect()
    const name = new URL(strict).pathname.slice(1)
    await other.query(`alter database ${name} set default_transaction_isolation = 'serializable'`)
    for (const limit of ["statement_timeout", "lock_timeout"])
      await other.query(`alter database ${name} set ${limit} = '50ms'`)
    const driver = await open(strict)
    await other.query("begin; lock table agent_court.records in exclusive mode")
    const results = all(
      Array.from({ length: 20 }, (_, i) => driver.commit(changes({ puts: [putNote("same", i)] }))),
    )
    await other.query("select pg_sleep(0.2); rollback")
    expect(tags(await results)).toEqual(Array(20).fill("Committed"))
    await other.end()
  })
})
