/** Uses of assertions at two processes of a court, each with its own connection to one file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { isFirstUse } from "./Client.ts"

const start = Date.UTC(2026, 10, 20, 9)

const useAt = (driver: Driver, at: number, ms = 5_000) =>
  isFirstUse("seller\nj", ms).pipe(
    Effect.provideService(Store, driver),
    Effect.provideService(Host, {
      now: Effect.succeed(at),
      seed: Effect.die("no seed is drawn"),
      schedule: Effect.die("no schedule is read"),
    }),
  )

it("Rule 2.6 an assertion that comes to two processes at one instant is used at one of them, and again only once it has expired", async () => {
  const folder = mkdtempSync(join(tmpdir(), "court-once-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const open = SqliteStore.make({ file: join(folder, "court.db") })
  const used = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const [one, other] = [yield* open, yield* open]
        const raced = yield* Effect.all(
          [one, other, one, other].map((driver) => useAt(driver, start)),
          { concurrency: "unbounded" },
        )
        const late = yield* useAt(other, start + 4_999)
        const after = yield* useAt(one, start + 5_000)
        return { raced: raced.filter((first) => first).length, late, after }
      }),
    ),
  )
  expect(used).toEqual({ raced: 1, late: false, after: true })
})
