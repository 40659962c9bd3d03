/** The facts that an operator's tools read from a database that its court has open. */
import { Effect, Either } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { act, readActs, readOfFourActs } from "../store/testing/NoteActs.ts"
import * as Inspection from "./Inspection.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"

/** Has the sessions that begin later compress pages of the log in the way that every version knows. */
const compressPages = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `do $$ begin execute format('alter database %I set wal_compression = on', current_database()); end $$`,
  )
  await client.end()
}

describe("the inspection of a database", () => {
  it("Rule 2.6 given a court that has it open, then it shows everything that was acknowledged, and what is not durable", async () => {
    const url = await freshDatabase()
    const program = Effect.gen(function* () {
      const store = yield* PostgresStore.make({ url, allowUnsafe: true })
      for (const n of [1, 2, 3, 4]) yield* act(store, n)
      const inspection = yield* Inspection.make(url)
      expect(
        yield* Effect.all({ damage: Effect.succeed(inspection.damage), acts: readActs(inspection) }),
      ).toEqual({
        damage: expect.stringMatching(/pg_amcheck/),
        acts: {
          ...readOfFourActs,
          journal: yield* store.journal({ subject: null, after: null, limit: 2 }),
        },
      })
      expect(yield* inspection.bytes).toBeGreaterThan(100_000)
      // The server runs on this machine.
      expect(Math.abs(Number(yield* inspection.clock) - Date.now())).toBeLessThan(5_000)
      expect(yield* inspection.slowness).toEqual([])
      yield* Effect.promise(() => compressPages(url))
      expect(yield* Effect.flatMap(Inspection.make(url), ({ slowness }) => slowness)).toEqual([
        { says: expect.stringMatching(/pglz/), todo: expect.stringMatching(/lz4/) },
      ])
      // The server of the tests does not wait for the disk.
      expect(yield* inspection.faults).toContainEqual(expect.stringMatching(/^fsync = off/))
    })
    await Effect.runPromise(Effect.scoped(program))
  })

  it("Rule 2.6 given a database without a court, then it fails and makes nothing there", async () => {
    const url = await freshDatabase()
    const program = Effect.scoped(Effect.flatMap(Inspection.make(url), ({ lastEventAt }) => lastEventAt))
    expect(Either.isLeft(await Effect.runPromise(Effect.either(program)))).toBe(true)
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "select nspname from pg_namespace where nspname not like 'pg_%' and nspname <> 'information_schema'",
    )
    await client.end()
    expect(rows).toEqual([{ nspname: "public" }])
  })
})
