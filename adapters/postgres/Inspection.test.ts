/** What an operator's tools read from a database that its court has open. */
import { Effect, Either } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { act, at } from "../store/testing/NoteActs.ts"
import * as Inspection from "./Inspection.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"

describe("the inspection of a database", () => {
  it("Rule 2.6 given a court that has it open, then it shows everything that was acknowledged, and what is not durable", async () => {
    const url = await freshDatabase()
    const program = Effect.gen(function* () {
      const store = yield* PostgresStore.make({ url, allowUnsafe: true })
      for (const n of [1, 2, 3, 4]) yield* act(store, n)
      const inspection = yield* Inspection.make(url)
      expect(
        yield* Effect.all({
          damage: Effect.succeed(inspection.damage),
          lastEventAt: inspection.lastEventAt,
          numbers: inspection.numbers,
          read: inspection.read([
            { kind: "note", id: "it's 2" },
            { kind: "note", id: "none" },
          ]),
          waiting: inspection.waiting(at + 2),
          later: inspection.later(["even", "odd"], at + 2, 1),
          journal: inspection.journal({ subject: null, after: null, limit: 2 }),
        }),
      ).toEqual({
        damage: expect.stringMatching(/pg_amcheck/),
        lastEventAt: at + 4,
        numbers: [{ series: "notes", last: 4 }],
        read: [{ ref: { kind: "note", id: "it's 2" }, version: 1, number: 2, body: { n: 2 } }, null],
        waiting: [
          { kind: "even", count: 2, due: 1, oldestDueAt: at + 2, failed: 1 },
          { kind: "odd", count: 2, due: 1, oldestDueAt: at + 1, failed: 0 },
        ],
        later: [{ id: "t3", kind: "odd", dueAt: at + 3 }],
        journal: yield* store.journal({ subject: null, after: null, limit: 2 }),
      })
      expect(yield* inspection.all("note")).toHaveLength(4)
      expect(yield* inspection.bytes).toBeGreaterThan(100_000)
      // The server runs on this machine.
      expect(Math.abs(Number(yield* inspection.clock) - Date.now())).toBeLessThan(5_000)
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
