import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { Host } from "../../core/kernel/Host.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import * as Prometheus from "./Prometheus.ts"
import * as Vitals from "./Vitals.ts"

const now = 100_000
const host = Host.of({
  now: Effect.succeed(now),
  seed: Effect.succeed("0".repeat(20)),
  schedule: Effect.succeed(published),
})
const task = (id: string, dueAt: number) => ({ id, kind: "k", dueAt, body: {} })
const event = (id: string) => ({ id, at: now, type: "note.written", subject: "s", rules: [], data: {} })

const value = (name: string): number | undefined => {
  const line = Prometheus.text()
    .split("\n")
    .find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

/** Measures a store every few milliseconds until the expectations hold. */
const measuring = (driver: Driver, newest: Vitals.Recorded | null, holds: () => void) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.zipRight(
        Vitals.start(() => newest, 5),
        Effect.promise(() => vi.waitFor(holds, 5_000)),
      ),
    ).pipe(Effect.provideService(Store, driver), Effect.provideService(Host, host)),
  )

describe("the measurements at intervals", () => {
  it("give the number of tasks that are due and the age of the oldest, without leasing them", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const tasks = [task("a", now - 9_000), task("b", now), task("c", now + 1)]
    Effect.runSync(driver.commit({ ...empty(now), tasks }))
    await measuring(driver, null, () => {
      expect(value("court_tasks_due")).toBe(2)
      expect(value("court_tasks_oldest_age_seconds")).toBe(9)
    })
    const leased = Effect.runSync(driver.lease({ kinds: null, worker: "w", now, until: now + 1, limit: 9 }))
    expect(leased.map(({ id }) => id)).toEqual(["a", "b"])
    // A task that is leased is not due for others.
    await measuring(driver, null, () => {
      expect(value("court_tasks_due")).toBe(0)
      expect(value("court_tasks_oldest_age_seconds")).toBe(0)
    })
  })

  it("give for how long the newest event could not be read, and 0 once it can, however far back it stands", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const newest = { subject: "s", id: "e1001", atMs: performance.now() - 60_000 }
    await measuring(driver, newest, () => expect(value("court_journal_lag_seconds")).toBeGreaterThan(59))
    for (let n = 0; n <= 1_001; n++)
      Effect.runSync(driver.commit({ ...empty(now), events: [event(`e${n}`)] }))
    await measuring(driver, newest, () => expect(value("court_journal_lag_seconds")).toBe(0))
  })

  it("go on while the store is unavailable, and measure the process too", async () => {
    const away = Effect.fail(new StoreUnavailable({ operation: "lease", cause: "gone" }))
    let asked = 0
    const driver: Driver = {
      ...Effect.runSync(MemoryStore.make),
      lease: () => {
        asked += 1
        return away
      },
    }
    await measuring(driver, null, () => {
      expect(asked).toBeGreaterThan(2)
      expect(value("process_memory_usage_bytes")).toBeGreaterThan(1_000_000)
      expect(value("nodejs_eventloop_delay_max_seconds")).toBeGreaterThanOrEqual(
        value("nodejs_eventloop_delay_p50_seconds") ?? Number.POSITIVE_INFINITY,
      )
    })
  })
})
