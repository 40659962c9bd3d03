/** A database seen from beside the court that uses it. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { empty } from "../../core/ChangeSet.ts"
import * as Inspection from "./Inspection.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"

const at = 1_000
const act = (n: number) => ({
  ...empty(at + n),
  puts: [{ ref: { kind: "note", id: `it's ${n}` }, expected: 0, body: { n }, index: [] }],
  numbers: [{ series: "notes", ref: { kind: "note", id: `it's ${n}` } }],
  events: [{ id: `e${n}`, at: at + n, type: "note.made", subject: "note", rules: [], data: { n } }],
  tasks: [
    { id: `t${n}`, kind: n % 2 === 0 ? "even" : "odd", dueAt: at + n, body: n === 2 ? { failures: 3 } : {} },
  ],
})

describe("a database from beside", () => {
  it("Rule 2.6 given a court that has it open, then all that was acknowledged is seen, and what is not durable", async () => {
    const url = await freshDatabase()
    const program = Effect.gen(function* () {
      const store = yield* PostgresStore.make({ url, allowUnsafe: true })
      for (const n of [1, 2, 3, 4]) yield* store.commit(act(n))
      const beside = yield* Inspection.make(url)
      expect(
        yield* Effect.all({
          damage: beside.damage,
          lastEventAt: beside.lastEventAt,
          numbers: beside.numbers,
          read: beside.read([
            { kind: "note", id: "it's 2" },
            { kind: "note", id: "none" },
          ]),
          waiting: beside.waiting(at + 2),
          later: beside.later(["even", "odd"], at + 2, 1),
        }),
      ).toEqual({
        damage: null,
        lastEventAt: at + 4,
        numbers: [{ series: "notes", last: 4 }],
        read: [{ ref: { kind: "note", id: "it's 2" }, version: 1, number: 2, body: { n: 2 } }, null],
        waiting: [
          { kind: "even", count: 2, due: 1, oldestDueAt: at + 2, failed: 1 },
          { kind: "odd", count: 2, due: 1, oldestDueAt: at + 1, failed: 0 },
        ],
        later: [{ id: "t3", kind: "odd", dueAt: at + 3 }],
      })
      expect(yield* beside.all("note")).toHaveLength(4)
      expect(yield* beside.bytes).toBeGreaterThan(100_000)
      // the server runs on this machine
      expect(Math.abs(Number(yield* beside.clock) - Date.now())).toBeLessThan(5_000)
      // the server of the tests waits for no disk
      expect(yield* beside.faults).toContainEqual(expect.stringMatching(/^fsync = off/))
    })
    await Effect.runPromise(Effect.scoped(program))
  })

  it("Rule 2.6 given a database of no court, then it fails, and nothing is made there", async () => {
    const url = await freshDatabase()
    const program = Effect.scoped(Effect.flatMap(Inspection.make(url), ({ lastEventAt }) => lastEventAt))
    expect(Either.isLeft(await Effect.runPromise(Effect.either(program)))).toBe(true)
    expect(Either.isLeft(await Effect.runPromise(Effect.either(program)))).toBe(true)
  })
})
